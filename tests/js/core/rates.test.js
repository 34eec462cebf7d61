import assert from "node:assert/strict";
import { test } from "node:test";

import { hintOf, sentence } from "../../../microgradviz/views/js/core/sentences.js";
import { ruleOf } from "../../../microgradviz/views/js/core/slopes.js";
import { makePlan, stateAt } from "../../../microgradviz/views/js/core/steps.js";
import { movesOf } from "../../../microgradviz/views/js/graph/moves.js";
import { line, squared, wordsOf } from "../traces.js";

const forward = (trace, along = 0) => makePlan({ ...trace, order: [] }, { along });

function told(trace, along) {
  const [plan, words] = [forward(trace, along), wordsOf(trace)];
  return plan.steps.map((_, k) => [sentence(plan, words, k), ruleOf(plan, words, k)]);
}

test("a rate travels with the data from the leaf to the result, and what does not depend on the leaf has none", () => {
  assert.deepEqual(told(line()), [
    ["Given: a = 2, b = −3, c = 10. The rate of a along itself is 1, of the others 0", ""],
    ["e = a × b = 2 × −3 = −6", ""],
    ["Arriving from a: 1 × −3 along this edge = −3; the rate of e is now −3", "along a: × b = −3"],
    ["d = e + c = −6 + 10 = 4", ""],
    ["Arriving from e: −3 × 1 along this edge = −3; the rate of d is now −3", "along e: × 1 · One pass, the rate along a. " +
      "Forward mode needs one pass for each input, here 3; reverse mode one for each result, here 1 for all 3."],
  ]);
  assert.equal(told(line(), 3)[1][0], "e = a × b = 2 × −3 = −6; it does not depend on c, so its rate is 0");
  const plan = forward(line());
  assert.deepEqual(plan.steps.map((_, k) => stateAt(plan, k).grad), [
    [1, 0, null, 0, null], [1, 0, null, 0, null], [1, 0, -3, 0, null], [1, 0, -3, 0, null], [1, 0, -3, 0, -3],
  ]);
});

test("where several edges bring an amount, their sum is a step of its own", () => {
  assert.deepEqual(told(squared()).slice(1).map(([text]) => text), [
    "f = a × a = 3 × 3 = 9",
    "Arriving from the 1st a: 1 × 3 along this edge = 3, one of 2 amounts into f",
    "Arriving from the 2nd a: 1 × 3 along this edge = 3, one of 2 amounts into f",
    "Σ: the rate of f is 3 + 3 = 6",
  ]);
  const [plan, words] = [forward(squared()), wordsOf(squared())];
  assert.deepEqual([0, 1, 2, 3, 4].map((k) => hintOf(plan, words, k)), [
    "compute f", "carry the rate of the 1st a to f", "carry the rate of the 2nd a to f", "add up what came to f", "",
  ]);
  assert.deepEqual([2, 3, 4].map((k) => stateAt(plan, k).grad[1]), [null, null, 6]);
});

test("nan is carried on as nan, and to no other value", () => {
  const plan = forward(squared(NaN));
  assert.deepEqual(plan.rates, [1, NaN]);
  assert.match(told(squared(NaN))[4][0], /^Σ: the rate of f is nan \+ nan = nan$/);
});

test("the rate meets the local derivative on its way", () => {
  const trace = line();
  const places = trace.op.map(() => 0);
  const scene = { ...wordsOf(trace), x: places, y: places, w: places, routes: trace.from.map(() => [[0, 0], [9, 9]]) };
  const [{ text, meets, becomes }] = movesOf(forward(trace), /** @type {any} */ (scene), 2);
  assert.deepEqual([text, meets.text, becomes], ["1", "−3", "−3"]);
});
