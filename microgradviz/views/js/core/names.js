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
  return isConstant(plan, node) ? `the gradient of the constant ${nameOf(words, node)}`
    : `${asOne(nameOf(words, node))}.grad`;
}

/**
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} user
 * @param {number} source
 */
export function partial(plan, words, user, source) {
  const name = nameOf(words, source);
  return `∂${asOne(nameOf(words, user))}/∂${isConstant(plan, source) ? `(${name})` : asOne(name)}`;
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
