import assert from "node:assert/strict";
import { test } from "node:test";
import { makeHistory } from "../../../../microgradviz/views/js/core/training/history.js";
import { pack, packHistory, unpack, unpackHistory } from "../../../../microgradviz/views/js/core/training/packed.js";

const moment = (step, loss = 1 / (1 + step), params = [step, 2 * step, -step]) => ({
  step, loss, heldOut: NaN, params: Float64Array.from(params), rate: 0.1,
});

function run(steps, options, make = moment) {
  const history = makeHistory(options);
  for (let step = 0; step < steps; step++) history.add(make(step));
  return history;
}

test("every moment is kept while there is room", () => {
  const history = run(50);
  assert.deepEqual(history.moments.map(({ step }) => step), [...Array(50).keys()]);
  assert.equal(history.nearest(17).step, 17);
});

test("when the budget is full, every second goes and the distance doubles; first and last stay", () => {
  const history = run(1000, { budget: 20 * (120 + 24) });
  const steps = history.moments.map(({ step }) => step);
  assert.ok(steps.length <= 21, String(steps.length));
  assert.equal(steps[0], 0);
  assert.equal(steps.at(-1), 999);
  assert.equal(Math.log2(history.every) % 1, 0);
  assert.ok(steps.slice(0, -1).every((step) => step % history.every === 0));
  assert.equal(history.nearest(500).step, steps.reduce((a, b) => (Math.abs(b - 500) < Math.abs(a - 500) ? b : a)));
});

test("what was opened stays, however much goes", () => {
  const history = run(30, { budget: 40 * 144 });
  history.pin(history.nearest(7));
  for (let step = 30; step < 2000; step++) history.add(moment(step));
  assert.equal(history.nearest(7).step, 7);
});

test("a moment that comes later goes to its place", () => {
  const history = makeHistory();
  for (const step of [0, 5, 10, 15]) history.add(moment(step));
  history.add(moment(7));
  assert.deepEqual(history.moments.map(({ step }) => step), [0, 5, 7, 10, 15]);
});

test("the first that is no number is known and stays", () => {
  const history = run(12, {}, (step) => moment(step, step === 9 ? NaN : 1));
  assert.equal(history.firstNaN, 9);
  assert.equal(run(12).firstNaN, null);
  assert.equal(run(3, {}, (step) => moment(step, 1, [step === 1 ? Infinity : 0])).firstNaN, 1);
});

test("the loss of every step is there, thinned where no strip could show it, and never smoothed", () => {
  const history = run(50_000, { budget: 100_000 });
  const { steps, losses } = history.columns();
  assert.ok(steps.length <= 20_001);
  assert.ok(steps.every((step, i) => losses[i] === 1 / (1 + step)));
  assert.equal(steps.at(-1), 49_999);
});

test("a branch leaves the old future as a ghost", () => {
  const history = run(100);
  history.branch(history.nearest(40));
  assert.equal(history.last.step, 40);
  assert.deepEqual(history.ghosts.map(({ from, steps }) => [from, steps[0], steps.at(-1)]), [[40, 40, 99]]);
  assert.equal(history.columns().steps.at(-1), 40);
  for (let step = 41; step < 60; step++) history.add(moment(step, 7));
  assert.equal(history.nearest(50).loss, 7);
  assert.equal(history.ghosts[0].moments.at(-1).step, 99);
});

test("a branch forgets the nan behind it", () => {
  const history = run(10, {}, (step) => moment(step, step === 9 ? NaN : 1));
  history.branch(history.nearest(4));
  assert.equal(history.firstNaN, null);
});

test("numbers travel as base64 and come back to the last bit", () => {
  const numbers = [0, -0, 1 / 3, NaN, Infinity, -Infinity, 5e-324];
  assert.deepEqual([...unpack(pack(numbers))], numbers);
});

test("what a notebook saves is at most 300 KB, and can be scrubbed", () => {
  for (const [count, steps] of [[337, 10_000], [1, 30_000], [20_000, 12]]) {
    const history = run(steps, { budget: 8e6 }, (step) => moment(step, step, Array(count).fill(step)));
    const packed = packHistory(history, 0);
    if (count === 20_000) {
      assert.equal(packed, null);
      continue;
    }
    assert.ok(JSON.stringify(packed).length <= 300_000, `${count}: ${JSON.stringify(packed).length}`);
    const back = unpackHistory(packed, count);
    assert.equal(back.last.step, steps - 1);
    assert.equal(back.nearest(0).step, 0);
    const middle = back.nearest(steps / 2);
    assert.ok(middle.params.every((x) => x === middle.step));
    assert.ok(Math.abs(middle.step - steps / 2) <= steps / 10 + 1);
  }
});
