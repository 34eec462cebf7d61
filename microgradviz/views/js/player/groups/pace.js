// @ts-check
// How far one press of Next goes: one step, or all of those that a closed part plays as one; from the last into another round.

/**
 * @param {import("../../core/steps.js").Plan} plan
 * @param {ReturnType<typeof import("./groups.js").makeGroups> | null} groups
 * @param {ReturnType<typeof import("../update/rounds.js").makeRounds> | null} rounds
 */
export function makePace(plan, groups, rounds) {
  return { goesOn: (/** @type {number} */ k) => k < plan.total || Boolean(rounds?.moves()), after, before, seen, last, stepOf };

  /** The step after this one, of those that are seen; that of the next round, if this one is over. @param {number} k */
  function after(k) {
    if (k >= plan.total && rounds) return rounds.next();
    if (!groups) return k + 1;
    const { number, run } = groups.runOf(k);
    return k < run.end ? run.end : groups.runs()[number + 1]?.end ?? plan.total;
  }

  /** @param {number} k */
  function before(k) {
    if (k <= 0 && rounds) return rounds.back();
    return groups ? groups.runs()[groups.runOf(k).number - 1]?.end ?? 0 : k - 1;
  }

  /** A step as it is seen: its number, and the run if it is that of a part. @param {number} k */
  function seen(k) {
    if (!groups) return { number: k, run: null };
    const { number, run } = groups.runOf(k);
    return { number, run: run.part >= 0 ? run : null };
  }

  /** The number of the last step that is seen. */
  function last() {
    return groups ? groups.runs().length - 1 : plan.total;
  }

  /** The step behind a number. @param {number} number */
  function stepOf(number) {
    return groups ? groups.runs()[number]?.end ?? 0 : number;
  }
}
