import assert from "node:assert/strict";
import { test } from "node:test";

import { HEIGHT, labelWidth, makePlaces, usedLabel, withinLane } from "../../../microgradviz/views/js/graph/labels.js";
import { flowOf } from "../../../microgradviz/views/js/graph/used.js";

test("labels stand where the scene says; one of a line that stands for several edges, on it while it is lit", () => {
  const route = [[0, 0], [80, 0]];
  const lead = Int32Array.of(0, 0, 2);
  const scene = { routes: [route, route, [[0, 50], [80, 50]]], labels: [[9, 9], [9, 9], [40, 38]], drawn: [0, 2], lead };
  const { placeOf, placesOf } = makePlaces(scene);
  assert.deepEqual([0, 1, 2].map(placeOf), [undefined, undefined, [40, 38]]);
  assert.deepEqual(placesOf([2, 0, 1]), [[40, 38], [40, 0], [40, HEIGHT]]);
});

test("a label is as wide as its text", () => {
  assert.ok(labelWidth("× −0.7313") > labelWidth("× 1"));
});

test("what flows is drawn by its power of ten", () => {
  assert.deepEqual([0, 1e-9, 1e-6, 10, -1e4, NaN, Infinity].map(flowOf), [0, 0, 0, 1, 1, 1, 1]);
  const chain = Array.from({ length: 11 }, (_, i) => flowOf(0.25 ** i));
  assert.ok(chain.every((flow, i) => i === 0 || flow < chain[i - 1]));
});

test("what came of a used edge is told where it fits between the cards", () => {
  const route = [[100, 0], [176, 60]];
  const told = (slope, amount, down = false) => usedLabel(route, down, [110, 20], slope, amount);
  assert.deepEqual([told(1, 2).text, told(1, NaN).text, told(-0.7313, Infinity).text], ["× 1", "× 1 → nan", "× −0.7313"]);
  assert.equal(told(-0.7313, Infinity, true).text, "× −0.7313 → ∞");
  const { text, place: [x] } = told(1, NaN);
  assert.ok(x - (labelWidth(text) - 8) / 2 >= 100 && x + (labelWidth(text) - 8) / 2 <= 176);
});

test("a label that is too wide for its lane lies below neither card more than below the other", () => {
  const wide = labelWidth("× −0.001341");
  for (const route of [[[100, 50], [176, 50]], [[100, 0], [176, 60]], [[100, 60], [176, 0]]]) {
    assert.equal(withinLane(route, false, [130, 20], wide)[0], 138); // an edit made it wider
  }
});
