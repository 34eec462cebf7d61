// @ts-check
// The edges that gradients have flowed along: they keep their local derivative, and are as strong as what flowed.

import { svg } from "../core/dom.js";
import { isFolded } from "../core/steps.js";
import { bracketed, MINUS, numberText } from "../core/words.js";
import { DENSE, fitSum, usedLabel } from "./labels.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/**
 * @typedef {{ most: number, odd: boolean }} Flow how strong, and whether something in it was no number to go on with
 */

const LEAST = -6; // the power of ten that is drawn faintest
const MOST = 1; // and strongest
const NEAR = 1e-12; // relative: no tie of digits is so near
const MOST_TERMS = 4; // of a sum that is written out

/**
 * @param {Plan} plan
 * @param {import("./draw.js").Scene} scene
 * @param {(edge: number) => SVGElement | undefined} lineOf
 * @param {(edge: number) => import("./labels.js").Place | undefined} placeOf where the label of an edge stands, if it
 *   has room
 */
export function makeUsed(plan, scene, lineOf, placeOf) {
  const layer = svg("g", { class: "mv-used", "aria-hidden": "true" });
  /** @type {SVGElement[]} by contribution, of those that have a place */
  const labels = [];
  /** @type {Map<SVGElement, Flow>} the most that has flowed along a line */
  const flows = new Map();
  const sums = svg("g", { class: "mv-sums", "aria-hidden": "true" });
  let shown = 0;
  return { layer, sums, show };

  /**
   * Show so many contributions, and what some more have added up to; each line changes once.
   * @param {number} count
   * @param {number} [end]
   */
  function show(count, end = count) {
    const known = scene.clusters?.length ? [] : sumsOf(plan, scene, end); // what a closed part adds up is told there
    sums.replaceChildren(...known.flatMap(({ node, text }) => {
      if (!Number.isFinite(scene.x[node])) return [];
      return [svg("text", { x: scene.x[node] + 4, y: scene.y[node] + scene.h + 14, class: "mv-sum" }, text)];
    }));
    const changed = new Set(count < shown ? flows.keys() : []);
    if (count < shown) {
      flows.clear();
      for (const label of labels.splice(count)) label?.remove();
      shown = 0;
    }
    for (; shown < count; shown++) {
      const { edge, amount } = plan.contributions[shown];
      const line = lineOf(edge);
      if (!line) continue;
      let flow = flows.get(line);
      if (!flow) flows.set(line, flow = { most: 0, odd: false });
      flow.most = Math.max(flow.most, flowOf(amount));
      flow.odd ||= !Number.isFinite(amount);
      changed.add(line);
      if (!labels[shown]) tell(shown, edge, amount);
    }
    for (const line of changed) look(line, flows.get(line));
  }

  /** @param {number} i of the contribution @param {number} edge @param {number} amount */
  function tell(i, edge, amount) {
    const [slope, place] = [plan.local[edge], placeOf(edge)];
    if (!place || slope === null) return;
    const { text, place: [x, y] } = usedLabel(scene.routes[edge], scene.rankdir === "TB", place, slope, amount);
    layer.append(labels[i] = svg("text", { x, y: y + 4, "data-label": edge }, text));
  }

  /** @param {SVGElement} line @param {Flow | undefined} now */
  function look(line, now) {
    line.classList.toggle("is-odd", Boolean(now?.odd));
    if (now) {
      line.style.setProperty("--mv-flow", now.most.toFixed(2));
      line.dataset.flow = "";
    } else delete line.dataset.flow;
  }
}

/**
 * `9 + 6 = 15`, for each value at which several contributions have arrived, so far; shorter where a card is narrow.
 * @param {Plan} plan
 * @param {import("./draw.js").Scene} scene
 * @param {number} end of the contributions that count
 */
export function sumsOf(plan, scene, end) {
  if (plan.right || plan.trace.from.length > DENSE) return [];
  /** @type {Map<number, number[]>} */
  const arrived = new Map();
  /** @type {Set<number>} whose sum is not that of what arrived */
  const odd = new Set();
  for (const c of plan.contributions.slice(0, end)) {
    const source = plan.trace.from[c.edge];
    if (!isFolded(plan, source)) arrived.set(source, [...(arrived.get(source) ?? []), c.amount]);
    if (c.odd) odd.add(source);
  }
  const several = [...arrived].filter(([node, terms]) => terms.length > 1 && !odd.has(node));
  return several.map(([node, terms]) => ({ node, text: sumText(terms, scene.w[node]) }));
}

/** `9 + 6 = 15`, or shorter where a card is narrow. @param {number[]} terms @param {number} width of the card */
export function sumText(terms, width) {
  return fitSum(sumTexts(terms), width);
}

/**
 * The ways to write a sum under what it comes to, the longest first; as `sum_texts` in words.py.
 * @param {number[]} terms
 */
function sumTexts(terms) {
  const sum = terms.reduce((a, b) => a + b);
  const total = numberText(sum);
  const counted = `Σ of ${terms.length} = ${total}`;
  if (terms.length > MOST_TERMS) return [counted];
  const told = terms.map(numberText);
  const shown = told.reduce((so, text) => so + Number(text.replaceAll(MINUS, "-").replace("∞", "Infinity")), 0);
  const adds = [1 - NEAR, 1 + NEAR].every((beside) => numberText(shown * beside) === total);
  const left = told.map((text, at) => (at ? bracketed(text) : text)).join(" + ");
  const sign = adds ? "=" : "≈";
  return [`${left} ${sign} ${total}`, `${sign} ${told.join(" + ").replaceAll(`+ ${MINUS}`, `${MINUS} `)}`, counted];
}

/** How strong an amount is drawn, from 0 to 1, by its power of ten. @param {number} amount */
export function flowOf(amount) {
  if (!Number.isFinite(amount)) return 1;
  return Math.min(Math.max((Math.log10(Math.abs(amount)) - LEAST) / (MOST - LEAST), 0), 1);
}
