// @ts-check
// What is kept of a run: every k-th moment within a budget, the loss of every step as far as it can be drawn, and the
// futures that were left by a branch. Pure.

/** @typedef {import("./updates.js").Memory} Memory */
/**
 * The parameters before step `step`, and the losses made from them; `heldOut` is nan if it is not known, and so is
 * `loss` while it is `unknown`. `grads` are those that a learner's own loop left; `memory` is what the optimiser
 * remembers. Parameters that were `placed` are where a hand put them, not where the step before led.
 * @typedef {{ step: number, loss: number, heldOut: number, params: Float64Array, rate: number, unknown?: boolean,
 *   placed?: boolean, grads?: Float64Array, memory?: Memory }} Moment
 */
/** @typedef {{ steps: Float64Array, losses: Float64Array, heldOut: Float64Array }} Columns */
/** A future that was left at `from`. @typedef {Columns & { from: number, moments: Moment[] }} Ghost */
/** @typedef {ReturnType<typeof makeHistory>} History */

const BUDGET = 24e6; // bytes
const MOST_LOSSES = 20_000; // a strip has fewer pixels
const MOST_GHOSTS = 4;

/** @param {{ budget?: number }} [options] bytes for moments */
export function makeHistory({ budget = BUDGET } = {}) {
  /** @type {Moment[]} */
  let moments = [];
  /** @type {Moment | null} */
  let last = null;
  /** @type {[number, number, number][]} step, loss, loss of what was held out */
  let rows = [];
  /** @type {Set<number>} steps that stay, whatever goes */
  const pinned = new Set([0]);
  /** @type {Ghost[]} */
  let ghosts = [];
  /** @type {number | null} */
  let firstNaN = null;
  let [every, rowEvery] = [1, 1];
  return {
    add, addLoss, nearest, columns, pin, branch, clear,
    get moments() { return last && moments.at(-1) !== last ? [...moments, last] : moments; },
    get last() { return last; },
    get every() { return every; },
    get firstNaN() { return firstNaN; },
    get ghosts() { return ghosts; },
  };

  /** The next moment, or one between that came later. @param {Moment} moment */
  function add(moment) {
    const { step, loss, heldOut } = moment;
    if (firstNaN === null && !isFinite(moment)) {
      firstNaN = step;
      pinned.add(step);
    }
    if (last && step < last.step) return void insert(moment);
    addLoss(step, loss, heldOut);
    if (last && last.step !== moments.at(-1)?.step && stays(last.step)) moments.push(last);
    last = moment;
    if (moments.at(-1)?.step === step) moments.pop();
    if (stays(step)) moments.push(moment);
    const most = Math.max(8, Math.floor(budget / bytesOf(moment)));
    while (moments.length > most && thinned());
  }

  /** @param {Moment} moment */
  function insert(moment) {
    const at = place(moments, moment.step);
    if (moments[at]?.step === moment.step) moments[at] = moment;
    else moments.splice(at, 0, moment);
  }

  /** Whether a moment is kept for good. @param {number} step */
  function stays(step) {
    return step % every === 0 || pinned.has(step);
  }

  /** Every second moment goes. */
  function thinned() {
    every *= 2;
    const before = moments.length;
    moments = moments.filter(({ step }) => stays(step));
    return moments.length < before;
  }

  /** The loss of a step of which no moment came. @param {number} step @param {number} loss @param {number} [heldOut] */
  function addLoss(step, loss, heldOut = NaN) {
    const row = rows.at(-1);
    if (row && row[0] === step) row.splice(1, 2, loss, heldOut);
    else if (!row || row[0] < step) rows.push([step, loss, heldOut]);
    if (rows.length <= MOST_LOSSES) return;
    rowEvery *= 2;
    rows = rows.filter(([at], i) => at % rowEvery === 0 || pinned.has(at) || i === rows.length - 1);
  }

  /** The kept moment that is nearest to a step. @param {number} step @returns {Moment | null} */
  function nearest(step) {
    if (!last || step >= last.step) return last;
    const at = place(moments, step);
    const [below, above] = [moments[at - 1], moments[at] ?? last];
    return below && step - below.step < above.step - step ? below : above;
  }

  /** @returns {Columns} */
  function columns() {
    return columnsOf(rows);
  }

  /** What is looked at stays. @param {Moment} moment */
  function pin(moment) {
    pinned.add(moment.step);
    if (moment !== last) insert(moment);
  }

  /** What comes after a moment becomes a ghost; the run goes on from there. @param {Moment} moment */
  function branch(moment) {
    const { step } = moment;
    const left = last && last.step > step ? [...moments.filter((one) => one.step > step && one !== last), last] : [];
    if (left.length) {
      const ghost = { from: step, ...columnsOf(rows.filter(([at]) => at >= step)), moments: [moment, ...left] };
      ghosts = [...ghosts, ghost].slice(-MOST_GHOSTS);
    }
    pinned.add(step);
    moments = moments.filter((one) => one.step < step);
    rows = rows.filter(([at]) => at < step);
    if (firstNaN !== null && firstNaN >= step) firstNaN = null;
    last = null;
    add(moment);
  }

  function clear() {
    [moments, rows, ghosts, last, firstNaN, every, rowEvery] = [[], [], [], null, null, 1, 1];
    pinned.clear();
    pinned.add(0);
  }
}

/** Whether loss and parameters are numbers still; a loss not known yet is no infinity. @param {Moment} moment */
export function isFinite({ loss, params, unknown = false }) {
  return (unknown || Number.isFinite(loss)) && params.every(Number.isFinite);
}

/** @param {Moment} moment */
function bytesOf({ params, grads, memory }) {
  return 120 + 8 * params.length * (1 + (grads ? 1 : 0) + (memory?.history.length ?? 0));
}

/** Where a step belongs among moments in order. @param {Moment[]} moments @param {number} step */
function place(moments, step) {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle].step < step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {[number, number, number][]} rows @returns {Columns} */
function columnsOf(rows) {
  const column = (/** @type {number} */ k) => Float64Array.from(rows, (row) => row[k]);
  return { steps: column(0), losses: column(1), heldOut: column(2) };
}
