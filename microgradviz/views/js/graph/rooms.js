// @ts-check
// Where there is room for a mark: clear of the numbers on edges, of what hangs below cards, and of other marks. Pure.

import { HEIGHT, labelWidth, slopeText } from "./labels.js";

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Room */
/** @typedef {import("./routes.js").Point} Point */

const [HANGS, ARRIVING] = [17, 100]; // px: so far below a card hangs what arrives there, and so wide

/** @param {Point} middle @param {number} width @param {number} height @returns {Room} */
export function roomAround([x, y], width, height) {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/** @param {Room} a @param {Room} b */
export function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * The first of some places at which nothing is covered, else the first of all.
 * @param {Point[]} places
 * @param {[number, number]} size
 * @param {Room[]} taken
 */
export function firstClear(places, [width, height], taken) {
  const clear = (/** @type {Point} */ at) => !taken.some((other) => overlap(roomAround(at, width, height), other));
  return places.find(clear) ?? places[0];
}

/**
 * What is taken by numbers on edges, and by gradients that arrive at cards.
 * @param {import("./draw.js").Scene} scene
 * @param {import("../core/steps.js").Plan} plan
 * @returns {Room[]}
 */
export function roomsTaken(scene, { local, trace }) {
  const labels = scene.labels.flatMap((place, e) =>
    place ? [roomAround([place[0], place[1]], labelWidth(slopeText(local[e])), HEIGHT)] : []);
  const used = [...new Set(trace.from)].filter((i) => Number.isFinite(scene.x[i]));
  return labels.concat(used.map((i) => {
    const [right, top] = [scene.x[i] + scene.w[i], scene.y[i] + (scene.tall?.[i] ?? scene.h)];
    return { left: right - ARRIVING, right, top, bottom: top + HANGS };
  }));
}
