// @ts-check
// Which numbers travel at a step: operands into an operation, or a gradient along an edge into an input. Pure.

import { numberText } from "../core/words.js";
import { MOST } from "./motion.js";

/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./motion.js").Move} Move */
/** @typedef {import("./motion.js").Point} Point */

const [DATA, GRAD] = [31, 46.5]; // px below a card's upper edge: the middle of its numbers
const BARE = 7; // px lower, without gradients
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
  if (count > MOST) return [];
  if (step.kind === "forward") {
    const edges = Array.from({ length: count }, (_, i) => firstEdge[step.node] + i);
    return edges.filter((e) => scene.routes[e]).map((e) => {
      const text = numberText(data[trace.from[e]]);
      return {
        route: scene.routes[e], text, way: "is-forward", from: numberPlace(scene, trace.from[e], DATA, text),
        into: numberPlace(scene, step.node, DATA, text),
      };
    });
  }
  if (step.kind !== "push") return [];
  return contributions
    .slice(step.begin, step.end)
    .filter((c) => scene.routes[c.edge] && local[c.edge] !== null)
    .map(({ edge, arriving, amount }) => {
      const [text, slope, becomes] = [arriving, local[edge], amount].map(numberText);
      return {
        route: scene.routes[edge].slice().reverse(), text, meets: { text: `× ${slope}` }, becomes, way: "is-backward",
        from: numberPlace(scene, trace.to[edge], GRAD, text), into: numberPlace(scene, trace.from[edge], GRAD, becomes),
      };
    });
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
