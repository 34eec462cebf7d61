// @ts-check
// The update, a play's third phase: every parameter steps against its gradient, and a new round begins. Pure.

import { bracketed, decode, numberText } from "./words.js";

/** @typedef {import("./steps.js").Step} Step */
/**
 * What steps, and how far: each of `nodes` by −rate × its gradient, one a step or all `atOnce`; `all` if no parameters
 * were named. `round` counts from 1; `former` are the numbers of the round before, once there is one.
 * @typedef {{ rate: number, nodes: number[], all: boolean, atOnce: boolean, round: number, former: (number | null)[] | null }} Update
 */
/** @typedef {Pick<import("./steps.js").Plan, "trace" | "data" | "steps" | "operations" | "passed" | "total" | "contributions" | "update">} Played */
/** @typedef {(node: number) => string} Name */

const MOST_EACH = 30; // parameters that step one by one
const MOST_TOLD = 3; // of those that step at once
const MOST_FORMER = 300; // values that have their former numbers beside them

/**
 * The parameters of an expression, as the page is told of them by name.
 * @param {number | null | undefined} rate
 * @param {string[] | null | undefined} params
 * @param {import("./recompute.js").Editable | undefined} edit
 * @param {boolean} inParts
 * @returns {Update | null} none if nothing is to step
 */
export function readUpdate(rate, params, edit, inParts) {
  if (rate === null || rate === undefined || !edit) return null;
  const named = Object.entries(edit.leaves).filter(([, [name]]) => !params || params.includes(name));
  const nodes = named.map(([i]) => Number(i));
  return { rate, nodes, all: !params, atOnce: inParts || nodes.length > MOST_EACH, round: 1, former: null };
}

/**
 * @param {Update} update
 * @param {number} end of the contributions
 * @returns {Step[]}
 */
export function updateSteps({ nodes, atOnce }, end) {
  const each = nodes.map((node, i) => ({ kind: /** @type {const} */ ("update"), node, begin: end, end, moved: i + 1 }));
  return atOnce ? each.slice(-1) : each;
}

/** Where the parameters step to; one that no gradient reached stays. @param {Played} plan */
export function stepped(plan) {
  const { update, data } = plan;
  if (!update) return [];
  const grads = lastGradients(plan);
  return update.nodes.map((i) => (data[i] ?? NaN) - update.rate * (grads.get(i) ?? 0));
}

/** The gradients at the end of the backward pass, of the values that one arrived at. @param {Played} plan @returns {Map<number, number>} */
export function lastGradients({ trace, contributions }) {
  const grads = new Map(trace.order.length ? [[trace.root, Number(decode(trace.seed))]] : []);
  for (const { edge, after } of contributions) grads.set(trace.from[edge], after);
  return grads;
}

/**
 * What an update step says: `w1: −3 − 0.1 × 1 = −3.1`.
 * @param {Played & { stepped: number[] }} plan
 * @param {Name} name
 * @param {Step} step
 */
export function updateSentence(plan, name, step) {
  const { nodes, rate, atOnce } = /** @type {Update} */ (plan.update);
  const grads = lastGradients(plan);
  const moved = step.moved ?? 0;
  const told = nodes.slice(atOnce ? 0 : moved - 1, atOnce ? MOST_TOLD : moved).map((i, at) => {
    const grad = grads.get(i);
    if (grad === undefined) return `${name(i)} stays ${numberText(plan.data[i])}: no gradient arrived`;
    return `${name(i)}: ${equation(plan.data[i], rate, grad, plan.stepped[atOnce ? at : moved - 1])}`;
  });
  if (!atOnce) return told[0];
  const rest = nodes.length - told.length;
  return `${nodes.length.toLocaleString("en")} parameters step at once: ${told.join("; ")}${rest > 0 ? `; and ${rest.toLocaleString("en")} more` : ""}`;
}

/** @param {number | null} from @param {number} rate @param {number} grad @param {number} to */
function equation(from, rate, grad, to) {
  const [start, by, slope, end] = [from, rate, grad, to].map(numberText);
  const shown = read(start) - read(by) * read(slope);
  return `${start} − ${bracketed(by)} × ${bracketed(slope)} ${numberText(shown) === end ? "=" : "≈"} ${end}`;
}

/** The number that a text shows. @param {string} text */
export function read(text) {
  return Number(text.replace("−", "-").replace(/e−/, "e-").replace("∞", "Infinity").replace("nan", "NaN"));
}

/** The rule of an update step, and at the first one what is worth knowing about the rate. @param {Played} plan @param {number} k */
export function updateRule(plan, k) {
  const { rate, all } = /** @type {Update} */ (plan.update);
  const texts = ["rule: parameter − rate × gradient"];
  if (k === plan.passed + 1) {
    if (all) texts.push("no params were named, so every named leaf steps, inputs too");
    if (rate === 0) texts.push("the rate is 0: nothing moves");
    if (rate < 0) texts.push("the rate is negative: it climbs, and the result is to grow");
  }
  return texts.join(" · ");
}

/** What Next will do where the next step is an update, or the next round. @param {Played} plan @param {Name} name @param {number} k */
export function updateHint(plan, name, k) {
  const update = /** @type {Update} */ (plan.update);
  if (k >= plan.total) return `begin update ${update.round + 1}: gradients back to 0, forward again`;
  if (update.atOnce) return `update ${update.nodes.length.toLocaleString("en")} parameters`;
  const node = plan.steps[k + 1].node;
  const grad = lastGradients(plan).get(node);
  const by = grad === undefined ? "no gradient arrived" : `${numberText(plan.data[node])} − ${bracketed(numberText(update.rate))} × ${bracketed(numberText(grad))}`;
  return `update ${name(node)}: ${by}`;
}

/** What step 0 of a later round says. @param {Played} plan @param {Name} name */
export function againSentence(plan, name) {
  const { round, nodes } = /** @type {Update} */ (plan.update);
  const shown = nodes.slice(0, 6).map((i) => `${name(i)} = ${numberText(plan.data[i])}`);
  if (nodes.length > shown.length) shown.push(`and ${nodes.length - shown.length} more`);
  return `Update ${round} begins: every gradient is 0 again; forward again, with ${shown.join(", ")}`;
}

/** The result beside that of the round before, once the forward pass has run again. @param {Played} plan @param {Name} name @param {number} k */
export function againText({ trace, data, operations, update }, name, k) {
  if (!update?.former || k !== operations) return "";
  const [was, is] = [update.former[trace.root], data[trace.root]];
  const way = was === null || is === null || !(is !== was) ? "" : is < was ? ": it fell" : is > was ? ": it rose" : "";
  return `${name(trace.root)} was ${numberText(was)}; now ${numberText(is)}${way}`;
}

/**
 * The data to be shown faintly beside that of a step: what a parameter was, what a value was in the round before.
 * @param {Played} plan
 * @param {number} k
 * @returns {Map<number, number | null>}
 */
export function formerData({ trace, data, steps, operations, update }, k) {
  /** @type {Map<number, number | null>} */
  const former = new Map();
  if (!update) return former;
  const { former: old, nodes } = update;
  const moved = nodes.slice(0, steps[k].moved ?? 0);
  const others = !old || k > operations ? [] : trace.op.length > MOST_FORMER ? nodes : [...trace.op.keys()];
  if (old) for (const i of [...others, trace.root]) if (numberText(old[i]) !== numberText(data[i])) former.set(i, old[i]);
  for (const i of moved) former.set(i, data[i]);
  return former;
}
