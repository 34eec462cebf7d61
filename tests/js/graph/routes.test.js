import assert from "node:assert/strict";
import { test } from "node:test";

import { apart, arrow, chipPlace, curve } from "../../../microgradviz/views/js/graph/routes.js";

test("an edge leaves and arrives level", () => {
  assert.equal(curve([[0, 0], [10, 0], [50, 40]], false), "M0 0L10 0C30 0 30 40 50 40");
  assert.equal(curve([[0, 0], [40, 50]], true), "M0 0C0 25 40 25 40 50");
});

test("the head of an arrow points the way the edge runs", () => {
  assert.equal(arrow([[0, 0], [50, 40]], false, 10), "M40 34.5L50 40L40 45.5");
  assert.equal(arrow([[50, 40], [0, 0]], false, 10), "M10 -5.5L0 0L10 5.5");
});

test("the number on an edge stands in the middle of the gap after its source", () => {
  assert.deepEqual(chipPlace([[0, 0], [20, 0], [96, 40], [200, 40]], false, 76), [58, 20]);
  assert.deepEqual(chipPlace([[0, 0], [76, 400]], false, 76), [38, 40]);
});

test("numbers on edges that run together are moved apart", () => {
  assert.deepEqual(apart([[0, 0], [0, 5], [100, 0]], 66, 22), [[0, 0], [0, 22], [100, 0]]);
});
