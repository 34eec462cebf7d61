// @ts-check
// How numbers, operations and labels are written for a person: the same words as in words.py.

/** @typedef {number | null | { $f: string }} Tagged a number as it travels: null if missing, tagged if not finite */
/**
 * A row of the table of operations, as the scene carries it.
 * @typedef {{ notation: string, formula: string, locals: string[], arity: number | null, params: string[] }} Rule
 */

const UNKNOWN = "–"; // a number that has not been computed yet; never 0
export const MINUS = "−";

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * A number as it was before it travelled.
 * @param {Tagged | undefined} x
 * @returns {number | null}
 */
export function decode(x) {
  if (typeof x === "number") return x;
  return x && typeof x === "object" ? Number(x.$f) : null;
}

/**
 * Four significant digits, with a real minus sign; all digits before the point are kept. Ties go away from zero.
 * @param {number | null} x
 */
export function numberText(x) {
  if (x === null) return UNKNOWN;
  if (Number.isNaN(x)) return "nan";
  const sign = x < 0 ? MINUS : "";
  const size = Math.abs(x);
  if (size === Infinity) return sign + "∞";
  if (size === 0) return "0";
  const exponent = Number(size.toExponential().split("e")[1]);
  if (exponent >= -4 && exponent < 6) return sign + trimmed(size.toFixed(Math.max(0, 3 - exponent)));
  const [digits, power] = size.toExponential(3).split("e");
  return `${sign}${trimmed(digits)}e${power.replace("+", "").replace("-", MINUS)}`;
}

/** @param {string} digits */
function trimmed(digits) {
  return digits.includes(".") ? digits.replace(/0+$/, "").replace(/\.$/, "") : digits;
}

/**
 * An operation as a person writes it: `a × b`.
 * @param {Rule | undefined} rule
 * @param {string} op
 * @param {string[]} inputs names, or numbers
 * @param {Record<string, Tagged>} params
 */
export function expression(rule, op, inputs, params) {
  if (!rule || (rule.arity !== null && rule.arity !== inputs.length)) return `${op}(${inputs.join(", ")})`;
  if (rule.arity === null) {
    return inputs.length > 0 && inputs.length <= 3 ? inputs.join(" + ") : `Σ of ${inputs.length}`;
  }
  const power = "n" in params ? numberText(decode(params.n)) : "";
  if (op === "pow_n" && /^−?\d+$/.test(power)) {
    return inputs[0] + [...power].map((c) => (c === MINUS ? "⁻" : SUPERSCRIPTS[Number(c)])).join("");
  }
  return substitute(rule.notation, wordsOf(inputs, params));
}

/**
 * The same with numbers in place of names; a negative one in brackets where a sign would collide.
 * @param {Rule | undefined} rule
 * @param {string} op
 * @param {(number | null)[]} numbers
 * @param {Record<string, Tagged>} params
 */
export function expressionOfNumbers(rule, op, numbers, params) {
  const notation = rule ? (rule.arity === null ? "x + x" : rule.notation) : "";
  const signs = /[+−^√]/.test(notation);
  const always = /[√^]|^−/.test(notation);
  const texts = numbers.map((x, i) => (signs && (i > 0 || always) ? bracketed(numberText(x)) : numberText(x)));
  return expression(rule, op, texts, params);
}

/**
 * A formula of the table as a person writes it: `1.0 - out * out` is `1 − out × out`.
 * @param {string} formula
 */
export function formulaText(formula) {
  return formula
    .replace(/\b(\d+)\.0\b/g, "$1")
    .replace(/pow\((\w+), (\w+)\)/g, "$1^$2")
    .replace(/pow\((\w+), ([^()]+)\)/g, "$1^($2)")
    .replace(/ == /g, " = ")
    .replace(/ != /g, " ≠ ")
    .replace(/ <= /g, " ≤ ")
    .replace(/ >= /g, " ≥ ")
    .replace(/ \* /g, " × ")
    .replace(/ \/ /g, " ÷ ")
    .replace(/-/g, MINUS);
}

/**
 * Words replaced by others, all at once.
 * @param {string} text
 * @param {Record<string, string>} words
 */
export function substitute(text, words) {
  return text.replace(/[\p{L}_][\p{L}\p{N}_]*/gu, (word) => (Object.hasOwn(words, word) ? words[word] : word));
}

/**
 * What stands for x, y and the constants of an operation.
 * @param {string[]} inputs
 * @param {Record<string, Tagged>} params
 */
export function wordsOf(inputs, params) {
  /** @type {Record<string, string>} */
  const words = {};
  for (const [name, x] of Object.entries(params)) words[name] = numberText(decode(x));
  for (const [slot, name] of ["x", "y"].entries()) if (slot < inputs.length) words[name] = inputs[slot];
  return words;
}

/** As long as a text, and with no number before its time. @param {string} text */
export function placeholder(text) {
  return text.replace(/[\d−∞]|nan/g, "0");
}

/** @param {string} text */
export function bracketed(text) {
  return text.startsWith(MINUS) ? `(${text})` : text;
}

/**
 * A label as one line of text: control characters become visible, those that turn the direction of text go.
 * @param {string} text
 */
export function visible(text) {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\0-\x1f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
    .replace(/\x7f/g, "␡");
}

/**
 * A label of at most so many letters.
 * @param {string} text
 * @param {number} letters
 */
export function short(text, letters) {
  const all = [...visible(text.slice(0, 4 * letters))];
  return all.length > letters || text.length > 4 * letters ? all.slice(0, letters - 1).join("") + "…" : all.join("");
}
