import assert from "node:assert/strict";
import { test } from "node:test";

import { encode, exactText, readNumber, reachOf } from "../../../microgradviz/views/js/core/numbers.js";
import { altOf, bornFaults, recompute, sameGraph } from "../../../microgradviz/views/js/core/recompute.js";
import { makePlan, stateAt } from "../../../microgradviz/views/js/core/steps.js";
import { decode } from "../../../microgradviz/views/js/core/words.js";
import { plainSum, roundToStep } from "../../../microgradviz/views/js/player/edit/round.js";
import { line, squared, wordsOf } from "../traces.js";

const at = (trace, numbers) => recompute(trace, wordsOf(trace), new Map(numbers));
const frozen = (trace) => {
  for (const column of Object.values(trace)) if (typeof column === "object") Object.freeze(column);
  return Object.freeze(trace);
};

test("a leaf's new number goes through data, local derivatives and gradients", () => {
  const trace = at(line(), [[0, 2.5]]);
  assert.deepEqual(trace.data, [2.5, -3, -7.5, 10, 2.5]);
  assert.deepEqual(trace.local, [-3, 2.5, 1, 1]);
  const plan = makePlan(trace);
  assert.deepEqual(stateAt(plan, plan.total).grad, [-3, 2.5, 1, 1, 1]);
});

test("the trace it comes from stays as it is, and the steps keep their numbers", () => {
  const trace = frozen(squared());
  const other = at(trace, [[0, -5]]);
  assert.deepEqual([trace.data, other.data], [[3, 9], [-5, 25]]);
  assert.deepEqual(makePlan(other).steps, makePlan(trace).steps);
  assert.ok(sameGraph(trace, other));
  assert.ok(!sameGraph(trace, line()));
});

test("nothing observed is left in a trace that was computed again", () => {
  assert.deepEqual(at({ ...squared(), observed: [[0, 0, 99]] }, [[0, 1]]).observed, []);
});

test("numbers that are not finite go in and come out tagged", () => {
  const trace = at(line(), [[0, Infinity], [3, Infinity]]);
  assert.deepEqual(trace.data, [{ $f: "Infinity" }, -3, { $f: "-Infinity" }, { $f: "Infinity" }, { $f: "NaN" }]);
  for (const x of [1, 0, -2.5, NaN, Infinity, -Infinity, -0, null]) assert.ok(Object.is(decode(JSON.parse(JSON.stringify(encode(x)))), x));
});

test("an operation without a rule gives nan, and nothing breaks", () => {
  assert.deepEqual(at({ ...squared(), op: ["", "constructor"] }, [[0, 1]]).data, [1, { $f: "NaN" }]);
});

test("where an infinity is born is told", () => {
  const born = (numbers) => {
    const trace = at(line(), numbers);
    return bornFaults(makePlan(trace), wordsOf(line())).map(({ text, node, edge }) => [text, node, edge]);
  };
  assert.deepEqual(born([[0, 1e200], [1, 1e200]]), [["e is ∞ from 1e200 and 1e200: it was born here", 2, null]]);
  assert.deepEqual(born([[0, NaN]]), [["a is nan and is a leaf: it was born here", 0, null]]);
  assert.deepEqual(born([[0, 1]]), []);
});

test("the picture in a sentence has the new numbers", () => {
  const trace = at(line(), [[0, 2.5]]);
  assert.match(altOf(makePlan(trace), wordsOf(line())), /^Expression graph of 5 values: e = −7.5; d = 2.5$/);
});

test("what a learner types is a number or it is not", () => {
  for (const [text, x] of [
    ["2.5", 2.5], [" -3 ", -3], ["−1e3", -1000], ["+.5", 0.5], ["1.", 1], ["1E-2", 0.01], ["inf", Infinity], ["-Infinity", -Infinity], ["∞", Infinity],
    ["−∞", -Infinity], ["NaN", NaN], ["1e999", Infinity], ["-0", -0], ["", null], [" ", null], ["1/4", 0.25], ["2,5", 2.5], ["1,000", null], ["0x10", null], ["1_000", 1000],
    ["a", null], ["1 2", 12], ["--1", null], ["e5", null], [".", null], ["infinite", null], ["<b>", null],
  ]) assert.ok(Object.is(readNumber(text), x), `${text}: ${readNumber(text)}`);
});

test("a number that is written in full can be typed in again", () => {
  for (const x of [6.8813735870195432, -3, 1e-300, 1e21, 0, -0, NaN, Infinity, -Infinity]) assert.ok(Object.is(readNumber(exactText(x)), x));
  assert.equal(exactText(null), "");
});

test("a slider reaches to twice the number, roundToStep up, and moves in steps that look plain", () => {
  for (const [numbers, reach] of [
    [[2], 5], [[-3], 10], [[10], 20], [[0], 5], [[], 5], [[NaN, Infinity], 5], [[0.001], 0.002], [[4], 10], [[2, 40], 100], [[1e-320], 5],
  ]) assert.equal(reachOf(numbers), reach, `${numbers}`);
  assert.deepEqual([roundToStep(2.0999, 0.05), roundToStep(-2.13, 0.05), roundToStep(0.0012345, 0.00002), roundToStep(-0.001, 0.05)], [2.1, -2.15, 0.00124, 0]);
});

test("a number moved by a few steps has no digits that only rounding makes, and is itself where it is not moved", () => {
  assert.deepEqual([plainSum(2, 0.1 + 0.2), plainSum(6.8813735870195432, 0.1), plainSum(0.1, -0.1)], [2.3, 6.98137358702, 0]);
  assert.equal(plainSum(6.8813735870195432, 0), 6.8813735870195432);
});
