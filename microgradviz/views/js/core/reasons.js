// @ts-check
// What is said of paths and edges to those who ask why. Pure.

import { evaluateLocal, measure } from "./rules.js";
import { inputsOf, nameOf, ruleFor, slopeRule } from "./sentences.js";
import { MINUS, numberText } from "./words.js";

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
 * `1 × −2 × −3`
 * @param {number[]} edges
 * @param {number[]} slopes
 */
export function productText(edges, slopes) {
  return middleOut(["1", ...edges.map((e) => numberText(slopes[e]))], MOST_FACTORS).join(" × ");
}

/**
 * `a → e`
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} e
 */
export function edgeText(plan, words, e) {
  return `${nameOf(words, plan.trace.from[e])} → ${nameOf(words, plan.trace.to[e])}${placeOf(plan, e)}`;
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
  const formula = slopeRule(plan, rule, user, rule.arity === null ? 0 : slot);
  const params = trace.params[user] ?? {};
  const right = evaluateLocal(rule, slot, inputs, params, plan.data[user]);
  const claimed = plan.local[e] ?? right;
  const seen = measure(rule, slot, inputs, params, claimed);
  const same = seen?.kink || Object.is(right, claimed) || Math.abs(right - claimed) <= SAME * Math.max(1, Math.abs(right));
  const result = same ? formula : `${formula} = ${numberText(right)}; ${trace.engine === "observed" ? "your engine" : "used here"}: ${numberText(claimed)}`;
  if (!seen) return [result, "It cannot be measured here.", ""];
  const [low, high, used] = [seen.low, seen.high, claimed].map(numberText);
  const differs = seen.kink ? `⚠ a kink: slope ${low} on the left, ${high} on the right; ${used} is used` : `⚠ differs from ${used}`;
  const told = `Measured by nudging ${nameOf(words, trace.from[e])}${placeOf(plan, e)} by ±${plainText(seen.h)}: ${plainText(seen.slope)} `;
  return [result, told, seen.agrees ? "✓ agrees" : differs];
}

/**
 * Which input an edge is, where two run between the same values.
 * @param {Plan} plan
 * @param {number} e
 */
export function placeOf({ trace, firstEdge }, e) {
  const [from, to] = [trace.from[e], trace.to[e]];
  const twin = trace.from.slice(firstEdge[to], firstEdge[to + 1]).filter((i) => i === from).length > 1;
  return twin ? ` (input ${trace.slot[e] + 1})` : "";
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
