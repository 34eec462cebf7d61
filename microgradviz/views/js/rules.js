// @ts-check
// The formulas of the table of operations, worked out as they are written: Python arithmetic over x, y, out and the
// constants. A small interpreter, so that there is no second table, and no text ever becomes code. Pure.

import { decode } from "./words.js";

/** @typedef {import("./words.js").Rule} Rule */
/** @typedef {import("./words.js").Tagged} Tagged */

const LONGEST = 2000; // letters of a formula
const TOKEN = /\s*(?:(0[xX][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)|([\p{L}_][\p{L}\p{N}_]*)|([<>=!]=|[-+*/()<>,]))/uy;
const BINDS = Object.freeze({ if: 1, or: 2, and: 3, "<": 5, "<=": 5, ">": 5, ">=": 5, "==": 5, "!=": 5, "+": 6, "-": 6, "*": 7, "/": 7 });
const [NOT, SIGN] = [4, 8]; // how closely "not" and a sign bind
const COMPARE = {
  "<": (/** @type {number} */ a, /** @type {number} */ b) => a < b,
  "<=": (/** @type {number} */ a, /** @type {number} */ b) => a <= b,
  ">": (/** @type {number} */ a, /** @type {number} */ b) => a > b,
  ">=": (/** @type {number} */ a, /** @type {number} */ b) => a >= b,
  "==": (/** @type {number} */ a, /** @type {number} */ b) => a === b,
  "!=": (/** @type {number} */ a, /** @type {number} */ b) => a !== b,
};
const { exp, log, log1p, sqrt, sin, cos, tanh, abs } = Math;
/** @type {Record<string, (...given: number[]) => number>} */
const CALLS = { exp, log, log1p, sqrt, sin, cos, tanh, abs, pow: power };

/**
 * The value of an operation, NaN if its formula is not known.
 * @param {Rule | undefined} rule
 * @param {(number | null)[]} inputs
 * @param {Record<string, Tagged>} params
 * @returns {number}
 */
export function evaluateRule(rule, inputs, params) {
  if (rule?.arity === null) return inputs.reduce((/** @type {number} */ sum, x) => sum + (x ?? NaN), 0);
  return rule && rule.arity === inputs.length ? tried(rule.formula, namesOf(inputs, params)) : NaN;
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
  if (rule?.arity === null) return 1;
  const known = rule && rule.arity === inputs.length && slot < rule.locals.length;
  return known ? tried(rule.locals[slot], { ...namesOf(inputs, params), out: out ?? NaN }) : NaN;
}

/** @typedef {{ h: number, slope: number, low: number, high: number, agrees: boolean, kink: boolean }} Measured low and high: to the left, to the right */

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
  const x = inputs[slot];
  if (x === null || !Number.isFinite(x)) return null;
  const at = (/** @type {number} */ nudged) => evaluateRule(rule, inputs.map((other, i) => (i === slot ? nudged : other)), params);
  const tries = [1e-4 * Math.max(1, Math.abs(x)), 1e-4 * Math.abs(x)].filter(Boolean).map((h) => nudge(at, x, h, claimed));
  return tries.find((m) => m.agrees) ?? tries.find((m) => Number.isFinite(m.slope)) ?? null;
}

/**
 * @param {(x: number) => number} f
 * @param {number} x
 * @param {number} h
 * @param {number} claimed
 * @returns {Measured}
 */
function nudge(f, x, h, claimed) {
  const [below, here, above] = [f(x - h), f(x), f(x + h)];
  const slope = (above - below) / (2 * h);
  const finer = (f(x + h / 2) - f(x - h / 2)) / h; // how far curvature leads astray
  const noise = (4e-16 * Math.max(Math.abs(below), Math.abs(above), Math.abs(here))) / h;
  const [low, high] = [(here - below) / h, (above - here) / h];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const agrees = Math.abs(slope - claimed) <= 1e-6 * Math.abs(claimed) + noise + 2 * Math.abs(slope - finer);
  return { h, slope, low, high, agrees, kink: Math.abs(high - low) > 0.01 * size && Math.abs(slope - finer) <= 1e-6 * size };
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
 * A formula's value. Both sides of a choice are worked out, since nothing here can fail or have effects.
 * @param {string} formula
 * @param {Record<string, number>} names
 * @returns {number}
 * @throws {SyntaxError} if the text is no formula over these names
 */
export function evaluateFormula(formula, names) {
  const tokens = tokensOf(formula);
  let at = 0;
  const value = Number(expression(0));
  if (at < tokens.length) throw wrong();
  return value;

  /** @param {number} least how closely an operator must bind to be taken @returns {any} */
  function expression(least) {
    let left = first();
    for (let sign = tokens[at]; bindOf(sign) > least; sign = tokens[at]) {
      at++;
      if (sign === "if") {
        const condition = expression(1);
        take("else");
        const other = expression(0); // a if c else (b if d else e)
        left = condition ? left : other;
      } else if (sign === "or") left = either(left, expression(2));
      else if (sign === "and") left = both(left, expression(3));
      else if (Object.hasOwn(COMPARE, sign)) left = chain(left, sign);
      else left = arithmetic(sign, left, expression(bindOf(sign)));
    }
    return left;
  }

  /** `a < b < c` is `a < b and b < c`. @param {any} left @param {any} sign @returns {any} */
  function chain(left, sign) {
    let holds = true;
    for (;;) {
      const right = expression(5);
      holds &&= COMPARE[/** @type {keyof typeof COMPARE} */ (sign)](Number(left), Number(right));
      if (!Object.hasOwn(COMPARE, tokens[at] ?? "")) return holds;
      [left, sign] = [right, tokens[at++]];
    }
  }

  /** @returns {any} */
  function first() {
    const token = tokens[at++];
    if (typeof token === "number") return token;
    if (token === "(") return closed(expression(0));
    if (token === "-") return -expression(SIGN);
    if (token === "+") return +expression(SIGN);
    if (token === "not") return !expression(NOT);
    if (typeof token !== "string" || !/^[\p{L}_]/u.test(token)) throw wrong();
    if (tokens[at] === "(") return call(token);
    if (!Object.hasOwn(names, token)) throw wrong();
    return names[token];
  }

  /** @param {string} name */
  function call(name) {
    if (!Object.hasOwn(CALLS, name)) throw wrong();
    at++;
    const given = [Number(expression(0))];
    if (name === "pow") {
      take(",");
      given.push(Number(expression(0)));
    }
    return closed(CALLS[name](...given));
  }

  /** @param {any} value */
  function closed(value) {
    take(")");
    return value;
  }

  /** @param {string} token */
  function take(token) {
    if (tokens[at++] !== token) throw wrong();
  }

  function wrong() {
    return new SyntaxError(`formula must be arithmetic (got ${JSON.stringify(formula)})`);
  }
}

/** @param {any} sign */
function bindOf(sign) {
  return Object.hasOwn(BINDS, sign ?? "") ? BINDS[/** @type {keyof typeof BINDS} */ (sign)] : -1;
}

/** @param {any} a @param {any} b */
function either(a, b) {
  return a ? a : b;
}

/** @param {any} a @param {any} b */
function both(a, b) {
  return a ? b : a;
}

/** @param {any} sign @param {any} a @param {any} b */
function arithmetic(sign, a, b) {
  const [x, y] = [Number(a), Number(b)];
  if (sign === "+") return x + y;
  if (sign === "-") return x - y;
  return sign === "*" ? x * y : x / y;
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
 * @returns {(number | string)[]}
 */
function tokensOf(formula) {
  const text = formula.trim();
  if (text.length > LONGEST) throw new SyntaxError(`formula must have at most ${LONGEST} letters (got ${text.length})`);
  const tokens = [];
  const next = new RegExp(TOKEN);
  while (next.lastIndex < text.length) {
    const from = next.lastIndex;
    const found = next.exec(text);
    if (!found) throw new SyntaxError(`formula must be arithmetic (got ${JSON.stringify(text.slice(from, from + 20))})`);
    tokens.push(found[1] === undefined ? found[2] ?? found[3] : Number(found[1].replace(/_/g, "")));
  }
  return tokens;
}
