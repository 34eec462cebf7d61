// @ts-check
// A run whose steps a kernel takes: the page asks, with two requests out at most, and stops by not asking again. What
// it hears it keeps, so that a page whose kernel is gone can still look back. No elements here.

import { makeHistory } from "./history.js";
import { doubles, pack } from "./packed.js";

/** @typedef {import("./history.js").Moment} Moment */
/** @typedef {import("./network.js").Network} Network */
/** @typedef {import("./runs.js").Data} Data */
/** @typedef {{ told: any, columns: Float64Array[] }} Answer */

const MOST_OUT = 2;
const MOST_STEPS = 1e6; // of one request, which ends by time
const PATIENCE = 10_000; // ms
const SILENCE =
  "The kernel has not answered for 10 s: it is busy, or your loop does not reach its yield. Interrupt ends it.";
const ALONE = "This run needs Python for its steps; what was kept of it can be looked at.";
const GONE = "The kernel is gone; what was kept of this run can be looked at.";
const CLOSE = 1e-9;

/**
 * @param {{ model: import("../model.js").Model, about: import("./runs.js").About, index: number, signal: AbortSignal,
 *   network: Network | null, data: Data, history?: import("./history.js").History,
 *   starts: { seed: number | null, params: Float64Array }[], changed: () => void,
 *   keep: (history: import("./history.js").History, start: number) => void,
 *   openHere: (moment: Moment, sample: number, held: boolean) => Record<string, any> }} given
 * @returns {import("./runs.js").Run}
 */
export function makeKernelRun(given) {
  const { model, about, index, signal, network, data, starts, changed, keep, openHere } = given;
  const { params } = starts[0];
  const view = Math.random().toString(36).slice(2); // two views of one widget hear each other's answers
  const there = typeof model.send === "function";
  let history = given.history ?? makeHistory();
  /** @type {Map<string, { ask: any, steps: number, done: (answer: Answer) => void }>} */
  const out = new Map();
  /** @type {Set<number>} steps whose moments the kernel was asked for: what it did not keep it never has */
  const sought = new Set();
  /** @type {number | undefined} */
  let timer;
  let count = 0;
  let [told, says, heard] = ["ready", there ? "" : ALONE, false];
  let [stopping, silent, gone] = [false, false, false];
  let doubt = String(about.why ?? ""); // why the graph cannot be trusted, if so
  let checked = about.gradients !== "page";
  /** @type {Set<number>} steps that begin where parameters were placed by hand, not where the step before led */
  const placed = new Set();
  /** @type {Float64Array | null} what is to be placed next */
  let wanted = null;
  /** @type {Moment} */
  let now = history.last ?? fresh(0, params);
  model.on("msg:custom", hear);
  signal.addEventListener("abort", () => {
    model.off("msg:custom", hear);
    clearTimeout(timer);
  });
  if (there) ask({ do: "now" });
  return {
    title: about.title, about, network, data, fixed: about.fixed || (there ? "" : ALONE),
    start: { index: 0, seed: starts[0].seed },
    get history() { return history; },
    get now() { return now; },
    get says() { return gone ? GONE : silent ? SILENCE : says || doubt; },
    get state() { return stateNow(); },
    rate: NaN, loop: null, setRate() {}, branch() {}, advance, reset, moment, gradientsAt, updateAt, openMoment, stop,
    place: there ? place : undefined,
  };

  /** @param {number} step @param {Float64Array} numbers @returns {Moment} whose loss only its step will tell */
  function fresh(step, numbers) {
    return { step, loss: NaN, heldOut: NaN, params: numbers, rate: NaN, unknown: true, placed: placed.has(step) };
  }

  /** @returns {import("./runs.js").State} */
  function stateNow() {
    if (!there || gone) return "alone";
    if (silent) return "silent";
    const taking = [...out.values()].some(({ steps }) => steps);
    if (taking) return stopping ? "finishing" : "running";
    if (told === "ready") return heard ? "ready" : "waiting";
    return told === "ended" ? "ended" : "failed";
  }

  /**
   * @param {Record<string, any>} asked
   * @param {number} [steps] that it asks for
   * @returns {Promise<Answer>}
   */
  function ask(asked, steps = 0) {
    const id = `${view}.${count++}`;
    return new Promise((done) => {
      out.set(id, { ask: asked, steps, done });
      try {
        model.send?.({ ask: id, run: index, ...asked });
      } catch { // the kernel is dead, and the page knows
        gone = true;
        out.delete(id);
      }
      timer ??= Number(setTimeout(notice, PATIENCE));
    });
  }

  function notice() {
    silent = true;
    changed();
  }

  /** @param {any} message @param {(ArrayBufferView | ArrayBuffer)[]} [buffers] as hosts give them */
  function hear(message, buffers = []) {
    if (message?.run !== index || message.answer === undefined) return;
    const columns = buffers.map(doubles);
    const waiting = out.get(message.answer);
    out.delete(message.answer);
    clearTimeout(timer);
    timer = out.size ? Number(setTimeout(notice, PATIENCE)) : undefined;
    [silent, heard] = [false, true];
    if (message.error) says = `The kernel could not answer: ${message.error}.`;
    else if (message.step !== undefined) take(message, columns);
    waiting?.done({ told: message, columns });
    changed();
  }

  /** Where the run is, and what led there. @param {any} message @param {Float64Array[]} columns */
  function take(message, [losses, numbers, before, grads]) {
    const { from, step } = message;
    const first = now.step ? params : now.params;
    if (message.do === "reset") sought.clear();
    if (message.do === "reset" || step < now.step && message.do === "place") {
      history = makeHistory();
      placed.clear();
    }
    if (message.do === "place") placed.add(step);
    [told, says] = [message.state, message.says];
    const found = message.moment && before && { ...readMoment(message.moment, before, grads) };
    for (let i = 0; i < losses.length; i++)
      if (found?.step === from + i) history.add(found);
      else if (from + i === 0) history.add({ ...fresh(0, first), loss: losses[0], unknown: false });
      else history.addLoss(from + i, losses[i]);
    now = found && found.step === step ? found : fresh(step, numbers);
    if (found && !checked) check(found);
    if (!isKnown(now) && !doubt && network && checked) {
      now.loss = network.loss(now.params, data.X, data.y);
      now.heldOut = heldOut(now.params);
      now.unknown = !isKnown(now);
      if (isKnown(now)) history.add(now);
    }
    if (told === "ended" || told === "failed") keep(history, 0);
  }

  /**
   * @param {{ step: number, loss: number | string }} said
   * @param {Float64Array} numbers
   * @param {Float64Array} [grads]
   * @returns {Moment}
   */
  function readMoment({ step, loss }, numbers, grads) {
    const left = grads?.length ? grads : undefined;
    const also = { placed: placed.has(step), grads: left };
    return { step, loss: readLoss(loss), heldOut: heldOut(numbers), params: numbers, rate: NaN, ...also };
  }

  /** @param {Float64Array} numbers */
  function heldOut(numbers) {
    return network && data.held && !doubt ? network.loss(numbers, data.heldX, data.heldY) : NaN;
  }

  /** Whether the loss that was yielded is the mean of the graph's over the samples, or the sum. @param {Moment} at */
  function check({ loss, params: numbers }) {
    checked = true;
    if (!network) return;
    const each = network.losses(numbers, data.X, data.y);
    const sum = each.reduce((before, x) => before + x, 0);
    const close = (/** @type {number} */ x) => Math.abs(x - loss) <= CLOSE * Math.max(1, Math.abs(loss));
    if (close(sum / each.length)) return network.reduce("mean");
    if (close(sum)) return network.reduce("sum");
    const name = about.loss ?? "the loss";
    const [found, mean, whole] = [loss, sum / each.length, sum].map((x) => x.toPrecision(4));
    doubt = `The loss that your loop yields, ${found}, is neither the mean of ${name} over the samples, ${mean}, `
      + `nor its sum, ${whole}: the gradients are those that your loop left. training(…, loss=…) says which it is.`;
  }

  /** @param {number} steps */
  function advance(steps) {
    stopping = false;
    const taking = [...out.values()].filter((one) => one.steps).length;
    if (!there || gone || silent || told !== "ready" || taking >= MOST_OUT || steps < 1) return 0;
    ask({ do: "advance", steps: Math.min(steps, MOST_STEPS) }, steps);
    changed();
    return steps;
  }

  function stop() {
    stopping = true;
    keep(history, 0);
    changed();
  }

  function reset() {
    if (there) ask({ do: "reset" });
  }

  /** Go on from others; while the kernel puts some in their place, the newest wait. @param {Float64Array} numbers */
  function place(numbers) {
    const busy = wanted;
    wanted = numbers;
    if (!busy) void placeNext();
  }

  async function placeNext() {
    while (wanted && !gone) {
      const numbers = wanted;
      await ask({ do: "place", params: pack(numbers) });
      if (wanted === numbers) wanted = null;
    }
  }

  /** @param {number} step @returns {Moment} the nearest known; one that is nearer may come from the kernel */
  function moment(step) {
    const found = history.nearest(step) ?? now;
    if (step >= now.step) return now;
    const asking = [...out.values()].some((one) => one.ask.do === "moment");
    const lacks = found.step !== step || (about.gradients === "kernel" && !found.grads);
    if (lacks && !sought.has(step) && there && !asking && !silent && !gone) {
      sought.add(step);
      void ask({ do: "moment", step }).then(keepNearer);
    }
    return found;
  }

  /** @param {Answer} answer */
  function keepNearer({ told: { moment: said }, columns: [numbers, grads] }) {
    const known = said && history.nearest(said.step);
    if (said && (known?.step !== said.step || !known?.grads)) history.add(readMoment(said, numbers, grads));
  }

  /** @param {Moment} at */
  function gradientsAt(at) {
    if (network && about.gradients === "page" && checked && !doubt)
      return network.gradients(at.params, data.X, data.y).grad;
    return at.grads ?? null;
  }

  /** What the step did to each parameter, where the moment after it is known. @param {Moment} at */
  function updateAt(at) {
    if (placed.has(at.step + 1)) return null;
    const next = at.step + 1 === now.step ? now : history.nearest(at.step + 1);
    return next && next.step === at.step + 1 ? next.params.map((x, i) => x - at.params[i]) : null;
  }

  /** @param {Moment} at @param {number} sample @param {boolean} [held] */
  async function openMoment(at, sample, held = false) {
    history.pin(at);
    if (about.gradients === "page" && network) return openHere(at, sample, held);
    if (!there) throw new Error(ALONE);
    const { told: answer } = await ask({ do: "open", step: at.step, sample, held });
    if (!answer.play) throw new Error(says);
    return answer.play;
  }
}

/** @param {Moment} moment */
function isKnown({ loss }) {
  return Number.isFinite(loss);
}

/** @param {number | string} loss a number as Python writes it */
function readLoss(loss) {
  return typeof loss === "number" ? loss : Number(loss.replace("inf", "Infinity"));
}
