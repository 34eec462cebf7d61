import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { decode, expression, expressionOfNumbers, formulaText, numberText, short, visible } from "../../../microgradviz/views/js/core/words.js";
import { RULES } from "../traces.js";

const cases = JSON.parse(readFileSync(new URL("../../number_cases.json", import.meta.url), "utf8"));

test("numbers are written by the table that words.py obeys too", () => {
  assert.ok(cases.length > 50);
  for (const [x, text] of cases) assert.equal(numberText(decode(x)), text, `of ${JSON.stringify(x)}`);
});

test("a tagged number is the number again, and nothing is nothing", () => {
  assert.deepEqual([{ $f: "NaN" }, { $f: "Infinity" }, { $f: "-Infinity" }, -0, null, undefined].map(decode), [NaN, Infinity, -Infinity, -0, null, null]);
});

test("an operation is written as a person writes it", () => {
  assert.equal(expression(RULES.mul, "mul", ["a", "b"], {}), "a × b");
  assert.equal(expression(RULES.tanh, "tanh", ["x"], {}), "tanh(x)");
  assert.equal(expression(RULES.pow_n, "pow_n", ["a"], { n: -2 }), "a⁻²");
  assert.equal(expression(RULES.pow_n, "pow_n", ["a"], { n: 0.5 }), "a ^ 0.5");
  assert.equal(expression(RULES.total, "total", ["a", "b"], {}), "a + b");
  assert.equal(expression(RULES.total, "total", ["a", "b", "c", "d"], {}), "Σ of 4");
  assert.equal(expression(undefined, "swish", ["a"], {}), "swish(a)");
  assert.equal(expression(RULES.mul, "mul", ["a"], {}), "mul(a)");
});

test("inputs that look like the formula's own letters do not confuse it", () => {
  assert.equal(expression(RULES.mul, "mul", ["y", "x"], {}), "y × x");
});

test("a negative number is in brackets where a sign would collide", () => {
  assert.equal(expressionOfNumbers(RULES.mul, "mul", [2, -3], {}), "2 × −3");
  assert.equal(expressionOfNumbers(RULES.add, "add", [-6, -10], {}), "−6 + (−10)");
  assert.equal(expressionOfNumbers(RULES.pow_n, "pow_n", [-3], { n: 2 }), "(−3)²");
});

test("formulas of the table become what a person writes", () => {
  assert.equal(formulaText("1.0 - out * out"), "1 − out × out");
  assert.equal(formulaText("0.0 if x <= 0 else 1.0"), "0 if x ≤ 0 else 1");
  assert.equal(formulaText("0.0 if n == 0 else n * pow(x, n - 1)"), "0 if n = 0 else n × x^(n − 1)");
});

test("a label is one visible line", () => {
  assert.equal(visible("a\nb\0c\u202ed"), "a␊b␀cd");
  assert.equal(short("x".repeat(10_000), 5), "xxxx…");
  assert.equal(short("👍👍👍", 2), "👍…");
  assert.equal(short("abc", 3), "abc");
});
