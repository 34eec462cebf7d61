// The order of a backward pass: all graphs of up to five operations, all orders of each.

import assert from "node:assert/strict";
import test from "node:test";

import { listOrders, lostPaths, makeBoard, runOrder } from "../../../microgradviz/views/js/core/orders.js";

/** Graphs of n operations, each with at most two inputs among those before it, every one reaching the last. */
function* wirings(n) {
  const choices = Array.from({ length: n }, (_, i) => {
    const sets = [[]];
    for (let a = 0; a < i; a++) sets.push([a]);
    for (let a = 0; a < i; a++) for (let b = a; b < i; b++) sets.push([a, b]);
    return sets;
  });
  yield* extended([]);

  function* extended(made) {
    if (made.length === n) {
      const reached = new Set([n - 1]);
      for (let i = n - 1; i >= 0; i--) if (reached.has(i)) for (const input of made[i]) reached.add(input);
      if (reached.size === n) yield made;
      return;
    }
    for (const inputs of choices[made.length]) yield* extended([...made, inputs]);
  }
}

/** The same as a trace: a leaf first, which every operation with fewer than two inputs has too. */
function traceOf(wiring, slopes) {
  const trace = { op: ["", ...wiring.map(() => "op")], label: { 0: "x" }, data: [], params: {}, from: [], to: [], slot: [], local: [], seed: 1, root: wiring.length, order: [], observed: [] };
  for (const [i, inputs] of wiring.entries()) {
    const all = inputs.length === 2 ? inputs.map((k) => k + 1) : [...inputs.map((k) => k + 1), 0];
    for (const [slot, from] of all.entries()) {
      trace.local.push(slopes[trace.from.length]);
      trace.from.push(from);
      trace.to.push(i + 1);
      trace.slot.push(slot);
    }
  }
  return trace;
}

function permutations(items) {
  if (items.length < 2) return [items];
  return items.flatMap((item, i) => permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]));
}

/** The leaf's gradient if each operation passes on once what it has, in an order; independent of the code under test. */
function passed(trace, incoming, order) {
  const grad = new Float64Array(trace.op.length);
  grad[trace.root] = 1;
  for (const node of order) for (const e of incoming[node]) grad[trace.from[e]] += grad[node] * trace.local[e];
  return grad;
}

function incomingOf(trace) {
  const incoming = trace.op.map(() => []);
  for (const [e, user] of trace.to.entries()) incoming[user].push(e);
  return incoming;
}

const SLOPES = Array.from({ length: 12 }, (_, k) => 1 + Math.sqrt(k + 2) / 3); // generic: no sums agree by chance

test("the orders that are listed are those that give the right gradients, and all of them", () => {
  let graphs = 0;
  for (const n of [1, 2, 3, 4, 5]) {
    const orders = permutations(Array.from({ length: n }, (_, i) => i + 1));
    for (const wiring of wirings(n)) {
      graphs++;
      const trace = traceOf(wiring, SLOPES);
      const incoming = incomingOf(trace);
      const right = passed(trace, incoming, Array.from({ length: n }, (_, i) => n - i));
      const isRight = (order) => passed(trace, incoming, order).every((x, i) => Math.abs(x - right[i]) < 1e-9 * right[i]);
      const listed = listOrders(makeBoard(trace), 1000).map(String);
      assert.deepEqual(listed.sort(), orders.filter(isRight).map(String).sort());
    }
  }
  assert.equal(graphs, 343); // of one to five operations
});

test("what a run gives, what it strands and what it loses add up", () => {
  for (const wiring of wirings(4)) {
    const trace = traceOf(wiring, SLOPES);
    const [board, incoming] = [makeBoard(trace), incomingOf(trace)];
    const right = passed(trace, incoming, [4, 3, 2, 1]);
    const listed = new Set(listOrders(board, 1000).map(String));
    for (const order of permutations([1, 2, 3, 4])) {
      const { visits, grads } = runOrder(board, order);
      const end = grads[grads.length - 1];
      assert.deepEqual(end, [...passed(trace, incoming, order)]);
      assert.equal(visits.some(({ shares }) => shares.some(({ late }) => late)), !listed.has(String(order)));
      const lost = lostPaths(board, order, 0, 1000).reduce((sum, { amount }) => sum + amount, 0);
      assert.ok(Math.abs(end[0] + lost - right[0]) < 1e-9 * right[0]);
    }
  }
});

test("the lesson's graph: 18 in one order, and 9 or 0 in the others", () => {
  const trace = { op: ["", "", "add", "", "mul", "mul"], label: { 0: "a" }, data: [2, 1, 3, 3, 9, 27], params: {}, seed: 1, root: 5, order: [], observed: [],
    from: [0, 1, 3, 2, 2, 4], to: [2, 2, 4, 4, 5, 5], slot: [0, 1, 0, 1, 0, 1], local: [1, 1, 3, 3, 9, 3] };
  const board = makeBoard(trace);
  const seen = permutations([2, 4, 5]).map((order) => [order.join(), runOrder(board, order).grads.at(-1)[0]]);
  assert.deepEqual(Object.fromEntries(seen), { "2,4,5": 0, "2,5,4": 0, "4,2,5": 0, "4,5,2": 9, "5,2,4": 9, "5,4,2": 18 });
  assert.deepEqual(lostPaths(board, [5, 2, 4], 0, 9), [{ nodes: [5, 4, 2, 0], amount: 9 }]);
  assert.equal(listOrders(board, 9).length, 1);
});
