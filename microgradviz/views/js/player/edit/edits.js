// @ts-check
// An edit takes effect: the plan and the faults that everybody holds get their new numbers, in place.

import { bornFaults, givenAgain, recompute } from "../../core/recompute.js";
import { faultsByStep, makePlan } from "../../core/steps.js";

/** @typedef {import("../../core/steps.js").Trace} Trace */
/** @typedef {import("../../core/steps.js").Fault} Fault */

/**
 * @param {{ plan: import("../../core/steps.js").Plan, scene: import("../../graph/draw.js").Scene, faults: Map<number, Fault[]>, by: string,
 *   accumulate: boolean, renewed: (now: Trace) => void, byHand: (edit: () => void) => void }} options `renewed` shows
 *   the new numbers, `byHand` does what goes with a learner's own edit
 */
export function makeEdits({ plan, scene, faults, by, accumulate, renewed, byHand }) {
  const original = { trace: plan.trace, faults: scene.faults };
  return { change, reset, renew };

  /** @param {number} leaf @param {number} x */
  function change(leaf, x) {
    byHand(() => renew(recompute(plan.trace, scene, new Map([[leaf, x]]))));
  }

  /** Back to the numbers given. */
  function reset() {
    const given = givenAgain(original.trace, scene);
    byHand(() => (given ? renew(recompute(plan.trace, scene, given)) : renew(original.trace, original.faults)));
  }

  /**
   * @param {Trace} now the same expression
   * @param {Fault[]} [found] the faults that its numbers have, if they are known
   */
  function renew(now, found) {
    Object.assign(plan, makePlan(now, { by, accumulate, constants: plan.constants, folds: plan.folds }));
    scene.faults = found ?? bornFaults(plan, scene);
    faults.clear();
    for (const [k, those] of faultsByStep(plan, scene.faults)) faults.set(k, those);
    renewed(now);
  }
}
