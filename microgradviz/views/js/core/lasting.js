// @ts-check
// Doubles in which no number vanishes, for those who check what a written equation comes to: what rounding would make
// 0, ∞, 1 or what it was before stays a little beside it, so that nobody takes it for equal. Pure.

import { call, DOUBLES } from "./rules.js";

/** @typedef {import("./rules.js").Arithmetic<number>} Arithmetic */

const [TINY, LARGE, STEEP] = [Number.MIN_VALUE, Number.MAX_VALUE, 1000]; // beyond a power of 1000 no digit is sure
const BELOW_ONE = 1 - 2 ** -53;

/**
 * The arithmetic, and how far its result may be off: `size` is the largest term or angle, whose last digits a
 * difference or a sine brings to the front.
 * @returns {{ over: Arithmetic, blur: (result: number) => number }}
 */
export function makeLasting() {
  let size = 0;
  /** @type {Arithmetic["infix"]} */
  const infix = {
    ...DOUBLES.infix, "+": plus, "-": (a, b) => plus(a, -b), "*": (a, b) => lasting(a * b, [a, b]),
    "/": (a, b) => (b === 0 || !Number.isFinite(b) ? a / b : lasting(a / b, [a])),
  };
  return { over: { ...DOUBLES, infix, call: called }, blur: (result) => 1e-13 * Math.abs(result) + 1e-15 * size };

  /** @param {number} a @param {number} b */
  function plus(a, b) {
    const sum = a + b;
    size = Math.max(size, Math.abs(a), Math.abs(b));
    if (!Number.isFinite(a) || !Number.isFinite(b)) return sum;
    const lost = (b && sum === a) || (a && sum === b); // the smaller one left no trace
    return lasting(lost ? sum * (1 + Math.sign(a) * Math.sign(b) * 2 ** -52) : sum, [sum && 1]);
  }

  /** @param {string} name @param {number[]} given */
  function called(name, given) {
    const result = call(name, given);
    if (name === "sin" || name === "cos") size = Math.max(size, Math.abs(given[0]));
    if (name === "pow" && Math.abs(given[1]) > STEEP && given[0] !== 1) return NaN;
    if (name === "pow") return lasting(result, given[1] ? given : [0]);
    if (name === "exp") return lasting(result, [1, given[0]].map((x) => x || 1));
    const saturates = (name === "tanh" || name === "expm1") && Number.isFinite(given[0]);
    return saturates && Math.abs(result) === 1 ? result * BELOW_ONE : result;
  }
}

/** Neither 0 nor ∞, if what it is made of is neither. @param {number} result @param {number[]} given */
function lasting(result, given) {
  if (!given.every((x) => x && Number.isFinite(x))) return result;
  if (result === 0) return TINY;
  return Number.isFinite(result) || Number.isNaN(result) ? result : Math.sign(result) * LARGE;
}
