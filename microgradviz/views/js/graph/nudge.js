// @ts-check
// A nudge on the picture: by how much each value moves, above its card, and the ratios it measured, on the edges. In
// forward mode the local derivatives stand there that a rate has met.

import { svg } from "../core/dom.js";
import { changeText, edgesInto, nudgeOf, ratioText } from "../core/nudge.js";
import { edgesCarried } from "../core/rates.js";
import { DENSE, labelWidth, slopeText, withinLane } from "./labels.js";

/** @typedef {import("../core/steps.js").Plan} Plan */

const HEIGHT = 17; // px, of a pill

/**
 * @param {Plan} plan
 * @param {import("./draw.js").Scene} scene
 * @param {import("./draw.js").Card[]} cards those of values
 * @param {(edge: number) => import("./labels.js").Place | undefined} placeOf where the label of an edge stands
 */
export function makeNudge(plan, scene, cards, placeOf) {
  const layer = svg("g", { class: "mv-nudge", "aria-hidden": "true" });
  const seen = plan.nudge === null ? [] : [...plan.trace.op.keys()].filter((i) => cards[i]?.key);
  return { layer, show };

  /**
   * What is known of it at a step; an edge that the backward pass has used says what that found.
   * @param {number} k
   */
  function show(k) {
    if (plan.along !== null && scene.routes.length <= DENSE)
      layer.replaceChildren(...edgesCarried(plan, k).flatMap((e) => label(e, slopeText(plan.local[e]))));
    if (plan.nudge === null) return;
    const nudge = nudgeOf(plan, scene);
    const reached = seen.filter((i) => nudge.moved[i] !== null && plan.computedAt[i] <= k);
    const lit = plan.steps[k].kind === "forward" ? plan.steps[k].node : -1;
    const used = new Set(plan.contributions.slice(0, plan.steps[k].end).map(({ edge }) => edge));
    const edges = scene.routes.length > DENSE ? []
      : reached.filter((i) => i !== lit).flatMap((i) => edgesInto(plan, nudge, i)).filter((e) => !used.has(e));
    layer.replaceChildren(
      ...edges.flatMap((e) => label(e, ratioText(plan, nudge, e))),
      ...reached.map((i) => pill(i, `Δ ${changeText(nudge.moved[i])}`)),
    );
  }

  /** @param {number} e @param {string} text */
  function label(e, text) {
    const place = placeOf(e);
    if (!place) return [];
    const [x, y] = withinLane(scene.routes[e], scene.rankdir === "TB", place, labelWidth(text));
    return [svg("text", { x, y: y + 4, class: "mv-ratio", "data-label": e }, text)];
  }

  /** At the left end of a card's upper edge. @param {number} i @param {string} text */
  function pill(i, text) {
    const width = 12 + 7.2 * text.length;
    const made = svg("g", {
      class: "mv-change", transform: `translate(${scene.x[i] + 6 + width / 2} ${scene.y[i] - 5})`, "data-change": i,
    });
    made.append(
      svg("rect", { x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, rx: HEIGHT / 2 }),
      svg("text", { y: 4 }, text),
    );
    return made;
  }
}
