// @ts-check
// A unit of a layer: what it is called, its value and its gradient, and room for a small picture of what it does.

import { svg } from "../core/dom.js";
import { numberText } from "../core/words.js";

export const UNIT = { width: 124, height: 40 }; // px
const EDGE = 8; // px: beside the words
/** @type {Record<string, number>} px: of letters in bold; a digit is as wide as most */
const WIDTHS = { ".": 5.6, "–": 7.8, "−": 13.2 };
const DIGIT = 10.8;
const [VALUE, GRAD] = [17, 34.5]; // px: where they stand

/**
 * A unit card, as a group of an SVG picture: whoever makes it puts it in its place.
 * @param {{ label: string, width?: number, picture?: number }} options `picture` is the height that is left free on top
 *   for a picture of one's own, in px
 * @returns {{ group: SVGElement, slot: SVGElement, height: number,
 *   show: (value: number | null, grad: number | string | null) => void }} `slot` takes the picture, whose corner is
 *   at 0, 0; a gradient that is a text is said as it is, "" is none at all
 */
export function makeUnitCard({ label, width = UNIT.width, picture = 0 }) {
  const height = UNIT.height + picture;
  const group = svg("g", { class: "mv-unit" });
  const slot = svg("g", { class: "mv-unit-picture" });
  const words = svg("g", { transform: `translate(0 ${picture})` });
  const name = svg("text", { class: "mv-unit-label", x: EDGE, y: VALUE }, label);
  const key = svg("text", { class: "mv-unit-key", x: EDGE, y: GRAD }, "grad");
  const data = svg("text", { class: "mv-data", x: width - EDGE, y: VALUE });
  const slope = svg("text", { class: "mv-grad", x: width - EDGE, y: GRAD });
  words.append(name, key, data, slope);
  group.append(svg("rect", { width, height, rx: 6 }), slot, words);
  return { group, slot, height, show };

  /** @param {number | null} value @param {number | string | null} grad null is not yet known */
  function show(value, grad) {
    write(data, numberText(value), width - 2 * EDGE - 9 * label.length - 4);
    key.textContent = grad === "" ? "" : "grad";
    write(slope, typeof grad === "string" ? grad : numberText(grad), width - 2 * EDGE - 32);
  }
}

/** @param {SVGElement} place @param {string} text @param {number} room px */
function write(place, text, room) {
  if (place.textContent === text) return;
  place.textContent = text;
  place.removeAttribute("textLength");
  if ([...text].reduce((sum, c) => sum + (WIDTHS[c] ?? DIGIT), 0) <= room) return;
  place.setAttribute("textLength", String(Math.max(room, 1)));
  place.setAttribute("lengthAdjust", "spacingAndGlyphs");
}
