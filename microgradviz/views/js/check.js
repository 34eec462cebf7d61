// @ts-check
// Whether a trace and a scene fit together, before anything is drawn. Pure.

import { problemOfParts } from "./parts.js";

const WORDS = ["name", "title", "short"];

/**
 * What is wrong with them, in a sentence; "" if nothing.
 * @param {any} trace
 * @param {any} scene
 * @returns {string}
 */
export function problemOf(trace, scene) {
  if (!trace || typeof trace !== "object" || !Array.isArray(trace.op)) return "the trace must be an object with columns.";
  if (!scene || typeof scene !== "object") return "the scene must be an object with columns.";
  const [nodes, edges] = [trace.op.length, Array.isArray(trace.from) ? trace.from.length : 0];
  if (!nodes) return "the trace must have at least one value.";
  for (const [of, names, count] of /** @type {[any, string[], number][]} */ ([
    [trace, ["data"], nodes],
    [trace, ["from", "to", "slot", "local"], edges],
    [scene, scene.parts ? WORDS : ["x", "y", "w", ...WORDS], nodes],
    [scene, scene.parts ? [] : ["routes"], edges],
  ])) {
    for (const name of names) {
      if (!Array.isArray(of[name]) || of[name].length !== count) return `${name} must be a list of ${count}.`;
    }
  }
  for (const name of ["order", "observed"]) if (!Array.isArray(trace[name])) return `${name} must be a list.`;
  for (const name of ["label", "params"]) if (!trace[name] || typeof trace[name] !== "object") return `${name} must be an object.`;
  const known = (/** @type {any} */ i) => Number.isInteger(i) && i >= 0 && i < nodes;
  for (const name of ["from", "to", "order"]) {
    const bad = trace[name].find((/** @type {any} */ i) => !known(i));
    if (bad !== undefined) return `${name} must hold numbers of values below ${nodes} (got ${String(bad)}).`;
  }
  if (!known(trace.root)) return `root must be the number of a value below ${nodes} (got ${String(trace.root)}).`;
  if (!trace.from.every((/** @type {number} */ from, /** @type {number} */ e) => from < trace.to[e])) return "every edge must run to a later value.";
  if (!scene.rules || typeof scene.rules !== "object" || !Array.isArray(scene.faults)) return "the scene must have rules and faults.";
  return scene.parts ? problemOfParts(scene, nodes) : "";
}
