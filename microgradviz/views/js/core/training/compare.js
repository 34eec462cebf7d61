// @ts-check
// Two runs side by side: where they part first, and why. Pure.

import { numberText } from "../words.js";

/** @typedef {import("./runs.js").Run} Run */
/** `kind` tells what parts them. @typedef {{ step: number, kind: "start" | "knob" | "rounding" | "step" | "unknown",
 *   text: string }} Difference */

const PARTED = 1e-8; // of the loss, relative
const AGREE = 1e-12; // of parameters after the same step, relative
/** @type {[keyof import("./updates.js").Loop, string][]} */
const KNOBS = [
  ["lr", "rate"], ["rule", "optimiser"], ["momentum", "momentum"], ["batch", "batch"], ["seed", "order of samples"],
  ["loss", "loss"],
];

/**
 * The first step at which two runs differ; null as long as none does.
 * @param {Run} a
 * @param {Run} b
 * @returns {Difference | null}
 */
export function firstDifference(a, b) {
  const start = [a, b].map((run) => run.history.nearest(0)?.params ?? new Float64Array(0));
  const others = start[0].length !== start[1].length || start[0].some((x, i) => !Object.is(x, start[1][i]));
  const step = firstParted(a, b);
  if (others) return { step: 0, kind: "start", text: "The runs differ from the start: other parameters." };
  const [one, two] = [a.loop, b.loop];
  const knobs = one && two ? KNOBS.filter(([name]) => one[name] !== two[name]) : [];
  if (knobs.length && one && two) {
    const told = knobs.map(([name, word]) => `the ${word}, ${written(one[name])} and ${written(two[name])}`);
    const when = step === null ? "no loss has parted yet" : `their losses part at step ${step}`;
    return { step: step ?? 1, kind: "knob", text: `The runs differ from step 1 on by ${told.join("; ")}; ${when}.` };
  }
  return step === null ? null : blame(a, b, step);
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

/**
 * Whether the step before was another one, or the same with other roundings behind it.
 * @param {Run} a
 * @param {Run} b
 * @param {number} step
 * @returns {Difference}
 */
function blame(a, b, step) {
  if (!step) return { step, kind: "start", text: "The runs begin at different losses." };
  const text = `The losses differ first at step ${step}`;
  const [before, after] = [step - 1, step].map((k) => a.history.nearest(k));
  if (before?.step !== step - 1 || after?.step !== step || !b.stepFrom)
    return { step, kind: "unknown", text: `${text}.` };
  const again = b.stepFrom(before);
  const same = again.every((x, i) => Math.abs(x - after.params[i]) <= AGREE * Math.max(1, Math.abs(x)));
  const alike = "rounding that grew: from the same parameters both step alike.";
  return same ? { step, kind: "rounding", text: `${text}, ${alike}` }
    : { step, kind: "step", text: `${text}: from the same parameters the two take different steps.` };
}

/** @param {unknown} setting */
function written(setting) {
  return typeof setting === "number" ? numberText(setting) : setting === null ? "all" : String(setting);
}
