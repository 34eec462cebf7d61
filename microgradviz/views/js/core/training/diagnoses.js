// @ts-check
// What may be said of a network's gradients, each word by one definition, and never otherwise. Pure.

import { numberText } from "../words.js";

/** @typedef {import("./network.js").Network} Network */
/** @typedef {import("./network.js").Flow} Flow */
/** @typedef {"asleep" | "dead" | "saturated" | "vanishing" | "exploding"} Kind */
/**
 * `layer` and `units` count from 0; a word that is said of layers in a row has no units.
 * @typedef {{ kind: Kind, layer: number, units: number[], text: string }} Diagnosis
 */

/** @type {Record<Kind, string>} the definitions, as they are shown on request */
export const DEFINITIONS = {
  asleep: "A ReLU unit whose output and slope are 0 for every training sample now.",
  dead: "A ReLU unit asleep for the training samples and those held out, at every kept moment of the last 100 steps.",
  saturated: "A unit whose slope is between −0.01 and 0.01 for every training sample.",
  vanishing: "Towards the input the RMS of ∂loss/∂(sum before activation), over units and samples, falls to half "
    + "or less at each of three layers in a row.",
  exploding: "Towards the input the RMS of ∂loss/∂(sum before activation), over units and samples, grows to twice "
    + "or more at each of three layers in a row.",
};
export const DEAD_STEPS = 100;
const FLAT = 0.01;
const LAYERS = 3;
const MOST_TOLD = 8; // factors one by one

/**
 * By what the gradients change from each layer to the one before it, the last layer first: RMS of layer i over that of
 * layer i + 1.
 * @param {Flow} flow
 * @returns {number[]}
 */
export function factors({ layers }) {
  return layers.slice(0, -1).map(({ rms }, i) => rms / layers[i + 1].rms).reverse();
}

/**
 * What holds at a moment.
 * @param {Network} network
 * @param {Flow} flow over the training samples
 * @param {{ held?: Flow | null, past?: { step: number, flow: Flow, held: Flow | null }[], step?: number }} [known] the
 *   flow over what is held out, and at the kept moments of the steps before, back to 100 or more
 * @returns {Diagnosis[]}
 */
export function diagnose(network, flow, { held = null, past = [], step = 0 } = {}) {
  const { trace, roles } = network;
  const long = past.findLastIndex((moment) => moment.step <= step - DEAD_STEPS);
  const recent = [...past.slice(Math.max(0, long)).filter((moment) => moment.step < step), { flow, held }];
  const found = roles.layers.flatMap(({ units, sums }, l) => {
    /** @type {Partial<Record<Kind, number[]>>} */
    const said = {};
    for (const [u, unit] of units.entries())
      if (trace.op[unit] === "relu" && sleeps(flow, l, u)) {
        const always = long >= 0 && recent.every((at) => sleeps(at.flow, l, u) && sleepsToo(at.held, l, u));
        (said[always ? "dead" : "asleep"] ??= []).push(u);
      } else if (unit !== sums[u] && flow.layers[l].slopes[u].every((slope) => Math.abs(slope) < FLAT))
        (said.saturated ??= []).push(u);
    const samples = flow.layers[l].outputs[0].length;
    return Object.entries(said).map(([kind, which]) =>
      tell(/** @type {Kind} */ (kind), l, which, { of: units.length, samples, kept: recent.length }));
  });
  return [...found, ...chains(flow)];
}

/**
 * What holds of some units of a layer, in one sentence.
 * @param {Kind} kind
 * @param {number} layer
 * @param {number[]} units
 * @param {{ of: number, samples: number, kept: number }} known how many units, samples and kept moments there are
 * @returns {Diagnosis}
 */
function tell(kind, layer, units, { of, samples, kept }) {
  const which = units.length === of ? `all ${of}` : units.map((u) => u + 1).join(", ");
  const zero = "output and slope are 0";
  const why = kind === "saturated" ? `slopes are below ${FLAT} on all ${samples} samples`
    : kind === "asleep" ? `${zero} on these ${samples} samples`
      : `${zero} for every sample, at all ${kept} kept moments of the last ${DEAD_STEPS} steps`;
  return { kind, layer, units, text: `Units of layer ${layer + 1} that are ${kind}: ${which}; ${why}.` };
}

/** @param {Flow} flow @param {number} l @param {number} u */
function sleeps({ layers }, l, u) {
  return layers[l].outputs[u].every((x) => x === 0) && layers[l].slopes[u].every((x) => x === 0);
}

/** @param {Flow | null} held @param {number} l @param {number} u */
function sleepsToo(held, l, u) {
  return !held || sleeps(held, l, u);
}

/** Gradients that fall or grow at each of three layers in a row. @param {Flow} flow @returns {Diagnosis[]} */
function chains(flow) {
  const by = factors(flow);
  const last = flow.layers.length - 1;
  /** @type {Diagnosis[]} */
  const found = [];
  for (const [kind, holds, verb] of /** @type {[Kind, (x: number) => boolean, string][]} */ ([
    ["vanishing", (x) => x <= 0.5, "fall"], ["exploding", (x) => x >= 2, "grow"],
  ])) {
    const row = longest(by.map(holds));
    if (row.length < LAYERS) continue;
    const these = by.slice(row.from, row.from + row.length);
    const [least, most] = [Math.min(...these), Math.max(...these)].map(numberText);
    const told = these.length > MOST_TOLD ? `${least} to ${most} a layer` : these.map(numberText).join(", ");
    const [begin, layer] = [last - row.from, last - row.from - row.length];
    const text = `Gradients are ${kind}: from layer ${begin + 1} to layer ${layer + 1} they ${verb} by ${told}.`;
    found.push({ kind, layer, units: [], text });
  }
  return found;
}

/** The longest row of truths. @param {boolean[]} holds */
function longest(holds) {
  let best = { from: 0, length: 0 };
  for (let from = 0; from < holds.length; from++) {
    let length = 0;
    while (holds[from + length]) length++;
    if (length > best.length) best = { from, length };
  }
  return best;
}
