// @ts-check
// A leaf is nudged, and the change runs forward: by how much every value moves, and how much of it each edge hands on.
// What is told was measured: true changes, not derivatives times the nudge. Pure.

import { equation } from "./equation.js";
import { inputsOf, nameOf, ruleFor, whichOf } from "./names.js";
import { recompute } from "./recompute.js";
import { evaluateRule } from "./rules.js";
import { nearlyEqual } from "./steps.js";
import { decode, MINUS, numberText } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./sentences.js").Words} Words */
/** @typedef {import("./sentences.js").Pieces} Pieces */
/**
 * By how much a value moves, if the leaf leads to it at all; what becomes of the change along each edge alone.
 * @typedef {{ leaf: number, by: number, data: (number | null)[], moved: (number | null)[], ratio: (number | null)[] }}
 *   Nudge `data` are the numbers after it
 */

const STEP = 0.1;
const SMALL = 1e-4; // what the measured rate is compared with
/** @type {WeakMap<object, Nudge>} by the numbers of a plan, which an edit replaces */
const worked = new WeakMap();

/**
 * What the nudge of a plan does.
 * @param {Plan} plan
 * @param {Words} words
 * @returns {Nudge}
 */
export function nudgeOf(plan, words) {
  let found = worked.get(plan.data);
  if (!found) worked.set(plan.data, found = workOut(plan, words, Number(plan.nudge), STEP));
  return found;
}

/**
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} leaf
 * @param {number} step
 * @returns {Nudge}
 */
function workOut(plan, words, leaf, step) {
  const { trace, data: was } = plan;
  const data = recompute(trace, words, new Map([[leaf, (was[leaf] ?? NaN) + step]])).data.map(decode);
  const led = new Set([leaf]);
  for (const [e, source] of trace.from.entries()) if (led.has(source)) led.add(trace.to[e]);
  const moved = data.map((x, i) => (led.has(i) ? (x ?? NaN) - (was[i] ?? NaN) : null));
  const ratio = trace.from.map((source, e) => (moved[source] === null ? null : alone(e) / moved[source]));
  return { leaf, by: moved[leaf] ?? NaN, data, moved, ratio };

  /** By how much an edge moves its user if its other inputs stay. @param {number} e */
  function alone(e) {
    const [user, inputs] = [trace.to[e], inputsOf(plan, trace.to[e])];
    const others = inputs.map((i, slot) => (slot === trace.slot[e] ? data[i] : was[i]));
    const [rule, params] = [ruleFor(words, trace.op[user]), trace.params[user] ?? {}];
    return evaluateRule(rule, others, params) - evaluateRule(rule, inputs.map((i) => was[i]), params);
  }
}

/** A change with its sign: `+0.1`. @param {number | null} x */
export function changeText(x) {
  const text = numberText(x);
  return text.startsWith(MINUS) || text === "0" ? text : `+${text}`;
}

/**
 * What an edge says of the nudge: the ratio of the two changes, ≈ if the local derivative is another number.
 * @param {Plan} plan
 * @param {Nudge} nudge
 * @param {number} e
 */
export function ratioText({ local }, { ratio }, e) {
  return `${nearlyEqual(ratio[e] ?? NaN, local[e] ?? NaN) ? "×" : "≈"} ${numberText(ratio[e])}`;
}

/** The edges along which the nudge comes to a value. @param {Plan} plan @param {Nudge} nudge @param {number} node */
export function edgesInto({ firstEdge, trace }, { moved }, node) {
  const all = Array.from({ length: firstEdge[node + 1] - firstEdge[node] }, (_, i) => firstEdge[node] + i);
  return all.filter((e) => moved[trace.from[e]]);
}

/**
 * What a step says while the nudge runs forward.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} k
 * @returns {Pieces}
 */
export function nudgePieces(plan, words, k) {
  const { leaf, by, data, moved } = nudgeOf(plan, words);
  const step = plan.steps[k];
  const at = step.kind === "start" ? leaf : step.node;
  const was = /** @type {const} */ ({ text: numberText(plan.data[at]), role: "data", at });
  const name = nameOf(words, at);
  if (step.kind === "start") {
    const to = ` to ${numberText(data[leaf])}; the others stay`;
    return [`Let ${name} grow by ${numberText(by || STEP)}, from `, was, to];
  }
  if (moved[at] === null) return [`${name} does not depend on ${nameOf(words, leaf)}: it stays `, was];
  if (moved[at] === 0 || Object.is(data[at], plan.data[at])) return [`${name} does not move: it stays `, was];
  return [`${name} moves by ${numberText(moved[at])}, from `, was, ` to ${numberText(data[at])}`];
}

/**
 * The rates that a step has measured: along its edge, and for each 1 of the leaf.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} k
 */
export function nudgeRule(plan, words, k) {
  const nudge = nudgeOf(plan, words);
  const { kind, node } = plan.steps[k];
  if (kind !== "forward") return "";
  const { trace } = plan;
  const edges = edgesInto(plan, nudge, node);
  const texts = edges.length === 1
    ? [`along this edge: ${quotient(nudge.moved[node], nudge.moved[trace.from[edges[0]]])}`]
    : edges.map((e) => `along ${whichOf(plan, words, e)} alone: ${ratioText(plan, nudge, e)}`);
  if (edges.some((e) => trace.from[e] !== nudge.leaf) || edges.length > 1)
    texts.push(`for each 1 of ${nameOf(words, nudge.leaf)}: ${quotient(nudge.moved[node], nudge.by)}`);
  return texts.join(" · ");
}

/** `−0.3 / 0.1 = −3`. @param {number | null} change @param {number | null} of */
function quotient(change, of) {
  const result = (change ?? NaN) / (of ?? NaN);
  const { write, sign } = equation(({ infix }, number) => infix["/"](number(change), number(of)), [change, of], result);
  return `${write(change)} / ${write(of)} ${sign} ${numberText(result)}`;
}

/**
 * What the nudge had measured, where the backward pass has found the leaf's gradient; and a smaller one, if the result
 * bends.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} k
 */
export function measuredText(plan, words, k) {
  const { begin, end, kind } = plan.steps[k];
  const { leaf, by, moved } = nudgeOf(plan, words);
  const { contributions, trace } = plan;
  const last = contributions.findLastIndex((c) => trace.from[c.edge] === leaf);
  if (kind !== "push" || last < begin || last >= end) return "";
  const rate = (moved[trace.root] ?? NaN) / by;
  const told = `the nudge of ${numberText(by)} measured ${numberText(rate)}`;
  if (nearlyEqual(rate, contributions[last].after)) return `${told}, too`;
  const small = workOut(plan, words, leaf, SMALL);
  return `${told}; one of ${numberText(SMALL)} measures ${numberText((small.moved[trace.root] ?? NaN) / small.by)}`;
}
