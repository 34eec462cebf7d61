// @ts-check
// Runs as the screen sees them, one interface whether the page takes the steps or a kernel does. No elements here.

import { inColumns } from "../names.js";
import { altOf, bornFaults } from "../recompute.js";
import { makePlan } from "../steps.js";
import { tellOnce } from "../together.js";
import { makeKernelRun } from "./kernel_run.js";
import { makeNetwork } from "./network.js";
import { makePageRun } from "./page_run.js";
import { packHistory, unpack, unpackHistory } from "./packed.js";

/** @typedef {import("./history.js").Moment} Moment */
/** @typedef {import("./history.js").History} History */
/** @typedef {import("./network.js").Network} Network */
/** @typedef {import("./updates.js").Loop} Loop */
/**
 * The samples, row by row, and those that are held out. `kind` tells how targets are to be read.
 * @typedef {{ X: Float64Array, y: Float64Array, heldX: Float64Array, heldY: Float64Array, columns: number,
 *   targets: number, samples: number, held: number, names: string[], kind: "signs" | "classes" | "numbers" }} Data
 */
/** A run as the trait `runs` tells it. @typedef {Record<string, any>} About */
/** @typedef {"ready" | "running" | "finishing" | "waiting" | "ended" | "failed" | "silent" | "alone"} State */
/**
 * @typedef {{ title: string, about: About, network: Network | null, data: Data, history: History,
 *   now: Moment, state: State, says: string, start: { index: number, seed: number | null }, loop: Loop | null,
 *   rate: number, fixed: string, advance: (steps: number, ms?: number) => number, stop: () => void,
 *   reset: (index?: number) => void, setRate: (rate: number) => void, branch: (step: number) => void,
 *   place?: (params: Float64Array) => void,
 *   moment: (step: number) => Moment, gradientsAt: (moment: Moment) => Float64Array | null,
 *   updateAt: (moment: Moment) => Float64Array | null,
 *   openMoment: (moment: Moment, sample: number, held?: boolean) => Promise<Record<string, any>> }} Run
 */

/**
 * The runs of a widget. `changed` is called once after whatever changed together.
 * @param {import("../model.js").Model} model
 * @param {() => void} changed
 * @param {AbortSignal} signal
 * @returns {Run[]}
 */
export function openRuns(model, changed, signal) {
  const later = tellOnce(changed, signal);
  return [...model.get("runs").entries()].map(([i, about]) => openRun(model, about, i, later, signal));
}

/**
 * @param {import("../model.js").Model} model
 * @param {About} about
 * @param {number} index
 * @param {() => void} changed
 * @param {AbortSignal} signal
 * @returns {Run}
 */
function openRun(model, about, index, changed, signal) {
  const data = readData(about.data);
  const { trace, scene } = about.play ?? {};
  const network = about.network && makeNetwork(trace, scene.rules, about.network.roles);
  const starts = about.starts.map((/** @type {any} */ { seed, params }) => ({ seed, params: unpack(params) }));
  const packed = model.get("saved")?.[index];
  const history = packed ? unpackHistory(packed, about.parameters.length) : undefined;
  const given = { about, network, data, starts, history, start: packed?.start ?? 0, changed, keep, openHere };
  return about.runner === "kernel" ? makeKernelRun({ ...given, model, index, signal }) : makePageRun(given);

  /** Into the notebook, and to the kernel's model. @param {History} kept @param {number} start */
  function keep(kept, start) {
    const saved = [...(model.get("saved") ?? [])];
    while (saved.length <= index) saved.push(null);
    saved[index] = packHistory(kept, start, model.get("runs").length);
    model.set("saved", saved);
    model.save_changes();
  }

  /**
   * The player's values for one sample at a moment.
   * @param {Moment} moment
   * @param {number} sample
   * @param {boolean} held
   */
  function openHere({ params, rate }, sample, held) {
    if (!network) throw new Error(about.why || "The graph of one sample is not known here.");
    const [X, y] = held ? [data.heldX, data.heldY] : [data.X, data.y];
    const row = (/** @type {Float64Array} */ all, /** @type {number} */ width) =>
      all.subarray(sample * width, (sample + 1) * width);
    const shown = network.sampleTrace(params, row(X, data.columns), row(y, data.targets));
    const update = about.play.update ? rate : null;
    return { ...about.play, ...playedAt(about.play.scene, shown), update };
  }
}

/**
 * A trace at other numbers than those its scene was made for, and what the scene says of them.
 * @param {any} scene
 * @param {import("../steps.js").Trace} trace
 */
function playedAt(scene, trace) {
  const plan = makePlan(trace);
  const words = inColumns(scene);
  /** @type {Record<string, [string, any]>} */
  const told = scene.edit.leaves;
  const leaves = Object.fromEntries(Object.entries(told).map(([i, [name]]) => [i, [name, trace.data[Number(i)]]]));
  const alt = altOf(plan, words);
  return { trace, scene: { ...scene, alt, faults: bornFaults(plan, words), edit: { ...scene.edit, leaves } } };
}

/** @param {Record<string, any>} told @returns {Data} */
function readData(told) {
  const columns = Object.fromEntries(["X", "y", "heldX", "heldY"].map((name) => [name, unpack(told[name])]));
  return /** @type {Data} */ ({ ...told, ...columns });
}
