import assert from "node:assert/strict";
import { test } from "node:test";
import { itemsOf, partSize, progressOf, runAt, runsOf } from "../../../microgradviz/views/js/graph/parts.js";
import { makePlan, stateAt } from "../../../microgradviz/views/js/core/steps.js";
import { inColumns } from "../../../microgradviz/views/js/core/names.js";
import { pathTo } from "../../../microgradviz/views/js/graph/titles.js";
import { line } from "../traces.js";

// d = a × b + c, with a, b and e = a × b in one part, "product", and e in another within it
const PARTS = { name: ["product", "inner"], around: [-1, 0], begin: [0, 2], end: [3, 3], copies: [0, 0], shape: [0, 1] };

test("a part holds values and parts, in order", () => {
  assert.deepEqual(itemsOf(PARTS, -1, 5), [-1, 3, 4]);
  assert.deepEqual(itemsOf(PARTS, 0, 5), [0, 1, -2]);
  assert.deepEqual(itemsOf(PARTS, 1, 5), [2]);
  assert.deepEqual(pathTo(PARTS, 2), [0, 1]);
  assert.deepEqual(pathTo(PARTS, 4), []);
  assert.deepEqual([0, 1].map((part) => partSize(PARTS, part)), ["3 values", "1 value"]);
});

test("what happens in a closed part is one step forward and one backward", () => {
  const plan = makePlan(line());
  const runs = runsOf(plan, PARTS, -1);
  assert.deepEqual(runs.map((run) => [run.begin, run.end, run.part]), [
    [0, 0, -1], [1, 1, 0], [2, 2, -1], [3, 3, -1], [4, 4, -1], [5, 5, -1], [6, 7, 0],
  ]);
  assert.equal(runsOf(plan, PARTS, 1).length, plan.total + 1, "all steps are seen where the part is open");
  for (let k = 0; k <= plan.total; k++) {
    const run = runs[runAt(runs, k)];
    assert.ok(run.begin <= k && k <= run.end);
  }
});

test("every fine step is in exactly one run, whatever is open", () => {
  const plan = makePlan(line());
  for (const open of [-1, 0, 1]) {
    const steps = runsOf(plan, PARTS, open).flatMap(({ begin, end }) => Array.from({ length: end - begin + 1 }, (_, i) => begin + i));
    assert.deepEqual(steps, [...plan.steps.keys()]);
  }
});

test("progress and norm are those of what is known", () => {
  const plan = makePlan(line());
  assert.deepEqual(progressOf(plan, stateAt(plan, 0), 0, 3), { computed: 0, operations: 1, reached: 0, norm: null });
  assert.deepEqual(progressOf(plan, stateAt(plan, 1), 0, 3), { computed: 1, operations: 1, reached: 0, norm: null });
  const { reached, norm } = progressOf(plan, stateAt(plan, plan.total), 0, 3);
  assert.equal(reached, 3);
  assert.equal(norm, Math.sqrt(3 * 3 + 2 * 2 + 1));
});

test("titles that travelled once each are columns again", () => {
  const scene = inColumns({ texts: [["a", "a", "a"], ["v1", "v1 = a × a", "v1…"]], text: [0, 1, 0] });
  assert.deepEqual([scene.name, scene.title, scene.short], [["a", "v1", "a"], ["a", "v1 = a × a", "a"], ["a", "v1…", "a"]]);
});
