// @ts-check
// What the panes of one run share: the run, its wiring, its area, its names.

import { scaleOfFields } from "./colours.js";
import { wiringOf } from "./wiring.js";

/** @typedef {import("../../core/training/runs.js").Run} Run */
/** @typedef {ReturnType<typeof makeStage>} Stage */

const ROOM = 0.2; // around the samples, as a share of their spread

/**
 * Whether an output answers what it ought to: of signs the sign counts alone, for a score may go beyond 1.
 * @param {string} kind @param {number} x @param {number} ought
 */
export function answersRight(kind, x, ought) {
  return kind === "signs" ? x * ought > 0 : kind === "classes" && Math.abs(x - ought) < 0.5;
}

/**
 * @param {Run} run
 * @param {string} name beside another run
 * @param {() => import("./colours.js").Palette} palette
 * @param {(params: Float64Array) => void} put other parameters in their place, where the run can go on from them
 */
export function makeStage(run, name, palette, put) {
  const { network, data } = run;
  const wiring = network ? wiringOf(network, data.names) : { inputs: [], layers: [] };
  const flat = data.columns <= 2 ? [0, 1].slice(0, data.columns) : [];
  const area = flat.map((column) => rangeOfColumn(data, column));
  let sample = 0;
  return {
    run, name, wiring, palette, area, nameOf, row, target, wanted, predictions, right, isRight, fullScale, shade,
    several: (network?.roles.predictions.length ?? 0) > 1,
    place: run.place && put,
    get sample() { return sample; },
    set sample(k) { sample = Math.min(Math.max(k, 0), data.samples - 1); },
  };

  /** @param {number} layer @param {number} unit */
  function nameOf(layer, unit) {
    const { layers } = wiring;
    const where = layer === layers.length - 1 ? "output" : layers.length > 2 ? `layer ${layer + 1}` : "hidden layer";
    return layers[layer].length === 1 ? where : `${where}, neuron ${unit + 1}`;
  }

  /** The size of an output that has the full colour, 1 if it ought to be that. @param {ArrayLike<number>[]} fields */
  function fullScale(fields) {
    return data.kind === "numbers" || data.targets > 1 ? scaleOfFields(fields) : 1;
  }

  /**
   * What a sample ought to be; of several targets the number of the largest.
   * @param {number} k
   * @param {boolean} [held]
   */
  function wanted(k, held = false) {
    const targets = target(k, held);
    return targets.length > 1 ? largest(targets) : targets[0];
  }

  /**
   * How many samples are answered right, in words; "" if that cannot be said.
   * @param {import("../../core/training/history.js").Moment} moment
   */
  function right(moment) {
    if (data.kind === "numbers") return "";
    const [count, apart] = [false, true].map((held) =>
      predictions(moment, held).reduce((sum, x, k) => sum + Number(isRight(x, wanted(k, held))), 0));
    return `: ${count} of ${data.samples} right${data.held ? `, held out ${apart} of ${data.held}` : ""}`;
  }

  /** @param {number} x @param {number} ought */
  function isRight(x, ought) {
    return answersRight(data.kind, x, ought);
  }

  /** The inputs of a sample. @param {number} k @param {boolean} [held] */
  function row(k, held = false) {
    return (held ? data.heldX : data.X).subarray(k * data.columns, (k + 1) * data.columns);
  }

  /** What a sample's prediction should be. @param {number} k @param {boolean} [held] */
  function target(k, held = false) {
    return (held ? data.heldY : data.y).subarray(k * data.targets, (k + 1) * data.targets);
  }

  /**
   * What the network says of every sample; of several outputs the number of the largest.
   * @param {import("../../core/training/history.js").Moment} moment
   * @param {boolean} [held]
   */
  function predictions({ params }, held = false) {
    const count = held ? data.held : data.samples;
    if (!network || !count) return new Float64Array(0);
    const [said, wide] = [network.predictAll(params, held ? data.heldX : data.X), network.roles.predictions.length];
    if (wide === 1) return said;
    return Float64Array.from({ length: count }, (_, k) => largest(said.subarray(k * wide, (k + 1) * wide)));
  }

  /** A target or an output as a share of a colour, from −1 to 1. @param {number} x */
  function shade(x) {
    return data.kind === "classes" ? (2 * x) / Math.max(data.targets - 1, 1) - 1 : x;
  }
}

/**
 * From where to where the samples go in one column, and some room.
 * @param {import("../../core/training/runs.js").Data} data
 * @param {number} column
 * @returns {[number, number]}
 */
function rangeOfColumn({ X, heldX, columns }, column) {
  let [least, most] = [Infinity, -Infinity];
  for (const numbers of [X, heldX])
    for (let i = column; i < numbers.length; i += columns) {
      least = Math.min(least, numbers[i]);
      most = Math.max(most, numbers[i]);
    }
  if (!(most > least)) [least, most] = Number.isFinite(least) ? [least - 1, least + 1] : [-1, 1];
  return [least - ROOM * (most - least), most + ROOM * (most - least)];
}

/** @param {ArrayLike<number>} numbers */
function largest(numbers) {
  let best = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] > numbers[best]) best = i;
  return best;
}
