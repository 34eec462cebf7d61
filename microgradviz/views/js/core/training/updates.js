// @ts-check
// What a training loop does with a gradient, and which samples a step sees: what train/optimizers.py and the loop that
// `training` writes do, number for number. Pure.

/**
 * The loop that `training` writes. `batch` null is all samples; `seed` is that of their order.
 * @typedef {{ rule: "sgd" | "adam", lr: number, momentum: number, betas: [number, number], eps: number,
 *   batch: number | null, seed: number, loss: string }} Loop
 */
/** What an optimiser remembers between steps. @typedef {{ steps: number, history: Float64Array[] }} Memory */

/** @param {Loop} loop @param {number} count of parameters @returns {Memory} */
export function freshMemory(loop, count) {
  const columns = loop.rule === "adam" ? 2 : loop.momentum ? 1 : 0;
  return { steps: 0, history: Array.from({ length: columns }, () => new Float64Array(count)) };
}

/** @param {Memory} memory @returns {Memory} */
export function copyMemory({ steps, history }) {
  return { steps, history: history.map((column) => column.slice()) };
}

/**
 * The parameters after a step; what the optimiser remembers changes in place.
 * @param {Loop} loop
 * @param {ArrayLike<number>} params
 * @param {ArrayLike<number>} grad
 * @param {Memory} memory
 */
export function updated({ rule, lr, momentum, betas: [first, second], eps }, params, grad, memory) {
  const next = new Float64Array(params.length);
  const [one, two] = memory.history;
  memory.steps++;
  if (rule === "adam") {
    const [still, quiet] = [1 - first ** memory.steps, 1 - second ** memory.steps];
    for (let i = 0; i < next.length; i++) {
      const g = grad[i];
      one[i] = first * one[i] + (1 - first) * g;
      two[i] = second * two[i] + (1 - second) * g * g;
      next[i] = params[i] - (lr * (one[i] / still)) / (Math.sqrt(two[i] / quiet) + eps);
    }
  } else if (one) {
    for (let i = 0; i < next.length; i++) {
      one[i] = momentum * one[i] + grad[i];
      next[i] = params[i] - lr * one[i];
    }
  } else for (let i = 0; i < next.length; i++) next[i] = params[i] - lr * grad[i];
  return next;
}

/**
 * The samples that a step sees, null for all: each epoch has an order of its own, which follows from the seed.
 * @param {Loop} loop
 * @param {number} samples
 * @param {number} step
 * @returns {number[] | null}
 */
export function samplesOf({ batch, seed }, samples, step) {
  if (batch === null || batch >= samples) return null;
  const steps = Math.ceil(samples / batch); // of an epoch
  const order = shuffled(samples, (Math.imul(seed, 0x9e3779b1) + Math.floor(step / steps)) >>> 0);
  return order.slice((step % steps) * batch, ((step % steps) + 1) * batch);
}

/** @param {number} count @param {number} seed a whole number below 2³² @returns {number[]} */
function shuffled(count, seed) {
  const order = [...Array(count).keys()];
  let state = seed;
  for (let i = count - 1; i > 0; i--) {
    state = (state + 0x6d2b79f5) >>> 0; // mulberry32, by Tommy Ettinger: few lines in any language
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    const j = Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
