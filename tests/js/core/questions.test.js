import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answerTo, isSettled, labelOf, expectedNumber, playedNumber, questionOf, questionsAt, readAnswers, rightness, scoreOf, withTry,
} from "../../../microgradviz/views/js/core/questions.js";
import { readNumber } from "../../../microgradviz/views/js/core/numbers.js";
import { mayTell } from "../../../microgradviz/views/js/core/reasons.js";
import { makePlan } from "../../../microgradviz/views/js/core/steps.js";
import { line, squared, wordsOf } from "../traces.js";

function asked(trace, kind, options = {}) {
  const plan = makePlan(trace, options);
  const words = wordsOf(trace);
  const all = plan.steps.flatMap((_, k) => questionsAt(plan, kind, k));
  return { plan, words, all };
}

test("every forward step asks for a value, every contribution for what it adds to or for its edge", () => {
  const labels = (kind) => {
    const { plan, words, all } = asked(line(), kind);
    return all.map((question) => [question.step, labelOf(plan, words, question), playedNumber(plan, question)]);
  };
  assert.deepEqual(labels("data"), [[1, "e = ?", -6], [2, "d = ?", 4]]);
  assert.deepEqual(labels("grad"), [
    [4, "e.grad after this step?", 1], [5, "c.grad after this step?", 1],
    [6, "a.grad after this step?", -3], [7, "b.grad after this step?", 2],
  ]);
  assert.deepEqual(labels("local"), [[4, "along e → d: × ?", 1], [5, "along c → d: × ?", 1], [6, "along a → e: × ?", -3], [7, "along b → e: × ?", 2]]);
  assert.deepEqual(labels(null), []);
});

test("no question tells its answer", () => {
  for (const kind of ["data", "local", "grad"]) {
    const { plan, words, all } = asked(squared(), kind);
    for (const question of all) assert.doesNotMatch(questionOf(plan, words, question), new RegExp(`\\b${playedNumber(plan, question) === 3 ? "3 *$" : playedNumber(plan, question)}\\b`));
  }
});

test("of a value used twice the question tells what is there already", () => {
  const { plan, words, all } = asked(squared(), "grad");
  assert.deepEqual(all.map((question) => questionOf(plan, words, question)), [
    "a.grad starts at 0. Now f passes its gradient on. What will a.grad be?",
    "a.grad is 3 so far. Now f passes its gradient on. What will a.grad be?",
  ]);
  assert.deepEqual(asked(squared(), "local").all.map((question) => labelOf(plan, words, question)), ["along a → f (1st): × ?", "along a → f (2nd): × ?"]);
});

test("by node, one step asks for each of its values once, and for each of its edges", () => {
  const all = (kind) => asked(squared(), kind, { by: "node" }).all.map(({ node, edge, parts }) => [node, edge, parts]);
  assert.deepEqual(all("grad"), [[0, 1, [0, 1]]]);
  assert.deepEqual(all("local"), [[0, 0, [0]], [0, 1, [1]]]);
});

test("where nobody could know, nothing is asked", () => {
  const trace = { ...squared(), op: ["", "Mm"], local: [null, null], observed: [[0, 0, 2], [1, 2, 5]], engine: "torch" };
  assert.deepEqual(asked(trace, "grad").all, []);
  assert.deepEqual(asked(trace, "local").all, []);
});

for (const [text, number] of [
  ["6", 6], [" −2.5 ", -2.5], ["+.5", 0.5], ["3/4", 0.75], ["-1/ 3", -1 / 3], ["1/-4", -0.25], ["2e-3", 0.002], ["0,5", 0.5], ["1_000", 1000],
  ["1.5/0.5", 3], ["1/0", Infinity], ["−∞", -Infinity], ["inf", Infinity], ["NaN", NaN], ["0", 0], ["7.", 7],
  ["", null], ["six", null], ["1,000", null], ["12,345,678", null], ["1/2/3", null], ["1 + 2", null], ["--3", null], [".", null], ["e5", null],
  ["0x10", null], ["1".repeat(100), null], ["constructor", null],
]) {
  test(`${JSON.stringify(text.slice(0, 20))} is read as ${number}`, () => assert.deepEqual(readNumber(text), number));
}

const slope = 0.7864477329659274;
const TANH = {
  ...squared(), op: ["", "", "mul", "tanh"], data: [0.5, 0.92423, 0.462115, 0.43180], label: { 0: "a", 1: "b", 2: "c", 3: "f" },
  from: [0, 1, 2], to: [2, 2, 3], slot: [0, 1, 0], local: [0.92423, 0.5, slope], order: [3, 2], root: 3,
};

for (const [typed, right] of [
  [slope, true], [0.7864, true], [0.7861, true], [0.786, false], [0.7872, false], [-slope, false], [NaN, false], [Infinity, false],
]) {
  test(`${typed} ${right ? "is close enough" : "is not close enough"} to ${slope}`, () => {
    const { plan, words, all } = asked(TANH, "grad");
    assert.equal(Boolean(rightness(plan, words, all[0], typed)), right);
  });
}

test("what follows from the numbers on the cards is right, though they are rounded", () => {
  const { plan, words, all } = asked({ ...line(), data: [2.0004, -3.0004, -6.00200016, 10, 3.99799984], local: [-3.0004, 2.0004, 1, 1] }, "data");
  assert.equal(rightness(plan, words, all[0], -6), "as played");
  assert.equal(rightness(plan, words, all[0], -6.002), "as played");
  assert.equal(rightness(plan, words, all[0], -6.01), "");
});

test("a whole number is not right by being close", () => {
  const { plan, words, all } = asked({ ...line(), data: [2000, 3, 6000, 1, 6001], local: [3, 2000, 1, 1] }, "data");
  assert.deepEqual([6000, 6001, 5999].map((typed) => Boolean(rightness(plan, words, all[0], typed))), [true, false, false]);
});

test("where an engine goes wrong, the right answer is right, and so is what it does", () => {
  const { plan, words, all } = asked({ ...squared(), observed: [[1, 3, 3]], engine: "observed" }, "grad");
  assert.deepEqual([6, 3, 9].map((typed) => rightness(plan, words, all[1], typed)), ["by the rule", "as played", ""]);
  const wrong = asked({ ...squared(), local: [3, 5], engine: "observed" }, "local");
  assert.deepEqual([3, 5, 4].map((typed) => rightness(wrong.plan, wrong.words, wrong.all[1], typed)), ["by the rule", "as played", ""]);
});

test("with = in place of += the last part alone is right", () => {
  const { plan, words, all } = asked(squared(), "grad", { accumulate: false });
  assert.deepEqual([3, 6].map((typed) => rightness(plan, words, all[1], typed)), ["as played", ""]);
  assert.equal(expectedNumber(plan, words, all[1]), 3);
});

test("numbers that are not finite are asked for and judged like any other", () => {
  const inf = { $f: "Infinity" };
  const { plan, words, all } = asked({ ...squared(), data: [inf, inf], local: [inf, inf] }, "grad");
  assert.deepEqual([Infinity, -Infinity, NaN, 1e308].map((typed) => Boolean(rightness(plan, words, all[0], typed))), [true, false, false, false]);
});

test("an answer remembers its tries, and one that was shown is not solved", () => {
  const [question, other] = asked(line(), "grad").all;
  let answers = withTry([], question, { typed: 4, right: false, mistake: "overwrote" });
  assert.equal(isSettled(answers, question), false);
  answers = withTry(answers, question, { typed: NaN, right: false, mistake: null });
  answers = withTry(answers, question, { typed: 1, right: true, mistake: null });
  answers = withTry(answers, other, { typed: null, right: false, mistake: null });
  assert.deepEqual(answers, [
    { step: 4, kind: "grad", node: 2, edge: 2, given: 1, right: true, shown: false, tries: 3, mistake: null },
    { step: 5, kind: "grad", node: 3, edge: 3, given: null, right: false, shown: true, tries: 0, mistake: null },
  ]);
  assert.ok(isSettled(answers, question) && isSettled(answers, other));
  assert.deepEqual(scoreOf(answers, "grad"), { right: 0, asked: 2 });
  const again = withTry([], question, { typed: 1, right: true, mistake: null });
  assert.deepEqual(scoreOf(again, "grad"), { right: 1, asked: 1 });
  assert.deepEqual(scoreOf(answers, "data"), { right: 0, asked: 0 });
});

test("answers from outside are read with care", () => {
  const [question] = asked(line(), "grad").all;
  for (const given of [undefined, null, 3, "x", {}, [null], [1, "x"], [[]]]) assert.equal(answerTo(readAnswers(given), question), undefined);
});

test("a local derivative may be told when its contribution has been seen", () => {
  const plan = makePlan(line());
  const told = (kind, k) => [0, 1, 2, 3].map(mayTell(plan, kind, k));
  for (const kind of ["local", "grad"]) {
    assert.deepEqual(told(kind, 3), [false, false, false, false]);
    assert.deepEqual(told(kind, 5), [false, false, true, true]);
    assert.deepEqual(told(kind, 7), [true, true, true, true]);
  }
  assert.deepEqual(told("data", 0), [true, true, true, true]);
  assert.deepEqual(told(null, 0), [true, true, true, true]);
});
