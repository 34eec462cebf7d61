// @ts-check
// Playing by itself: one step after the other, at a pace that may change on the way.

const FIRST = 300; // ms until the first step
const SLOWEST = 2000; // ms a step, however few there are
const FRAME = 33; // ms: quicker steps are taken several at a time

/** How long a step takes if all of them shall take a time, in ms. @param {number} seconds @param {number} steps */
export function intervalOf(seconds, steps) {
  return Math.min(SLOWEST, (1000 * seconds) / Math.max(1, steps));
}

/**
 * @param {(count: number) => boolean} tick takes so many steps and tells whether another one follows
 * @param {() => number} interval ms from step to step
 * @param {() => void} ended hears of the last step
 * @param {() => number} moving ms that the numbers of the last step travel: the next one waits for them
 */
export function makeClock(tick, interval, ended, moving) {
  /** @type {number | undefined} */
  let timer;
  return { running: () => timer !== undefined, toggle, stop };

  function toggle() {
    if (timer === undefined) timer = window.setTimeout(turn, FIRST);
    else stop();
  }

  function stop() {
    window.clearTimeout(timer);
    timer = undefined;
  }

  function turn() {
    const running = timer;
    const began = performance.now();
    const count = Math.max(1, Math.ceil(FRAME / interval()));
    const goesOn = tick(count);
    if (timer !== running) return; // stopped meanwhile
    const left = Math.max(count * interval(), moving()) - (performance.now() - began);
    timer = goesOn ? window.setTimeout(turn, Math.max(0, left)) : undefined;
    if (!goesOn) ended();
  }
}
