import assert from "node:assert/strict";
import { test } from "node:test";

import { hintOf, sentence } from "../../../microgradviz/views/js/core/sentences.js";
import { ruleOf } from "../../../microgradviz/views/js/core/slopes.js";
import { faultsByStep, gradientAt, makePlan, phaseAt, stateAt } from "../../../microgradviz/views/js/core/steps.js";
import { formerData, readUpdate } from "../../../microgradviz/views/js/core/update.js";
import { line, squared, wordsOf } from "../traces.js";

const PLAIN = { rate: 0.1, all: false, atOnce: false, round: 1, former: null };
const played = (trace, update) => makePlan(trace, { update: { ...PLAIN, ...update } });
const told = (plan, of = sentence) => plan.steps.map((_, k) => of(plan, wordsOf(plan.trace), k));
const edit = (count) => ({ leaves: Object.fromEntries([...Array(count).keys()].map((i) => [i, [`w${i}`, 0]])), fixed: "", function: false });

test("after the passes each parameter has a step, and the passes are as without", () => {
  const [plan, plain] = [played(line(), { nodes: [0, 3] }), makePlan(line())];
  assert.deepEqual([plan.passed, plan.total, plain.passed, plain.total], [7, 9, 7, 7]);
  assert.deepEqual(plan.steps.slice(0, 8), plain.steps);
  assert.deepEqual(plan.steps.map((_, k) => phaseAt(plan, k)), ["forward", "forward", "forward", ...Array(5).fill("backward"), "update", "update"]);
  assert.equal(phaseAt(plain, 7), "done");
});

test("a parameter's number changes at its own step", () => {
  const plan = played(line(), { nodes: [0, 3] });
  assert.deepEqual([7, 8, 9].map((k) => stateAt(plan, k).data), [[2, -3, -6, 10, 4], [2.3, -3, -6, 10, 4], [2.3, -3, -6, 9.9, 4]]);
  assert.deepEqual(stateAt(plan, 9).grad, stateAt(plan, 7).grad);
  assert.deepEqual([...formerData(plan, 8)], [[0, 2]]);
});

test("each step is told as an equation, and Next says it before", () => {
  const plan = played(line(), { nodes: [0, 3] });
  assert.deepEqual(told(plan).slice(8), ["a: 2 − 0.1 × (−3) = 2.3", "c: 10 − 0.1 × 1 = 9.9"]);
  assert.deepEqual(told(plan, hintOf).slice(7), ["update a: 2 − 0.1 × (−3)", "update c: 10 − 0.1 × 1", "begin update 2: gradients back to 0, forward again"]);
});

const rules = [
  ["without params inputs step too", { all: true }, "rule: parameter − rate × gradient · no params were named, so every named leaf steps, inputs too"],
  ["a rate of 0 moves nothing", { rate: 0 }, "rule: parameter − rate × gradient · the rate is 0: nothing moves"],
  ["a negative rate climbs", { rate: -1 }, "rule: parameter − rate × gradient · the rate is negative: it climbs, and the result is to grow"],
];
for (const [name, update, text] of rules) {
  test(`${name}, and that is said`, () => assert.deepEqual(told(played(line(), { nodes: [0, 1], ...update }), ruleOf).slice(8), [text, "rule: parameter − rate × gradient"]));
}

const equations = [
  ["a negative rate", squared(), { rate: -1 }, "a: 3 − (−1) × 6 = 9"],
  ["a rate that blows up", squared(), { rate: 1e300 }, "a: 3 − 1e300 × 6 = −6e300"],
  ["a gradient of nan", { ...squared(), local: [{ $f: "NaN" }, 3] }, {}, "a: 3 − 0.1 × nan = nan"],
  ["with the digits that it needs, a third", squared(1 / 3), {}, "a: 0.33333 − 0.1 × 0.66667 = 0.2667"],
  ["no path", { ...line(), root: 2, order: [2] }, { nodes: [3] }, "c stays 10: no gradient arrived"],
];
for (const [name, trace, update, text] of equations) {
  test(`${name} is told`, () => assert.equal(told(played(trace, { nodes: [0], ...update })).at(-1), text));
}

test("many parameters step at once", () => {
  const plan = played(line(), { nodes: [0, 1, 3], atOnce: true });
  assert.equal(plan.total, 8);
  assert.equal(told(plan)[8], "3 parameters step at once: a: 2 − 0.1 × (−3) = 2.3; b: −3 − 0.1 × 2 = −3.2; c: 10 − 0.1 × 1 = 9.9");
  assert.deepEqual(stateAt(plan, 8).data.slice(0, 4), [2.3, -3.2, -6, 9.9]);
  assert.deepEqual([readUpdate(1, null, edit(30), false), readUpdate(1, null, edit(31), false), readUpdate(1, null, edit(2), true)].map((u) => u?.atOnce), [false, true, true]);
  assert.deepEqual(readUpdate(1, ["w1", "gone"], edit(3), false)?.nodes, [1]);
  assert.deepEqual([readUpdate(null, null, edit(3), false), readUpdate(0, null, undefined, false)], [null, null]);
});

test("a later round begins with gradients of 0, and ends its forward pass with the old result beside the new", () => {
  const plan = played(line(), { nodes: [0, 3], round: 2, former: [1, -3, -3, 10, 7] });
  assert.equal(told(plan)[0], "Round 2 begins: every gradient is 0 again; forward again, with a = 2, c = 10");
  assert.equal(told(plan, ruleOf)[2], "d was 7; now 4: it fell · The forward pass is complete; backward is next.");
  assert.deepEqual([...formerData(plan, 0)], [[0, 1], [2, -3], [4, 7]]);
  assert.deepEqual([...formerData(plan, 5)], [[4, 7]]);
});

test("what never came is told, and faults stand, at the end of the backward pass", () => {
  const plan = played({ ...line(), root: 2, order: [2] }, { nodes: [0, 1] });
  const grads = [4, 5, 6].map((k) => gradientAt(plan, stateAt(plan, k), k, 3, new Set([3])));
  assert.deepEqual([plan.passed, grads], [5, [null, "no path from the result", "no path from the result"]]);
  assert.deepEqual([...faultsByStep(plan, [{ kind: "not visited", text: "", node: 3, edge: null }]).keys()], [5]);
});
