// @ts-check
// Whether a trace and a scene fit together, before anything is drawn: both may have been edited by hand. Pure.

import { problemOfParts } from "./joints.js";
import { AMOUNT, LEAF, LENGTH, MAYBE, PARAMS, PLACE, ROUTE, TEXT, TEXTS, WIDTH, WRITTEN_RULE, isObject, shown, wrongList } from "./kinds.js";

/** @typedef {import("./kinds.js").Kind} Kind */

/**
 * What is wrong with them, in a sentence; "" if nothing.
 * @param {any} trace
 * @param {any} scene
 * @returns {string}
 */
export function problemOf(trace, scene) {
  if (!isObject(trace) || !Array.isArray(trace.op)) return "the trace must be an object with columns.";
  if (!isObject(scene)) return "the scene must be an object with columns.";
  const [nodes, edges] = [trace.op.length, Array.isArray(trace.from) ? trace.from.length : 0];
  if (!nodes) return "the trace must have at least one value.";
  const known = (/** @type {any} */ i) => Number.isInteger(i) && i >= 0 && i < nodes;
  /** @type {Kind} */
  const node = [known, `numbers of values below ${nodes}`];
  const edge = (/** @type {any} */ e) => Number.isInteger(e) && e >= 0 && e < edges;
  /** @type {Kind} */
  const fault = [
    (x) => isObject(x) && TEXT[0](x.kind) && TEXT[0](x.text) && (x.node === null || known(x.node)) && (x.edge === null || edge(x.edge)),
    "faults, each with a kind, a text, and the number of a value or an edge",
  ];
  /** @type {Kind} */
  const seen = [(x) => Array.isArray(x) && Number.isInteger(x[0]) && AMOUNT[0](x[1]) && AMOUNT[0](x[2]), "rows of three numbers"];
  const placed = scene.parts === undefined; // else the shapes of the parts tell what stands where
  for (const [of, names, count, kind] of /** @type {[any, string[], number, Kind][]} */ ([
    [trace, ["op"], nodes, TEXT], [trace, ["data"], nodes, AMOUNT], [trace, ["from", "to"], edges, node],
    [trace, ["slot"], edges, [Number.isInteger, "whole numbers"]], [trace, ["local"], edges, MAYBE],
    [trace, ["order"], NaN, node], [trace, ["observed"], NaN, seen],
    [scene, ["name", "title", "short"], nodes, TEXT], [scene, ["faults"], NaN, fault],
    [scene, placed ? ["x", "y"] : [], nodes, LENGTH], [scene, placed ? ["w"] : [], nodes, WIDTH],
    [scene, placed ? ["routes"] : [], edges, ROUTE],
  ])) {
    for (const name of names) {
      const wrong = wrongList(name, of[name], count, kind);
      if (wrong) return wrong;
    }
  }
  for (const [of, name, kind] of /** @type {[any, string, Kind][]} */ ([
    [trace, "label", TEXT], [trace, "params", PARAMS], [trace, "line", PLACE], [scene, "rules", WRITTEN_RULE],
  ])) {
    if (name === "line" && of.line === undefined) continue;
    if (!isObject(of[name])) return `${name} must be an object.`;
    const bad = Object.values(of[name]).find((x) => !kind[0](x));
    if (bad !== undefined) return `${name} must hold ${kind[1]} (got ${shown(bad)}).`;
  }
  for (const [of, name, kind] of /** @type {[any, string, Kind][]} */ ([
    [trace, "engine", TEXT], [trace, "note", TEXT], [trace, "seed", AMOUNT], [scene, "alt", TEXT],
    [scene, "h", LENGTH], [scene, "gap", LENGTH],
    ...(placed ? [[scene, "width", LENGTH], [scene, "height", LENGTH]] : []),
  ])) {
    if (!kind[0](of[name])) return `${name} must be of ${kind[1]} (got ${shown(of[name])}).`;
  }
  if (!(scene.h > 0 && (!placed || (scene.width > 0 && scene.height > 0)))) return "the scene must be wider and higher than nothing.";
  if (!known(trace.root)) return `root must be the number of a value below ${nodes} (got ${shown(trace.root)}).`;
  return wrongEdges(trace) || wrongExtras(scene, known) || (placed ? "" : problemOfParts(scene, nodes));
}

/**
 * What a scene need not have.
 * @param {any} scene
 * @param {(i: any) => boolean} known
 */
function wrongExtras({ edit, heading, stage }, known) {
  if (heading !== undefined && !TEXT[0](heading)) return `heading must be text (got ${shown(heading)}).`;
  if (stage !== undefined && !TEXTS[0](stage)) return "stage must be a list of text.";
  if (edit === undefined) return "";
  if (!isObject(edit) || !isObject(edit.leaves) || !TEXT[0](edit.fixed)) return "edit must have leaves, and say why there are none.";
  const bad = Object.entries(edit.leaves).find(([i, leaf]) => !known(Number(i)) || !LEAF[0](leaf));
  return bad ? `leaves must hold ${LEAF[1]}, by the number of a value (got ${shown(bad)}).` : "";
}

/**
 * @param {any} trace
 * @returns {string}
 */
function wrongEdges({ op, from, to, slot }) {
  for (let e = 0; e < from.length; e++) {
    if (from[e] >= to[e]) return "every edge must run to a later value.";
    if (to[e] < (to[e - 1] ?? 0)) return "to must be in order.";
    const expected = to[e] === to[e - 1] ? slot[e - 1] + 1 : 0;
    if (slot[e] !== expected) return `slot must number the inputs of each value 0, 1, … (got ${shown(slot[e])}).`;
    if (!op[to[e]]) return `op must name the operation of value ${to[e]}, which has inputs.`;
  }
  return "";
}
