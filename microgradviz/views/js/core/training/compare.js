// @ts-check
// Two runs side by side: where they part first. Pure.

import { numberText } from "../words.js";

/** @typedef {import("./runs.js").Run} Run */

const PARTED = 1e-8; // of the loss, relative
/** @type {[keyof import("./updates.js").Loop, string][]} */
const KNOBS = [
  ["lr", "rate"], ["rule", "optimiser"], ["momentum", "momentum"], ["batch", "batch"], ["seed", "order of samples"],
  ["loss", "loss"],
];

/**
 * What parts two runs, in a sentence; "" as long as nothing does.
 * @param {Run} a
 * @param {Run} b
 */
export function firstDifference(a, b) {
  const start = [a, b].map((run) => run.history.nearest(0)?.params ?? new Float64Array(0));
  const others = start[0].length !== start[1].length || start[0].some((x, i) => !Object.is(x, start[1][i]));
  if (others) return "The runs differ from the start: other parameters.";
  const step = firstParted(a, b);
  const [one, two] = [a.loop, b.loop];
  const knobs = one && two ? KNOBS.filter(([name]) => one[name] !== two[name]) : [];
  if (knobs.length && one && two) {
    const told = knobs.map(([name, word]) => `the ${word}, ${written(one[name])} and ${written(two[name])}`);
    const when = step === null ? "no loss has parted yet" : `their losses part at step ${step}`;
    return `The runs differ from step 1 on by ${told.join("; ")}; ${when}.`;
  }
  return step === null ? "" : `The losses differ first at step ${step}.`;
}

/** The first step whose losses differ. @param {Run} a @param {Run} b @returns {number | null} */
function firstParted(a, b) {
  const [one, two] = [a.history.columns(), b.history.columns()];
  const place = new Map([...two.steps].map((step, i) => [step, i]));
  for (const [i, step] of one.steps.entries()) {
    const j = place.get(step);
    if (j === undefined) continue;
    const [x, y] = [one.losses[i], two.losses[j]];
    if (!Object.is(x, y) && !(Math.abs(x - y) <= PARTED * Math.max(Math.abs(x), Math.abs(y)))) return step;
  }
  return null;
}

/** @param {unknown} setting */
function written(setting) {
  return typeof setting === "number" ? numberText(setting) : setting === null ? "all" : String(setting);
}
