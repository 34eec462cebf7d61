// @ts-check
// A picture without the cards of constants, whose numbers stand in the title of their operation. Pure.

import { isFolded } from "../core/steps.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("../core/steps.js").Fault} Fault */
/** @typedef {import("./draw.js").Scene} Scene */
/**
 * The picture without the constants `nodes`, which have null for places and routes.
 * @typedef {{ nodes: number[], x: (number | null)[], y: (number | null)[], routes: ([number, number][] | null)[],
 *   labels: (import("./labels.js").Place | null)[],
 *   width: number, height: number, alt: string, narrow?: Partial<Fold> }} Fold
 */
/** @typedef {Pick<Scene, "x" | "y" | "routes" | "labels" | "width" | "height" | "rankdir" | "gap">} Upright */
/** @typedef {import("./parts.js").Unit} Unit */
/** @typedef {{ shapes: Record<string, import("./parts.js").Shape>, units: Unit[][] }} NarrowParts of samples */

/**
 * The scene as a phone has room for it, if it knows how: from top to bottom, or with narrow cards.
 * @param {Scene} scene
 * @returns {Scene}
 */
export function uprightScene(scene) {
  const { parts, narrow } = scene;
  if (!narrow) return scene;
  if ("units" in narrow)
    return { ...scene, shapes: narrow.shapes, parts: parts && { ...parts, units: narrow.units } };
  return { ...scene, ...scene.narrow, fold: scene.fold && { ...scene.fold, ...scene.fold.narrow } };
}

/**
 * The scene with its constants folded; in one of parts the shapes know it themselves.
 * @template {Scene} T
 * @param {T} scene
 * @returns {T}
 */
export function foldedScene(scene) {
  const { fold } = scene;
  if (!fold) return scene;
  if (scene.parts) return { ...scene, alt: fold.alt };
  const gone = new Set(fold.nodes);
  const [x, y] = [fold.x, fold.y].map((column) => column.map((at) => at ?? NaN));
  const routes = /** @type {[number, number][][]} */ (fold.routes.map((route) => route ?? undefined));
  return {
    ...scene, x, y, routes, labels: fold.labels, width: fold.width, height: fold.height, alt: fold.alt,
    shown: [...scene.title.keys()].filter((i) => !gone.has(i)), drawn: [...routes.keys()].filter((e) => routes[e]),
  };
}

/**
 * The value on whose card one finds this one: its own, or of a folded constant the operation's.
 * @param {Plan} plan
 * @param {number} node
 */
export function placeOfValue(plan, node) {
  return isFolded(plan, node) ? plan.trace.to[plan.trace.from.indexOf(node)] : node;
}

/**
 * A fault where it is seen: one on the edge of a folded constant at the operation.
 * @param {Plan} plan
 * @param {Fault} fault
 */
export function faultInSight(plan, fault) {
  const { node, edge } = fault;
  return node === null && edge !== null && isFolded(plan, plan.trace.from[edge])
    ? { ...fault, node: plan.trace.to[edge], edge: null }
    : fault;
}

/** Faults by step, each where it is seen. @param {Plan} plan @param {Map<number, Fault[]>} faults */
export function faultsInSight(plan, faults) {
  return new Map([...faults].map(([k, found]) => [k, found.map((fault) => faultInSight(plan, fault))]));
}
