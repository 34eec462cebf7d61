import assert from "node:assert/strict";
import { test } from "node:test";

import { changeText, nudgeOf, ratioText } from "../../../microgradviz/views/js/core/nudge.js";
import { recompute } from "../../../microgradviz/views/js/core/recompute.js";
import { hintOf, sentence } from "../../../microgradviz/views/js/core/sentences.js";
import { ruleOf } from "../../../microgradviz/views/js/core/slopes.js";
import { makePlan, stateAt } from "../../../microgradviz/views/js/core/steps.js";
import { movesOf } from "../../../microgradviz/views/js/graph/moves.js";
import { line, squared, wordsOf } from "../traces.js";

function told(trace, options) {
  const [plan, words] = [makePlan(trace, { nudge: 0, ...options }), wordsOf(trace)];
  return plan.steps.map((_, k) => [sentence(plan, words, k), ruleOf(plan, words, k)]);
}

function changes(trace, nudge = 0) {
  const plan = makePlan(trace, { nudge });
  const found = nudgeOf(plan, wordsOf(trace));
  return [found.moved.map((x) => (x === null ? "" : changeText(x))), trace.from.map((_, e) => ratioText(plan, found, e))];
}

const moved = (trace, leaf, x) => recompute(trace, wordsOf(trace), new Map([[leaf, x]]));

test("a straight line hands the change on by its rates, and the backward pass finds them", () => {
  assert.deepEqual(changes(line()), [["+0.1", "", "−0.3", "", "−0.3"], ["× −3", "≈ –", "× 1", "≈ –"]]);
  assert.deepEqual(told(line()), [
    ["Let a grow by 0.1, from 2 to 2.1; the others stay", ""],
    ["e moves by −0.3, from −6 to −6.3", "along this edge: −0.3 / 0.1 = −3"],
    ["d moves by −0.3, from 4 to 3.7", "along this edge: −0.3 / −0.3 = 1 · for each 1 of a: −0.3 / 0.1 = −3"],
    ["Backward starts at the result: ∂d/∂d = 1, so d.grad = 1", ""],
    ["Arriving from d: 1 × 1 along this edge = 1; e.grad is now 1", "along e: × 1"],
    ["Arriving from d: 1 × 1 along this edge = 1; c.grad is now 1", "along c: × 1"],
    ["Arriving from e: 1 × −3 along this edge = −3; a.grad is now −3", "along a: × b = −3 · the nudge of 0.1 measured −3, too"],
    ["Arriving from e: 1 × 2 along this edge = 2; b.grad is now 2", "along b: × a = 2"],
  ]);
});

test("a curve gives the change that was measured, and a smaller nudge comes closer", () => {
  assert.deepEqual(changes(squared()), [["+0.1", "+0.61"], ["× 3", "× 3"]]);
  const [, nudged, , first, second] = told(squared());
  assert.deepEqual(nudged, ["f moves by 0.61, from 9 to 9.61", "along the 1st a alone: × 3 · along the 2nd a alone: × 3 · for each 1 of a: 0.61 / 0.1 = 6.1"]);
  assert.doesNotMatch(first[1], /nudge/, "the gradient is not whole yet");
  assert.match(second[1], / · the nudge of 0.1 measured 6.1; one of 0.0001 measures 6$/);
});

test("a wrong gradient is not excused", () => {
  assert.match(told(squared(), { accumulate: false })[4].join(), /overwritten: 6 would be right.* measured 6.1; one of 0.0001 measures 6$/);
});

test("what does not depend on the leaf stays, and its card has no change", () => {
  const [plan, words] = [makePlan(line(), { nudge: 3 }), wordsOf(line())];
  assert.equal(sentence(plan, words, 1), "e does not depend on c: it stays −6");
  assert.deepEqual(changes(line(), 3)[0], ["", "", "", "+0.1", "+0.1"]);
  const still = moved(line(), 1, 0);
  assert.deepEqual(told(still)[1], ["e does not move: it stays 0", "along this edge: 0 / 0.1 = 0"]);
});

test("a nudge that is lost in rounding, or at no number, claims nothing", () => {
  assert.equal(told(moved(line(), 0, 1e20))[1][0], "e does not move: it stays −3e20");
  assert.equal(told(moved(line(), 0, Infinity))[1][0], "e does not move: it stays −∞");
  assert.equal(told(moved(line(), 0, NaN))[1][0], "e does not move: it stays nan");
});

test("every number is known while the nudge runs, and the change is what travels", () => {
  const [plan, words] = [makePlan(line(), { nudge: 0 }), wordsOf(line())];
  assert.deepEqual(stateAt(plan, 0).data, [2, -3, -6, 10, 4]);
  assert.deepEqual([0, 1, 2].map((k) => hintOf(plan, words, k)), ["see what becomes of e", "see what becomes of d", "start backward at d"]);
  const scene = { ...words, x: [0, 0, 1, 1, 2], y: [0, 1, 0, 1, 0], w: [9, 9, 9, 9, 9], h: 58, routes: [[], [], [], []] };
  const [move, ...others] = movesOf(plan, scene, 1);
  assert.deepEqual([move.text, move.meets.text, move.becomes, others], ["+0.1", "−3", "−0.3", []]);
});
