import assert from "node:assert/strict";
import { test } from "node:test";

import { makePlan } from "../../../microgradviz/views/js/core/steps.js";
import { movesOf } from "../../../microgradviz/views/js/graph/moves.js";
import { line, squared } from "../traces.js";

const SCENE = { x: [0, 0, 200, 200, 400], y: [0, 100, 50, 150, 100], w: [100, 100, 100, 100, 100], h: 58 };
const ROUTES = [[[100, 29], [200, 70]], [[100, 129], [200, 88]], [[300, 79], [400, 120]], [[300, 179], [400, 138]]];

function said(moves) {
  return moves.map(({ text, meets, becomes, way }) => [text, meets?.text, becomes, way]);
}

test("an operation takes the data of its operands", () => {
  const [one, other] = movesOf(makePlan(line()), { ...SCENE, routes: ROUTES }, 1);
  assert.deepEqual(said([one, other]), [["2", undefined, undefined, "is-forward"], ["−3", undefined, undefined, "is-forward"]]);
  assert.deepEqual([one.route, one.from, one.into], [ROUTES[0], [86.5, 31], [286.5, 81]]);
});

test("a gradient runs against its edge and is multiplied on the way", () => {
  const plan = makePlan(line());
  assert.deepEqual(movesOf(plan, { ...SCENE, routes: ROUTES }, 3), [], "the seed appears");
  const [move] = movesOf(plan, { ...SCENE, routes: ROUTES }, 6);
  assert.deepEqual(said([move]), [["1", "× −3", "−3", "is-backward"]]);
  assert.deepEqual([move.route, move.from, move.into], [ROUTES[0].slice().reverse(), [286.5, 96.5], [83, 46.5]]);
});

test("a step of a whole value moves all of its contributions, but those within a closed part or without a slope", () => {
  const plan = makePlan({ ...squared(), local: [3, null] }, { by: "node" });
  assert.equal(movesOf(plan, { ...SCENE, routes: ROUTES }, 3).length, 1);
  assert.equal(movesOf(plan, { ...SCENE, routes: [undefined, undefined] }, 3).length, 0);
});
