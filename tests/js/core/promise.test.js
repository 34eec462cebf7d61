import assert from "node:assert/strict";
import { test } from "node:test";

import { promiseText } from "../../../microgradviz/views/js/core/promise.js";
import { bornFaults, recompute } from "../../../microgradviz/views/js/core/recompute.js";
import { makePlan } from "../../../microgradviz/views/js/core/steps.js";
import { line, squared, wordsOf } from "../traces.js";

function edited(trace, leaf, x, options = {}) {
  const words = wordsOf(trace);
  const before = makePlan(trace, options);
  const now = makePlan(recompute(trace, words, new Map([[leaf, x]])), options);
  return promiseText(before, now, (i) => words.name[i], leaf, bornFaults(now, words));
}

const cases = [
  ["what a straight line promises it keeps", line(), 0, 2.5, "a + 0.5: d moved by −1.5; its gradient promised −3 × 0.5 = −1.5"],
  ["a curve bends away from the promise", squared(), 0, 3.1, "a + 0.1: f moved by +0.61; its gradient promised 6 × 0.1 = 0.6"],
  ["down is a negative step, in brackets where signs meet", line(), 3, 9, "c − 1: d moved by −1; its gradient promised 1 × (−1) = −1"],
  ["the shown numbers give the shown product", squared(1 / 3), 0, 1 / 3 + 1 / 7, "a + 0.1429: f moved by +0.1156; its gradient promised 0.66667 × 0.14286 = 0.09524"],
  ["back where it was there is nothing to say", line(), 0, 2, ""],
  ["nan is told with where it was born", line(), 0, NaN, "a from 2 to nan: d was 4 and is now nan (a is nan and is a leaf: it was born here); its gradient promises only for small steps"],
  ["an infinite step is no small one", line(), 3, Infinity, "c from 10 to ∞: d was 4 and is now ∞ (c is ∞ and is a leaf: it was born here); its gradient promises only for small steps"],
  ["an overflow is told where it is born", squared(), 0, 1e200, "a + 1e200: f was 9 and is now ∞ (f is ∞ from 1e200 and 1e200: it was born here); its gradient promised 6 × 1e200 = 6e200"],
  ["where nothing was known nothing was promised", recompute(line(), wordsOf(line()), new Map([[0, NaN]])), 0, 1, "a from nan to 1: d was nan and is now 7"],
  ["a gradient of ∞ promises nothing", { ...line(), local: [{ $f: "Infinity" }, 2, 1, 1] }, 0, 3, "a + 1: d moved by −3; its gradient was ∞, which promises nothing"],
  ["a leaf without a path has no promise", { ...line(), root: 2, order: [2] }, 3, 11, "c + 1: e stays −6; no gradient reached it, so nothing was promised"],
  ["without a backward pass there is none either", { ...line(), order: [] }, 0, 3, "a + 1: d moved by −3"],
];
for (const [name, trace, leaf, x, text] of cases) test(name, () => assert.equal(edited(trace, leaf, x), text));

test("the gradient that promised is the one that was played", () => {
  assert.equal(edited(squared(), 0, 4, { accumulate: false }), "a + 1: f moved by +7; its gradient promised 3 × 1 = 3");
});
