import assert from "node:assert/strict";
import { test } from "node:test";
import { problemOfParts } from "../../../microgradviz/views/js/player/joints.js";

// d = a × b + c, with a, b and e = a × b in one part, "product", and e in another within it
const PARTS = { name: ["product", "inner"], around: [-1, 0], begin: [0, 2], end: [3, 3], copies: [0, 0], shape: [0, 1] };
const shapeOf = (cards, edges) => ({
  x: cards.map(() => 12), y: cards.map(() => 12), w: cards.map(() => 120), edges, routes: edges.map(() => [[0, 0], [9, 9]]),
  width: 500, height: 200,
});
const SHAPES = { "-1": shapeOf(["product", "c", "d"], [[0, 2], [1, 2]]), 0: shapeOf(["a", "b", "inner"], [[0, 2], [1, 2]]), 1: shapeOf(["e"], []) };
const without = (name) => ({ ...SHAPES[0], [name]: SHAPES[0][name].slice(1) });

test("parts that lie in one another, each with its picture, are fine", () => {
  assert.equal(problemOfParts({ parts: PARTS, shapes: SHAPES }, 5), "");
});

for (const [wrong, said] of [
  [null, /^parts must be an object/],
  [{ name: 3 }, /name must be a list/],
  [{ name: ["product", 4] }, /name must hold text \(got 4\)/],
  [{ around: [-1, 1] }, /^part 1 must lie within the part around it/],
  [{ around: [-2, 0] }, /^part 0 must lie within/],
  [{ begin: [0, -1] }, /^part 1 must lie within/],
  [{ begin: [0, 2.5] }, /begin must hold whole numbers \(got 2.5\)/],
  [{ end: [3, 4] }, /^part 1 must lie within/],
  [{ end: [9, 3] }, /^part 0 must lie within/],
  [{ copies: [0] }, /copies must be a list of 2/],
  [{ shape: [0, 7] }, /^the shape of part 1: it must be an object/],
  [{ shape: [1, 1] }, /^the shape of part 0: x must be a list of 3/],
]) {
  test(`parts are refused: ${JSON.stringify(wrong)}`, () => {
    assert.match(problemOfParts({ parts: wrong && { ...PARTS, ...wrong }, shapes: SHAPES }, 5), said);
  });
}

for (const [wrong, said] of [
  [[], /^the shape of part 0: it must be an object/],
  [{ ...SHAPES[0], width: 0 }, /part 0: it must be wider and higher than nothing/],
  [{ ...SHAPES[0], height: "9" }, /part 0: it must be wider and higher than nothing/],
  ...["x", "y", "w"].map((name) => [without(name), new RegExp(`part 0: ${name} must be a list of 3`)]),
  [{ ...SHAPES[0], y: [0, {}, 0] }, /part 0: y must hold lengths in px \(got \{\}\)/],
  [{ ...SHAPES[0], w: [120, 120, 19] }, /part 0: w must hold widths of 60 px or more \(got 19\)/],
  [without("routes"), /part 0: routes must be a list of 2/],
  [{ ...SHAPES[0], edges: [[0, 2], [1, 3]] }, /part 0: edges must hold pairs of numbers of cards below 3 \(got \[1,3\]\)/],
  [{ ...SHAPES[0], edges: undefined }, /part 0: edges must be a list/],
]) {
  test(`a picture of a part is refused: ${said.source}`, () => {
    assert.match(problemOfParts({ parts: PARTS, shapes: { ...SHAPES, 0: wrong } }, 5), said);
  });
}

test("shapes are an object", () => assert.match(problemOfParts({ parts: PARTS, shapes: [] }, 5), /^shapes must be/));
