// @ts-check
// Which numbers travel at a step: operands into an operation, or a gradient along an edge into an input. Pure.

import { factorNode } from "../core/names.js";
import { changeText, edgesInto, nudgeOf } from "../core/nudge.js";
import { amountAlong } from "../core/rates.js";
import { bracketed, numberText } from "../core/words.js";
import { labelWidth } from "./labels.js";
import { MOST } from "./motion.js";

/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./motion.js").Move} Move */
/** @typedef {import("./motion.js").Point} Point */

const [DATA, GRAD] = [31, 46.5]; // px below a card's upper edge: the middle of its numbers
const BARE = 7; // px lower, without gradients
const GAP = 8; // px between two that wait, their frames included
const END = 10; // px: as far from its right edge they end

/**
 * The numbers that travel, none if there are more than one can follow.
 * @param {import("../core/steps.js").Plan} plan
 * @param {Scene} scene
 * @param {number} k
 * @returns {Move[]}
 */
export function movesOf(plan, scene, k) {
  const { trace, firstEdge, contributions, data, local } = plan;
  const step = plan.steps[k];
  const count = step.kind === "forward" ? firstEdge[step.node + 1] - firstEdge[step.node] : step.end - step.begin;
  if (count > MOST || step.stage) return []; // what follows one from the other does not move at once
  if (step.kind === "forward" && plan.nudge !== null) return nudged(plan, scene, step.node);
  if (step.kind === "forward") {
    const edges = Array.from({ length: count }, (_, i) => firstEdge[step.node] + i);
    const seen = edges.filter((e) => scene.routes[e]);
    const texts = seen.map((e) => numberText(data[trace.from[e]]));
    const places = sideBySide(scene, step.node, texts);
    return seen.map((e, i) => ({
      route: scene.routes[e], text: texts[i], way: "is-forward",
      from: numberPlace(scene, trace.from[e], DATA, texts[i]), into: places[i],
    }));
  }
  if (step.kind === "carry") return carried(plan, scene, Number(step.edge));
  if (step.kind !== "push") return [];
  return contributions
    .slice(step.begin, step.end)
    .filter((c) => scene.routes[c.edge] && local[c.edge] !== null)
    .map(({ edge, arriving, amount, before, after, first }) => {
      const [text, slope, becomes] = [arriving, local[edge], amount].map(numberText);
      const [source, factor] = [trace.from[edge], factorNode(plan, scene, edge)];
      const adds = (!first || before !== 0) && Object.is(after, before + amount);
      return {
        route: scene.routes[edge].slice().reverse(), text, becomes, way: "is-backward",
        meets: {
          text: slope, from: factor >= 0 && stands(scene, factor) ? numberPlace(scene, factor, DATA, slope) : undefined,
        },
        joins: adds ? `${numberText(before)} + ${bracketed(becomes)}` : undefined, lands: numberText(after),
        from: numberPlace(scene, trace.to[edge], GRAD, text), into: numberPlace(scene, source, GRAD, becomes),
      };
    });
}

/**
 * A change goes along its edges, and becomes another one on the way.
 * @param {import("../core/steps.js").Plan} plan
 * @param {Scene} scene
 * @param {number} node
 * @returns {Move[]}
 */
function nudged(plan, scene, node) {
  const nudge = nudgeOf(plan, scene);
  return edgesInto(plan, nudge, node).filter((e) => scene.routes[e]).map((e) => {
    const source = plan.trace.from[e];
    const [moved, ratio] = [Number(nudge.moved[source]), Number(nudge.ratio[e])];
    const [text, becomes] = [moved, moved * ratio].map(changeText);
    return {
      route: scene.routes[e], text, way: "is-forward", meets: { text: numberText(ratio) }, becomes, lands: becomes,
      from: numberPlace(scene, source, 0, text), into: numberPlace(scene, node, 0, becomes),
    };
  });
}

/**
 * A rate goes along an edge, meets the local derivative, and is the amount that it brings.
 * @param {import("../core/steps.js").Plan} plan
 * @param {Scene} scene
 * @param {number} e
 * @returns {Move[]}
 */
function carried(plan, scene, e) {
  if (!scene.routes[e]) return [];
  const [source, user, factor] = [plan.trace.from[e], plan.trace.to[e], factorNode(plan, scene, e)];
  const [text, slope, becomes] = [plan.rates[source], plan.local[e], amountAlong(plan, e)].map(numberText);
  const from = factor >= 0 && stands(scene, factor) ? numberPlace(scene, factor, DATA, slope) : undefined;
  return [{
    route: scene.routes[e], text, way: "is-forward", meets: { text: slope, from }, becomes, lands: becomes,
    from: numberPlace(scene, source, GRAD, text), into: numberPlace(scene, user, GRAD, becomes),
  }];
}

/** Whether a value has a card. @param {Scene} scene @param {number} i */
function stands(scene, i) {
  return Number.isFinite(scene.x[i]);
}

/**
 * Where the operands of an operation wait, one beside the other, at its card's left edge.
 * @param {Scene} scene
 * @param {number} node
 * @param {string[]} texts
 * @returns {Point[]}
 */
function sideBySide(scene, node, texts) {
  const widths = texts.map((text) => labelWidth(text) + GAP);
  let x = scene.x[node] + scene.w[node] / 2 - widths.reduce((sum, w) => sum + w, 0) / 2;
  const y = scene.y[node] + DATA + (scene.bare ? BARE : 0);
  return widths.map((w) => [(x += w) - w / 2, y]);
}

/**
 * Where a number stands in a card.
 * @param {Scene} scene
 * @param {number} i
 * @param {number} row
 * @param {string} text
 * @returns {Point}
 */
function numberPlace(scene, i, row, text) {
  return [scene.x[i] + scene.w[i] - END - 3.5 * text.length, scene.y[i] + row + (scene.bare ? BARE : 0)];
}
