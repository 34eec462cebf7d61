import assert from "node:assert/strict";
import { test } from "node:test";

import { addedProduct, digitsToAdd, product } from "../../../microgradviz/views/js/core/equation.js";
import { makeLasting } from "../../../microgradviz/views/js/core/lasting.js";
import { evaluateFormula } from "../../../microgradviz/views/js/core/rules.js";
import { sentence } from "../../../microgradviz/views/js/core/sentences.js";
import { makePlan } from "../../../microgradviz/views/js/core/steps.js";
import { line, squared, wordsOf } from "../traces.js";

const told = (factors, result) => {
  const { write, sign, result: shown } = product(factors, result);
  return `${factors.map(write).join(" × ")} ${sign} ${shown}`;
};

test("numbers get the digits that make a product true, and no more", () => {
  const cases = [
    [[2, -3], "2 × −3 = −6"], [[0.12345, 2], "0.12345 × 2 = 0.2469"], [[1 / 3, 3], "0.33333 × 3 = 1"],
    [[0.5, 0.2469], "0.5 × 0.2469 = 0.12345"], [[1e200, 1e200], "1e200 × 1e200 ≈ ∞"], [[1e-200, 1e-200], "1e−200 × 1e−200 ≈ 0"],
    [[Infinity, 0], "∞ × 0 = nan"], [[Infinity, -0], "∞ × 0 = nan"], [[-2, -0], "−2 × 0 = 0"],
  ];
  for (const [factors, expected] of cases) assert.equal(told(factors, factors[0] * factors[1]), expected);
});

test("another result than that of the formula is not equal", () => {
  assert.equal(told([2, -3], -5), "2 × −3 ≠ −5");
  const wrong = { ...line(), data: [2, -3, -5, 10, 5] };
  assert.equal(sentence(makePlan(wrong), wordsOf(wrong), 1), "e = a × b = 2 × −3 ≠ −5");
});

test("what was, the contribution and what is now add up as they stand", () => {
  const [was, x, y] = [0.12345, 0.98765, 0.54321];
  const { sum, write, result, sign } = addedProduct(was, was + x * y, x * y, x, y);
  assert.deepEqual([sum(was), write(x), write(y), sign, result], ["0.1235", "0.9877", "0.5432", "=", "0.5365"]);
  assert.equal(addedProduct(3, 3, 3, 1, 3).result, "3"); // another engine's sum is not ours to mend
});

test("terms get the digits that their sum needs", () => {
  assert.deepEqual(digitsToAdd([0.12341, 0.23452], 0.35793, []), { digits: 4, sign: "=" });
  assert.deepEqual(digitsToAdd([0.12344, 0.23444], 0.35788, []), { digits: 5, sign: "=" });
  assert.deepEqual(digitsToAdd([Infinity, -Infinity], -Infinity, []).sign, "≠");
});

test("what an engine did otherwise is told, not added up", () => {
  const lost = { ...squared(), observed: [[1, 3, 3]], engine: "observed" };
  assert.equal(sentence(makePlan(lost), wordsOf(lost), 4), "Arriving from f: 1 × 3 along this edge = 3; a.grad was 3, now 3");
  const other = { ...squared(), observed: [[1, 3, 5]], engine: "observed" };
  assert.match(sentence(makePlan(other, { by: "node" }), wordsOf(other), 3), /; a\.grad was 3, 1 × 3 = 3 arrives, now 5$/);
});

test("what rounding would make 0, 1, infinite or the same as before is no equation", () => {
  const value = (formula, names) => {
    const { over, blur } = makeLasting();
    const result = evaluateFormula(formula, names, over);
    return [result, blur(result)];
  };
  assert.notEqual(value("exp(x)", { x: -1000 })[0], 0);
  assert.notEqual(value("exp(x)", { x: 1000 })[0], Infinity);
  assert.notEqual(value("1 + tanh(x)", { x: -30 })[0], 0);
  assert.notEqual(value("x + y - x", { x: 1e16, y: 0.25 })[0], 0);
  assert.ok(value("sin(x)", { x: 1e15 })[1] > 0.5); // no digit of it is known
  assert.ok(value("x - y", { x: 0.3, y: 0.1 })[1] < 1e-13);
  for (const [formula, x, is] of [["x * 0", -7, 0], ["exp(x)", -Infinity, 0], ["tanh(x)", Infinity, 1], ["1 / x", 0, Infinity]])
    assert.equal(value(formula, { x })[0] + 0, is, formula);
});
