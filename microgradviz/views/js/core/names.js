// @ts-check
// What the values of a play are called, and what they are made of. Pure.

import { short } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./sentences.js").Words} Words */

const LETTERS = 24; // of a name within a sentence

/**
 * The name of a value, of a length that a sentence can bear.
 * @param {Words} words
 * @param {number} node
 */
export function nameOf(words, node) {
  return short(words.name[node], LETTERS);
}

/**
 * The row of the table, if the operation has one; an operation may be called "constructor".
 * @param {Words} words
 * @param {string} op
 */
export function ruleFor(words, op) {
  return Object.hasOwn(words.rules, op) ? words.rules[op] : undefined;
}

/**
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} node
 */
export function gradientOf(plan, words, node) {
  if (isTensor(plan, node)) return `‖${asOne(nameOf(words, node))}.grad‖`;
  return isConstant(plan, node) ? `the gradient of the constant ${nameOf(words, node)}`
    : `${asOne(nameOf(words, node))}.grad`;
}

/**
 * `a → e`, and which of them where several run there: `a → f (2nd)`.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} e
 */
export function edgeText(plan, words, e) {
  return `${nameOf(words, plan.trace.from[e])} → ${nameOf(words, plan.trace.to[e])}${placeOf(plan, e)}`;
}

/** ` (2nd)`, which input an edge is where several run between the same values. @param {Plan} plan @param {number} e */
export function placeOf(plan, e) {
  return isTwin(plan, e) ? ` (${ordinal(plan.trace.slot[e])})` : "";
}

/** Whether another edge runs between the same values. @param {Plan} plan @param {number} e */
export function isTwin(plan, e) {
  return inputsOf(plan, plan.trace.to[e]).filter((i) => i === plan.trace.from[e]).length > 1;
}

/**
 * The input of an edge: `a`, or `the 1st a` where it is used twice.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} e
 */
export function whichOf(plan, words, e) {
  return `${isTwin(plan, e) ? `the ${ordinal(plan.trace.slot[e])} ` : ""}${nameOf(words, plan.trace.from[e])}`;
}

/** `1st`, of slot 0. @param {number} slot */
export function ordinal(slot) {
  const n = slot + 1;
  return `${n}${(n % 100 < 11 || n % 100 > 13) && ["th", "st", "nd", "rd"][n % 10] || "th"}`;
}

/**
 * The value whose number is the local derivative of an edge, as times has it: the other factor; -1 if it is worked out.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} edge
 */
export function factorNode(plan, words, edge) {
  const user = plan.trace.to[edge];
  const [rule, inputs] = [ruleFor(words, plan.trace.op[user]), inputsOf(plan, user)];
  if (!rule || rule.arity !== inputs.length) return -1;
  return { x: inputs[0], y: inputs[1], out: user }[rule.locals[plan.trace.slot[edge]]] ?? -1;
}

/** Whether a value is a tensor of several numbers, of which a norm is shown. @param {Plan} plan @param {number} node */
export function isTensor({ trace }, node) {
  return trace.engine === "torch" && / \[[\d×…]*\]$/.test(trace.label[node] ?? "");
}

/** A name of several words in brackets, so that it reads as one. @param {string} name */
export function asOne(name) {
  return name.includes(" ") ? `(${name})` : name;
}

/**
 * @param {Plan} plan
 * @param {number} node
 */
export function isConstant(plan, node) {
  return !plan.trace.op[node] && plan.trace.label[node] === undefined;
}

/**
 * @param {Plan} plan
 * @param {number} node
 * @returns {number[]}
 */
export function inputsOf(plan, node) {
  return plan.trace.from.slice(plan.firstEdge[node], plan.firstEdge[node + 1]);
}

/**
 * The titles of a scene, each written once, as columns.
 * @param {any} scene
 * @returns {any}
 */
export function inColumns(scene) {
  if (!Array.isArray(scene?.texts) || !Array.isArray(scene.text)) return scene;
  const column = (/** @type {number} */ at) => scene.text.map((/** @type {number} */ i) => scene.texts[i]?.[at] ?? "");
  return { ...scene, name: column(0), title: column(1), short: column(2) };
}
