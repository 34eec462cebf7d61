// @ts-check
// The formulas of the table of operations, worked out as they are written: Python arithmetic over x, y, out and the
// constants. A small interpreter, so that there is no second table, and no text ever becomes code. Pure.

import { decode } from "./words.js";

/** @typedef {import("./words.js").Rule} Rule */
/** @typedef {import("./words.js").Tagged} Tagged */

const TOKEN = /\s*(?:((?:\d[\d_]*\.?|\.\d)[\d_]*(?:[eE][+-]?\d+)?)|([\p{L}_][\p{L}\p{N}_]*|[<>=!]=|[-+*/()<>,]))/guy;
/** @type {Record<string, number>} how closely each binds */
const BINDS = { or: 2, and: 3, "<": 5, "<=": 5, ">": 5, ">=": 5, "==": 5, "!=": 5, "+": 6, "-": 6, "*": 7, "/": 7 };
const MOST_READ = 500; // formulas; a graph is computed again with every move of a slider
/** @type {Map<string, any[]>} formula -> its tokens */
const read = new Map();
const [CHOICE, NOT, COMPARED, SIGN] = [1, 4, 5, 8]; // how closely the others bind
const { exp, expm1, log, log1p, sqrt, sin, cos, tanh, abs } = Math;
/** @type {Record<string, (...given: number[]) => number>} */
const CALLS = { exp, expm1, log, log1p, sqrt, sin, cos, tanh, abs, pow: power };

/**
 * How formulas are worked out: on doubles, or on other numbers.
 * @template N
 * @typedef {{ of: (x: number) => N, choose: (condition: N, one: N, other: N) => N, not: (x: N) => N,
 *   negative: (x: N) => N, infix: Record<string, (a: N, b: N) => N>, call: (name: string, given: N[]) => N
 * }} Arithmetic
 */
/** @type {Arithmetic<number>} */
export const DOUBLES = {
  of: (x) => x,
  choose: (condition, one, other) => (condition ? one : other),
  not: (x) => Number(!x),
  negative: (x) => -x,
  call,
  infix: {
    or: (a, b) => a || b, and: (a, b) => a && b, "<": (a, b) => Number(a < b), "<=": (a, b) => Number(a <= b),
    ">": (a, b) => Number(a > b), ">=": (a, b) => Number(a >= b), "==": (a, b) => Number(a === b),
    "!=": (a, b) => Number(a !== b), "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b,
    "/": (a, b) => a / b,
  },
};

/** A function of formulas. @param {string} name @param {number[]} given */
export function call(name, given) {
  return CALLS[name](...given);
}

/**
 * The value of an operation, NaN if its formula is not known.
 * @param {Rule | undefined} rule
 * @param {(number | null)[]} inputs
 * @param {Record<string, Tagged>} params
 * @returns {number}
 */
export function evaluateRule(rule, inputs, params) {
  if (rule?.arity === null) return inputs.reduce((/** @type {number} */ sum, x) => sum + (x ?? NaN), 0);
  return tried(rule?.arity === inputs.length ? rule.formula : "", namesOf(inputs, params));
}

/**
 * A formula of an operation, NaN if it cannot be read.
 * @param {string} formula
 * @param {(number | null)[]} inputs
 * @param {Record<string, Tagged>} params
 * @param {number | null} out
 * @returns {number}
 */
export function evaluateIn(formula, inputs, params, out) {
  return tried(formula, { ...namesOf(inputs, params), out: out ?? NaN });
}

/**
 * The local derivative of an operation by one of its inputs, NaN if its formula is not known.
 * @param {Rule | undefined} rule
 * @param {number} slot
 * @param {(number | null)[]} inputs
 * @param {Record<string, Tagged>} params
 * @param {number | null} out
 * @returns {number}
 */
export function evaluateLocal(rule, slot, inputs, params, out) {
  const formula = rule?.arity === null ? "1" : rule?.arity === inputs.length ? rule.locals[slot] : "";
  return evaluateIn(formula ?? "", inputs, params, out);
}

/**
 * @param {(number | null)[]} inputs
 * @param {Record<string, Tagged>} params
 */
function namesOf(inputs, params) {
  /** @type {Record<string, number>} */
  const names = {};
  for (const [name, x] of Object.entries(params)) names[name] = decode(x) ?? NaN;
  for (const [slot, x] of inputs.entries()) names[["x", "y"][slot]] = x ?? NaN;
  return names;
}

/**
 * @param {string} formula
 * @param {Record<string, number>} names
 */
function tried(formula, names) {
  try {
    return evaluateFormula(formula, names);
  } catch {
    return NaN;
  }
}

/**
 * A formula's value. Both sides of a choice are worked out, since nothing here can fail or have effects; other
 * arithmetic than that of doubles may.
 * @template N
 * @param {string} formula
 * @param {Record<string, N>} names
 * @param {Arithmetic<N>} [over]
 * @returns {N}
 * @throws {SyntaxError} if the text is no formula over these names
 */
export function evaluateFormula(formula, names, over = /** @type {any} */ (DOUBLES)) {
  const tokens = tokensOf(formula);
  let at = 0;
  const value = expression(0);
  if (at < tokens.length) throw wrong(formula);
  return value;

  /** @param {number} least how closely an operator must bind to be taken @returns {N} */
  function expression(least) {
    let left = first();
    /** @type {N | undefined} */
    let before; // what stands left of the next sign in a < b < c, which is a < b and b < c
    for (;;) {
      const sign = tokens[at];
      if (sign === "if" && least < CHOICE) {
        at++;
        const condition = expression(CHOICE);
        take("else");
        const other = expression(0);
        left = over.choose(condition, left, other);
        continue;
      }
      const binds = Object.hasOwn(BINDS, sign ?? "") ? BINDS[sign] : 0;
      if (binds <= least) return left;
      at++;
      const right = expression(binds);
      const chained = before !== undefined && binds === COMPARED;
      left = chained ? over.infix.and(left, over.infix[sign](/** @type {N} */ (before), right))
        : over.infix[sign](left, right);
      before = binds === COMPARED ? right : undefined;
    }
  }

  /** @returns {N} */
  function first() {
    const token = tokens[at++];
    if (typeof token === "number") return over.of(token);
    if (token === "(") return closed(expression(0));
    if (token === "-") return over.negative(expression(SIGN));
    if (token === "+") return expression(SIGN);
    if (token === "not") return over.not(expression(NOT));
    if (tokens[at] === "(" && Object.hasOwn(CALLS, token ?? "")) {
      at++;
      const given = [expression(0)];
      if (token === "pow") {
        take(",");
        given.push(expression(0));
      }
      return closed(over.call(token, given));
    }
    if (!Object.hasOwn(names, token ?? "")) throw wrong(formula);
    return names[token];
  }

  /** @param {N} value */
  function closed(value) {
    take(")");
    return value;
  }

  /** @param {string} token */
  function take(token) {
    if (tokens[at++] !== token) throw wrong(formula);
  }
}

/** @param {string} text */
function wrong(text) {
  return new SyntaxError(`formula must be arithmetic (got ${JSON.stringify(text)})`);
}

/**
 * Python's pow: 1 to the power of anything is 1, whatever JavaScript says.
 * @param {number} x
 * @param {number} y
 */
function power(x, y) {
  return x === 1 || (x === -1 && Math.abs(y) === Infinity) ? 1 : x ** y;
}

/**
 * @param {string} formula
 * @returns {any[]} numbers as numbers, all else as text
 */
function tokensOf(formula) {
  const found = read.get(formula);
  if (found) return found;
  const pieces = [...formula.trim().matchAll(TOKEN)];
  if (pieces.map(([text]) => text).join("") !== formula.trim()) throw wrong(formula);
  const tokens = pieces.map(([, number, other]) => other ?? Number(number.replace(/_/g, "")));
  if (read.size < MOST_READ) read.set(formula, tokens);
  return tokens;
}
