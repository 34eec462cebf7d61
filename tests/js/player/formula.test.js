import assert from "node:assert/strict";
import { test } from "node:test";

import { jsonText } from "../../../microgradviz/views/js/core/numbers.js";
import { formulaAt, linesOf } from "../../../microgradviz/views/js/player/formula.js";
import { makePlan } from "../../../microgradviz/views/js/core/steps.js";
import { line, RULES, squared } from "../traces.js";

const rule = (notation, arity, params = []) => ({ notation, formula: "", locals: [], arity, params });
const MORE = {
  ...RULES, sub: rule("x − y", 2), div: rule("x ÷ y", 2), neg: rule("−x", 1), sqrt: rule("√x", 1), abs: rule("|x|", 1),
  pow: rule("x ^ y", 2), max: rule("max(x, y)", 2), odd: rule("x ⊕ y", 2),
};

/** A trace from lines such as ["add", 0, 1]; a number is a leaf. */
function made(rows, label = {}) {
  const [op, data, from, to, slot, params] = [[], [], [], [], [], {}];
  for (const [i, row] of rows.entries()) {
    op.push(typeof row === "number" ? "" : row[0]);
    data.push(typeof row === "number" ? row : 1);
    if (typeof row === "number") continue;
    if (row[0] === "pow_n") params[i] = { n: row[2] };
    for (const [s, input] of (row[0] === "pow_n" ? [row[1]] : row.slice(1)).entries()) {
      from.push(input);
      to.push(i);
      slot.push(s);
    }
  }
  const order = op.map((name, i) => (name ? i : -1)).filter((i) => i >= 0).reverse();
  return { op, data, label, params, from, to, slot, local: from.map(() => 1), order, seed: 1, observed: [], root: op.length - 1, engine: "", note: "" };
}

function formula(trace, k) {
  const plan = makePlan(trace);
  const name = trace.op.map((op, i) => trace.label[i] ?? (op ? `v${i}` : String(trace.data[i])));
  const words = { name, title: name, rules: MORE };
  const { lines, left } = linesOf(plan);
  const show = (pieces) => pieces.map(({ text, lit }) => (lit ? `[${text}]` : text)).join("");
  const rows = formulaAt(plan, words, lines, k ?? plan.total).map(({ names, numbers }) => [show(names), show(numbers)]);
  return { rows, left };
}

/** The last line with names, nothing lit. */
function names(trace) {
  return formula(trace, 0).rows.at(-1)[0];
}

const ABC = { 0: "a", 1: "b", 2: "c" };

test("brackets stand where the order of computing needs them, and nowhere else", () => {
  const cases = [
    [[["add", 0, 1], ["mul", 3, 2]], "v4 = (a + b) × c"],
    [[["mul", 0, 1], ["add", 3, 2]], "v4 = a × b + c"],
    [[["add", 0, 1], ["add", 3, 2]], "v4 = a + b + c"],
    [[["add", 1, 2], ["add", 0, 3]], "v4 = a + (b + c)"],
    [[["sub", 1, 2], ["sub", 0, 3]], "v4 = a − (b − c)"],
    [[["div", 1, 2], ["div", 0, 3]], "v4 = a ÷ (b ÷ c)"],
    [[["mul", 1, 2], ["div", 0, 3]], "v4 = a ÷ (b × c)"],
    [[["neg", 0], ["mul", 3, 1]], "v4 = (−a) × b"],
    [[["neg", 0], ["add", 3, 1]], "v4 = −a + b"],
    [[["neg", 0], ["add", 1, 3]], "v4 = b + (−a)"],
    [[["mul", 0, 1], ["neg", 3]], "v4 = −(a × b)"],
    [[["neg", 0], ["neg", 3]], "v4 = −(−a)"],
    [[["pow_n", 0, 2], ["neg", 3]], "v4 = −a²"],
    [[["neg", 0], ["pow_n", 3, 2]], "v4 = (−a)²"],
    [[["pow_n", 0, 2], ["pow_n", 3, 3]], "v4 = (a²)³"],
    [[["pow_n", 0, -1.5], ["mul", 3, 1]], "v4 = a ^ −1.5 × b"],
    [[["mul", 0, 1], ["pow_n", 3, 2]], "v4 = (a × b)²"],
    [[["add", 0, 1], ["sqrt", 3]], "v4 = √(a + b)"],
    [[["sqrt", 0], ["pow_n", 3, 2]], "v4 = (√a)²"],
    [[["add", 0, 1], ["abs", 3]], "v4 = |a + b|"],
    [[["add", 0, 1], ["tanh", 3]], "v4 = tanh(a + b)"],
    [[["tanh", 0], ["pow_n", 3, 2]], "v4 = tanh(a)²"],
    [[["add", 0, 1], ["max", 3, 2]], "v4 = max(a + b, c)"],
    [[["add", 0, 1], ["pow", 3, 2]], "v4 = (a + b) ^ c"],
    [[["add", 0, 1], ["pow", 2, 3]], "v4 = c ^ (a + b)"],
    [[["total", 0, 1, 2], ["mul", 3, 0]], "v4 = (a + b + c) × a"],
    [[["odd", 0, 1], ["add", 3, 2]], "v4 = (a ⊕ b) + c"],
    [[["add", 0, 1], ["odd", 3, 2]], "v4 = (a + b) ⊕ c"],
    [[["unheard-of", 0, 1], ["mul", 3, 2]], "v4 = unheard-of(a, b) × c"],
    [[["constructor", 0], ["mul", 3, 2]], "v4 = constructor(a) × c"],
  ];
  for (const [rows, expected] of cases) assert.equal(names(made([1, 2, 3, ...rows], ABC)), expected);
});

test("numbers stand in place of names, and what is computed is lit in both lines", () => {
  const seen = [0, 1, 2].map((k) => formula(line(), k).rows[0]);
  assert.deepEqual(seen, [
    ["d = a × b + c", "= 2 × −3 + 10"],
    ["d = [a × b] + c", "= [2 × −3] + 10"],
    ["d = [a × b + c]", "= [2 × −3 + 10] = 4"],
  ]);
});

test("backward lights what the gradient arrives at, at that very place", () => {
  assert.deepEqual([2, 3, 4].map((k) => formula(squared(), k).rows[0][0]), ["f = [a × a]", "f = [a] × a", "f = a × [a]"]);
});

test("what is lit lies within its brackets", () => {
  assert.equal(formula(made([1, 2, 3, ["add", 0, 1], ["mul", 3, 2]], ABC), 1).rows[0][0], "v4 = ([a + b]) × c");
});

test("a shared part keeps its name and has a line of its own, and its number once it is known", () => {
  const order = made([0, 1, 3, ["add", 0, 1], ["mul", 2, 3], ["mul", 3, 4]], { 0: "a", 3: "b", 4: "c", 5: "d" });
  assert.deepEqual(formula(order, 0).rows, [["b = a + 1", "= 0 + 1"], ["d = b × (3 × b)", "= b × (3 × b)"]]);
  assert.deepEqual(formula(order, 1).rows, [["b = [a + 1]", "= [0 + 1] = 1"], ["d = b × (3 × b)", "= 1 × (3 × 1)"]]);
});

test("negative numbers have brackets where a sign would collide", () => {
  const cases = [
    [["add", 0, 1], "= −2 + (−3)"], [["sub", 0, 1], "= −2 − (−3)"], [["mul", 0, 1], "= −2 × −3"],
    [["neg", 0], "= −(−2)"], [["pow_n", 0, 2], "= (−2)²"], [["tanh", 0], "= tanh(−2)"], [["max", 0, 1], "= max(−2, −3)"],
  ];
  for (const [row, expected] of cases) assert.equal(formula(made([-2, -3, row], ABC), 0).rows[0][1], expected);
});

test("a long expression falls into its named parts, and those that are longer tell names", () => {
  const rows = [1];
  const label = { 0: "x" };
  for (let i = 1; i <= 90; i++) rows.push(["tanh", i - 1]);
  label[45] = "half";
  const { rows: lines, left } = formula(made(rows, label), 0);
  assert.equal(left, 0);
  assert.equal(lines.length, 2);
  assert.ok(lines[0][0].startsWith("half = tanh(tanh("));
  assert.ok(lines[1][0].startsWith("v90 = tanh(") && lines[1][0].includes("(v50)"));
  for (const [names] of lines) assert.equal(names.split("tanh").length - 1, 40);
});

test("of many parts those nearest the result are told", () => {
  const rows = [1];
  for (let i = 1; i <= 10; i++) rows.push(["mul", i - 1, i - 1]);
  const { rows: lines, left } = formula(made(rows, { 0: "x" }), 0);
  assert.equal(left, 4);
  assert.deepEqual(lines.map(([names]) => names).slice(-2), ["v9 = v8 × v8", "v10 = v9 × v9"]);
});

test("a leaf alone is a formula too, and so is a sum of hundreds", () => {
  assert.deepEqual(formula(made([3], { 0: "a" }), 0).rows, [["a", "= 3"]]);
  const many = made([...new Array(200).fill(1), ["total", ...new Array(200).keys()]]);
  assert.equal(formula(many, 0).rows[0][0], "v200 = Σ of 200");
});

test("ten thousand operations are written in no time at all", () => {
  const rows = [1];
  for (let i = 1; i <= 10_000; i++) rows.push(["tanh", i - 1]);
  assert.equal(formula(made(rows), 0).rows.length, 1);
});

test("a name cannot light anything", () => {
  const { rows } = formula(made([1, 2, ["mul", 0, 1]], { 0: "\u0001a\u0002", 1: "x" }), 0);
  assert.equal(rows[0][0], "v2 = ␁a␂ × x");
});

test("exported JSON is what came, down to the sign of zero", () => {
  const plain = { data: [1, -0, 0.1, 1e300, null, { $f: "NaN" }], label: { 0: 'a"\u0000', __proto__x: "" }, empty: [], yes: true };
  assert.equal(jsonText(plain).match(/-0\.0/g)?.length, 1);
  assert.deepEqual(JSON.parse(jsonText(plain)), plain);
});

test("parts there is no room for are told by their names, so a chain of them does not double the text at each", () => {
  const doubled = [...Array(40).keys()].map((i) => ["add", i, i]);
  const { rows, left } = formula(made([1, ...doubled], { 0: "x" }));
  assert.equal(left, 34);
  assert.equal(rows[0][0], "v35 = v34 + v34");
  assert.ok(rows.flat().every((text) => text.length < 60));
});
