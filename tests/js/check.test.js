import assert from "node:assert/strict";
import { test } from "node:test";

import { problemOf } from "../../microgradviz/views/js/check.js";
import { line, wordsOf } from "./traces.js";

const five = [0, 1, 2, 3, 4];
const scene = { ...wordsOf(line()), x: five, y: five, w: five, short: five.map(String), h: 58, routes: five.slice(1), faults: [] };

test("a trace and its scene are fine", () => {
  assert.equal(problemOf(line(), scene), "");
});

for (const [trace, place, problem] of [
  [undefined, scene, /trace must be/],
  [{}, scene, /trace must be/],
  [line(), null, /scene must be/],
  [{ ...line(), op: [] }, scene, /at least one value/],
  [{ ...line(), data: [1] }, scene, /data must be a list of 5/],
  [{ ...line(), local: "x" }, scene, /local must be a list of 4/],
  [line(), { ...scene, x: [] }, /x must be a list of 5/],
  [line(), { ...scene, routes: [] }, /routes must be a list of 4/],
  [{ ...line(), order: [9] }, scene, /order must hold numbers of values below 5 \(got 9\)/],
  [{ ...line(), to: [2, 2, 4, 3] }, scene, /every edge must run to a later value/],
  [{ ...line(), root: null }, scene, /root must be/],
  [{ ...line(), label: null }, scene, /label must be an object/],
  [line(), { ...scene, faults: undefined }, /rules and faults/],
]) {
  test(`one sentence says that ${problem.source}`, () => assert.match(problemOf(trace, place), problem));
}
