// @ts-check
// Playing by itself: one step after the other, at a pace that may change on the way.

const FIRST = 300; // ms until the first step

/**
 * @param {() => boolean} tick takes a step and tells whether another one follows
 * @param {() => number} wait ms to the next step
 * @param {() => void} ended hears of the last step
 */
export function makeClock(tick, wait, ended) {
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
    const goesOn = tick();
    if (timer !== running) return; // stopped meanwhile
    timer = goesOn ? window.setTimeout(turn, wait()) : undefined;
    if (!goesOn) ended();
  }
}
