// @ts-check
// What is known of the function at a place, worked out from its graph.

import { difference, functionFrom, NUDGES, slopeIsInput } from "../../core/differences.js";

/**
 * @typedef {{ below: number, here: number, above: number }} Ends f at x − h, x and x + h
 * @typedef {{ here: number, exact: number, tied: string, at: (h: number) => Ends, errors: number[],
 *   curve: [number, number][], near: (x: number) => number }} Look
 *   `errors` are those of all nudges, `near` is f, `tied` is the input that the slope is, if any
 */

const POINTS = 181; // of a curve

/** @param {import("../../core/model.js").Model} model @returns {() => Look} */
export function makeLook(model) {
  const graph = model.get("graph");
  const names = Object.keys(model.get("at"));
  /** @type {[string, [number, number][]]} the curve, and what it is a curve of */
  let drawn = ["", []];
  return () => {
    const [place, along, { leaves }] = [model.get("at"), model.get("along"), graph];
    const f = functionFrom(graph, graph.rules, new Map(names.map((name) => [leaves[name], place[name]])));
    const [leaf, x, limits] = [leaves[along], place[along], model.get("limits")[along]];
    const near = (/** @type {number} */ there) => f.value(leaf, there);
    const [here, exact] = [near(x), f.exact(leaf, x)];
    const of = JSON.stringify([along, limits, names.map((name) => (name === along ? 0 : place[name]))]);
    if (drawn[0] !== of) {
      const [lowest, highest] = limits;
      const places = Array.from({ length: POINTS }, (_, k) => lowest + ((highest - lowest) * k) / (POINTS - 1));
      drawn = [of, places.map((there) => [there, near(there)])];
    }
    const at = (/** @type {number} */ h) => ({ below: near(x - h), here, above: near(x + h) });
    const errors = NUDGES.map((h) => Math.abs(difference(at(h), h, model.get("symmetric")).slope - exact));
    const tied = slopeIsInput(graph, graph.rules, leaves, place, along);
    return { here, exact, tied, at, errors, curve: drawn[1], near };
  };
}
