import assert from "node:assert/strict";
import { test } from "node:test";

import { problemOf } from "../../../microgradviz/views/js/player/check.js";
import { line, wordsOf } from "../traces.js";

const five = [0, 1, 2, 3, 4];
const scene = {
  ...wordsOf(line()), x: five, y: five, w: five.map(() => 120), short: five.map(String), h: 58, gap: 76, width: 500, height: 200,
  routes: five.slice(1).map(() => [[0, 0], [76, 10]]), faults: [], alt: "a graph",
};
const fault = { kind: "lost contribution", text: "it is lost", node: 0, edge: null };

test("a trace and its scene are fine", () => {
  assert.equal(problemOf(line(), scene), "");
  assert.equal(problemOf(line(), { ...scene, faults: [fault] }), "");
  assert.equal(problemOf({ ...line(), data: [{ $f: "NaN" }, 1, 2, 3, 4] }, scene), "");
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
  [line(), { ...scene, faults: undefined }, /faults must be a list/],
  [line(), { ...scene, rules: undefined }, /rules must be an object/],
  [line(), { ...scene, rules: { mul: { notation: "x" } } }, /rules must hold rules of operations/],
  [line(), { ...scene, faults: [{ ...fault, edge: 4 }] }, /faults must hold faults, each with a kind/],
  [line(), { ...scene, routes: [[], [], [], []] }, /routes must hold lists of points \(got \[\]\)/],
  [line(), { ...scene, w: [12, 120, 120, 120, 120] }, /w must hold widths of 60 px or more \(got 12\)/],
  [line(), { ...scene, edit: [] }, /edit must have leaves/],
  [line(), { ...scene, edit: { leaves: { 0: ["a"] }, fixed: "" } }, /leaves must hold pairs of a name and a number.* \(got \["0",\["a"\]\]\)/],
  [line(), { ...scene, edit: { leaves: { 5: ["a", 1] }, fixed: "" } }, /leaves must hold .* by the number of a value/],
  [line(), { ...scene, heading: 1 }, /heading must be text \(got 1\)/],
  [line(), { ...scene, stage: "one" }, /stage must be a list of text/],
  [line(), { ...scene, parts: null }, /parts must be an object/],
  [line(), { ...scene, width: 0 }, /wider and higher than nothing/],
  [line(), { ...scene, x: [1e9, 0, 0, 0, 0] }, /x must hold lengths in px/],
  [{ ...line(), op: ["", "", 3, "", "add"] }, scene, /op must hold text \(got 3\)/],
  [{ ...line(), op: ["", "", "", "", "add"] }, scene, /op must name the operation of value 2/],
  [{ ...line(), data: [{ $f: "x" }, 1, 1, 1, 1] }, scene, /data must hold numbers/],
  [{ ...line(), slot: [0, 2, 0, 1] }, scene, /slot must number the inputs of each value/],
  [{ ...line(), label: { 0: { toString: 1 } } }, scene, /label must hold text/],
  [{ ...line(), observed: [[0, 1]] }, scene, /observed must hold rows of three numbers/],
]) {
  test(`one sentence says that ${problem.source}`, () => assert.match(problemOf(trace, place), problem));
}
