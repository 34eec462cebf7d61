// @ts-check
// The step that is shown, and every way to another one: by hand, by the clock, as far as a question lets us.

import { intervalOf, makeClock } from "./clock.js";
import { makeStride } from "./stride.js";

/** @typedef {import("../graph/draw.js").Box} Box */

/**
 * @param {{ plan: import("../core/steps.js").Plan, pace: ReturnType<typeof import("./groups/pace.js").makePace>,
 *   predict: import("./predict/predict.js").Prediction, updates: boolean,
 *   rounds: ReturnType<typeof import("./update/rounds.js").makeRounds> | null, seconds: () => number,
 *   slowly: () => boolean,
 *   save: (name: string, value: unknown) => void, named: (k: number) => void,
 *   draw: (k: number, before: number, walk?: import("../graph/draw.js").Walk) => Box[],
 *   told: (k: number, ms: number) => void,
 *   reveal: (boxes: Box[]) => void, changed: () => void }} options `named` hears of a step before it is shown, `told`
 *   when it is, and how long its numbers travel; `slowly` whether every step backward is to be slow; `draw` gives what
 *   ought to be in view; `changed` hears that the clock goes, or stands
 */
export function makeWalk({
  plan, pace, predict, updates, rounds, seconds, slowly, save, named, draw, told, reveal, changed,
}) {
  let at = -1;
  const interval = () => intervalOf(seconds(), pace.last()); // ms a step
  let moves = 0; // ms, of the step that is shown
  const clock = makeClock(tick, interval, changed, () => moves);
  const stride = makeStride(pace, {
    interval: () => (clock.running() ? interval() : null), slowly, backward: (k) => plan.steps[k].kind === "push",
  });
  return {
    at: () => at, running: clock.running, openRound, show, anew, forget, go, next, previous, restart, backward, seek,
    round, toggle, pause, obey, arrive,
  };

  /**
   * Show a step, the nearest there is.
   * @param {number} wanted
   * @param {boolean} [again] though it is the one that is shown
   */
  function show(wanted, again = false) {
    named(pace.within(wanted));
    const k = pace.within(wanted);
    if (k === at && !again) return [];
    const by = stride.from(at, k);
    const [lit, forward] = [draw(k, at, by), k > at];
    moves = by?.ms ?? 0;
    at = k;
    told(k, forward ? moves : 0);
    return lit;
  }

  /** The same step, as if it were another one. */
  function anew() {
    const k = at;
    forget();
    show(k);
  }

  function forget() {
    at = -1;
  }

  /** Go to a step, or as far as a question lets us. @param {number} k */
  function go(k, takesFocus = true) {
    const [wanted, before] = [Math.min(k, plan.total), at];
    const stop = predict.stopBefore(at, wanted);
    predict.close();
    reveal(show(stop));
    if (at !== before) save("step", pace.within(stop));
    if (stop < wanted) predict.ask(stop + 1, takesFocus);
  }

  function next() {
    pause();
    stride.take(() => go(pace.after(at)));
  }

  function previous() {
    pause();
    stride.take(() => go(pace.before(at)));
  }

  function restart() {
    pause();
    rounds?.open(0);
    go(0);
  }

  function backward() {
    go(plan.operations + 1);
  }

  /** @param {number} number of a step as it is seen */
  function seek(number) {
    go(pace.stepOf(number));
  }

  /** The rest of this round at once, and forward again. */
  function round() {
    pause();
    rounds?.next();
    go(plan.operations);
  }

  /** Another round, its forward pass done. @param {number} number 0 is the first */
  function openRound(number) {
    pause();
    rounds?.open(number);
    go(plan.operations);
  }

  /** Show a step that was set elsewhere. @param {number} k */
  function obey(k) {
    named(k);
    if (k === at) return;
    go(k, false);
    if (predict.isOpen()) save("step", at);
  }

  /** The step of a question that was settled. @param {number} k */
  function arrive(k) {
    stride.take(() => go(k));
  }

  function toggle() {
    if (!clock.running() && at >= plan.total && !updates) go(0);
    clock.toggle();
    changed();
  }

  /** Some steps of many; whether another one follows. @param {number} count */
  function tick(count) {
    let to = pace.after(at);
    for (let i = 1; i < count && to < plan.total; i++) to = pace.after(to);
    const goesOn = pace.goesOn(to) && predict.stopBefore(at, to) > at;
    stride.take(() => go(to));
    return goesOn;
  }

  function pause() {
    clock.stop();
    changed();
  }
}
