// @ts-check
// How fast one steps, by hand or by the clock, and so how long the numbers of a step travel.

const [SLOW, LONGEST, SHORTEST] = [2400, 600, 150]; // ms: of the first, of later ones, and of one that is seen at all
const FIRST = 3; // steps backward that are slow
const [HURRY, QUICK] = [700, 500]; // ms from press to press, and a step of the clock: who goes faster has seen it

/**
 * @param {ReturnType<typeof import("./groups/pace.js").makePace>} pace
 * @param {{ interval: () => number | null, slowly: () => boolean, backward: (k: number) => boolean }} options
 *   `interval` in ms between the steps that the clock takes, if it does; `slowly` whether all are to be slow; whether a
 *   step passes a gradient on
 */
export function makeStride(pace, { interval, slowly, backward }) {
  let taking = false;
  let [gap, last] = [Infinity, -Infinity]; // ms since the step before, and when that was
  let left = FIRST;
  return { take, from };

  /** Take one step, seen to move. @param {() => void} step */
  function take(step) {
    const now = performance.now();
    [gap, last, taking] = [now - last, now, true];
    step();
    taking = false;
  }

  /**
   * How the numbers travel from one step to another, if they do: not over several, nor within a closed part.
   * @param {number} before
   * @param {number} k
   * @returns {import("../graph/draw.js").Walk | undefined}
   */
  function from(before, k) {
    const steps = before < 0 ? 0 : pace.seen(k).number - pace.seen(before).number;
    if (!taking || Math.abs(steps) !== 1 || pace.seen(Math.max(k, before)).run) return undefined;
    const ms = timeOf(steps > 0 && backward(k));
    return ms < SHORTEST * 0.8 ? undefined : { from: before, ms };
  }

  /** @param {boolean} isBackward */
  function timeOf(isBackward) {
    const own = interval();
    const hurried = own === null ? gap < HURRY : own < QUICK;
    if (hurried) left = 0;
    const slow = isBackward && !hurried && (slowly() || left-- > 0);
    return Math.max(slow ? SLOW : 0, own === null ? Math.min(LONGEST, 0.8 * gap) : 0.8 * own);
  }
}
