// @ts-check
// The line of a neuron with two inputs, where its sum is 0: its ends in view, and the neuron that a line makes. Pure.

/** @typedef {[number, number]} Point */
/** @typedef {{ weights: [number, number], bias: number }} Neuron places of its parameters */

const IN = 0.15; // of the line in view, from where it leaves the plane to a handle

/**
 * The neuron that is all of a network, if its answer changes where its sum is 0.
 * @param {import("./wiring.js").Wiring} wiring
 * @param {import("../../core/training/runs.js").Data} data
 * @returns {Neuron | null}
 */
export function soleNeuron({ layers }, { kind, columns }) {
  const [unit] = layers.flat();
  if (columns !== 2 || layers.flat().length !== 1 || unit.bias < 0) return null;
  const turns = kind === "signs" ? unit.op === "tanh" || unit.sum === unit.node
    : kind === "classes" && unit.op === "sigmoid";
  const [one, other] = unit.wires;
  const whole = unit.wires.length === 2 && one.from[1] === 0 && other.from[1] === 1;
  return turns && whole ? { weights: [one.param, other.param], bias: unit.bias } : null;
}

/**
 * Two places on the line, the neuron's positive side to the right of the way from the first to the second; null if the
 * line is out of view.
 * @param {[number, number, number]} numbers the two weights, and the bias
 * @param {[number, number][]} area
 * @returns {[Point, Point] | null}
 */
export function endsOf([w1, w2, b], area) {
  const size = Math.hypot(w1, w2);
  if (!(size > 0) || !Number.isFinite(size + b)) return null;
  const way = [-w2 / size, w1 / size];
  const foot = [(-b * w1) / size ** 2, (-b * w2) / size ** 2];
  let [from, to] = [-Infinity, Infinity];
  for (const k of [0, 1]) {
    const [one, other] = area[k].map((edge) => (edge - foot[k]) / way[k]);
    if (way[k]) [from, to] = [Math.max(from, Math.min(one, other)), Math.min(to, Math.max(one, other))];
    else if (foot[k] < area[k][0] || foot[k] > area[k][1]) return null;
  }
  if (!(to > from)) return null;
  const at = (/** @type {number} */ share) =>
    /** @type {Point} */ (foot.map((x, k) => x + way[k] * (from + share * (to - from))));
  return [at(IN), at(1 - IN)];
}

/**
 * The weights, as large as they were, and the bias of the neuron whose line runs through two places.
 * @param {[Point, Point]} ends
 * @param {number} size of its weights
 * @returns {[number, number, number] | null}
 */
export function neuronThrough([[x, y], [toX, toY]], size) {
  const far = Math.hypot(toX - x, toY - y);
  if (!(far > 0)) return null;
  const [w1, w2] = [(size * (toY - y)) / far, (-size * (toX - x)) / far];
  return [w1, w2, -(w1 * x + w2 * y)];
}
