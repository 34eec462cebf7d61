import assert from "node:assert/strict";
import { test } from "node:test";

import { consequencesByStep, isCurrent, otherText, pairsBeside, verdictOf } from "../../../microgradviz/views/js/core/beside.js";
import { makePlan } from "../../../microgradviz/views/js/core/steps.js";
import { line, squared, wordsOf } from "../traces.js";

/** A scene with numbers beside those of d = a × b + c, whose values are a, b, e, c, d. */
function sceneOf(trace, rows, rest = {}) {
  const column = (name) => rows.map((row) => row[name] ?? null);
  const because = rows.map((row) => row.because ?? [null, null]);
  return { ...wordsOf(trace), faults: [], beside: { name: "ours", node: column("node"), data: column("data"), grad: column("grad"), because, ...rest } };
}

const compared = { compared: 5, remarks: [] };

test("a gradient stands beside another when nothing more arrives, data when it is computed", () => {
  const trace = line();
  const scene = sceneOf(trace, [{ node: 0, data: 3, grad: -4 }, { node: 2, data: -5, grad: 2 }, { node: 4, grad: 2 }]);
  const at = (by) => pairsBeside(makePlan(trace, { by }), scene).map(({ node, what, from }) => [node, what, from]);
  assert.deepEqual(at("contribution"), [[0, "data", 0], [2, "data", 1], [4, "grad", 3], [2, "grad", 4], [0, "grad", 6]]);
  assert.deepEqual(at("node"), [[0, "data", 0], [2, "data", 1], [4, "grad", 3], [2, "grad", 4], [0, "grad", 5]]);
  const twice = squared();
  assert.deepEqual(pairsBeside(makePlan(twice), sceneOf(twice, [{ node: 0, grad: 5 }]))[0].from, 4);
});

test("what never arrives is missed at the end, and a play without gradients compares none", () => {
  const trace = { ...line(), order: [4] };
  const scene = sceneOf(trace, [{ node: 0, grad: -3 }]);
  const plan = makePlan(trace);
  assert.deepEqual(pairsBeside(plan, scene).map(({ own, other, from }) => [own, other, from]), [[0, -3, plan.total]]);
  assert.deepEqual(pairsBeside(plan, { ...scene, bare: true }), []);
  assert.deepEqual(pairsBeside(makePlan({ ...trace, order: [] }), scene), []);
  assert.deepEqual(pairsBeside(makePlan(trace, { accumulate: false }), scene), []);
  assert.deepEqual(pairsBeside(plan, { ...scene, beside: null }), []);
});

test("the first difference is named with both numbers, and how many more there are", () => {
  const trace = line();
  const plan = makePlan(trace);
  const said = (rows, rest = compared, more = {}) => {
    const scene = { ...sceneOf(trace, rows, rest), ...more };
    return verdictOf(plan, scene, pairsBeside(plan, scene));
  };
  const nan = { $f: "NaN" };
  assert.deepEqual(said([{ node: 0, grad: 18 }]), ["The first difference is a.grad: −3, ours 18."]);
  assert.deepEqual(said([{ node: 0, grad: 18 }, { node: 2, data: nan }]), ["The first difference is e: −6, ours nan. 1 more value differs."]);
  assert.deepEqual(said([]), ["Beside ours, data and gradient of all 5 values compared agree."]);
  assert.deepEqual(said([], { compared: 1, remarks: ["2 values have no partner."] }, { bare: true }), ["Beside ours, the data of the one value compared agrees.", "2 values have no partner."]);
  assert.deepEqual(said([], { compared: 0 }), ["No value can be compared."]);
});

test("numbers that look alike are told apart", () => {
  assert.deepEqual(otherText(9, 18), "18");
  assert.deepEqual(otherText(0.98453633, 0.98453699), "0.984537");
  assert.deepEqual(otherText(-1 / 3, -1 / 3 - 1e-9), "−0.333333334");
  assert.deepEqual(otherText(NaN, 1), "1");
});

test("what was compared at other numbers is not shown", () => {
  const trace = line();
  const edit = { leaves: { 0: ["a", 2] }, fixed: "", function: false };
  const scene = { ...sceneOf(trace, [{ node: 0, grad: 18 }], compared), edit };
  assert.ok(isCurrent(makePlan(trace), scene));
  const plan = makePlan({ ...trace, data: [2.5, ...trace.data.slice(1)] });
  assert.ok(!isCurrent(plan, scene));
  assert.match(verdictOf(plan, scene, pairsBeside(plan, scene))[0], /^These are other numbers than those that were compared/);
});

test("what a fault elsewhere made wrong says so at its step, the place of the fault does not", () => {
  const trace = line();
  const rows = [{ node: 0, grad: 18, because: [null, 2] }, { node: 2, grad: 2, because: [null, 2] }];
  const found = consequencesByStep(makePlan(trace), sceneOf(trace, rows));
  assert.deepEqual([...found], [[6, [{ kind: "wrong because of e", text: "a.grad is wrong because of e: 18 would be right", node: 0, edge: null }]]]);
});
