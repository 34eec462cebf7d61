// @ts-check
// The slope as nudging shows it: a function that travels as a trace, its rise over a run of h, and how many of the
// digits are right. Pure.

import { firstWrong, scaleOf } from "./digits.js";
import { evaluateLocal, evaluateRule } from "./rules.js";
import { decode, numberText } from "./words.js";

/** @typedef {import("./words.js").Rule} Rule */
/** @typedef {import("./words.js").Tagged} Tagged */
/**
 * The part of a trace that a function needs.
 * @typedef {{ op: string[], data: Tagged[], params: Record<string, any>, from: number[], to: number[],
 *   slot: number[], root: number }} Graph
 */
/** @typedef {{ value: (leaf: number, x: number) => number, exact: (leaf: number, x: number) => number }} Fn */
/**
 * @typedef {{ from: number, to: number, rise: number, run: number, slope: number }}
 *   Difference from and to: f at both ends
 */

const EACH = [1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8]; // ten steps a decade, as preferred numbers have them
const DECADES = 16;
const AGREE = "Both ends agree in nearly all their digits:";
const CERTAIN = 16; // of a double
const [SMALL, LARGE] = [1e-3, 1e9]; // between them a slope is written with decimals
const DIGITS = 12; // of a slope; a double has sixteen, and the last four are nobody's

/** The h of a slider's places, from 1e-16 to 1. @type {number[]} */
export const NUDGES = [
  ...Array.from({ length: DECADES }, (_, k) => EACH.map((n) => Number(`${n}e${k - DECADES}`))).flat(), 1,
];

/** The place of the nearest of them. @param {number} h */
export function nearestNudge(h) {
  const far = (/** @type {number} */ k) => Math.abs(Math.log(NUDGES[k] / h));
  return NUDGES.reduce((best, _, k) => (far(k) < far(best) ? k : best), 0);
}

/**
 * A function of one of the leaves of a graph, the others as given.
 * @param {Graph} graph
 * @param {Record<string, Rule>} rules
 * @param {Map<number, number>} given numbers of the leaves
 * @returns {Fn}
 */
export function functionFrom(graph, rules, given) {
  const { op, from, to, slot, params, root } = graph;
  const data = graph.data.map((x) => Number(decode(x)));
  for (const [leaf, x] of given) data[leaf] = x;
  /** @type {number[][]} */
  const edges = op.map(() => []);
  for (const [e, user] of to.entries()) edges[user].push(e);
  const ruleOf = (/** @type {number} */ i) => (Object.hasOwn(rules, op[i]) ? rules[op[i]] : undefined);
  const inputsOf = (/** @type {number} */ i) => edges[i].map((e) => data[from[e]]);
  return { value: at, exact };

  /** @param {number} leaf @param {number} x */
  function at(leaf, x) {
    const before = data[leaf];
    data[leaf] = x;
    for (let i = 0; i < op.length; i++) if (op[i]) data[i] = evaluateRule(ruleOf(i), inputsOf(i), params[i] ?? {});
    data[leaf] = before;
    return leaf === root ? x : data[root];
  }

  /** The derivative by the chain rule, from the result back. @param {number} leaf @param {number} x */
  function exact(leaf, x) {
    const before = data[leaf];
    at(leaf, x);
    data[leaf] = x;
    const grads = op.map((_, i) => (i === root ? 1 : 0));
    for (let i = op.length - 1; i >= 0; i--) {
      if (!op[i] || !grads[i]) continue;
      for (const e of edges[i])
        grads[from[e]] += grads[i] * evaluateLocal(ruleOf(i), slot[e], inputsOf(i), params[i] ?? {}, data[i]);
    }
    data[leaf] = before;
    return grads[leaf];
  }
}

/**
 * The rise over the run: from x to x + h, or from x − h to x + h.
 * @param {{ below: number, here: number, above: number }} f at x − h, x and x + h
 * @param {number} h
 * @param {boolean} symmetric
 * @returns {Difference}
 */
export function difference({ below, here, above }, h, symmetric) {
  const [from, run] = symmetric ? [below, 2 * h] : [here, h];
  return { from, to: above, rise: above - from, run, slope: (above - from) / run };
}

/**
 * A slope beside the exact one, digit for digit: both with as many decimals, the first in its right digits and the
 * rest.
 * @param {number} slope
 * @param {number} exact
 * @returns {{ right: string, wrong: string, exact: string }} padded in front, so that the points stand below each other
 */
export function compareDigits(slope, exact) {
  if (!Number.isFinite(exact)) return { right: numberText(slope), wrong: "", exact: numberText(exact) };
  const { unit, end, written } = scaleOf(
    Number.isFinite(slope) && Math.abs(slope) > Math.abs(exact) ? slope : exact, DIGITS,
  );
  const width = Math.max(written(slope).length, written(exact).length);
  const [one, other] = [slope, exact].map((x) => written(x).padStart(width));
  const finite = Number.isFinite(slope);
  const first = finite ? firstWrong(one, Math.abs(slope - exact) / unit) : 0;
  return {
    right: one.slice(0, first), wrong: one.slice(first) + (finite && one[first] ? end : ""), exact: other + end,
  };
}

/**
 * A slope and its error, with so many decimals that the one explains the other: 14.002308 is off by 0.002308 from 14.
 * @param {number} slope
 * @param {number} exact
 * @returns {{ slope: string, off: string }} "" where there is no error to tell
 */
export function slopeAndError(slope, exact) {
  const error = Math.abs(slope - exact);
  const size = Math.max(Math.abs(slope), Math.abs(exact));
  if (!Number.isFinite(error)) return { slope: numberText(slope), off: "" };
  if (!error || size < SMALL || size >= LARGE) return { slope: numberText(slope), off: numberText(error) };
  const whole = Math.floor(Math.log10(size)) + 1;
  const decimals = Math.min(Math.max(3 - Math.floor(Math.log10(error)), 0), CERTAIN - whole);
  const plain = (/** @type {number} */ x) => Number(x.toFixed(decimals));
  const written = (/** @type {number} */ x) =>
    x.toFixed(decimals).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "").replace("-", "−");
  const off = Math.abs(plain(slope) - plain(exact));
  return { slope: written(slope), off: off < SMALL ? numberText(off) : written(off) };
}

/**
 * The input that the slope is: of a·b along a it is b, whatever b may be. "" if it is none.
 * @param {Graph} graph
 * @param {Record<string, Rule>} rules
 * @param {Record<string, number>} leaves the places of the inputs, by name
 * @param {Record<string, number>} at their numbers
 * @param {string} along
 */
export function slopeIsInput(graph, rules, leaves, at, along) {
  const slope = (/** @type {Record<string, number>} */ there) => {
    const given = new Map(Object.keys(there).map((name) => [leaves[name], there[name]]));
    return functionFrom(graph, rules, given).exact(leaves[along], there[along]);
  };
  const moved = (/** @type {number} */ by) =>
    Object.fromEntries(Object.entries(at).map(([name, x], i) => [name, x + by * Math.sqrt(i + 2)]));
  const places = [at, moved(1), moved(-2.5)];
  const isSlope = (/** @type {string} */ name) => places.every((there) => slope(there) === there[name]);
  return Object.keys(at).find((name) => name !== along && isSlope(name)) ?? "";
}

/** How many digits of a slope are right, of twelve. @param {number} slope @param {number} exact */
export function countRight(slope, exact) {
  const { right, wrong } = compareDigits(slope, exact);
  const digits = right.replace(exact ? /^[ −0.]*/ : /^[ −]*0?/, "").replace(/\D/g, "").length;
  return wrong ? digits : DIGITS;
}

/**
 * What stands behind the error, in a sentence.
 * @param {number} k which of the nudges
 * @param {number[]} errors of all nudges
 * @param {boolean} flat whether x + h is x itself
 */
export function reasonOf(k, errors, flat) {
  if (flat) return "x + h is x: so small a nudge is lost in rounding, and the slope reads 0.";
  if (Number.isNaN(errors[k])) return "f has no value at one of the two ends.";
  if (errors.filter(Number.isFinite).length < errors.length / 2) return ""; // too little is known to tell
  const best = bestNudge(errors);
  if (k > best + 3) return "The curve bends between the two ends: that is the error. A smaller h helps.";
  if (k < best - 3)
    return `${AGREE} what is left of the rise is rounding. A smaller h no longer helps.`;
  return "About as good as it gets.";
}

/**
 * Why there is no one slope at a place, in a sentence; "" if there is one. At a corner the slopes to both sides stay
 * apart however small h is; at a jump they grow with every smaller h.
 * @param {{ here: number, at: (h: number) => { below: number, here: number, above: number } }} look
 * @param {number} x
 */
export function placeKind({ here, at }, x) {
  const power = Math.ceil(Math.log10(Math.max(1, Math.abs(x))));
  const sides = [-4, -5, -6].map((k) => Math.min(k + power, 0)).map((k) => Number(`1e${k}`)).map((h) => {
    const { below, above } = at(h);
    return [(here - below) / h, (above - here) / h];
  });
  if (!sides.flat().every(Number.isFinite)) return "";
  const sizes = sides.map(([left, right]) => Math.max(Math.abs(left), Math.abs(right)));
  const gaps = sides.map(([left, right]) => Math.abs(right - left));
  const growth = (/** @type {number[]} */ of) => of[2] / of[1] > 2 && of[1] / of[0] > 2;
  if (growth(sizes)) return "The slope grows without end as h shrinks: f jumps here, or is infinitely steep.";
  if (gaps[2] > 0.02 * sizes[2] && gaps[2] > 0.5 * gaps[0]) {
    const [left, right] = sides[2].map((slope) => numberText(Number(slope.toPrecision(4))));
    const told = `f has a corner here: from the left the slope is ${left}, from the right ${right}.`;
    return `${told} There is no one slope; engines take one of them.`;
  }
  return "";
}

/** The place of the least error, in the middle of its neighbours' valley. @param {number[]} errors */
export function bestNudge(errors) {
  let [best, least] = [errors.length - 1, Infinity];
  for (let k = 2; k < errors.length - 2; k++) {
    const around = Math.max(...errors.slice(k - 2, k + 3)); // one lucky zero is no valley
    if (around < least) [best, least] = [k, around];
  }
  return best;
}
