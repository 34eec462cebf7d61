// @ts-check
// What is to be said of a moment. Pure.

import { firstDifference } from "../../core/training/compare.js";
import { numberText, preciseText } from "../../core/words.js";

/** @typedef {import("../../core/training/runs.js").Run} Run */
/** @typedef {import("../../core/training/history.js").Moment} Moment */

/**
 * @param {Run[]} runs
 * @param {Moment[]} moments
 * @param {{ past: boolean, branching: boolean, last: number }} where
 */
export function sentenceOf(runs, moments, { past, branching, last }) {
  const [run, { step, loss }] = [runs[0], moments[0]];
  const said = saidBy(runs);
  if (said && !past) return said;
  if (runs.some(({ state }) => state === "finishing")) return `Finishing step ${run.now.step + 1} …`;
  const rate = preciseText(run.rate, 2);
  if (branching) return `Play goes on from step ${step} at rate ${rate}; what came after stays as a grey line.`;
  if (past) return `Step ${step} of ${last}, loss ${numberText(loss)}. Play goes through what has been.`;
  if (runs.length > 1) {
    const text = firstDifference(runs[0], runs[1]) || "So far the two runs do not differ.";
    return `Step ${step}. ${text}`;
  }
  if (!step) {
    const { samples } = run.data;
    const count = run.about.parameters.length;
    const many = samples === 1 ? "1 sample" : `${samples} samples`;
    return `${many}, ${count} parameters. Press Play: each step finds every parameter's gradient, and moves it a `
      + "little downhill.";
  }
  const found = moments[0].unknown ? "the next step tells the loss" : `the loss is ${numberText(loss)}`;
  return `After ${step} step${step === 1 ? "" : "s"} ${found}. Drag the strip to go back; press a sample to open its `
    + "numbers.";
}

/** What the runs have to say, once if they say the same. @param {Run[]} runs */
export function saidBy(runs) {
  return [...new Set(runs.map(({ says }) => says))].filter(Boolean).join(" ");
}
