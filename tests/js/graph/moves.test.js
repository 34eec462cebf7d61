import assert from "node:assert/strict";
import { test } from "node:test";

import { makePlan } from "../../../microgradviz/views/js/core/steps.js";
import { movesOf } from "../../../microgradviz/views/js/graph/moves.js";
import { line, squared, wordsOf } from "../traces.js";

const SCENE = { ...wordsOf(line()), x: [0, 0, 200, 200, 400], y: [0, 100, 50, 150, 100], w: [100, 100, 100, 100, 100], h: 58 };
const ROUTES = [[[100, 29], [200, 70]], [[100, 129], [200, 88]], [[300, 79], [400, 120]], [[300, 179], [400, 138]]];

function said(moves) {
  return moves.map(({ text, meets, becomes, way }) => [text, meets?.text, becomes, way]);
}

test("an operation takes the data of its operands", () => {
  const [one, other] = movesOf(makePlan(line()), { ...SCENE, routes: ROUTES }, 1);
  assert.deepEqual(said([one, other]), [["2", undefined, undefined, "is-forward"], ["−3", undefined, undefined, "is-forward"]]);
  assert.deepEqual([one.route, one.from], [ROUTES[0], [86.5, 31]]);
  assert.deepEqual([one.into[1], other.into[1]], [81, 81]);
  assert.ok(other.into[0] - one.into[0] > 20, "side by side, not one on the other");
});

test("a gradient runs against its edge and is multiplied on the way", () => {
  const plan = makePlan(line());
  assert.deepEqual(movesOf(plan, { ...SCENE, routes: ROUTES }, 3), [], "the seed appears");
  const [move] = movesOf(plan, { ...SCENE, routes: ROUTES }, 6);
  assert.deepEqual(said([move]), [["1", "−3", "−3", "is-backward"]]);
  assert.deepEqual([move.route, move.from, move.into], [ROUTES[0].slice().reverse(), [286.5, 96.5], [83, 46.5]]);
  assert.deepEqual(move.meets.from, [83, 131], "the factor comes from b, where it stands");
  assert.deepEqual([move.joins, move.lands], [undefined, "−3"], "nothing was there to add to");
});

test("what arrives second meets what is there before the sum stands", () => {
  const [move] = movesOf(makePlan(squared()), { ...SCENE, ...wordsOf(squared()), routes: ROUTES }, 4);
  assert.deepEqual([move.becomes, move.joins, move.lands], ["3", "3 + 3", "6"]);
  const lost = makePlan(squared(), { accumulate: false });
  const [other] = movesOf(lost, { ...SCENE, ...wordsOf(squared()), routes: ROUTES }, 4);
  assert.deepEqual([other.becomes, other.joins, other.lands], ["3", undefined, "3"]);
});

test("a step of a whole value moves all of its contributions, but those within a closed part or without a slope", () => {
  const plan = makePlan({ ...squared(), local: [3, null] }, { by: "node" });
  assert.equal(movesOf(plan, { ...SCENE, routes: ROUTES }, 3).length, 1);
  assert.equal(movesOf(plan, { ...SCENE, routes: [undefined, undefined] }, 3).length, 0);
});
