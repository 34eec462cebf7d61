import assert from "node:assert/strict";
import { test } from "node:test";

import { nearestRoute } from "../../../microgradviz/views/js/graph/routes.js";
import { edgeText } from "../../../microgradviz/views/js/core/names.js";
import { checkOf, pathText, productText } from "../../../microgradviz/views/js/core/reasons.js";
import { makePlan } from "../../../microgradviz/views/js/core/steps.js";
import { countText, edgesOf, MOST_PATHS, pathsFromResult, sumOf } from "../../../microgradviz/views/js/core/paths.js";
import { line, RULES, squared, wordsOf } from "../traces.js";

const ask = (trace, options, faults = []) => {
  const plan = makePlan(trace, options);
  return { plan, why: pathsFromResult(plan, RULES, faults) };
};

/** Every path from the result to a value, walked one by one. */
function walked({ trace, local }, node) {
  if (node === trace.root) return [{ product: 1, edges: [] }];
  return trace.from.flatMap((from, e) => (from !== node ? [] : walked({ trace, local }, trace.to[e]).map(
    ({ product, edges }) => ({ product: product * local[e], edges: [...edges, e] }))));
}

/** A repeatable random number from 0 to 1. */
function dice(seed) {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

function randomTrace(seed, slope) {
  const roll = dice(seed);
  const nodes = 3 + Math.floor(roll() * 9);
  const trace = { ...line(), op: [], data: [], label: {}, from: [], to: [], slot: [], local: [], order: [], root: nodes - 1 };
  for (let i = 0; i < nodes; i++) {
    const inputs = i < 2 ? 0 : 1 + Math.floor(roll() * 3);
    trace.op.push(inputs ? "odd" : "");
    trace.data.push(i);
    for (let slot = 0; slot < inputs; slot++) {
      trace.from.push(Math.floor(roll() * i));
      trace.to.push(i);
      trace.slot.push(slot);
      trace.local.push(slope(roll));
    }
    if (inputs) trace.order.unshift(i);
  }
  return trace;
}

/** One value doubled so many times, by way of two edges. */
function diamonds(count) {
  const trace = { ...line(), op: [""], data: [1], label: { 0: "x" }, from: [], to: [], slot: [], local: [], order: [], root: count };
  for (let i = 1; i <= count; i++) {
    trace.op.push("add");
    trace.data.push(2 ** i);
    trace.from.push(i - 1, i - 1);
    trace.to.push(i, i);
    trace.slot.push(0, 1);
    trace.local.push(1, 1);
    trace.order.unshift(i);
  }
  return trace;
}

test("a square has two paths of three, and they come one after the other", () => {
  const { plan, why } = ask(squared());
  assert.deepEqual(why.kept[0].map((path) => [path.product, edgesOf(path)]), [[3, [0]], [3, [1]]]);
  assert.deepEqual([[], [0], [0, 1]].map((come) => sumOf(why, plan, 0, (e) => come.includes(e))), [0, 3, 6]);
  assert.deepEqual([0, 1].map((e) => edgeText(plan, wordsOf(squared()), e)), ["a → f (1st)", "a → f (2nd)"]);
});

test("a path reads from the result on", () => {
  const { plan, why } = ask(line());
  const [path] = why.kept[0];
  assert.equal(pathText(plan, wordsOf(line()), edgesOf(path)), "d → e → a");
  assert.deepEqual(productText(edgesOf(path), why.slopes, path.product, 4), ["1 × 1 × −3", "=", "−3"]);
  assert.equal(path.product, -3);
});

test("paths, products, counts and sums are those of a walk over all paths", () => {
  const slopes = [(roll) => Math.round(roll() * 8 - 4), (roll) => roll() * 4 - 2, () => 1];
  for (let seed = 1; seed <= 300; seed++) {
    const trace = randomTrace(seed * 7919, slopes[seed % 3]);
    const { plan, why } = ask(trace);
    for (const node of trace.op.keys()) {
      const all = walked(plan, node);
      assert.equal(why.count[node], BigInt(all.length));
      const close = (x, y) => assert.ok(Math.abs(x - y) <= 1e-9 * (1 + all.reduce((sum, { product }) => sum + Math.abs(product), 0)), `${x} is not ${y}`);
      const sizes = all.map(({ product }) => Math.abs(product)).sort((a, b) => b - a).slice(0, MOST_PATHS);
      assert.equal(why.kept[node].length, sizes.length);
      why.kept[node].forEach((path, i) => {
        close(Math.abs(path.product), sizes[i]);
        close(path.product, edgesOf(path).reduce((product, e) => product * plan.local[e], 1));
      });
      assert.equal(new Set(why.kept[node].map((path) => edgesOf(path).join())).size, sizes.length);
      const rest = why.left[node] ?? [];
      assert.equal(rest.reduce((n, part) => n + part.count, 0n) + BigInt(sizes.length), why.count[node]);
      for (const e of why.out[node]) {
        const told = [...why.kept[node].map((p) => ({ edge: p.edge, sum: p.product })), ...rest].filter(({ edge }) => edge === e);
        close(told.reduce((sum, part) => sum + part.sum, 0), sumOf(why, plan, node, (other) => other === e));
      }
      close(sumOf(why, plan, node, () => true), all.reduce((sum, { product }) => sum + product, 0));
      if (node !== trace.root && all.length) {
        const after = plan.contributions.filter((c) => trace.from[c.edge] === node).pop().after;
        assert.ok(Object.is(sumOf(why, plan, node, () => true) + 0, after + 0), "bit for bit the gradient");
      }
    }
  }
});

test("two to the fortieth paths are counted and summed at once", () => {
  const began = performance.now();
  const { plan, why } = ask(diamonds(40));
  const took = performance.now() - began;
  assert.equal(why.count[0], 2n ** 40n);
  assert.equal(why.kept[0].length, MOST_PATHS);
  assert.equal(why.left[0].reduce((n, part) => n + part.count, 0n), 1099511627768n);
  assert.equal(countText(1099511627768n), "1,099,511,627,768");
  assert.equal(sumOf(why, plan, 0, () => true), 2 ** 40);
  assert.equal(why.left[0].reduce((sum, part) => sum + part.sum, 8), 2 ** 40);
  assert.ok(took < 50, `took ${took} ms`);
});

test("far more paths than a double can count are counted too", () => {
  const { why } = ask(diamonds(3000));
  assert.equal(why.count[0], 2n ** 3000n);
  assert.equal(countText(why.count[0]), "1.230 × 10^903");
});

test("a value with thousands of users takes no longer than it must", () => {
  const [first, second] = [diamonds(1), 4000];
  const trace = { ...first, op: ["", "odd"], data: [1, 1], from: [], to: [], slot: [], local: [], order: [1], root: 1 };
  for (let slot = 0; slot < second; slot++) {
    trace.from.push(0);
    trace.to.push(1);
    trace.slot.push(slot);
    trace.local.push(slot);
  }
  const { why } = ask(trace);
  assert.deepEqual(why.kept[0].map((path) => path.product), [3999, 3998, 3997, 3996, 3995, 3994, 3993, 3992]);
  assert.equal(why.count[0], 4000n);
});

test("nan comes first, zero last, infinity in between, and nothing gets lost", () => {
  const wide = { ...squared(), op: ["", "odd"], from: [0, 0, 0, 0], to: [1, 1, 1, 1], slot: [0, 1, 2, 3], local: [0, { $f: "-Infinity" }, 2, { $f: "NaN" }] };
  const { plan, why } = ask(wide);
  assert.deepEqual(why.kept[0].map((path) => path.product), [NaN, -Infinity, 2, 0]);
  assert.equal(sumOf(why, plan, 0, (e) => e !== 3), -Infinity);
});

test("without accumulation the sum is what the gradient should be", () => {
  const { plan, why } = ask(squared(), { accumulate: false });
  assert.equal(sumOf(why, plan, 0, () => true), 6);
});

test("a wrong or a missing local derivative is replaced by that of the rule", () => {
  const wrong = { ...squared(), local: [7, null] };
  assert.deepEqual(ask(wrong).why.slopes, [7, 3]);
  assert.deepEqual(ask(wrong, {}, [{ kind: "wrong local derivative", text: "", node: null, edge: 0 }]).why.slopes, [3, 3]);
});

test("an order that is none does not matter", () => {
  for (const order of [[2, 4], [4], [4, 2, 2], []]) {
    const { plan, why } = ask({ ...line(), order });
    assert.deepEqual([0, 1, 2, 3, 4].map((i) => sumOf(why, plan, i, () => true)), [-3, 2, 1, 1, 1]);
  }
});

test("where no path leads there is none", () => {
  const { why } = ask({ ...line(), root: 2, order: [2] });
  assert.deepEqual(why.count, [1n, 1n, 1n, 0n, 0n]);
});

test("an edge's local derivative is checked by nudging", () => {
  const plan = makePlan(line());
  assert.deepEqual(checkOf(plan, wordsOf(line()), 0), ["along a: × b = −3", "Measured by nudging this edge alone by ±0.0002: −3 ", "✓ agrees"]);
  const wrong = makePlan({ ...line(), local: [5, 2, 1, 1] });
  assert.equal(checkOf(wrong, wordsOf(line()), 0)[2], "⚠ differs from 5");
  const odd = { ...line(), op: ["", "", "odd", "", "add"] };
  assert.deepEqual(checkOf(makePlan(odd), wordsOf(odd), 0), ["This operation has no known formula.", "", ""]);
});

test("the edge nearest to a place is found, within reach", () => {
  const routes = [[[0, 0], [100, 0]], [[0, 0], [100, 80]]];
  assert.deepEqual([[50, 6], [50, 38], [50, 15], [99, 75], [200, 0]].map((place) => nearestRoute(routes, false, place, 8)), [0, 1, -1, 1, -1]);
  assert.equal(nearestRoute([[[0, 0], [80, 100]]], true, [38, 50], 8), 0);
});
