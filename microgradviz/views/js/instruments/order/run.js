// @ts-check
// The run of an order: which visits have begun, whose shares have landed, and the clock of them.

const PACE = 1000; // ms from one visit to the next

/**
 * @param {{ all: number, order: () => number[], pass: (at: number, landed: () => void) => void, land: () => void,
 *   changed: () => void, signal: AbortSignal }} options `pass` shows the visit of a number and tells when it is over,
 *   `land`
 *   ends what is on its way
 */
export function makeRun({ all, order, pass, land, changed, signal }) {
  let [visited, landed] = [0, 0];
  /** @type {number | undefined} */
  let timer;
  signal.addEventListener("abort", pause);
  return { state: () => ({ visited, landed, running: timer !== undefined }), toggle, next, step, restart };

  function toggle() {
    if (timer !== undefined) {
      pause();
      changed();
    } else if (order().length === all) start();
  }

  function start() {
    if (visited >= all) restart();
    const tick = () => {
      step();
      timer = visited < all ? window.setTimeout(tick, PACE) : undefined;
      changed();
    };
    timer = window.setTimeout(tick, 0);
    changed();
  }

  function next() {
    pause();
    if (order().length === all) step();
  }

  /** The next visit of what is placed so far. */
  function step() {
    if (visited >= order().length) return;
    const at = ++visited;
    pass(at, () => {
      landed = at;
      changed();
    });
    changed();
  }

  function pause() {
    window.clearTimeout(timer);
    timer = undefined;
  }

  function restart() {
    pause();
    land();
    [visited, landed] = [0, 0];
    changed();
  }
}
