// @ts-check
// How far one press of Next goes: one step, or all of those that a closed part plays as one.

/**
 * @param {import("./steps.js").Plan} plan
 * @param {ReturnType<typeof import("./parted.js").makeParted> | null} parted
 */
export function makePace(plan, parted) {
  return { after, before, seen, last, stepOf };

  /** The step after this one, of those that are seen. @param {number} k */
  function after(k) {
    if (!parted) return k + 1;
    const { number, run } = parted.runOf(k);
    return k < run.end ? run.end : parted.runs()[number + 1]?.end ?? plan.total;
  }

  /** @param {number} k */
  function before(k) {
    return parted ? parted.runs()[parted.runOf(k).number - 1]?.end ?? 0 : k - 1;
  }

  /** A step as it is seen: its number, and the run if it is that of a part. @param {number} k */
  function seen(k) {
    if (!parted) return { number: k, run: null };
    const { number, run } = parted.runOf(k);
    return { number, run: run.part >= 0 ? run : null };
  }

  /** The number of the last step that is seen. */
  function last() {
    return parted ? parted.runs().length - 1 : plan.total;
  }

  /** The step behind a number. @param {number} number */
  function stepOf(number) {
    return parted ? parted.runs()[number]?.end ?? 0 : number;
  }
}
