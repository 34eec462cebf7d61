// @ts-check
// Numbers that a learner types or slides: read, written in full, and rounded as befits their size. Pure.

/** @typedef {import("./words.js").Tagged} Tagged */

const FINITE = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/;
const ENDLESS = /^([+-]?)(inf|infinity|∞)$/;

/**
 * The number that a text says: `2.5`, `−1e3`, `inf`, `nan`; null if it says none.
 * @param {string} text
 * @returns {number | null}
 */
export function parseNumber(text) {
  const plain = text.trim().toLowerCase().replace(/−/g, "-");
  if (FINITE.test(plain)) return Number(plain);
  const endless = ENDLESS.exec(plain);
  if (endless) return endless[1] === "-" ? -Infinity : Infinity;
  return /^[+-]?nan$/.test(plain) ? NaN : null;
}

/**
 * A number to the last digit, as it can be typed in again.
 * @param {number | null} x
 */
export function exactText(x) {
  if (x === null) return "";
  return Object.is(x, -0) ? "-0" : String(x).replace("Infinity", "inf").replace("NaN", "nan");
}

/**
 * A number as it travels.
 * @param {number | null} x
 * @returns {Tagged}
 */
export function encode(x) {
  if (x === null) return x;
  return Number.isFinite(x) && !Object.is(x, -0) ? x : { $f: Object.is(x, -0) ? "-0" : String(x) };
}

/**
 * How far to either side of 0 a slider for some numbers goes: 1, 2 or 5 times a power of ten, twice the largest at least.
 * @param {number[]} numbers
 */
export function reachOf(numbers) {
  const sizes = numbers.map((x) => 2 * Math.abs(x)).filter((x) => x > 1e-300 && x < 1e300);
  if (!sizes.length) return 5;
  const size = Math.max(...sizes);
  const power = 10 ** Math.floor(Math.log10(size));
  return ([1, 2, 5].find((n) => n * power >= size) ?? 10) * power;
}

/**
 * The nearest of a hundred steps to either side.
 * @param {number} x
 * @param {number} reach
 */
export function rounded(x, reach) {
  const step = reach / 100;
  return Number((Math.round(x / step) * step).toPrecision(10)) + 0; // never −0
}
