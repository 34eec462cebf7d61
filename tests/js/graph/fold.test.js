import assert from "node:assert/strict";
import { test } from "node:test";
import { altOf } from "../../../microgradviz/views/js/core/recompute.js";
import { questionsAt } from "../../../microgradviz/views/js/core/questions.js";
import { hintOf, sentence } from "../../../microgradviz/views/js/core/sentences.js";
import { makePlan, sameStep } from "../../../microgradviz/views/js/core/steps.js";
import { faultInSight, foldedScene, placeOfValue } from "../../../microgradviz/views/js/graph/fold.js";
import { runsOf } from "../../../microgradviz/views/js/graph/parts.js";
import { makePace } from "../../../microgradviz/views/js/player/groups/pace.js";
import { line, RULES } from "../traces.js";

// d = 2 × b + 10: the first and the last leaf are constants. Backward goes into e, 10, 2, b.
const trace = () => ({ ...line(), label: { 1: "b", 2: "e", 4: "d" } });
const WORDS = { name: ["2", "b", "e", "10", "d"], title: ["constant", "b", "e = 2 × b", "constant", "d = e + 10"], rules: RULES };
const CONSTANTS = [0, 3];
const folded = (options = {}) => makePlan(trace(), { constants: CONSTANTS, ...options });

test("what goes into a folded constant belongs to the step before it", () => {
  const pushed = (plan) => plan.steps.slice(3).map(({ begin, end }) => [begin, end]);
  assert.deepEqual(pushed(folded()), [[0, 0], [0, 3], [3, 4]]);
  assert.deepEqual(pushed(folded({ folds: false })), [[0, 0], [0, 1], [1, 2], [2, 3], [3, 4]]);
  assert.equal(folded({ by: "node" }).total, 5, "by node no step is a constant's alone");
  const first = makePlan(trace(), { constants: [2, 3] }); // the seed's own step takes what comes first
  assert.deepEqual(pushed(first), [[0, 2], [2, 3], [3, 4]]);
  assert.equal(sentence(first, WORDS, 3), "Backward starts at the result: ∂d/∂d = 1, so d.grad = 1");
});

test("with constants folded or not, a step keeps its place", () => {
  const [fewer, all] = [folded(), folded({ folds: false })];
  assert.deepEqual([0, 2, 3, 4, 5].map((k) => sameStep(fewer, all, k)), [0, 2, 3, 6, 7]);
  assert.deepEqual([0, 2, 3, 4, 5, 6, 7].map((k) => sameStep(all, fewer, k)), [0, 2, 3, 4, 4, 4, 5]);
});

test("Next and Previous go from seen step to seen step, and every step has a number", () => {
  const plan = folded();
  const pace = makePace(plan, null, () => null);
  const way = [0];
  while (way[way.length - 1] < plan.total) way.push(pace.after(way[way.length - 1]));
  assert.deepEqual(way, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(way.slice(1).map(pace.before), way.slice(0, -1));
  assert.deepEqual(way.map((k) => pace.words(k)), [0, 1, 2, 3, 4, 5].map((n) => `Step ${n} of 5`));
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(pace.stepOf), way);
});

test("with a part open the steps around it keep their numbers", () => {
  const plan = makePlan(line());
  const parts = { name: ["product"], around: [-1], begin: [0], end: [3], copies: [0], shape: [0] };
  const pace = (open) => makePace(plan, { parts, runs: () => runsOf(plan, parts, open) }, () => null);
  assert.deepEqual([0, 2, 5, 6, 7].map((k) => pace(-1).words(k)), [0, 2, 5, 6, 6].map((n) => `Step ${n} of 6`));
  const inside = ["Step 5 of 6", "Step 6 of 6, inside 1 of 2", "Step 6 of 6, inside 2 of 2"];
  assert.deepEqual([5, 6, 7].map((k) => pace(0).words(k)), inside);
});

test("what is said leaves folded constants out", () => {
  const by = folded({ by: "node" });
  assert.equal(hintOf(by, WORDS, 3), "push gradient into e");
  assert.match(sentence(by, WORDS, 4), /^Arriving from .*; e\.grad is now 1$/);
  assert.match(sentence(folded({ by: "node", folds: false }), WORDS, 4), /constant 10/);
  assert.match(altOf(folded(), WORDS), /of 3 values/);
  assert.match(altOf(folded({ folds: false }), WORDS), /of 5 values/);
});

test("nobody is asked for a constant's gradient, folded or not", () => {
  for (const folds of [true, false]) for (const kind of ["grad", "local"]) for (const by of ["contribution", "node"]) {
    const plan = folded({ folds, by });
    assert.deepEqual(plan.steps.flatMap((_, k) => questionsAt(plan, kind, k)).map(({ node }) => node), [2, 1]);
  }
});

test("what happens to a folded constant is seen at its operation", () => {
  const plan = folded();
  const fault = { kind: "non-finite", text: "", node: null, edge: 3 };
  assert.deepEqual(faultInSight(plan, fault), { ...fault, node: 4, edge: null });
  assert.deepEqual(faultInSight(folded({ folds: false }), fault), fault);
  assert.deepEqual([0, 1, 3].map((i) => placeOfValue(plan, i)), [2, 1, 4]);
});

test("a folded scene has cards and edges for the rest", () => {
  const all = { ...WORDS, x: [1, 2, 3, 4, 5], y: [1, 2, 3, 4, 5], routes: [[], [], [], []], alt: "5", width: 9, height: 9 };
  const route = [[0, 0], [1, 1]];
  const fold = { nodes: CONSTANTS, x: [null, 0, 1, null, 2], y: [null, 0, 0, null, 0], routes: [null, route, route, null], width: 5, height: 4, alt: "3" };
  const seen = foldedScene(/** @type {any} */ ({ ...all, fold }));
  assert.deepEqual(seen.shown, [1, 2, 4]);
  assert.deepEqual(seen.drawn, [1, 2]);
  assert.deepEqual([...seen.x], [NaN, 0, 1, NaN, 2]);
  assert.deepEqual([seen.width, seen.alt], [5, "3"]);
  assert.equal(foldedScene(/** @type {any} */ (all)), all);
});
