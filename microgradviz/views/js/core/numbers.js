// @ts-check
// Numbers that a learner types or slides: read, and written in full. Pure.

/** @typedef {import("./words.js").Tagged} Tagged */

const NUMBER = String.raw`(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?|inf(?:inity)?|∞|nan`;
const FRACTION = new RegExp(String.raw`^([+-]?)(${NUMBER})(?:/([+-]?)(${NUMBER}))?$`);
const THOUSANDS = /[1-9]\d{0,2},\d{3}(?!\d)/; // 1,000 might be a thousand or one

/**
 * The number in a text: a decimal number, a fraction, ∞ or nan; null if there is none.
 * @param {string} text
 * @returns {number | null}
 */
export function readNumber(text) {
  const plain = text.toLowerCase().replace(/[\s_]/g, "").replace(/[−–]/g, "-");
  const found = plain.length > 60 || THOUSANDS.test(plain) ? null : FRACTION.exec(plain);
  if (!found) return null;
  const [, sign, above, belowSign, below] = found;
  return readSigned(sign, above) / (below ? readSigned(belowSign, below) : 1);
}

/** @param {string} sign @param {string} digits */
function readSigned(sign, digits) {
  const size = /^(inf|∞)/.test(digits) ? Infinity : Number(digits.replace(",", "."));
  return sign === "-" ? -size : size;
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
 * How far to either side of 0 a slider for some numbers goes: 1, 2 or 5 times a power of ten, twice the largest at
 * least.
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
 * Plain data as JSON; unlike `JSON.stringify` it keeps the sign of −0.
 * @param {any} x
 * @returns {string}
 */
export function jsonText(x) {
  if (Object.is(x, -0)) return "-0.0";
  if (Array.isArray(x)) return `[${x.map(jsonText).join(",")}]`;
  if (!x || typeof x !== "object") return JSON.stringify(x);
  return `{${Object.entries(x).map(([name, value]) => `${JSON.stringify(name)}:${jsonText(value)}`).join(",")}}`;
}
