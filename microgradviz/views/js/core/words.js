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

/** A number in four significant digits, as everywhere. @param {number | null} x */
export function numberText(x) {
  return preciseText(x, 4);
}

/**
 * Significant digits, with a real minus sign; all digits before the point are kept. Ties go away from zero.
 * @param {number | null} x
 * @param {number} digits
 */
export function preciseText(x, digits) {
  if (x === null) return UNKNOWN;
  if (Number.isNaN(x)) return "nan";
  const sign = x < 0 ? MINUS : "";
  const size = Math.abs(x);
  if (size === Infinity) return sign + "∞";
  if (size === 0) return "0";
  const exponent = Number(size.toExponential().split("e")[1]);
  if (exponent >= -4 && exponent < 6) return sign + trimmed(size.toFixed(Math.max(0, digits - 1 - exponent)));
  const [first, power] = size.toExponential(digits - 1).split("e");
  return `${sign}${trimmed(first)}e${power.replace("+", "").replace("-", MINUS)}`;
}

/** The same, where the sign of 0 decides what comes of it. @param {number | null} x */
export function signedText(x) {
  return Object.is(x, -0) ? `${MINUS}0` : numberText(x);
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
 * @param {(x: number | null) => string} [write] how its constants are written
 */
export function expression(rule, op, inputs, params, write = numberText) {
  if (!rule || (rule.arity !== null && rule.arity !== inputs.length)) return `${op}(${inputs.join(", ")})`;
  if (rule.arity === null) {
    return inputs.length > 0 && inputs.length <= 3 ? inputs.join(" + ") : `Σ of ${inputs.length}`;
  }
  const power = "n" in params ? write(decode(params.n)) : "";
  if (op === "pow_n" && /^−?\d+$/.test(power)) {
    return inputs[0] + [...power].map((c) => (c === MINUS ? "⁻" : SUPERSCRIPTS[Number(c)])).join("");
  }
  return substitute(rule.notation, wordsOf(inputs, params, write));
}

/**
 * The same with numbers in place of names; a negative one in brackets where a sign would collide.
 * @param {Rule | undefined} rule
 * @param {string} op
 * @param {(number | null)[]} numbers
 * @param {Record<string, Tagged>} params
 */
export function expressionOfNumbers(rule, op, numbers, params) {
  return expression(rule, op, numbersIn(rule, numbers.map((x) => numberText(x))), params);
}

/**
 * Numbers as they stand in an operation: a negative one in brackets where a sign would collide.
 * @param {Rule | undefined} rule
 * @param {string[]} texts
 */
export function numbersIn(rule, texts) {
  const notation = rule ? (rule.arity === null ? "x + x" : rule.notation) : "";
  const signs = /[+−^√]/.test(notation);
  const always = /[√^]|^−/.test(notation);
  return texts.map((text, i) => (signs && (i > 0 || always) ? bracketed(text) : text));
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
 * @param {(x: number | null) => string} [write]
 */
export function wordsOf(inputs, params, write = numberText) {
  /** @type {Record<string, string>} */
  const words = {};
  for (const [name, x] of Object.entries(params)) words[name] = write(decode(x));
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
    // the same as in words.py
    .replace(/[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g, "")
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
