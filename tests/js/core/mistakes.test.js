import assert from "node:assert/strict";
import { test } from "node:test";

import { mistakeIn, TOO_EARLY } from "../../../microgradviz/views/js/core/mistakes.js";
import { questionsAt } from "../../../microgradviz/views/js/core/questions.js";
import { makePlan } from "../../../microgradviz/views/js/core/steps.js";
import { line, RULES, squared, wordsOf } from "../traces.js";

const EXP = { notation: "exp(x)", formula: "exp(x)", locals: ["out"], arity: 1, params: [] };
const DIV = { notation: "x ÷ y", formula: "x / y", locals: ["1.0 / y", "-out / y"], arity: 2, params: [] };

/** g = h(f) × 5 with f = h's input; the gradient that arrives at h is 5 */
function through(op, x, out, local, params = {}) {
  return {
    ...squared(), op: ["", op, "", "mul"], data: [x, out, 5, 5 * out], label: { 0: "a", 1: "h", 2: "k", 3: "g" }, params: { 1: params },
    from: [0, 1, 2], to: [1, 3, 3], slot: [0, 0, 1], local: [local, 5, out], order: [3, 1], root: 3,
  };
}

/** q = (u × v) × 5 with u = 2, v = 7, and u used again: u.grad has 3 when the second part comes */
function again() {
  return {
    ...squared(), op: ["", "", "mul", "add"], data: [2, 7, 14, 20], label: { 0: "u", 1: "v", 2: "p", 3: "q" },
    from: [0, 1, 0, 2], to: [2, 2, 3, 3], slot: [0, 1, 0, 1], local: [7, 2, 3, 5], order: [3, 2], root: 3,
  };
}

function found(trace, kind, at, typed, options = {}) {
  const plan = makePlan(trace, options);
  const words = { ...wordsOf(trace), rules: { ...RULES, exp: EXP, div: DIV } };
  const questions = plan.steps.flatMap((_, k) => questionsAt(plan, kind, k));
  return mistakeIn(plan, words, questions[at], typed);
}

const exp = through("exp", 2, Math.exp(2), Math.exp(2));
const tanh = through("tanh", 0.5, Math.tanh(0.5), 1 - Math.tanh(0.5) ** 2);
const cube = through("pow_n", 2, 8, 12, { n: 3 });
const LINE = { ...line(), seed: 4 };
const FOUND = [
  // what, trace, kind, which question, typed, the mistake, a part of the sentence
  ["the gradient arriving forgotten", exp, "grad", 2, Math.exp(2), "forgot the gradient arriving", /a\.grad \+= h\.grad × local derivative/],
  ["the local derivative forgotten", exp, "grad", 2, 5, "forgot the local derivative", /a\.grad \+= h\.grad × local derivative/],
  ["the input of exp where its output belongs", exp, "grad", 2, 10, "used the input for the output", /the output, h, not the input: along a: × h/],
  ["the input of tanh where its output belongs", tanh, "grad", 2, 5 * 0.75, "used the input for the output", /along a: × \(1 − h × h\)/],
  ["the square of tanh forgotten", tanh, "local", 2, 1 - Math.tanh(0.5), "forgot the square", /along a: × \(1 − h × h\)/],
  ["the sign", exp, "grad", 2, -5 * Math.exp(2), "wrong sign", /the sign is not/],
  ["the data", exp, "grad", 2, 2, "gave the data", /the data of a/],
  ["a sum for a product", exp, "grad", 2, 5 + Math.exp(2), "added instead of multiplied", /are multiplied/],
  ["nothing", exp, "grad", 2, 0, "left it out", /is added/],
  ["its own value in a product", LINE, "grad", 2, 8, "used its own value", /a itself was used; .* the other factor: along a: × b/],
  ["its own value in a product, worked out from rounded numbers", LINE, "grad", 2, 8.003, "used its own value", /a itself/],
  ["overwritten", again(), "grad", 2, 35, "overwrote", /must stay, and the new part is added: u\.grad \+=/],
  ["a sum without the gradient arriving", again(), "grad", 2, 10, "forgot the gradient arriving", /p\.grad/],
  ["a sum with its own value", again(), "grad", 2, 13, "used its own value", /u itself/],
  ["its own value, and overwritten", again(), "grad", 2, 10.0001, "forgot the gradient arriving", /p\.grad/],
  ["the factor of a power", cube, "local", 2, 4, "forgot the factor n", /as a factor: along a: × \(3 × a\^\(3 − 1\)\)/],
  ["a power that stays", cube, "local", 2, 24, "did not lower the power", /goes down by one/],
  ["the factor of a power, in a gradient", cube, "grad", 2, 20, "forgot the factor n", /as a factor/],
  ["a local derivative with the gradient in it", exp, "local", 2, 5 * Math.exp(2), "took the gradient arriving with it", /only the local derivative is asked/],
  ["the gradient arriving for a local derivative", exp, "local", 2, 5, "gave the gradient arriving", /only the local derivative is asked/],
  ["a factor for the other one", line(), "local", 2, 2, "used its own value", /along a: × b/],
  ["a constant's zero", line(), "local", 0, 0, "took it for a constant", /e is what changes/],
  ["a sum", line(), "data", 0, -1, "took another operation", /the sum of the inputs: e/],
  ["the sign of a product", line(), "data", 0, 6, "wrong sign", /the sign is not: e/],
  ["an input", line(), "data", 0, 2, "gave an input", /That is a, an input: e/],
  ["a power as a factor", cube, "data", 0, 6, "multiplied by the power", /no factor/],
  ["nearly", exp, "grad", 2, 5 * Math.exp(2) * 1.005, "rounded too early", /four digits/],
];

for (const [what, trace, kind, at, typed, mistake, says] of FOUND) {
  test(`${what} is named in a ${kind} answer`, () => {
    const told = found(trace, kind, at, typed);
    assert.equal(told.mistake, mistake);
    assert.match(told.says, says);
  });
}

test("the two inputs of a quotient have each their own derivative", () => {
  const trace = { ...squared(), op: ["", "", "div"], data: [3, 4, 0.75], label: { 0: "a", 1: "b", 2: "f" }, from: [0, 1], to: [2, 2], local: [0.25, -0.1875], order: [2], root: 2 };
  assert.equal(found(trace, "local", 0, -0.1875).mistake, "derived by the other input");
  assert.equal(found(trace, "local", 1, 0.25).mistake, "derived by the other input");
  assert.equal(found(trace, "data", 0, 4 / 3).mistake, "turned the inputs round");
});

test("what = does in place of += is asked for as it is", () => {
  const told = found(squared(), "grad", 1, 6, { accumulate: false });
  assert.equal(told.mistake, "added");
  assert.match(told.says, /writes = in place of \+=/);
});

test("by node, one part of two is named as overwriting", () => {
  assert.equal(found(squared(), "grad", 0, 3, { by: "node" }).mistake, "overwrote");
});

test("the gradient at the end, given while a user still waits, is called what it is", () => {
  const { mistake, says } = found(again(), "grad", 0, 38);
  assert.equal(mistake, TOO_EARLY);
  assert.equal(says, "That is u.grad at the end. p has not passed its part on yet: what will it be after this step alone?");
});

test("a number from nowhere gets no name, but the rule", () => {
  assert.deepEqual(found(line(), "grad", 2, 123), { mistake: null, says: "Not yet. a.grad += e.grad × local derivative." });
  assert.deepEqual(found(line(), "data", 0, 123), { mistake: null, says: "Not yet. e." });
  assert.deepEqual(found(line(), "local", 2, 123), { mistake: null, says: "Not yet. along a: × b" });
});

test("where the rule is the answer, the rule is not told", () => {
  for (const typed of [123, -1, 0, 10]) assert.doesNotMatch(found(line(), "local", 0, typed).says, /= −?1\b/);
  assert.equal(found(line(), "local", 0, 123).says, "Not yet. By how much does d grow when e alone grows by 1?");
});

test("an operation without a rule, and numbers that are not finite, give a plain answer", () => {
  const odd = { ...squared(), op: ["", "constructor"] };
  for (const kind of ["data", "local", "grad"]) {
    for (const typed of [NaN, Infinity, -1, 0, 123]) {
      for (const trace of [odd, { ...odd, data: [{ $f: "NaN" }, { $f: "NaN" }], local: [{ $f: "NaN" }, { $f: "Infinity" }] }]) {
        assert.equal(typeof found(trace, kind, 0, typed).says, "string");
      }
    }
  }
});
