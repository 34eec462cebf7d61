import assert from "node:assert/strict";
import { test } from "node:test";

import { recompute } from "../../../microgradviz/views/js/core/recompute.js";
import { makePlan } from "../../../microgradviz/views/js/core/steps.js";
import { edgesToResult, makeWitnesses, nearNudged } from "../../../microgradviz/views/js/core/witnesses.js";
import { line, squared, wordsOf } from "../traces.js";

/** One operation after the other on a leaf, with numbers beside it; each row is [op, what stands beside]. */
function chain(x, ...rows) {
  const trace = { ...line(), op: [""], data: [x], label: { 0: "x" }, from: [], to: [], slot: [], local: [], params: {} };
  let last = 0;
  for (const [op, beside, params] of rows) {
    const inputs = [last, ...(beside === undefined ? [] : [trace.op.push("") - 1])];
    if (beside !== undefined) trace.data.push(beside);
    last = trace.op.push(op) - 1;
    trace.data.push(0);
    if (params) trace.params[last] = params;
    for (const [slot, i] of inputs.entries()) [trace.from[trace.from.length], trace.to[trace.to.length], trace.slot[trace.slot.length], trace.local[trace.local.length]] = [i, last, slot, 0];
  }
  const order = [...trace.op.keys()].filter((i) => trace.op[i]).reverse();
  const whole = { ...trace, root: last, order };
  return recompute(whole, wordsOf(whole), new Map());
}

function seen(trace, leaf = 0) {
  return makeWitnesses(makePlan(trace), wordsOf(trace)).nudge(leaf);
}

const cases = [ // the right gradient, and one that is wrong
  ["a straight line", line(), -3, -3.001],
  ["a parabola", squared(), 6, 3],
  ["a curve", chain(0.5, ["tanh"]), 1 - Math.tanh(0.5) ** 2, 0.7865],
  ["a steep power", chain(1.5, ["pow_n", undefined, { n: 40 }]), 40 * 1.5 ** 39, 40 * 1.5 ** 39 * 1.001],
  ["terms that cancel", chain(1, ["add", 1e8], ["add", -1e8]), 1, 1.1],
  ["a large leaf", chain(1e6, ["mul", 3]), 3, 3.01],
  ["a tiny gradient", chain(1, ["mul", 1e-12]), 1e-12, 2e-12],
  ["a kink, at its left slope", chain(0, ["relu"], ["mul", 3]), 0, -0.1],
  ["a kink, at its right slope", chain(0, ["relu"], ["mul", 3]), 3, 3.1],
  ["right of a kink", chain(1e-5, ["relu"]), 1, 0.5],
  ["left of a kink", chain(-1e-6, ["relu"]), 0, 0.5],
];
for (const [name, trace, right, wrong] of cases) {
  test(`${name}: the nudge bears the right gradient out, and no other`, () => {
    const nudged = seen(trace);
    assert.equal(nearNudged(nudged, right), true, JSON.stringify(nudged));
    assert.equal(nearNudged(nudged, wrong), false, JSON.stringify(nudged));
  });
}

test("a kink is known by its two slopes, and a bend is none", () => {
  assert.deepEqual(seen(chain(0, ["relu"])).kink, [0, 1]);
  assert.equal(seen(squared(0)).kink, null);
  assert.equal(seen(chain(1e-5, ["relu"])).kink, null);
});

test("where the result is not finite a nudge shows nothing", () => {
  assert.equal(seen(squared(NaN)).slope, NaN);
  assert.equal(seen(squared(1e200)).slope, NaN);
});

test("a trace whose rules are not known has no nudges", () => {
  const trace = { ...squared(), op: ["", "riddle"] };
  assert.equal(makeWitnesses(makePlan(trace), wordsOf(trace)).known, false);
  assert.equal(makeWitnesses(makePlan(squared()), wordsOf(squared())).known, true);
});

test("PyTorch's number may differ by rounding of the terms, and no more", () => {
  const { nearTorch } = makeWitnesses(makePlan(squared()), wordsOf(squared()));
  assert.deepEqual([6, 6 + 1e-14, 6.0001, NaN].map((x) => nearTorch(0, 6, x)), [true, true, false, false]);
  assert.equal(nearTorch(0, NaN, NaN), true);
});

test("the ways of a value are the edges that lead to the result, those into the result first", () => {
  assert.deepEqual(edgesToResult(line(), 0), [2, 0]);
  assert.deepEqual(edgesToResult(squared(), 0), [1, 0]);
  assert.deepEqual(edgesToResult(line(), 4), []);
  assert.deepEqual(edgesToResult({ ...line(), root: 2 }, 3), []);
});
