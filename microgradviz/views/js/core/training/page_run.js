// @ts-check
// A run whose loop is written by us: the page takes the steps itself, with a kernel and without. Pure.

import { isFinite, makeHistory } from "./history.js";
import { copyMemory, freshMemory, samplesOf, updated } from "./updates.js";

/** @typedef {import("./history.js").Moment} Moment */
/** @typedef {import("./history.js").History} History */
/** @typedef {import("./network.js").Network} Network */
/** @typedef {import("./runs.js").Data} Data */

const HELD_OUT_EVERY = 10; // steps: a held-out loss costs as much as a step

/**
 * @param {{ about: import("./runs.js").About, network: Network, data: Data, history?: History, start: number,
 *   starts: { seed: number | null, params: Float64Array }[], changed: () => void,
 *   keep: (history: History, start: number) => void,
 *   openHere: (moment: Moment, sample: number, held: boolean) => Record<string, any> }} given
 * @returns {import("./runs.js").Run}
 */
export function makePageRun({ about, network, data, starts, changed, keep, openHere, ...given }) {
  const loop = { ...about.loop };
  let history = given.history ?? makeHistory();
  let start = given.start;
  let running = false;
  const held = data.held > 0;
  let memory = freshMemory(loop, network.count);
  /** @type {{ moment: Moment, grad: Float64Array }} the newest moment, and the gradients made from it */
  let now;
  const last = history.last;
  if (last) go(last);
  else begin(start);
  return {
    title: about.title, about, network, data, loop, fixed: about.fixed,
    advance, stop, reset, branch, place, setRate, gradientsAt, updateAt, openMoment,
    moment: (step) => history.nearest(step) ?? now.moment,
    get history() { return history; },
    get now() { return now.moment; },
    get start() { return { index: start, seed: starts[start].seed }; },
    get says() { return troubleOf(now.moment); },
    get rate() { return loop.lr; },
    get state() { return isFinite(now.moment) ? running ? "running" : "ready" : "failed"; },
  };

  /** @param {number} index of the start */
  function begin(index) {
    start = index;
    memory = freshMemory(loop, network.count);
    now = look(0, starts[start].params);
    history.add(now.moment);
  }

  /** Loss and gradients at parameters: a moment. @param {number} step @param {Float64Array} params */
  function look(step, params) {
    const rows = samplesOf(loop, data.samples, step);
    const { loss, grad } = network.gradients(params, data.X, data.y, rows);
    return { moment: { step, loss, heldOut: NaN, params, rate: loop.lr, memory: copyMemory(memory) }, grad };
  }

  /** @param {Moment} moment */
  function go(moment) {
    memory = moment.memory ? copyMemory(moment.memory) : freshMemory(loop, network.count);
    const found = look(moment.step, moment.params);
    now = { moment: { ...moment, memory: found.moment.memory }, grad: found.grad };
  }

  /**
   * Take steps, and stop at the first number that is none.
   * @param {number} steps at most
   * @param {number} [ms] at most, about
   * @returns {number} how many were taken
   */
  function advance(steps, ms = Infinity) {
    running = true;
    const until = performance.now() + ms;
    let taken = 0;
    while (taken < steps && isFinite(now.moment)) {
      now.moment.rate = loop.lr;
      const next = updated(loop, now.moment.params, now.grad, memory);
      now = look(now.moment.step + 1, next);
      taken++;
      const done = taken === steps || performance.now() >= until || !isFinite(now.moment);
      if (held && (done || now.moment.step % HELD_OUT_EVERY === 0))
        now.moment.heldOut = network.loss(next, data.heldX, data.heldY);
      history.add(now.moment);
      if (done) break;
    }
    if (taken) changed();
    return taken;
  }

  function stop() {
    running = false;
    keep(history, start);
  }

  /** Back to a start. @param {number} [index] */
  function reset(index = start) {
    history = makeHistory();
    begin(index);
    keep(history, start);
    changed();
  }

  /** Go on from the kept moment nearest to a step. @param {number} step */
  function branch(step) {
    const moment = history.nearest(step);
    if (!moment || moment === now.moment) return;
    go(moment);
    history.branch(now.moment);
    changed();
  }

  /** Go on from other parameters, at the same step. @param {Float64Array} params */
  function place(params) {
    memory = freshMemory(loop, network.count);
    now = look(now.moment.step, params);
    now.moment.placed = true;
    history.branch(now.moment);
    changed();
  }

  /** @param {number} lr */
  function setRate(lr) {
    loop.lr = lr;
    now.moment.rate = lr;
    changed();
  }

  /** The true gradients of what a moment's step goes by. @param {Moment} moment */
  function gradientsAt(moment) {
    return moment === now.moment ? now.grad
      : network.gradients(moment.params, data.X, data.y, samplesOf(loop, data.samples, moment.step)).grad;
  }

  /** What the step that begins at a moment adds to each parameter. @param {Moment} moment */
  function updateAt(moment) {
    const before = moment.memory ? copyMemory(moment.memory) : freshMemory(loop, network.count);
    const next = updated({ ...loop, lr: moment.rate }, moment.params, gradientsAt(moment), before);
    return next.map((x, i) => x - moment.params[i]);
  }

  /** @param {Moment} moment @param {number} sample */
  async function openMoment(moment, sample, held = false) {
    history.pin(moment);
    return openHere(moment, sample, held);
  }
}

/** What is to be said of a moment where a run must stop. @param {Moment} moment */
function troubleOf(moment) {
  if (isFinite(moment)) return "";
  const what = Number.isFinite(moment.loss) ? "a parameter is" : "the loss is";
  const number = Number.isNaN(moment.loss) ? "nan" : "infinite";
  return `Stopped at step ${moment.step}: ${what} ${number}. Open this step to see where it was born.`;
}
