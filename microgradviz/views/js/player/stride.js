// @ts-check
// How fast one steps, by hand or by the clock, and so how long the numbers of a step travel.

import { motionTime } from "../graph/motion.js";

/**
 * @param {ReturnType<typeof import("./groups/pace.js").makePace>} pace
 * @param {() => number | null} interval ms between the steps that the clock takes, if it does
 */
export function makeStride(pace, interval) {
  let ms = 0; // of the step that is being taken
  let last = -Infinity; // when one was, ms
  return { take, from };

  /** Take one step, seen to move. @param {() => void} step */
  function take(step) {
    const now = performance.now();
    ms = motionTime(interval() ?? now - last);
    last = now;
    step();
    ms = 0;
  }

  /**
   * How the numbers travel from one step to another, if they do: not over several, nor within a closed part.
   * @param {number} before
   * @param {number} k
   * @returns {import("../graph/draw.js").Walk | undefined}
   */
  function from(before, k) {
    const steps = before < 0 ? 0 : pace.seen(k).number - pace.seen(before).number;
    return ms && Math.abs(steps) === 1 && !pace.seen(Math.max(k, before)).run ? { from: pace.told(before), ms }
      : undefined;
  }
}
