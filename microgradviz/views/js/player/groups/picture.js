// @ts-check
// The picture of a play, of single values or of parts, and what the player asks of either.

import { drawGraph } from "../../graph/draw.js";
import { makeGroups } from "./groups.js";
import { makePace } from "./pace.js";

/** @param {Parameters<typeof makeGroups>[0]} options @param {Parameters<typeof makePace>[2]} rounds of updates */
export function makePicture(options, rounds) {
  const { plan, scene, faults, signal } = options;
  const groups = scene.parts ? makeGroups(options) : null;
  const graph = groups ? groups.whole : drawGraph(plan, scene, faults, signal);
  const pace = makePace(plan, groups, rounds);
  const cardOf = groups ? groups.card : (/** @type {number} */ node) => graph.cards[node];
  const beside = groups ? groups.beside
    : (/** @type {number} */ node, /** @type {number} */ way) => graph.shown[graph.shown.indexOf(node) + way] ?? node;
  /**
   * @type {(k: number, asked?: number,
   *   walk?: import("../../graph/draw.js").Walk) => import("../../graph/draw.js").Box[]}
   */
  const draw = groups ? groups.show : (k, asked, walk) => graph.show(k, asked, walk);
  return { groups, graph, pace, cardOf, beside, draw };
}
