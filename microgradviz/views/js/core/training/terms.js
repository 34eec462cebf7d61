// @ts-check
// The formulas of the table of operations over many samples at once: each is read once, and becomes a list of loops
// over typed arrays, one number a sample. Pure.

import { call, DOUBLES, evaluateFormula } from "../rules.js";

/** @typedef {import("../words.js").Rule} Rule */
/** @typedef {Float64Array} Column one number a sample */
/** @typedef {(out: Column, count: number, ...given: Column[]) => void} Loop */
/**
 * What a formula comes to: a number, a column that is there already, or a loop over others.
 * @typedef {{ number: number } | { column: Column } | { loop: Loop, given: Term[] }} Term
 */
/** @typedef {{ loop: Loop, out: Column, a: Column, b: Column, c: Column }} Work a loop and what it is given */

/** @type {Record<string, Loop>} what most graphs consist of; a call for every number would be slower */
const LOOPS = {
  "+": (out, count, a, b) => { for (let i = 0; i < count; i++) out[i] = a[i] + b[i]; },
  "-": (out, count, a, b) => { for (let i = 0; i < count; i++) out[i] = a[i] - b[i]; },
  "*": (out, count, a, b) => { for (let i = 0; i < count; i++) out[i] = a[i] * b[i]; },
  "/": (out, count, a, b) => { for (let i = 0; i < count; i++) out[i] = a[i] / b[i]; },
  "<=": (out, count, a, b) => { for (let i = 0; i < count; i++) out[i] = Number(a[i] <= b[i]); },
  negative: (out, count, a) => { for (let i = 0; i < count; i++) out[i] = -a[i]; },
  exp: (out, count, a) => { for (let i = 0; i < count; i++) out[i] = Math.exp(a[i]); },
  tanh: (out, count, a) => { for (let i = 0; i < count; i++) out[i] = Math.tanh(a[i]); },
  choose: (out, count, a, b, c) => { for (let i = 0; i < count; i++) out[i] = a[i] ? b[i] : c[i]; },
  copy: (out, count, a) => { for (let i = 0; i < count; i++) out[i] = a[i]; },
  add: (out, count, a) => { for (let i = 0; i < count; i++) out[i] += a[i]; },
  addProduct: (out, count, a, b) => { for (let i = 0; i < count; i++) out[i] += a[i] * b[i]; },
};

/**
 * The arithmetic whose numbers are terms: constants are worked out now, all else later.
 * @type {import("../rules.js").Arithmetic<Term>}
 */
const TERMS = {
  of: (number) => ({ number }),
  choose: (condition, one, other) => "number" in condition ? (condition.number ? one : other)
    : later("choose", [condition, one, other], DOUBLES.choose),
  not: (x) => later("not", [x], DOUBLES.not),
  negative: (x) => later("negative", [x], DOUBLES.negative),
  infix: Object.fromEntries(Object.entries(DOUBLES.infix).map(([sign, work]) => [
    sign, (/** @type {Term} */ a, /** @type {Term} */ b) => later(sign, [a, b], work),
  ])),
  call: (name, given) => later(name, given, (...numbers) => call(name, numbers)),
};

/**
 * @param {string} name
 * @param {Term[]} given
 * @param {(...numbers: any[]) => number} work the same on numbers
 * @returns {Term}
 */
function later(name, given, work) {
  const numbers = given.map((term) => ("number" in term ? term.number : null));
  return numbers.includes(null) ? { loop: LOOPS[name] ?? everyOne(work), given } : { number: work(...numbers) };
}

/** The loop of what is seldom met. @param {(...numbers: any[]) => number} work @returns {Loop} */
function everyOne(work) {
  return (out, count, a, b) => { for (let i = 0; i < count; i++) out[i] = work(a[i], b[i]); };
}

/**
 * A place where loops are written down: `carry out` runs them in order.
 * @param {number} rows the samples that a column has room for
 */
export function makeDesk(rows) {
  /** @type {Map<number, Column>} */
  const constants = new Map();
  /** @type {Column[]} for what is worked out on the way; a formula is done before the next begins */
  const scratch = [];
  const nothing = new Float64Array(0);
  return { read, write, total, column };

  function column() {
    return new Float64Array(rows);
  }

  /**
   * A formula as a term.
   * @param {string} formula
   * @param {Record<string, Term>} names
   */
  function read(formula, names) {
    return evaluateFormula(formula, names, TERMS);
  }

  /**
   * What is to be done so that a term, or its product with a gradient, comes into a column.
   * @param {Column} out
   * @param {Term} term
   * @param {{ times?: Column, adds?: boolean }} [how] `adds` to what is there
   * @returns {Work[]}
   */
  function write(out, term, { times, adds = false } = {}) {
    /** @type {Work[]} */
    const work = [];
    let used = 0;
    const one = "number" in term && term.number === 1;
    if (times && one) say(adds ? LOOPS.add : LOOPS.copy, out, [times]);
    else if (times) say(adds ? LOOPS.addProduct : LOOPS["*"], out, [times, placed(term)]);
    else if ("loop" in term) say(term.loop, out, term.given.map(placed));
    else say(LOOPS.copy, out, [placed(term)]);
    return work;

    /** @param {Loop} loop @param {Column} to @param {Column[]} given */
    function say(loop, to, [a = nothing, b = nothing, c = nothing]) {
      work.push({ loop, out: to, a, b, c });
    }

    /** @param {Term} part @returns {Column} */
    function placed(part) {
      if ("column" in part) return part.column;
      if ("number" in part) return constant(part.number);
      const given = part.given.map(placed);
      const to = (scratch[used++] ??= column());
      say(part.loop, to, given);
      return to;
    }
  }

  /** The sum of columns, from left to right. @param {Column} out @param {Column[]} given @returns {Work[]} */
  function total(out, given) {
    const loop = (/** @type {Column} */ to, /** @type {number} */ count) => {
      to.fill(0, 0, count);
      for (const column of given) LOOPS.add(to, count, column);
    };
    return [{ loop, out, a: nothing, b: nothing, c: nothing }];
  }

  /** @param {number} number */
  function constant(number) {
    const found = constants.get(number) ?? column().fill(number);
    constants.set(number, found);
    return found;
  }
}

/** @param {Work[]} work @param {number} count of samples */
export function carryOut(work, count) {
  for (const { loop, out, a, b, c } of work) loop(out, count, a, b, c);
}
