// @ts-check
// The edges that gradients have flowed along: they keep their local derivative, and are as strong as what flowed.

import { svg } from "../core/dom.js";
import { digitsToAdd } from "../core/equation.js";
import { isFolded } from "../core/steps.js";
import { bracketed, numberText, preciseText } from "../core/words.js";
import { DENSE, usedLabel } from "./labels.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("./motion.js").Point} Point */

const LEAST = -6; // the power of ten that is drawn faintest
const MOST = 1; // and strongest
const [MOST_TERMS, ROOM] = [4, 11]; // of a sum that is written out; letters beside the contribution that is lit


/**
 * @param {Plan} plan
 * @param {import("./draw.js").Scene} scene
 * @param {(edge: number) => SVGElement | undefined} lineOf
 * @param {(edge: number) => Point | undefined} placeOf where the label of an edge stands, if there is room for it
 */
export function makeUsed(plan, scene, lineOf, placeOf) {
  const layer = svg("g", { class: "mv-used", "aria-hidden": "true" });
  /** @type {(() => void)[]} for each contribution that is shown, what takes it away again */
  const undo = [];
  /** @type {Map<SVGElement, { flow: number, odd: boolean }>} the most that has flowed along a line */
  const flows = new Map();
  const sums = svg("g", { class: "mv-sums", "aria-hidden": "true" });
  return { layer, sums, show };

  /** Show so many contributions, and what some more have added up to. @param {number} count @param {number} [end] */
  function show(count, end = count) {
    while (undo.length > count) undo.pop()?.();
    while (undo.length < count) undo.push(use(plan.contributions[undo.length]));
    sums.replaceChildren(...sumsOf(plan, end).flatMap(({ node, text }) => {
      if (!Number.isFinite(scene.x[node])) return [];
      const [x, y] = [scene.x[node] + 4, scene.y[node] + scene.h + (text.length > ROOM ? 30 : 14)];
      return [svg("text", { x, y, class: "mv-sum" }, text)];
    }));
  }

  /** @param {import("../core/steps.js").Contribution} contribution */
  function use({ edge, amount }) {
    const line = lineOf(edge);
    if (!line) return () => {};
    const [before, odd, slope, place] = [flows.get(line), !Number.isFinite(amount), plan.local[edge], placeOf(edge)];
    look(line, { flow: Math.max(flowOf(amount), before?.flow ?? 0), odd: odd || Boolean(before?.odd) });
    if (!place || slope === null) return () => look(line, before);
    const { text, place: [x, y] } = usedLabel(scene.routes[edge], scene.rankdir === "TB", place, slope, amount);
    const label = svg("text", { x, y: y + 4, "data-label": edge }, text);
    layer.append(label);
    return () => {
      label.remove();
      look(line, before);
    };
  }

  /** @param {SVGElement} line @param {{ flow: number, odd: boolean } | undefined} now */
  function look(line, now) {
    line.classList.toggle("is-odd", Boolean(now?.odd));
    if (now) {
      flows.set(line, now);
      line.style.setProperty("--mv-flow", now.flow.toFixed(2));
      line.dataset.flow = "";
    } else {
      flows.delete(line);
      delete line.dataset.flow;
    }
  }
}

/**
 * `9 + 6 = 15`, for each value at which several contributions have arrived, so far.
 * @param {Plan} plan
 * @param {number} end of the contributions that count
 */
export function sumsOf(plan, end) {
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
  return several.map(([node, terms]) => {
    const sum = terms.reduce((a, b) => a + b);
    if (terms.length > MOST_TERMS) return { node, text: `Σ of ${terms.length} = ${numberText(sum)}` };
    const { digits, sign } = digitsToAdd(terms, sum, []);
    const told = terms.map((x, i) => (i ? bracketed(preciseText(x, digits)) : preciseText(x, digits)));
    return { node, text: `${told.join(" + ")} ${sign} ${numberText(sum)}` };
  });
}

/** How strong an amount is drawn, from 0 to 1, by its power of ten. @param {number} amount */
export function flowOf(amount) {
  if (!Number.isFinite(amount)) return 1;
  return Math.min(Math.max((Math.log10(Math.abs(amount)) - LEAST) / (MOST - LEAST), 0), 1);
}
