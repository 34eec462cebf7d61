import assert from "node:assert/strict";
import { test } from "node:test";

import { arrow, curve, lengthsOf, pointsOf } from "../../../microgradviz/views/js/graph/routes.js";

test("an edge leaves and arrives level", () => {
  assert.equal(curve([[0, 0], [10, 0], [50, 40]], false), "M0 0L10 0C30 0 30 40 50 40");
  assert.equal(curve([[0, 0], [40, 50]], true), "M0 0C0 25 40 25 40 50");
});

test("the head of an arrow points the way the edge runs", () => {
  assert.equal(arrow([[0, 0], [50, 40]], false, 10), "M40 34.5L50 40L40 45.5");
  assert.equal(arrow([[50, 40], [0, 0]], false, 10), "M10 -5.5L0 0L10 5.5");
});

test("points along a route lie on the line that is drawn", () => {
  const points = pointsOf([[0, 0], [40, 80], [50, 90]], false);
  assert.deepEqual([points[0], points[8], points[16], points[24], points[32]], [[0, 0], [20, 40], [40, 80], [45, 85], [50, 90]]);
  assert.deepEqual(pointsOf([[0, 0], [80, 40]], true)[8], [40, 20]);
  assert.deepEqual(lengthsOf([[0, 0], [3, 4], [3, 10]]), [0, 5, 11]);
});
