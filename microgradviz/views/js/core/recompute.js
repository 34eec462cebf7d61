// @ts-check
// An expression at other numbers, worked out by the rules that travel with it: what `Trace.at` does in Python. Pure.

import { encode } from "./numbers.js";
import { evaluateLocal, evaluateRule } from "./rules.js";
import { placeOf, ruleFor } from "./names.js";
import { firstEdges } from "./steps.js";
import { decode, numberText, short, signedText } from "./words.js";

/** @typedef {import("./steps.js").Trace} Trace */
/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./steps.js").Fault} Fault */
/** @typedef {import("./sentences.js").Words} Words */
/**
 * Of every leaf that can be edited its name and its original number; why there are none; whether a function made the
 * graph; what a link to it begins with, and what the leaves are called there, if there is one.
 * @typedef {{ leaves: Record<string, [string, import("./words.js").Tagged]>, fixed: string, function: boolean,
 *   link?: { to: string, leaves: Record<string, string> } | null }} Editable
 */

/**
 * The same expression with new numbers for some leaves: a new trace, nothing in it left of what was observed.
 * @param {Trace} trace
 * @param {Words} words
 * @param {Map<number, number>} numbers by number of the leaf
 * @returns {Trace}
 */
export function recompute(trace, words, numbers) {
  const [data, local] = [trace.data.map(decode), trace.local.map(decode)];
  for (const [leaf, x] of numbers) data[leaf] = x;
  const first = firstEdges(trace);
  for (const [i, op] of trace.op.entries()) {
    if (!op) continue;
    const [rule, params] = [ruleFor(words, op), trace.params[i] ?? {}];
    const inputs = trace.from.slice(first[i], first[i + 1]).map((source) => data[source]);
    data[i] = evaluateRule(rule, inputs, params);
    for (let e = first[i]; e < first[i + 1]; e++)
      local[e] = evaluateLocal(rule, trace.slot[e], inputs, params, data[i]);
  }
  return { ...trace, data: data.map(encode), local: local.map(encode), observed: [] };
}

/**
 * The numbers to go back to, by number of the leaf; null if the trace holds them already.
 * @param {Trace} trace
 * @param {{ edit?: Editable }} scene
 * @returns {Map<number, number> | null}
 */
export function givenAgain(trace, scene) {
  const given = new Map(Object.entries(scene.edit?.leaves ?? {}).map(([i, [, x]]) => [Number(i), Number(decode(x))]));
  return [...given].every(([i, x]) => Object.is(decode(trace.data[i]), x)) ? null : given;
}

/**
 * Where infinities and nan are born in a play of right arithmetic: the faults of faults.py that numbers alone can have.
 * @param {Plan} plan
 * @param {Words} words
 * @returns {Fault[]}
 */
export function bornFaults(plan, words) {
  const { trace, data, local, firstEdge } = plan;
  const { name } = words;
  /** @type {Fault[][]} */
  const [values, slopes, sums] = [[], [], []];
  const alongText = (/** @type {number} */ e) =>
    `the local derivative along ${name[trace.from[e]]} → ${name[trace.to[e]]}${placeOf(plan, e)}`;
  const born = (/** @type {string} */ text, /** @type {number | null} */ node, /** @type {number | null} */ edge) => ({
    kind: "non-finite", text: `${text} born here`, node, edge,
  });
  for (const i of trace.op.keys()) {
    const sources = trace.from.slice(firstEdge[i], firstEdge[i + 1]);
    if (data[i] === null) continue;
    const inputs = sources.map((j) => data[j]);
    if (isBorn(data[i], inputs)) {
      const how = sources.length ? `from ${listed(sources.map((j) => signedText(data[j])))}` : "and is a leaf";
      values.push(born(`${name[i]} is ${numberText(data[i])} ${how}: it was`, i, null));
    } else for (let e = firstEdge[i]; e < firstEdge[i + 1]; e++) {
      if (isBorn(local[e], [data[i], ...inputs]))
        slopes.push(born(`${alongText(e)} is ${numberText(local[e])}: it was`, null, e));
    }
  }
  for (const c of plan.right ?? plan.contributions) {
    const [slope, [arriving, amount, before, after]] = [local[c.edge], [c.arriving, c.amount, c.before, c.after]];
    const told = (/** @type {string} */ text) => sums.push(born(text, null, c.edge));
    if (isBorn(amount, [slope, arriving])) {
      told(`${numberText(arriving)} × ${numberText(slope)} is ${numberText(amount)}: it is`);
    } else if (isBorn(after, [before, amount])) {
      told(`${numberText(before)} + ${numberText(amount)} is ${numberText(after)}: it is`);
    }
  }
  return [...values, ...slopes, ...sums];
}

/**
 * Whether nan or infinity came in here: nan may be born of infinity, as ∞ × 0 is.
 * @param {number | null} x
 * @param {(number | null)[]} madeOf
 */
function isBorn(x, madeOf) {
  const [nan, ok] = [madeOf.some(Number.isNaN), madeOf.every(Number.isFinite)];
  return Number.isNaN(x) ? !nan : Math.abs(x ?? 0) === Infinity && ok;
}

/** @param {string[]} texts */
function listed(texts) {
  return [texts.slice(0, -1).join(", "), ...texts.slice(-1)].filter(Boolean).join(" and ");
}

/**
 * The picture in a sentence, with its numbers as they are now.
 * @param {Plan} plan
 * @param {Words} words
 */
export function altOf({ trace, data, constants, folds }, words) {
  const operations = [...trace.op.keys()].filter((i) => trace.op[i]);
  const shown = operations.slice(0, 6).map((i) => `${short(words.title[i], 60)} = ${numberText(data[i])}`);
  const more = operations.length > 6 ? `; and ${operations.length - 6} more` : "";
  const count = trace.op.length - (folds ? constants.size : 0);
  const told = shown.join("; ") || short(words.title[trace.root], 60);
  return `Expression graph of ${count} value${count === 1 ? "" : "s"}: ${told}${more}`;
}

/**
 * Whether two traces are one expression at different numbers, so that one picture serves both.
 * @param {Trace} one
 * @param {Trace} other
 */
export function sameGraph(one, other) {
  const columns = /** @type {const} */ (["op", "label", "params", "from", "to", "slot", "order", "root"]);
  return columns.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
