// @ts-check
// What is said of paths and edges to those who ask why. Pure.

import { digitsToAdd, product } from "./equation.js";
import { measure } from "./branches.js";
import { evaluateLocal } from "./rules.js";
import { inputsOf, nameOf, placeOf, ruleFor } from "./names.js";
import { slopeRule } from "./slopes.js";
import { MINUS, numberText, preciseText } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./sentences.js").Words} Words */

const MOST_FACTORS = 9; // of a product written out
const SAME = 1e-6; // as near as a local derivative of another engine must be, as in faults.py
const MOST_STOPS = 7; // of a path written out

/**
 * `L → d → a`
 * @param {Plan} plan
 * @param {Words} words
 * @param {number[]} edges from the result on
 */
export function pathText(plan, words, edges) {
  const stops = edges.map((e) => nameOf(words, plan.trace.from[e]) + placeOf(plan, e));
  return middleOut([nameOf(words, plan.trace.root), ...stops], MOST_STOPS).join(" → ");
}

/**
 * `1 × −2 × −3`, `=` and `6`, with the digits that a sum of several such needs; a long product is cut, and not worked
 * out.
 * @param {number[]} edges
 * @param {number[]} slopes
 * @param {number} result
 * @param {number} digits
 * @returns {[string, string, string]}
 */
export function productText(edges, slopes, result, digits) {
  const factors = factorsOf(edges, slopes);
  if (factors.length > MOST_FACTORS)
    return [
      middleOut(factors.map((x) => numberText(x)), MOST_FACTORS).join(" × "),
      "=",
      preciseText(result, digits),
    ];
  const shown = product(factors, result, { least: digits, fixed: true });
  return [factors.map(shown.write).join(" × "), shown.sign, shown.result];
}

/** @param {number[]} edges @param {number[]} slopes */
function factorsOf(edges, slopes) {
  return [1, ...edges.map((e) => slopes[e])];
}

/**
 * How the sum of paths is shown: the digits of its terms, and its sign.
 * @param {{ product: number, edges: number[] }[]} paths
 * @param {number | null} rest the sum of those that are not told one by one
 * @param {number} sum
 * @param {number[]} slopes
 */
export function sumShown(paths, rest, sum, slopes) {
  const short = paths.filter(({ edges }) => edges.length < MOST_FACTORS);
  const terms = [...paths.map((path) => path.product), ...(rest === null ? [] : [rest])];
  return digitsToAdd(terms, sum, short.map((path) => [factorsOf(path.edges, slopes), path.product]));
}

/**
 * The formula behind a local derivative, what nudging the input shows of it, and whether they agree; as far as known.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} e
 * @returns {string[]}
 */
export function checkOf(plan, words, e) {
  const { trace } = plan;
  const [user, slot] = [trace.to[e], trace.slot[e]];
  const inputs = inputsOf(plan, user).map((i) => plan.data[i]);
  const rule = ruleFor(words, trace.op[user]);
  if (!rule || (rule.arity ?? inputs.length) !== inputs.length) return ["This operation has no known formula.", "", ""];
  const formula = slopeRule(plan, words, rule, e);
  const params = trace.params[user] ?? {};
  const right = evaluateLocal(rule, slot, inputs, params, plan.data[user]);
  const claimed = plan.local[e] ?? right;
  const seen = measure(rule, slot, inputs, params, claimed);
  const same =
    seen?.kink || Object.is(right, claimed) || Math.abs(right - claimed) <= SAME * Math.max(1, Math.abs(right));
  const result = same ? formula
    : `${formula}; ${trace.engine === "observed" ? "your engine" : "used here"}: ${numberText(claimed)}`;
  if (!seen) return [result, "It cannot be measured here.", ""];
  const [low, high, used] = [seen.low, seen.high, claimed].map(numberText);
  const differs = seen.kink ? `⚠ a kink: slope ${low} on the left, ${high} on the right; ${used} is used`
    : `⚠ differs from ${used}`;
  const told = `Measured by nudging this edge alone by ±${plainText(seen.h)}: ${plainText(seen.slope)} `;
  return [result, told, seen.agrees ? "✓ agrees" : differs];
}

/**
 * The beginning and the end of a long list.
 * @param {string[]} all
 * @param {number} most
 */
function middleOut(all, most) {
  return all.length <= most ? all : [...all.slice(0, most - 3), "…", ...all.slice(-2)];
}

/**
 * Ten digits, as a measurement deserves.
 * @param {number} x
 */
function plainText(x) {
  return Number.isFinite(x) ? String(Number(x.toPrecision(10))).replace(/-/g, MINUS) : numberText(x);
}

/**
 * Whether the local derivative of an edge may be told after step k.
 * @param {Plan} plan
 * @param {import("./questions.js").Kind | null} kind
 * @param {number} k
 * @returns {(edge: number) => boolean}
 */
export function mayTell(plan, kind, k) {
  if (!kind || kind === "data" || k >= plan.total) return () => true;
  const sent = new Set(plan.contributions.slice(0, plan.steps[k].end).map((c) => c.edge));
  return (edge) => sent.has(edge);
}
