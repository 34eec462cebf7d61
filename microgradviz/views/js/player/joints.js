// @ts-check
// Whether the parts of a scene lie in one another and have pictures to show, before anything is drawn. Pure.

import { WHOLE, itemsOf } from "../graph/parts.js";
import { LENGTH, ROUTE, TEXT, WIDTH, isObject, shown, wrongList } from "./kinds.js";

/** @typedef {import("./kinds.js").Kind} Kind */

/** @type {Kind} */
const WHOLE_NUMBER = [Number.isInteger, "whole numbers"];

/**
 * What is wrong with a scene's parts, in a sentence; "" if nothing.
 * @param {any} scene
 * @param {number} count of all values
 */
export function problemOfParts({ parts, shapes }, count) {
  if (!isObject(parts)) return "parts must be an object with columns.";
  const many = Array.isArray(parts.name) ? parts.name.length : 0;
  for (const [name, kind] of /** @type {[string, Kind][]} */ ([
    ["name", TEXT], ["around", WHOLE_NUMBER], ["begin", WHOLE_NUMBER], ["end", WHOLE_NUMBER], ["copies", WHOLE_NUMBER], ["shape", WHOLE_NUMBER],
  ])) {
    const wrong = wrongList(name, parts[name], many, kind);
    if (wrong) return `parts: ${wrong}`;
  }
  if (!isObject(shapes)) return "shapes must be an object.";
  for (let part = 0; part < many; part++) {
    const [begin, end, around] = [parts.begin[part], parts.end[part], parts.around[part]];
    const [low, high] = around === WHOLE ? [0, count] : [parts.begin[around], parts.end[around]];
    const after = part > 0 ? parts.begin[part - 1] : 0;
    if (!(around >= WHOLE && around < part && low <= begin && after <= begin && begin < end && end <= high)) {
      return `part ${part} must lie within the part around it.`;
    }
  }
  for (let part = WHOLE; part < many; part++) {
    const shape = shapes[part === WHOLE ? WHOLE : parts.shape[part]];
    const wrong = isObject(shape) ? problemOfShape(shape, itemsOf(parts, part, count).length) : "it must be an object.";
    if (wrong) return `the shape of ${part === WHOLE ? "the whole" : `part ${part}`}: ${wrong}`;
  }
  return "";
}

/**
 * @param {any} shape
 * @param {number} cards
 */
function problemOfShape(shape, cards) {
  if (!(LENGTH[0](shape.width) && LENGTH[0](shape.height) && shape.width > 0 && shape.height > 0)) return "it must be wider and higher than nothing.";
  const card = (/** @type {any} */ i) => Number.isInteger(i) && i >= 0 && i < cards;
  /** @type {Kind} */
  const pair = [(x) => Array.isArray(x) && x.length === 2 && x.every(card), `pairs of numbers of cards below ${cards}`];
  for (const [name, length, kind] of /** @type {[string, number, Kind][]} */ ([
    ["x", cards, LENGTH], ["y", cards, LENGTH], ["w", cards, WIDTH], ["edges", NaN, pair], ["routes", shape.edges?.length, ROUTE],
  ])) {
    const wrong = wrongList(name, shape[name], length, kind);
    if (wrong) return wrong;
  }
  return "";
}
