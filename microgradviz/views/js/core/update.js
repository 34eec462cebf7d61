// @ts-check
// The update, a play's third phase: every parameter steps against its gradient, and a new round begins. Pure.

import { decode, numberText } from "./words.js";

/** @typedef {import("./steps.js").Step} Step */
/**
 * What steps, and how far: each of `nodes` by −rate × its gradient, one a step or all `atOnce`; `all` if no parameters
 * were named. `round` counts from 1; `former` are the numbers of the round before, once there is one.
 * @typedef {{ rate: number, nodes: number[], all: boolean, atOnce: boolean, round: number,
 *   former: (number | null)[] | null }} Update
 */
/**
 * @typedef {Pick<import("./steps.js").Plan, "trace" | "data" | "steps" | "operations" | "passed" | "total" |
 *   "contributions" | "update">} Played
 */

const MOST_EACH = 30; // parameters that step one by one
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

/**
 * The gradients at the end of the backward pass, of the values that one arrived at.
 * @param {Played} plan
 * @returns {Map<number, number>}
 */
export function lastGradients({ trace, contributions }) {
  const grads = new Map(trace.order.length ? [[trace.root, Number(decode(trace.seed))]] : []);
  for (const { edge, after } of contributions) grads.set(trace.from[edge], after);
  return grads;
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
  if (old)
    for (const i of [...others, trace.root]) if (numberText(old[i]) !== numberText(data[i])) former.set(i, old[i]);
  for (const i of moved) former.set(i, data[i]);
  return former;
}
