// @ts-check
// What of a formula is said beside its number: the branch of a choice that applies, and what nudging shows. Pure.

import { evaluateIn, evaluateRule } from "./rules.js";

/** @typedef {import("./words.js").Rule} Rule */
/** @typedef {import("./words.js").Tagged} Tagged */

/**
 * The branch of a choice that applies, and whether it hangs on an input: of `0.0 if n == 0 else n * pow(x, n - 1)` with
 * n = 2 it is `n * pow(x, n - 1)`, for any x. A formula without a choice is its own branch.
 * @param {string} formula
 * @param {(number | null)[]} inputs
 * @param {Record<string, Tagged>} params
 * @param {number | null} out
 * @returns {[string, boolean]}
 */
export function branchOf(formula, inputs, params, out) {
  const [then, condition, other] = choiceIn(formula);
  if (!condition) return [formula, false];
  const holds = evaluateIn(condition, inputs, params, out);
  if (Number.isNaN(holds)) return [formula, false];
  const [branch, hangs] = branchOf(holds ? then : other, inputs, params, out);
  return [branch, hangs || /\b[xy]\b|\bout\b/.test(condition)];
}

/**
 * `a if b else c` as a, b, c; ["", "", ""] if it is no choice.
 * @param {string} formula
 */
function choiceIn(formula) {
  /** @type {string[]} */
  const parts = [];
  let [depth, begin] = [0, 0];
  for (let i = 0; i < formula.length; i++) {
    if (formula[i] === "(") depth++;
    else if (formula[i] === ")") depth--;
    const word = parts.length ? " else " : " if ";
    if (depth || !formula.startsWith(word, i)) continue;
    parts.push(formula.slice(begin, i));
    begin = i + word.length;
    if (parts.length === 2) return [...parts, formula.slice(begin)];
  }
  return ["", "", ""];
}

/**
 * @typedef {{ h: number, slope: number, low: number, high: number, agrees: boolean, kink: boolean }}
 *   Measured low and high: to the left, to the right
 */

/**
 * A local derivative as nudging one input up and down shows it, beside the one that is claimed.
 * @param {Rule | undefined} rule
 * @param {number} slot
 * @param {(number | null)[]} inputs
 * @param {Record<string, Tagged>} params
 * @param {number} claimed
 * @returns {Measured | null} null if it cannot be measured
 */
export function measure(rule, slot, inputs, params, claimed) {
  const x = inputs[slot] ?? NaN;
  const f = (/** @type {number} */ nudged) =>
    evaluateRule(rule, inputs.map((other, i) => (i === slot ? nudged : other)), params);
  const { abs, max } = Math;
  let seen = null;
  for (const h of [1e-4 * max(1, abs(x)), 1e-4 * abs(x)]) {
    const [below, here, above] = [f(x - h), f(x), f(x + h)];
    const slope = (above - below) / (2 * h);
    const bend = abs(slope - (f(x + h / 2) - f(x - h / 2)) / h); // how far curvature leads astray
    const noise = (4e-16 * max(abs(below), abs(above))) / h;
    const [low, high] = [(here - below) / h, (above - here) / h];
    const agrees = abs(slope - claimed) <= 1e-6 * abs(claimed) + noise + 2 * bend;
    const size = max(abs(low), abs(high));
    const now = { h, slope, low, high, agrees, kink: abs(high - low) > 0.01 * size && bend <= 1e-6 * size };
    if (agrees) return now;
    if (Number.isFinite(slope)) seen ??= now;
  }
  return seen;
}
