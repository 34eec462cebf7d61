import assert from "node:assert/strict";
import { test } from "node:test";
import { endsOf, neuronThrough, soleNeuron } from "../../../microgradviz/views/js/instruments/training/line.js";

const AREA = [[-1, 1], [-2, 2]];

test("both ends lie on the line and in view, and make the neuron anew", () => {
  for (const numbers of [[1, 0, 0.5], [0, -3, 1], [1, 1, 0], [-2, 0.5, 0.3], [0.2, -0.7, -0.1]]) {
    const ends = endsOf(numbers, AREA);
    for (const [x, y] of ends) {
      assert.ok(Math.abs(numbers[0] * x + numbers[1] * y + numbers[2]) < 1e-12);
      assert.ok(Math.abs(x) <= 1 && Math.abs(y) <= 2);
    }
    const made = neuronThrough(ends, Math.hypot(numbers[0], numbers[1]));
    for (const k of [0, 1, 2]) assert.ok(Math.abs(made[k] - numbers[k]) < 1e-12, `${made} ${numbers}`);
  }
});

test("ends that change places turn the neuron round", () => {
  const [one, other] = endsOf([1, 2, 0.5], AREA);
  const made = neuronThrough([other, one], Math.hypot(1, 2));
  for (const [k, x] of [-1, -2, -0.5].entries()) assert.ok(Math.abs(made[k] - x) < 1e-12);
});

test("without weights, or out of view, there is no line", () => {
  assert.equal(endsOf([0, 0, 1], AREA), null);
  assert.equal(endsOf([1, 1, 9], AREA), null);
  assert.equal(endsOf([1, 0, 2], AREA), null);
  assert.equal(endsOf([NaN, 0, 2], AREA), null);
  assert.equal(neuronThrough([[1, 1], [1, 1]], 1), null);
});

test("only a neuron whose answer turns where its sum is 0 has a line to drag", () => {
  const wires = [{ param: 0, from: [0, 0] }, { param: 1, from: [0, 1] }];
  const unit = { node: 9, sum: 8, op: "tanh", bias: 2, wires };
  const data = { kind: "signs", columns: 2 };
  assert.deepEqual(soleNeuron({ layers: [[unit]] }, data), { weights: [0, 1], bias: 2 });
  assert.equal(soleNeuron({ layers: [[unit]] }, { ...data, kind: "classes" }), null);
  assert.ok(soleNeuron({ layers: [[{ ...unit, op: "sigmoid" }]] }, { ...data, kind: "classes" }));
  assert.equal(soleNeuron({ layers: [[{ ...unit, op: "relu" }]] }, data), null);
  assert.equal(soleNeuron({ layers: [[unit], [unit]] }, data), null);
  assert.equal(soleNeuron({ layers: [[{ ...unit, bias: -1 }]] }, data), null);
  assert.equal(soleNeuron({ layers: [[unit]] }, { ...data, columns: 3 }), null);
});
