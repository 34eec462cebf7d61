// @ts-check
// What a step says when all of a part's steps are seen as one. Pure.

import { nameOf } from "../../core/names.js";
import { numberText, short } from "../../core/words.js";
import { pathTo } from "../../graph/titles.js";

/** @typedef {import("../../core/steps.js").Plan} Plan */
/** @typedef {import("../../core/names.js").Words} Words */
/** @typedef {import("../../graph/parts.js").Columns} Columns */
/** @typedef {import("../../graph/parts.js").Run} Run */

const MOST_NAMED = 4; // of what a part takes in
const A_SUM = /(^|: )(Σ|mean) of /;

/**
 * `layer 1: 4 neurons, from x1 and x2`, and backward `layer 1: back through 4 neurons; largest gradient 0.8, of …`
 * @param {Plan} plan
 * @param {Words} words
 * @param {Columns} parts
 * @param {Run} run
 * @param {number} k
 * @param {import("../../core/steps.js").State} state
 */
export function runSentence(plan, words, parts, run, k, state) {
  const [begin, end] = [parts.begin[run.part], parts.end[run.part]];
  const name = short(parts.name[run.part], 40);
  const what = members(parts, run.part);
  const told = parts.units[run.part].filter(([label, node]) => !/\d$/.test(label) && state.data[node] !== null);
  const [done, all] = [k - run.begin + 1, run.end - run.begin + 1];
  const part = done < all ? ` (${counted(done)} of ${counted(all)} steps so far)` : "";
  if (plan.steps[run.begin].kind === "forward") {
    const numbers = told.map(([label, node]) => `${label} ${numberText(state.data[node])}`).join(", ");
    const inputs = inputsOf(plan, words, parts, run.part);
    const sum = A_SUM.test(name) && done === all ? ` = ${numberText(state.data[end - 1])}` : `: ${numbers || what}`;
    return `${name}${sum}${inputs && `, from ${inputs}`}${part}`;
  }
  if (A_SUM.test(name) && done === all) return `${name}: ${shareOf(plan, state, begin, end)}`;
  const named = [...state.grad.keys()].slice(begin, end).filter((i) => plan.trace.label[i] !== undefined);
  const slopes = told.filter(([, node]) => plan.trace.op[node] && state.grad[node] !== null);
  const reached = slopes.map(([label, node]) => `${label} ${numberText(state.grad[node])}`);
  const among = named.length ? named : Array.from({ length: end - begin }, (_, i) => begin + i);
  const [largest, size] = largestOf(state.grad, among);
  const whose = named.length && size ? `, of ${nameOf(words, largest)}` : "";
  const most = reached.length ? `, gradients: ${reached.reverse().join(", ")}`
    : size ? `; largest gradient ${numberText(state.grad[largest])}${whose}` : "";
  return `${name}: back through ${what}${most}${part}`;
}

/**
 * What a sum or a mean gives back to what it adds up.
 * @param {Plan} plan
 * @param {import("../../core/steps.js").State} state
 * @param {number} begin
 * @param {number} end
 */
function shareOf({ trace, firstEdge }, { grad }, begin, end) {
  const outside = trace.from.slice(firstEdge[begin], firstEdge[end]).filter((i) => i < begin || i >= end);
  const [least, most] = [Math.min, Math.max].map((of) => of(...outside.map((i) => grad[i] ?? NaN)));
  const all = outside.length === 1 ? "what it is made of" : `each of ${counted(new Set(outside).size)}`;
  return least === most ? `back to ${all}: gradient ${numberText(least)}`
    : `back to ${all}: gradients from ${numberText(least)} to ${numberText(most)}`;
}

/** @param {(number | null)[]} grad @param {number[]} among */
function largestOf(grad, among) {
  let [largest, size] = [-1, 0];
  for (const i of among) {
    const now = Math.abs(grad[i] ?? 0);
    if (!(now <= size)) [largest, size] = [i, now];
  }
  return [largest, size];
}

/** What Next will do. @param {Plan} plan @param {Columns} parts @param {Run} run */
export function runHint(plan, parts, run) {
  const name = short(parts.name[run.part], 40);
  return plan.steps[run.begin].kind === "forward" ? `compute ${name}` : `go backward through ${name}`;
}

/**
 * What a part is made of: `4 neurons` where its members are numbered alike, or a number of values.
 * @param {Columns} parts
 * @param {number} part
 */
function members({ name, around, begin, end }, part) {
  const inner = name.filter((_, at) => around[at] === part);
  const kinds = new Set(inner.map((one) => one.replace(/ \d+$/, "")));
  const [kind] = kinds;
  const told = `${counted(inner.length)} ${kind}${inner.length === 1 ? "" : "s"}`;
  if (kinds.size === 1 && kind !== inner[0] && name[part] !== told) return told;
  const count = end[part] - begin[part];
  return `${counted(count)} ${count === 1 ? "value" : "values"}`;
}

/**
 * What a part takes in, by the names that stand beside it: values, or other parts.
 * @param {Plan} plan
 * @param {Words} words
 * @param {Columns} parts
 * @param {number} part
 */
function inputsOf({ trace, firstEdge }, words, parts, part) {
  const [begin, end] = [parts.begin[part], parts.end[part]];
  const names = new Set();
  for (let e = firstEdge[begin]; e < firstEdge[end]; e++) {
    const source = trace.from[e];
    if (source >= begin && source < end) continue;
    const beside = pathTo(parts, source).find((at) => parts.end[at] <= begin || parts.begin[at] >= end);
    names.add(short(beside === undefined ? nameOf(words, source) : parts.name[beside], 24));
  }
  const told = [...names];
  const more = told.length - MOST_NAMED + 1;
  const shown = more > 1 ? [...told.slice(0, MOST_NAMED - 1), `${more} more`] : told;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown[shown.length - 1]}` : (shown[0] ?? "");
}

/** @param {number} n */
function counted(n) {
  return n.toLocaleString("en");
}
