// @ts-check
// Words beside arrows cover neither arrows nor each other where there is room.

import assert from "node:assert/strict";
import { test } from "node:test";

import { boxOf, lengthWithin, spotsOf } from "../../../microgradviz/views/js/instruments/attention/labels.js";

/** @typedef {import("../../../microgradviz/views/js/instruments/attention/labels.js").Point} Point */

const ORIGIN = /** @type {Point} */ ([300, 150]);
const drawn = (/** @type {[string, number, number, boolean?][]} */ ...arrows) =>
  arrows.map(([told, x, y, fixed]) => ({ told, from: ORIGIN, to: /** @type {Point} */ ([300 + x, 150 - y]), fixed }));

const covered = (/** @type {ReturnType<typeof drawn>} */ arrows, /** @type {[Point, Point][]} */ lines = []) =>
  spotsOf(arrows, lines, 600).map((spot, i) => {
    const box = boxOf(spot, arrows[i].told);
    return [...lines, ...arrows.map(({ from, to }) => /** @type {[Point, Point]} */ ([from, to]))]
      .reduce((total, line) => total + lengthWithin(line, box), 0);
  });

test("a key whose tip lies beside the query has words that no arrow crosses", () => {
  const arrows = drawn(["query c", 60, 40], ["key a", 40, 60], ["key b", 80, -40], ["key c", 20, 20]);
  assert.deepEqual(covered(arrows), [0, 0, 0, 0]);
});

test("the words of an output between values lie on none of them", () => {
  const arrows = drawn(["value l", 80, 40], ["value e", -40, 80], ["value o", 40, -80], ["output", 58, -15, true]);
  assert.deepEqual(covered(arrows), [0, 0, 0, 0]);
});

test("a gradient at a tip is left free", () => {
  const arrows = drawn(["key a", 60, 0]);
  assert.deepEqual(covered(arrows, [[[360, 150], [420, 150]]]), [0]);
});

test("tips at one place have words beside each other", () => {
  const [one, other] = spotsOf(drawn(["key a", 60, 40], ["key b", 60, 40]), [], 600).map((spot) => boxOf(spot, "key a"));
  const apart = one.left + one.width <= other.left || other.left + other.width <= one.left
    || one.top + one.height <= other.top || other.top + other.height <= one.top;
  assert.ok(apart);
});

test("words stay in the picture", () => {
  const [spot] = spotsOf(drawn(["value with a long name", 290, 0]), [], 600);
  const { left, width } = boxOf(spot, "value with a long name");
  assert.ok(left + width <= 600);
});

test("alone, words stand beyond the tip", () => {
  assert.deepEqual(spotsOf(drawn(["key a", 60, 0]), [], 600), [{ x: 373, y: 154, anchor: "start" }]);
});
