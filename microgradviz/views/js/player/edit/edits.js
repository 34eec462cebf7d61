// @ts-check
// An edit takes effect: the plan and the faults that everybody holds get their new numbers, in place.

import { bornFaults, recompute } from "../../core/recompute.js";
import { faultsByStep, planAgain } from "../../core/steps.js";
import { decode } from "../../core/words.js";

/** @typedef {import("../../core/steps.js").Trace} Trace */
/** @typedef {import("../../core/steps.js").Fault} Fault */
/** @typedef {[string, number][]} Numbers of all leaves, by name */

/**
 * @param {{ plan: import("../../core/steps.js").Plan, scene: import("../../graph/draw.js").Scene, faults: Map<number,
 *   Fault[]>, by: string,
 *   accumulate: boolean, update: () => import("../../core/update.js").Update | null, renewed: (now: Trace) => void }}
 *   options `update` is the round's,
 *   `renewed` shows the new numbers
 */
export function makeEdits({ plan, scene, faults, by, accumulate, update, renewed }) {
  const original = { trace: plan.trace, faults: scene.faults };
  const leaves = Object.entries(scene.edit?.leaves ?? {}).map(([i, [name, x]]) => ({
    leaf: Number(i), name, given: Number(decode(x)),
  }));
  return {
    numbers, given, change, renew, traceAt, holds,
    nameOf: (/** @type {number} */ leaf) => leaves.find((one) => one.leaf === leaf)?.name ?? "",
  };

  /** @returns {Numbers} */
  function numbers() {
    return leaves.map(({ leaf, name }) => [name, plan.data[leaf] ?? NaN]);
  }

  /** @returns {Numbers} */
  function given() {
    return leaves.map(({ name, given }) => [name, given]);
  }

  /** Whether a trace has the leaves' numbers of now. @param {Trace} trace */
  function holds(trace) {
    return leaves.every(({ leaf }) => Object.is(decode(trace.data[leaf]), plan.data[leaf]));
  }

  /** The expression at other numbers for some leaves. @param {Numbers} some @returns {Trace} */
  function traceAt(some) {
    const wanted = new Map(some);
    const others = leaves.filter(({ leaf, name }) => wanted.has(name) && !Object.is(wanted.get(name), plan.data[leaf]));
    if (!others.length) return plan.trace;
    const all = leaves.every(({ leaf, name }) =>
      Object.is(wanted.get(name) ?? plan.data[leaf], decode(original.trace.data[leaf])),
    );
    return all ? original.trace
      : recompute(plan.trace, scene, new Map(others.map(({ leaf, name }) => [leaf, Number(wanted.get(name))])));
  }

  /** @param {Numbers} some */
  function change(some) {
    const now = traceAt(some);
    renew(now, now === original.trace ? original.faults : undefined);
  }

  /**
   * @param {Trace} now the same expression
   * @param {Fault[]} [found] the faults that its numbers have, if they are known
   */
  function renew(now, found) {
    Object.assign(plan, planAgain(plan, now, { by, accumulate, update: update() }));
    scene.faults = found ?? bornFaults(plan, scene);
    faults.clear();
    for (const [k, those] of faultsByStep(plan, scene.faults)) faults.set(k, those);
    renewed(now);
  }
}
