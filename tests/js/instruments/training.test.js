// The pure parts of the training viewer: what is wired to what, where a boundary runs, which points of a curve stay.

import assert from "node:assert/strict";
import test from "node:test";

import { boundary } from "../../../microgradviz/views/js/instruments/training/boundary.js";
import { inPixels, niceEnd } from "../../../microgradviz/views/js/instruments/training/curve.js";
import { answersRight } from "../../../microgradviz/views/js/instruments/training/stage.js";
import { wiringOf } from "../../../microgradviz/views/js/instruments/training/wiring.js";

/** h = tanh(b + w1·x1 + w2·x2), out = c + v·h; what is multiplied stands in either order. */
function twoLayers() {
  const op = ["", "", "", "", "", "mul", "mul", "total", "tanh", "", "", "mul", "add"];
  const edges = [[0, 5], [3, 5], [4, 6], [1, 6], [2, 7], [5, 7], [6, 7], [7, 8], [9, 11], [8, 11], [11, 12], [10, 12]];
  const trace = { op, from: edges.map(([a]) => a), to: edges.map(([, b]) => b) };
  const roles = {
    params: [0, 1, 2, 9, 10], fed: [{ node: 3, x: 0 }, { node: 4, x: 1 }],
    layers: [{ units: [8], sums: [7] }, { units: [12], sums: [12] }],
  };
  return { trace, roles, inputs: 2 };
}

test("every weight is found with what it is multiplied by, and every bias", () => {
  const { inputs, layers } = wiringOf(/** @type {any} */ (twoLayers()), ["x1"]);
  assert.deepEqual(inputs, ["x1", "x2"]);
  assert.deepEqual(layers.map(([unit]) => [unit.bias, unit.wires]), [
    [2, [{ param: 0, from: [0, 0] }, { param: 1, from: [0, 1] }]],
    [4, [{ param: 3, from: [1, 0] }]],
  ]);
});

test("a boundary lies where the field has its level", () => {
  const places = Float64Array.from({ length: 11 }, (_, k) => k / 10);
  const field = [...places].flatMap((y) => [...places].map((x) => x * x + y * y));
  const pieces = boundary(field, places, places, 0.5);
  assert.ok(pieces.length > 8);
  for (const piece of pieces) for (const [x, y] of piece) assert.ok(Math.abs(x * x + y * y - 0.5) < 0.006);
  assert.deepEqual(boundary(field.map(() => 1), places, places, 0), []);
});

test("a saddle is crossed by two lines that do not meet", () => {
  const pieces = boundary([1, -1, -1, 1], [0, 1], [0, 1], 0);
  assert.equal(pieces.length, 2);
});

test("of many points the least and the greatest of each pixel stay", () => {
  const points = Array.from({ length: 5000 }, (_, k) => [k / 100, k === 1234 ? 9 : k === 4321 ? -9 : 0]);
  const kept = inPixels(points);
  assert.ok(kept.length < 250);
  assert.deepEqual([Math.max(...kept.map(([, y]) => y)), Math.min(...kept.map(([, y]) => y))], [9, -9]);
  assert.deepEqual([kept[0], kept.at(-1)], [points[0], points[4999]]);
});

test("an axis of steps ends at a round number", () => {
  assert.deepEqual([0, 99, 100, 101, 501, 20001].map(niceEnd), [100, 100, 100, 200, 1000, 50000]);
});

test("a score on its side is right however large it is, and one on the boundary is not", () => {
  const scores = [3, 0.2, 0, -0.2, NaN];
  assert.deepEqual(scores.map((x) => answersRight("signs", x, 1)), [true, true, false, false, false]);
  assert.deepEqual(scores.map((x) => answersRight("signs", x, -1)), [false, false, false, true, false]);
  assert.deepEqual(scores.map((x) => answersRight("classes", x, 0)), [false, true, true, true, false]);
  assert.equal(answersRight("numbers", 1, 1), false);
});
