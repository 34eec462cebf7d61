import assert from "node:assert/strict";
import { test } from "node:test";

import { unsignedNan } from "../../../microgradviz/views/js/core/equation.js";
import { hintOf, sentence } from "../../../microgradviz/views/js/core/sentences.js";
import { ruleOf } from "../../../microgradviz/views/js/core/slopes.js";
import { makePlan, stateAt } from "../../../microgradviz/views/js/core/steps.js";
import { line, squared, wordsOf } from "../traces.js";

function all(trace, of = sentence, options = {}) {
  const plan = makePlan(trace, options);
  return plan.steps.map((_, k) => of(plan, wordsOf(trace), k));
}

test("every step of a line is told", () => {
  assert.deepEqual(all(line()), [
    "Given: a = 2, b = −3, c = 10",
    "e = a × b = 2 × −3 = −6",
    "d = e + c = −6 + 10 = 4",
    "Backward starts at the result: ∂d/∂d = 1, so d.grad = 1",
    "Arriving from d: 1 × 1 along this edge = 1; e.grad is now 1",
    "Arriving from d: 1 × 1 along this edge = 1; c.grad is now 1",
    "Arriving from e: 1 × −3 along this edge = −3; a.grad is now −3",
    "Arriving from e: 1 × 2 along this edge = 2; b.grad is now 2",
  ]);
});

test("a seed that is not 1 is told as it is", () => {
  assert.equal(all({ ...line(), seed: 0 })[3], "Backward starts at the result: ∂d/∂d = 1, but d.grad = 0");
});

test("the second contribution tells before, contribution and after", () => {
  assert.equal(all(squared())[4], "Arriving from f: 1 × 3 along this edge = 3; a.grad was 3, now 3 + 3 = 6");
});

test("what = does in place of += is told with what would be right", () => {
  const told = all(squared(), sentence, { accumulate: false });
  assert.equal(told[3], "Arriving from f: 1 × 3 along this edge = 3; a.grad is now 3");
  assert.equal(told[4], "Arriving from f: 1 × 3 along this edge = 3; a.grad was 3, now 3 (overwritten: 6 would be right)");
});

test("all contributions of a node in one sentence", () => {
  assert.equal(all(squared(), sentence, { by: "node" })[3], "f passes its gradient on: a.grad = 1 × 3 = 3; a.grad = 3 + 1 × 3 = 6");
});

test("rules come with their numbers", () => {
  const rules = all(line(), ruleOf);
  assert.equal(rules[2], "The forward pass is complete; backward is next.");
  assert.equal(rules[4], "along e: × 1");
  assert.equal(rules[6], "along a: × b = −3");
  assert.equal(rules[7], "along b: × a = 2");
});

test("of a value that is used twice, the 1st use is multiplied by the 2nd", () => {
  assert.deepEqual(all(squared(), ruleOf).slice(3), ["along the 1st a: × the 2nd = 3", "along the 2nd a: × the 1st = 3"]);
});

test("no step says ∂ but that of the result by itself", () => {
  for (const trace of [line(), squared()]) {
    for (const by of ["contribution", "node"]) {
      const texts = [...all(trace, sentence, { by }), ...all(trace, ruleOf, { by })];
      assert.deepEqual(texts.filter((text) => text.includes("∂") && !text.startsWith("Backward starts at the result")), []);
    }
  }
});

test("the rule of a function is its slope by its own value", () => {
  const trace = { ...squared(), op: ["", "tanh"], data: [0.5, 0.46211715726], from: [0], to: [1], slot: [0], local: [0.786] };
  assert.equal(all(trace, ruleOf)[3], "along a: × (1 − f × f) = 1 − 0.46212 × 0.46212 = 0.7864");
});

test("an operation called like a part of JavaScript is just unknown", () => {
  const trace = { ...squared(), op: ["", "constructor"] };
  assert.equal(all(trace)[1], "f = constructor(a, a) = 9");
  assert.equal(all({ ...trace, engine: "observed" }, ruleOf)[3], "This local derivative was measured in your engine.");
});

test("where only the sum is known, as of tensors, only the sum is told", () => {
  const trace = { ...squared(), op: ["", "Mm"], local: [null, null], observed: [[0, 0, 2], [1, 2, 5]], engine: "torch" };
  assert.equal(all(trace)[4], "Arriving from f through Mm; a.grad was 2, now 5");
  assert.equal(all(trace, sentence, { by: "node" })[3], "f passes its gradient on: a.grad = 2; a.grad = 5");
  assert.equal(all(trace, sentence, { accumulate: false })[4], "Arriving from f through Mm; a.grad was 2, now 5");
  assert.deepEqual(stateAt(makePlan(trace), 4), { data: [3, 9], grad: [5, 1], right: new Map() });
});

test("Next says what it will do", () => {
  assert.deepEqual(all(line(), hintOf), [
    "compute e", "compute d", "start backward at d", "push gradient into e", "push gradient into c",
    "push gradient into a", "push gradient into b", "",
  ]);
});

test("a constant is called one", () => {
  const trace = { ...squared(), op: ["", "", "mul"], data: [3, 2, 6], label: { 0: "a", 2: "f" }, from: [0, 1], to: [2, 2], local: [2, 3], order: [2], root: 2 };
  assert.equal(all(trace)[4], "Arriving from f: 1 × 3 along this edge = 3; the gradient of the constant 2 is now 3");
  assert.equal(all(trace, hintOf)[3], "push gradient into the constant 2");
});

test("a result without operations says so", () => {
  const trace = { ...squared(), op: [""], data: [3], label: { 0: "a" }, from: [], to: [], slot: [], local: [], order: [], root: 0 };
  assert.deepEqual(all(trace), ["Given: a = 3. There is nothing to compute"]);
});

test("long names are cut within a sentence", () => {
  const trace = { ...squared(), label: { 0: "a".repeat(10_000), 1: "f" } };
  assert.ok(all(trace).every((text) => text.length < 200));
});

test("the rule of a power is the branch that applies, the rule of relu both", () => {
  const one = (op, x, out, local, params) => ({
    ...line(), op: ["", op], data: [x, out], label: { 0: "x", 1: "f" }, params: { 1: params }, from: [0], to: [1], slot: [0],
    local: [local], order: [1], root: 1,
  });
  assert.equal(all(one("pow_n", 3, 9, 6, { n: 2 }), ruleOf)[3], "along x: × (2 × x^(2 − 1)) = 2 × 3^(2 − 1) = 6");
  assert.equal(all(one("pow_n", 3, 1, 0, { n: 0 }), ruleOf)[3], "along x: × 0");
  assert.equal(all(one("relu", 3, 3, 1, {}), ruleOf)[3], "along x: × 1 (0 if x ≤ 0 else 1)");
});

test("what is too large for a double says so", () => {
  const trace = squared(1e200);
  assert.equal(sentence(makePlan(trace), wordsOf(trace), 1), "f = a × a = 1e200 × 1e200 = ∞, too large for a double");
});

test("nan has no sign", () => {
  assert.deepEqual(["−nan ÷ 0", "1 − nan", "−\u00010:nan\u0002", "−nano"].map(unsignedNan), ["nan ÷ 0", "1 − nan", "\u00010:nan\u0002", "−nano"]);
});
