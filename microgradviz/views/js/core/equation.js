// @ts-check
// Equations that are true as they stand. The rule: a side is worked out as it is written, with 4 digits, 5, … 12, until
// it comes to the result to its last digit; if it never does, the sign is ≈. Pure.

import { makeLasting } from "./lasting.js";
import { DOUBLES, evaluateFormula } from "./rules.js";
import { decode, MINUS, preciseText } from "./words.js";

/** @typedef {import("./words.js").Rule} Rule */
/** @typedef {import("./words.js").Tagged} Tagged */
/** @template N @typedef {import("./rules.js").Arithmetic<N>} Arithmetic */
/** @typedef {(x: number | null) => string} Write how the numbers of the left side are written */
/** @typedef {"=" | "≈" | "≠"} Sign ≠ where the result is another one than the formula's, as a wrong engine's is */
/**
 * @typedef {{ write: Write, digits: number, sign: Sign, result: string }}
 *   Equation `digits` are those of the left side
 */
/**
 * The left side, in any arithmetic; `number` is what stands for a number that is written there.
 * @callback Compute
 * @param {Arithmetic<any>} over
 * @param {(x: number | null) => any} number
 * @returns {any}
 */

const [FEW, MOST] = [4, 12]; // significant digits
const ALIKE = 1e-9; // relative to the largest number in sight

/**
 * The equation of a left side and its result, with as few digits as make it true.
 * @param {Compute} left
 * @param {(number | null)[]} numbers all that are written on the left
 * @param {number} result
 * @param {{ least?: number, fixed?: boolean }} [options] digits of the result, and whether there must not be more
 * @returns {Equation}
 */
export function equation(left, numbers, result, { least = FEW, fixed = false } = {}) {
  let ought = NaN;
  try {
    ought = left(DOUBLES, (x) => x ?? NaN);
  } catch { // a formula that nobody here can read: its result is taken on trust
    return { write: writer(FEW, false), digits: FEW, sign: "=", result: preciseText(result, least) };
  }
  const signs = numbers.some((x) => Object.is(x, -0)) ? [false, true] : [false];
  for (const [digits, precise] of ladder(least, fixed)) {
    for (const signed of signs) {
      const write = writer(digits, signed);
      if (holds(left, write, result, precise))
        return { write, digits, sign: "=", result: preciseText(result, precise) };
    }
  }
  const size = Math.max(...[...numbers, result].map((x) => Math.abs(x ?? 0)));
  const alike = Object.is(ought, result) || ought === result || Math.abs(ought - result) <= ALIKE * size;
  const digits = alike ? MOST : FEW;
  return { write: writer(digits, false), digits, sign: alike ? "≈" : "≠", result: preciseText(result, least) };
}

/**
 * An operation on numbers and its result, as they can be shown.
 * @param {Rule} rule
 * @param {(number | null)[]} inputs
 * @param {Record<string, Tagged>} params
 * @param {number} out
 */
export function operationEquation(rule, inputs, params, out) {
  return equation(
    (over, number) => computeRule(rule, inputs.map(number), paramsIn(rule, params, over, number), over), inputs, out,
  );
}

/**
 * The value of an operation in any arithmetic.
 * @template N
 * @param {Rule} rule
 * @param {N[]} inputs
 * @param {Record<string, N>} params
 * @param {Arithmetic<N>} over
 * @returns {N}
 */
export function computeRule(rule, inputs, params, over) {
  if (rule.arity === null) return inputs.reduce(over.infix["+"], over.of(0));
  return evaluateFormula(
    rule.formula, { ...params, ...Object.fromEntries(inputs.map((x, slot) => [["x", "y"][slot], x])) }, over,
  );
}

/**
 * The constants of an operation: as they are written, or as they are where its notation leaves them out.
 * @param {Rule} rule
 * @param {Record<string, Tagged>} params
 * @param {Arithmetic<any>} over
 * @param {(x: number | null) => any} number
 */
export function paramsIn(rule, params, over, number) {
  return Object.fromEntries(Object.entries(params).map(([name, x]) => {
    const told = new RegExp(`\\b${name}\\b`).test(rule.notation);
    return [name, told ? number(decode(x)) : over.of(decode(x) ?? NaN)];
  }));
}

/**
 * Two equations that share a number: `was + amount = now`, and amount = x × y. There the sign is that of the product.
 * @param {number | null} was null if it began at 0
 * @param {number} now
 * @param {number} amount
 * @param {number} x
 * @param {number | null} y
 * @returns {Equation & { sum: Write, adding: Sign }} `sum` writes what is added, the result is the amount
 */
export function addedProduct(was, now, amount, x, y) {
  const sums = /** @type {Compute} */ (({ infix }, number) => infix["+"](number(was), number(amount)));
  for (let digits = FEW; digits <= MOST; digits++) {
    const sum = writer(digits, false);
    if (was !== null && !holds(sums, sum, now, FEW)) continue;
    const found = product([x, y], amount, { least: digits, fixed: true });
    if (found.sign === "=") return { ...found, sum, adding: "=" };
  }
  const shown = product([x, y], amount);
  const sum = writer(FEW, false);
  const adds = was === null || holds(sums, (x) => (x === amount ? shown.result : sum(x)), now, FEW);
  return { ...shown, sum, adding: adds ? "=" : "≈" };
}

/**
 * @param {(number | null)[]} factors
 * @param {number} result
 * @param {{ least?: number, fixed?: boolean }} [options]
 */
export function product(factors, result, options) {
  return equation((over, number) => factors.map(number).reduce(over.infix["*"]), factors, result, options);
}

/**
 * The digits that terms need so that they add up to their sum as it is shown, each a product that holds with as many.
 * @param {number[]} terms
 * @param {number} sum
 * @param {[number[], number][]} products factors and what they come to
 * @returns {{ digits: number, sign: Sign }} of the sum
 */
export function digitsToAdd(terms, sum, products) {
  const left = /** @type {Compute} */ ((over, number) => terms.map(number).reduce(over.infix["+"], over.of(0)));
  let first = 0;
  for (let digits = FEW; digits <= MOST; digits++) {
    if (!holds(left, writer(digits, false), sum, FEW)) continue;
    first ||= digits;
    if (products.every(([factors, result]) => product(factors, result, { least: digits, fixed: true }).sign === "="))
      return { digits, sign: "=" };
  }
  return { digits: first || FEW, sign: first ? "=" : equation(left, terms, sum, { fixed: true }).sign };
}

/**
 * Digits of the numbers on the left and of the result, in the order in which they are tried.
 * @param {number} least
 * @param {boolean} fixed
 */
function ladder(least, fixed) {
  const more = Array.from({ length: MOST - least + 1 }, (_, i) => least + i);
  return [...more.map((digits) => [digits, least]), ...(fixed ? [] : more.slice(1).map((digits) => [MOST, digits]))];
}

/** @param {number} digits @param {boolean} signed whether −0 is told from 0 @returns {Write} */
function writer(digits, signed) {
  return (x) => (signed && Object.is(x, -0) ? `${MINUS}0` : preciseText(x, digits));
}

/**
 * Whether the left side as written comes to the result at so many digits, and would a little beside it.
 * @param {Compute} left
 * @param {Write} write
 * @param {number} result
 * @param {number} digits
 */
function holds(left, write, result, digits) {
  const { over, blur } = makeLasting();
  const [shown, value] = [preciseText(result, digits), left(over, (x) => readBack(write(x)))];
  if (!value || !Number.isFinite(value)) return preciseText(value, digits) === shown;
  return [-1, 1].every((side) => preciseText(value + side * blur(value), digits) === shown);
}

/** Numbers in a formula, where nan has no sign. @param {string} text marks of places may stand before it */
export function unsignedNan(text) {
  return text.replace(/−(\u0001\d+:)?nan\b/g, "$1nan");
}

/** @param {string} text */
function readBack(text) {
  return Number(text.replaceAll(MINUS, "-").replace("∞", "Infinity"));
}
