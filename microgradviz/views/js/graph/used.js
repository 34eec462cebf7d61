// @ts-check
// The edges that gradients have flowed along: they keep their local derivative, and are as strong as what flowed.

import { svg } from "../core/dom.js";
import { usedLabel } from "./labels.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("./motion.js").Point} Point */

const LEAST = -6; // the power of ten that is drawn faintest
const MOST = 1; // and strongest
const TONES = 4;

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
  return { layer, show };

  /** Show so many contributions. @param {number} count */
  function show(count) {
    while (undo.length > count) undo.pop()?.();
    while (undo.length < count) undo.push(use(plan.contributions[undo.length]));
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
      line.dataset.flow = String(Math.min(Math.floor(now.flow * TONES), TONES - 1));
    } else {
      flows.delete(line);
      delete line.dataset.flow;
    }
  }
}

/** How strong an amount is drawn, from 0 to 1, by its power of ten. @param {number} amount */
export function flowOf(amount) {
  if (!Number.isFinite(amount)) return 1;
  return Math.min(Math.max((Math.log10(Math.abs(amount)) - LEAST) / (MOST - LEAST), 0), 1);
}
