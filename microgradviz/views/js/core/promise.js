// @ts-check
// What an edit did to the result, beside what the gradient promised. Pure.

import { product } from "./equation.js";
import { lastGradients } from "./update.js";
import { bracketed, MINUS, numberText } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */

/**
 * `b + 0.1: o moved by +0.0466; its gradient promised 0.5 × 0.1 = 0.05`
 * @param {Plan} before as it was before the edit: its gradient is the one that promised
 * @param {Plan} now
 * @param {(node: number) => string} name
 * @param {number} leaf
 * @param {import("./steps.js").Fault[]} faults of the numbers now
 * @param {boolean} seen whether that gradient stands on its card: before, it would be given away
 * @returns {string} "" if the leaf is where it was
 */
export function promiseText(before, now, name, leaf, faults, seen = true) {
  const { root, order } = now.trace;
  const [x, y] = [before, now].map((plan) => plan.data[leaf] ?? NaN);
  if (Object.is(x, y)) return "";
  const step = y - x;
  const finite = Number.isFinite(step);
  const what = finite ? `${name(leaf)} ${signed(step)}` : `${name(leaf)} from ${numberText(x)} to ${numberText(y)}`;
  const [was, is] = [before, now].map((plan) => plan.data[root] ?? NaN);
  const said = [`${what}: ${name(root)} ${moveText(was, is)}${root === leaf ? "" : bornText(was, is, faults)}`];
  if (seen && order.length && Number.isFinite(was)) said.push(promised(lastGradients(before).get(leaf), step, x));
  return said.join("; ");
}

/** @param {number} was @param {number} is */
function moveText(was, is) {
  if (Object.is(was, is)) return `stays ${numberText(is)}`;
  const by = is - was;
  if (!Number.isFinite(by)) return `was ${numberText(was)} and is now ${numberText(is)}`;
  const text = numberText(by);
  return `moved by ${text.startsWith(MINUS) ? text : `+${text}`}`;
}

/**
 * Where the result's nan or infinity comes from.
 * @param {number} was
 * @param {number} is
 * @param {import("./steps.js").Fault[]} faults
 */
function bornText(was, is, faults) {
  const born = faults.find(({ kind, node, edge }) => kind === "non-finite" && node !== null && edge === null);
  return Number.isFinite(was) && !Number.isFinite(is) && born ? ` (${born.text})` : "";
}

/** @param {number | undefined} gradient @param {number} step @param {number} x */
function promised(gradient, step, x) {
  if (gradient === undefined) return "no gradient reached it, so nothing was promised";
  if (!Number.isFinite(gradient)) return `its gradient was ${numberText(gradient)}, which promises nothing`;
  if (!Number.isFinite(step))
    return Number.isFinite(x) ? "its gradient promises only for small steps"
      : `there is no step from ${numberText(x)}, so nothing was promised`;
  const { write, sign, result } = product([gradient, step], gradient * step);
  return `its gradient promised ${write(gradient)} × ${bracketed(write(step))} ${sign} ${result}`;
}

/** @param {number} step */
function signed(step) {
  const text = numberText(step);
  return text.startsWith(MINUS) ? `${MINUS} ${text.slice(1)}` : `+ ${text}`;
}
