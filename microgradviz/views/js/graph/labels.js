// @ts-check
// What edges say, and where: their local derivatives, at the places that layout found for them. Pure.

import { numberText } from "../core/words.js";

/** @typedef {import("./routes.js").Point} Point */
/** @typedef {[number, number, number?]} Place and, beside the lane of a line, how wide a label may be there */

export const HEIGHT = 18; // px, of a label
export const DENSE = 400; // edges; beyond, they are drawn fainter, and without labels but where they are lit
const PAD = 4; // px at either end of a label
const DIGIT = 8.7; // px wide, in bold letters
/** @type {Record<string, number>} the letters that are wider, or less wide */
const LETTERS = {
  ".": 4.8, " ": 4.4, "(": 5.7, ")": 5.7, "×": 10.5, "−": 10.5, "→": 10.5, "+": 10.5, "=": 10.5, "≈": 10.5,
};
const SUM_SPILL = 22; // px: as much wider than its card may a sum be, in letters a little smaller than a label's
const SPILL = 6; // px: no more of a label lies beside its lane

/**
 * The places of a picture's labels, which came with it. What has none, for its line stands for several edges or is one
 * of many, is told on its line while it is lit.
 * @param {import("./draw.js").Scene} scene
 */
export function makePlaces({ routes, labels, lead }) {
  const shared = new Set(lead?.filter((first, edge) => first !== edge)); // the lines of several edges
  const placeOf = (/** @type {number} */ edge) =>
    shared.has(lead ? lead[edge] : edge) ? undefined : labels[edge] ?? undefined;
  return { placeOf, placesOf };

  /** The places of the labels of some edges that are seen together. @param {number[]} some @returns {Place[]} */
  function placesOf(some) {
    /** @type {Map<unknown, number>} how many stand on a line already */
    const met = new Map();
    return some.map((edge) => {
      const own = placeOf(edge);
      if (own) return own;
      const [[ax, ay], [bx, by]] = longestStretch(routes[edge]);
      const before = met.get(routes[edge]) ?? 0;
      met.set(routes[edge], before + 1);
      return [(ax + bx) / 2, (ay + by) / 2 + HEIGHT * before];
    });
  }
}

/** @param {Point[]} route */
function longestStretch(route) {
  const long = ([ax, ay] = [0, 0], [bx, by] = [0, 0]) => Math.hypot(bx - ax, by - ay);
  const stretches = route.slice(1).map((b, i) => /** @type {const} */ ([route[i], b]));
  return stretches.reduce((longest, one) => (long(...one) > long(...longest) ? one : longest));
}

/** What an edge says: its local derivative. @param {number | null} slope */
export function slopeText(slope) {
  return `× ${slope === null ? "?" : numberText(slope)}`;
}

/**
 * How wide a label is.
 * @param {string} text
 */
export function labelWidth(text) {
  return 2 * PAD + [...text].reduce((sum, letter) => sum + (LETTERS[letter] ?? DIGIT), 0);
}

/**
 * The longest way to write a sum that there is room for under a card of this width.
 * @param {string[]} texts
 * @param {number} width
 */
export function fitSum(texts, width) {
  return texts.find((text) => labelWidth(text) <= width + SUM_SPILL + 2 * PAD) ?? texts[texts.length - 1];
}

/**
 * What the label of a used edge says, and its middle: what came of it too, if that is no number to go on with and there
 * is room between the cards.
 * @param {Point[]} route
 * @param {boolean} down
 * @param {Place} place
 * @param {number} slope
 * @param {number} amount
 * @returns {{ text: string, place: Point }}
 */
export function usedLabel(route, down, place, slope, amount) {
  const told = slopeText(slope);
  const more = `${told} → ${numberText(amount)}`;
  const clear = (/** @type {string} */ text) => labelWidth(text) + SPILL; // stands clear of the cards
  const room = down ? Infinity : 2 * SPILL + Math.max(...route.slice(1).map(([x], i) => Math.abs(x - route[i][0])));
  const text = Number.isFinite(amount) || clear(more) > room ? told : more;
  return { text, place: withinLane(route, down, place, clear(text) > room ? labelWidth(text) : clear(text)) };
}

/**
 * The middle of a label between the cards: an edit may have made it wider than it was placed for.
 * @param {Point[]} route
 * @param {boolean} down
 * @param {Place} place
 * @param {number} width
 * @returns {Point}
 */
export function withinLane(route, down, [x, y, room = 0], width) {
  if (down || width <= room) return [x, y];
  let middle = x;
  for (const [i, [b]] of route.slice(1).entries()) {
    const [left, right] = [Math.min(route[i][0], b) - SPILL, Math.max(route[i][0], b) + SPILL];
    if (x < left || x > right) continue;
    if (width <= right - left) return [Math.min(Math.max(x, left + width / 2), right - width / 2), y];
    middle = (left + right) / 2;
  }
  return [middle, y];
}
