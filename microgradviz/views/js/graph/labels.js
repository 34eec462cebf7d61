// @ts-check
// Where the local derivatives stand: beside their lines, and apart from each other where there is room. Pure.

import { pointsOf } from "./routes.js";
import { numberText } from "../core/words.js";

/** @typedef {import("./routes.js").Point} Point */

export const HEIGHT = 18; // px, of a label
export const DENSE = 400; // edges; beyond, they are drawn fainter, and without labels but where they are lit
const PAD = 4; // px at either end of a label
const DIGIT = 8.7; // px wide, in bold letters
/** @type {Record<string, number>} the letters that are wider, or less wide */
const LETTERS = { ".": 4.8, " ": 4.4, "×": 10.5, "−": 10.5, "→": 10.5 };
const LEAST = 41; // px wide: there may be more digits after an edit
const OFF = 3; // px between a label and its line
const SPILL = 6; // px: no more of a label lies beside its lane
const LEVEL = 12; // px across: less, and a line is as good as straight
const STOPS = [1, 4, 8, 12, 15]; // sixteenths of a stretch, where a label may touch it with a corner
const STOPS_DOWN = [12, 15, 8, 4, 1]; // contributions hang below the card where an edge begins
const APART = 10; // lines that may cross a label before it covers another one
const ROUNDS = 3;
const CELL = 32; // px

/**
 * The places of a picture's labels, which stay where they are while steps come and go.
 * @param {import("../core/steps.js").Plan} plan
 * @param {import("./draw.js").Scene} scene
 */
export function makePlaces(plan, scene) {
  const { routes, drawn = [...routes.keys()], lead } = scene;
  const down = scene.rankdir === "TB";
  // lines of several edges
  const shared = new Set(lead && [...lead].filter(([edge, first]) => edge !== first).map(([, first]) => first));
  const edges = drawn.length > DENSE ? [] : drawn.filter((e) => !shared.has(e));
  const widths = (/** @type {number[]} */ some) =>
    some.map((e) => Math.max(labelWidth(slopeText(plan.local[e])), LEAST));
  const found = placeLabels(edges.map((e) => routes[e]), down, widths(edges));
  const kept = new Map(edges.map((e, i) => [e, found[i]]));
  return { placeOf: (/** @type {number} */ edge) => kept.get(edge), placesOf };

  /** The places of the labels of some edges that are seen together. @param {number[]} some @returns {Point[]} */
  function placesOf(some) {
    const places = some.flatMap((e) => (kept.has(e) ? [/** @type {Point} */ (kept.get(e))] : []));
    return places.length === some.length ? places : placeLabels(some.map((e) => routes[e]), down, widths(some));
  }
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
 * What the label of a used edge says, and its middle: what came of it too, if that is no number to go on with and there
 * is room between the cards.
 * @param {Point[]} route
 * @param {boolean} down
 * @param {Point} place
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
 * @param {Point} place
 * @param {number} width
 * @returns {Point}
 */
export function withinLane(route, down, [x, y], width) {
  if (down) return [x, y];
  let middle = x;
  for (const [i, [b]] of route.slice(1).entries()) {
    const [left, right] = [Math.min(route[i][0], b) - SPILL, Math.max(route[i][0], b) + SPILL];
    if (x < left || x > right) continue;
    if (width <= right - left) return [Math.min(Math.max(x, left + width / 2), right - width / 2), y];
    middle = (left + right) / 2;
  }
  return [middle, y];
}

/**
 * The middle of a label for each route: the first place that nothing else needs, or the one that the least does. What
 * was placed early looks again when all are.
 * @param {Point[][]} routes
 * @param {boolean} down
 * @param {number[]} widths
 * @returns {Point[]}
 */
export function placeLabels(routes, down, widths) {
  const linesAt = linesInCells(routes.map((route) => pointsOf(route, down)));
  const offers = routes.map((route, i) => placesBeside(route, down, widths[i]));
  const lines = offers.map((offered) => new Array(offered.length).fill(-1)); // -1: nobody has asked yet
  /** @type {Point[]} */
  const placed = routes.map(() => [NaN, NaN]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, offered] of offers.entries()) {
      let [best, least] = [offered[0], Infinity];
      for (let j = 0; j < offered.length && least > 0; j++) {
        if (lines[i][j] < 0) lines[i][j] = linesAt(offered[j], widths[i]);
        const cost = lines[i][j] < least ? lines[i][j] + APART * covered(offered[j], i) : Infinity;
        if (cost < least) [best, least] = [offered[j], cost];
      }
      placed[i] = best;
    }
  }
  return placed;

  /** How many other labels one would cover. @param {Point} place @param {number} i */
  function covered([x, y], i) {
    let count = 0;
    for (let j = 0; j < placed.length; j++) {
      if (Math.abs(placed[j][1] - y) < HEIGHT && Math.abs(placed[j][0] - x) < (widths[i] + widths[j]) / 2 && j !== i)
        count++;
    }
    return count;
  }
}

/**
 * The places beside a route, the best first. A stretch runs one way across, so that a box which touches it with one
 * corner, on its outer side, is free of it; and where a stretch runs, no card stands.
 * @param {Point[]} route
 * @param {boolean} down
 * @param {number} w
 * @returns {Point[]}
 */
function placesBeside(route, down, w) {
  const along = down ? 1 : 0;
  const size = down ? HEIGHT : w;
  const stops = down ? STOPS_DOWN : STOPS;
  const stretches = route.slice(1).map((b, i) => ({ a: route[i], b, long: Math.abs(b[along] - route[i][along]) }));
  const found = stretches.filter(({ long }) => long >= size - SPILL).flatMap(({ a, b }) => {
    if (Math.abs(b[1 - along] - a[1 - along]) < LEVEL) return besideLevel(a, b, down, w);
    const points = pointsOf([a, b], down);
    const [begin, end] = [
      Math.min(a[along], b[along]) + size / 2 - SPILL, Math.max(a[along], b[along]) - size / 2 + SPILL,
    ];
    return stops
      .flatMap((j) => atCorners(points[j], a, b, w))
      .filter((place) => place[along] >= begin && place[along] <= end);
  });
  if (found.length) return found;
  const { a, b } = stretches.reduce((longest, one) => (one.long > longest.long ? one : longest));
  const points = pointsOf([a, b], down);
  const ends = [atCorners(points[STOPS[0]], a, b, w)[0], atCorners(points[STOPS[4]], a, b, w)[1]];
  // too wide for the lane: as little as can be below either card
  return ends.map(([x, y]) => [down ? x : (a[0] + b[0]) / 2, y]);
}

/** @param {Point} a @param {Point} b @param {boolean} down @param {number} w @returns {Point[]} */
function besideLevel([ax, ay], [bx, by], down, w) {
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  if (down) return [[Math.max(ax, bx) + OFF + w / 2, y], [Math.min(ax, bx) - OFF - w / 2, y]];
  return [[x, Math.min(ay, by) - OFF - HEIGHT / 2], [x, Math.max(ay, by) + OFF + HEIGHT / 2]];
}

/**
 * The box right of a point of a stretch, and the one left of it.
 * @param {Point} at
 * @param {Point} a
 * @param {Point} b
 * @param {number} w
 * @returns {Point[]}
 */
function atCorners([x, y], [ax, ay], [bx, by], w) {
  const falls = (bx - ax) * (by - ay) >= 0 ? 1 : -1;
  const [dx, dy] = [OFF + w / 2, falls * (OFF + HEIGHT / 2)];
  return [[x + dx, y - dy], [x - dx, y + dy]];
}

/**
 * How many lines run through a label's box, for many labels.
 * @param {Point[][]} lines
 * @returns {(place: Point, w: number) => number}
 */
function linesInCells(lines) {
  /** @type {Map<number, number[]>} x, y and line of each point, one after the other */
  const cells = new Map();
  const keyOf = (/** @type {number} */ i, /** @type {number} */ j) => i * 1e6 + j;
  for (const [line, points] of lines.entries()) {
    for (const [x, y] of points) {
      const key = keyOf(Math.floor(x / CELL), Math.floor(y / CELL));
      const cell = cells.get(key);
      if (cell) cell.push(x, y, line);
      else cells.set(key, [x, y, line]);
    }
  }
  return ([x, y], w) => {
    const met = new Set();
    const [left, right, top, bottom] = [x - w / 2, x + w / 2, y - HEIGHT / 2, y + HEIGHT / 2];
    for (let i = Math.floor(left / CELL); i <= right / CELL; i++) {
      for (let j = Math.floor(top / CELL); j <= bottom / CELL; j++) {
        const cell = cells.get(keyOf(i, j)) ?? [];
        for (let at = 0; at < cell.length; at += 3) {
          if (cell[at] > left && cell[at] < right && cell[at + 1] > top && cell[at + 1] < bottom) met.add(cell[at + 2]);
        }
      }
    }
    return met.size;
  };
}
