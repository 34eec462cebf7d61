import assert from "node:assert/strict";
import { test } from "node:test";

import { HEIGHT, labelWidth, makePlaces, placeLabels, usedLabel, withinLane } from "../../../microgradviz/views/js/graph/labels.js";
import { pointsOf } from "../../../microgradviz/views/js/graph/routes.js";
import { flowOf } from "../../../microgradviz/views/js/graph/used.js";

const ROUTES = [ // one edge each, and, where there is but one way, where its label stands
  ["level", [[0, 50], [80, 50]], false, [40, 38]],
  ["falling", [[0, 0], [80, 60]], false],
  ["rising", [[0, 60], [80, 0]], false],
  ["far", [[0, 0], [76, 300], [200, 300], [276, 0]], false],
  ["upright", [[50, 0], [50, 46]], true, [73, 23]],
  ["downward", [[0, 0], [90, 46]], true],
  ["of Graphviz", [[0, 0], [12, 3], [24, 9], [36, 18], [48, 30]], false],
  ["too short", [[0, 0], [20, 30]], false],
];

for (const [name, route, down, place] of ROUTES) {
  test(`a label stands beside its line: ${name}`, () => {
    const [[x, y]] = placeLabels([route], down, [40]);
    const inside = pointsOf(route, down).filter(([px, py]) => Math.abs(px - x) < 20 && Math.abs(py - y) < HEIGHT / 2);
    assert.deepEqual(inside, []);
    if (place) assert.deepEqual([x, y], place);
  });
}

test("labels of edges that run together stand apart", () => {
  const routes = [[[0, 100], [80, 20]], [[0, 100], [80, 100]], [[0, 100], [80, 180]], [[0, 20], [80, 10]], [[0, 180], [80, 190]]];
  const places = placeLabels(routes, false, routes.map(() => 50));
  for (const [i, [x, y]] of places.entries()) {
    for (const [ox, oy] of places.slice(i + 1)) assert.ok(Math.abs(x - ox) >= 50 || Math.abs(y - oy) >= HEIGHT);
  }
});

test("a line that stands for several edges keeps no label, but shows those that are lit", () => {
  const route = [[0, 0], [80, 0]];
  const scene = { routes: [route, route, [[0, 50], [80, 50]]], drawn: [0, 2], lead: new Map([[0, 0], [1, 0], [2, 2]]), rankdir: "LR" };
  const { placeOf, placesOf } = makePlaces({ local: [1, 2, 3] }, scene);
  assert.deepEqual([placeOf(0), placeOf(1)], [undefined, undefined]);
  assert.deepEqual([placeOf(2)], placesOf([2]));
  const [one, other] = placesOf([0, 1]);
  assert.notDeepEqual(one, other);
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
    assert.equal(placeLabels([route], false, [wide])[0][0], 138);
    const [before] = placeLabels([route], false, [41]);
    assert.equal(withinLane(route, false, before, wide)[0], 138); // an edit made it wider
  }
});
