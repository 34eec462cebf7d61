// How formulas are read and measured; that every row of the table is right in the page is tests/test_rules.py.
import assert from "node:assert/strict";
import { test } from "node:test";

import { branchOf, measure } from "../../../microgradviz/views/js/core/branches.js";
import { evaluateFormula, evaluateLocal, evaluateRule } from "../../../microgradviz/views/js/core/rules.js";
import { RULES } from "../traces.js";

test("a formula is read as Python reads it", () => {
  for (const [formula, value] of [
    ["1.0 if x > 0 else -1.0 if x < 0 else 0.0", -1], ["(1 if x > 0 else 2) if x < 0 else 3", 2], ["-x * 2 + 3 - 4 / 2", 5], ["8 / 4 / 2", 1],
    ["2 - 3 - 4", -5], ["--x", -2], ["+x", -2], ["-pow(x, 2)", -4], ["not 0", 1], ["not x < 0 or 0", 0], ["0 or 5", 5], ["0 and 5", 0],
    ["3 and 5", 5], ["1 < 2 < 3", 1], ["3 > 2 > 2", 0], ["(1 < 2) + 1", 2], ["x != x or x == -2", 1], [".5e1 + 1_000", 1005], ["1.", 1],
    ["pow(1, 0 / 0)", 1], ["pow(-1, 1 / 0)", 1], ["abs(\n x )", 2],
  ]) assert.equal(evaluateFormula(formula, { x: -2 }), value, formula);
});

test("what is no formula is refused, and runs nothing", () => {
  for (const text of [
    "", "(", ")", "x y", "1 2", "x.y", "x[0]", "x = 1", "'a'", "eval(1)", "constructor", "constructor(1)", "toString", "__proto__", "if", "1 if 2",
    "pow(1)", "exp(1, 2)", "exp", "x;x", "`x`", "1 +", "out", "globalThis", "x if x", "lambda: 1", "#", "(".repeat(500),
  ]) assert.throws(() => evaluateFormula(text, { x: 1 }), SyntaxError, text);
  assert.ok(Number.isNaN(evaluateRule({ ...RULES.mul, formula: "x.y" }, [1, 2], {})));
  assert.ok(Number.isNaN(evaluateRule({ ...RULES.mul, formula: "(".repeat(1e6) }, [1, 2], {})));
  assert.ok(Number.isNaN(evaluateRule(undefined, [1, 2], {})));
  assert.ok(Number.isNaN(evaluateRule(RULES.mul, [1], {})));
  assert.ok(Number.isNaN(evaluateLocal(RULES.mul, 7, [1, 2], {}, 2)));
});

test("a total has any number of inputs", () => {
  assert.equal(evaluateRule(RULES.total, [0.1, 0.2, 0.3], {}), 0.1 + 0.2 + 0.3);
  assert.equal(evaluateLocal(RULES.total, 2, [1, 2, 3], {}, 6), 1);
});

test("at a kink both sides are told, and near the edge of what is defined the nudge is small", () => {
  const seen = measure(RULES.relu, 0, [0], {}, 0);
  assert.deepEqual([seen.agrees, seen.kink, Math.round(seen.low), Math.round(seen.high)], [false, true, 0, 1]);
  const log = { notation: "log(x)", formula: "log(x)", locals: ["1.0 / x"], arity: 1, params: [] };
  assert.ok(measure(log, 0, [1e-6], {}, 1e6).agrees);
  assert.equal(measure(log, 0, [-1], {}, 1), null);
  assert.equal(measure(log, 0, [null], {}, 1), null);
});

test("of a choice the branch that applies is told, and whether it hangs on an input", () => {
  const power = "0.0 if n == 0 else n * pow(x, n - 1)";
  const sign = "1.0 if x > 0 else -1.0 if x < 0 else 0.0";
  for (const [formula, inputs, params, branch, hangs] of [
    [power, [3], { n: 2 }, "n * pow(x, n - 1)", false],
    [power, [3], { n: 0 }, "0.0", false],
    [sign, [2], {}, "1.0", true],
    [sign, [-2], {}, "-1.0", true],
    [sign, [0], {}, "0.0", true],
    ["(1 if x > 0 else 2) * y", [1, 2], {}, "(1 if x > 0 else 2) * y", false],
    ["y", [1, 2], {}, "y", false],
    ["1 if nobody > 0 else 2", [1], {}, "1 if nobody > 0 else 2", false],
    ["1 if x", [1], {}, "1 if x", false],
  ]) {
    assert.deepEqual(branchOf(formula, inputs, params, 1), [branch, hangs], formula);
  }
});
