import assert from "node:assert/strict";
import { test } from "node:test";

import { faultsByStep, makePlan, phaseAt, stateAt, unreachable } from "../../../microgradviz/views/js/core/steps.js";
import { line, squared } from "../traces.js";

const kinds = (plan) => plan.steps.map((step) => step.kind);

test("a play is one step an operation, one to begin backward, and one a contribution", () => {
  const plan = makePlan(line());
  assert.deepEqual(kinds(plan), ["start", "forward", "forward", "seed", "push", "push", "push", "push"]);
  assert.deepEqual([plan.operations, plan.total], [2, 7]);
});

test("by node, all contributions of one node are one step", () => {
  const plan = makePlan(line(), { by: "node" });
  assert.deepEqual(kinds(plan), ["start", "forward", "forward", "seed", "push", "push"]);
  assert.deepEqual(stateAt(plan, plan.total), stateAt(makePlan(line()), 7));
});

test("the data of leaves is given, that of operations comes when they are computed", () => {
  const plan = makePlan(line());
  assert.deepEqual(stateAt(plan, 0).data, [2, -3, null, 10, null]);
  assert.deepEqual(stateAt(plan, 1).data, [2, -3, -6, 10, null]);
  assert.deepEqual(stateAt(plan, 2).data, [2, -3, -6, 10, 4]);
});

test("a gradient is unknown, not zero, until something arrives", () => {
  const plan = makePlan(line());
  assert.deepEqual(stateAt(plan, 2).grad, [null, null, null, null, null]);
  assert.deepEqual(stateAt(plan, 3).grad, [null, null, null, null, 1]);
  assert.deepEqual(stateAt(plan, 4).grad, [null, null, 1, null, 1]);
  assert.deepEqual(stateAt(plan, 7).grad, [-3, 2, 1, 1, 1]);
});

test("a value used twice gets both contributions, one after the other", () => {
  const plan = makePlan(squared());
  assert.deepEqual([2, 3, 4].map((k) => stateAt(plan, k).grad[0]), [null, 3, 6]);
  assert.deepEqual(plan.contributions.map(({ before, after, first }) => [before, after, first]), [[0, 3, true], [3, 6, false]]);
});

test("without accumulation the second contribution overwrites the first, and that is known to be wrong", () => {
  const plan = makePlan(squared(), { accumulate: false });
  assert.deepEqual(stateAt(plan, 4).grad[0], 3);
  assert.deepEqual([...stateAt(plan, 4).right], [[0, 6]]);
  assert.deepEqual([...stateAt(plan, 3).right], []);
});

test("what was observed is played in place of what ought to have been", () => {
  const trace = { ...squared(), observed: [[1, 3, 3]], engine: "observed" };
  const plan = makePlan(trace);
  assert.deepEqual(stateAt(plan, 4).grad[0], 3);
  assert.deepEqual([...stateAt(plan, 4).right], [[0, 6]]);
});

test("numbers that are not finite are played like any other", () => {
  const trace = { ...squared(), data: [{ $f: "Infinity" }, { $f: "Infinity" }], local: [{ $f: "Infinity" }, { $f: "NaN" }] };
  const plan = makePlan(trace);
  assert.deepEqual(stateAt(plan, 3).grad[0], Infinity);
  assert.deepEqual(stateAt(plan, 4).grad[0], NaN);
  assert.deepEqual([...stateAt(plan, 4).right], []);
});

test("a local derivative that is not known makes its contribution nan", () => {
  assert.ok(Number.isNaN(makePlan({ ...squared(), local: [null, 3] }).contributions[0].amount));
});

test("without a backward pass the play ends with the forward one", () => {
  const plan = makePlan({ ...line(), order: [] });
  assert.deepEqual(kinds(plan), ["start", "forward", "forward"]);
  assert.equal(phaseAt(plan, 2), "done");
});

test("phases follow each other", () => {
  const plan = makePlan(squared());
  assert.deepEqual([0, 1, 2, 3, 4].map((k) => phaseAt(plan, k)), ["forward", "forward", "backward", "backward", "done"]);
});

test("values without a path to the result are found", () => {
  const trace = line();
  assert.deepEqual([...unreachable(trace)], []);
  assert.deepEqual([...unreachable({ ...trace, root: 2, order: [2] })], [3, 4]);
});

test("each fault shows at the step where it happens", () => {
  const plan = makePlan({ ...squared(), observed: [[1, 3, 3]] });
  const at = (fault) => [...faultsByStep(plan, [{ text: "", node: null, edge: null, ...fault }]).keys()][0];
  assert.equal(at({ kind: "lost contribution", node: 0, edge: 1 }), 4);
  assert.equal(at({ kind: "wrong local derivative", edge: 0 }), 3);
  assert.equal(at({ kind: "non-finite", node: 1 }), 1);
  assert.equal(at({ kind: "non-finite", node: 0 }), 0);
  assert.equal(at({ kind: "wrong seed", node: 1 }), 2);
  assert.equal(at({ kind: "wrong order", node: 1 }), 3);
  assert.equal(at({ kind: "stale gradient", node: 0 }), 4);
});
