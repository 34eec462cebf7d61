// @ts-check
// How far one press of Next goes: one step, or all of those that a closed part plays as one; from the last into another
// round.

import { runAt, runsOf, WHOLE } from "../../graph/parts.js";

/** @typedef {import("../../graph/parts.js").Run} Run */

/**
 * @param {import("../../core/steps.js").Plan} plan
 * @param {ReturnType<typeof import("./groups.js").makeGroups> | null} groups
 * @param {() => ReturnType<typeof import("../update/rounds.js").makeRounds> | null} rounds
 */
export function makePace(plan, groups, rounds) {
  /** @type {{ of: unknown, runs: Run[] }} the steps that are seen while nothing is open */
  let outer = { of: null, runs: [] };
  return {
    goesOn: (/** @type {number} */ k) => k < plan.total || Boolean(rounds()?.moves()), after, before, seen, last,
    stepOf, within, number, words,
  };

  function outerRuns() {
    if (outer.of !== plan.steps) outer = { of: plan.steps, runs: runsOf(plan, groups?.parts, WHOLE) };
    return outer.runs;
  }

  function runs() {
    return groups ? groups.runs() : outerRuns();
  }

  /** @param {number} k */
  function runOf(k) {
    return runs()[runAt(runs(), k)];
  }

  /** The step after this one, of those that are seen; that of the next round, if this one is over. @param {number} k */
  function after(k) {
    if (k >= plan.total) return rounds()?.next() ?? plan.total;
    const run = runOf(k);
    return run.part >= 0 && k < run.end ? run.end : runs()[runAt(runs(), k) + 1]?.end ?? plan.total;
  }

  /** @param {number} k */
  function before(k) {
    if (k <= 0) return rounds()?.back() ?? 0;
    return runs()[runAt(runs(), k) - 1]?.end ?? 0;
  }

  /** A step as it is seen: its number, and the run if it is that of a part. @param {number} k */
  function seen(k) {
    const run = runOf(k);
    return { number: runAt(runs(), k), run: run.part >= 0 ? run : null };
  }

  /** The number of the last step that is seen. */
  function last() {
    return runs().length - 1;
  }

  /** The step behind a number. @param {number} number */
  function stepOf(number) {
    return runs()[number]?.end ?? 0;
  }

  /** The nearest step that there is. @param {number} k */
  function within(k) {
    return Math.min(Math.max(Math.trunc(k) || 0, 0), plan.total);
  }

  /** The number of a step among those that are seen while nothing is open. @param {number} k */
  function number(k) {
    return runAt(outerRuns(), k);
  }

  /** Where a step stands: `Step 5 of 8`, and within the part that is open. @param {number} k */
  function words(k) {
    const { begin, end } = outerRuns()[number(k)];
    const [first, here, final] = [begin, k, end].map((i) => runAt(runs(), i));
    const inside = final > first ? `, inside ${here - first + 1} of ${final - first + 1}` : "";
    const round = plan.update ? `Round ${plan.update.round} · step` : "Step";
    return `${round} ${number(k)} of ${outerRuns().length - 1}${inside}`;
  }
}
