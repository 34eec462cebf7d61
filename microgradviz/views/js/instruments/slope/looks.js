// @ts-check
// What is known of the function at a place: worked out by the page where its graph is here, else seen by Python, which
// is asked whenever the place is another.

import { difference, functionFrom, NUDGES, slopeIsInput } from "../../core/differences.js";
import { decode } from "../../core/words.js";

/**
 * @typedef {{ below: number, here: number, above: number }} Ends f at x − h, x and x + h
 * @typedef {{ place: Record<string, number>, here: number, exact: number, known: boolean, said: string,
 *   tied: string, at: (h: number) => Ends, errors: number[], curve: [number, number][],
 *   near: ((x: number) => number) | null }} Look
 *   `errors` are those of all nudges, `near` is f where the page has it, `tied` is the input that the slope is, if any
 */

const POINTS = 181; // of a curve that the page draws by itself
const PATIENCE = 4000; // ms until a silent kernel is spoken of

/**
 * @param {import("../../core/model.js").Model} model
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function makeLooks(model, changed, signal) {
  const graph = model.get("graph");
  const own = Boolean(graph.op);
  const alone = model.get("asked") === undefined;
  const names = Object.keys(model.get("at"));
  /** @type {[string, [number, number][]]} the curve, and what it is a curve of */
  let drawn = ["", []];
  /** @type {number | undefined} */
  let waiting;
  let late = ""; // what is said of a kernel that does not answer
  signal.addEventListener("abort", () => window.clearTimeout(waiting));
  return { movable: own || !alone, look, ask, late: () => late };

  /** Have Python look at the place that is about to be chosen; one question at a time. */
  function ask() {
    if (own || alone || waiting !== undefined) return;
    model.set("asked", model.get("asked") + 1);
    late = "Python is looking …";
    waiting = window.setTimeout(() => {
      late = "Python has not answered yet: the kernel is busy, or gone.";
      changed();
    }, PATIENCE);
  }

  /** @returns {Look} */
  function look() {
    const seen = own ? computed() : sampled(model.get("samples"));
    if (!own && !alone && model.get("samples").asked === model.get("asked")) answered(model.get("samples"));
    const symmetric = model.get("symmetric");
    const errors = NUDGES.map((h) => Math.abs(difference(seen.at(h), h, symmetric).slope - seen.exact));
    return { ...seen, errors };
  }

  /** The place may be another one by now. @param {any} samples */
  function answered({ at, along }) {
    window.clearTimeout(waiting);
    [waiting, late] = [undefined, ""];
    if (along === model.get("along") && names.every((name) => at[name] === model.get("at")[name])) return;
    ask();
    model.save_changes();
  }

  /** @returns {Omit<Look, "errors">} */
  function computed() {
    const [place, along, { leaves }] = [model.get("at"), model.get("along"), graph];
    const f = functionFrom(graph, graph.rules, new Map(names.map((name) => [leaves[name], place[name]])));
    const [leaf, x, limits] = [leaves[along], place[along], model.get("limits")[along]];
    const near = (/** @type {number} */ there) => f.value(leaf, there);
    const [here, exact] = [near(x), f.exact(leaf, x)];
    const of = JSON.stringify([along, limits, names.map((name) => (name === along ? 0 : place[name]))]);
    if (drawn[0] !== of) {
      const [lowest, highest] = limits;
      const places = Array.from({ length: POINTS }, (_, k) => lowest + ((highest - lowest) * k) / (POINTS - 1));
      drawn = [of, places.map((there) => [there, near(there)])];
    }
    const at = (/** @type {number} */ h) => ({ below: near(x - h), here, above: near(x + h) });
    const tied = slopeIsInput(graph, graph.rules, leaves, place, along);
    return { place, here, exact, known: true, said: "", curve: drawn[1], near, tied, at };
  }

  /** @param {any} samples @returns {Omit<Look, "errors">} */
  function sampled(samples) {
    const numbers = (/** @type {string} */ name) => samples[name].map(decode).map(Number);
    const [above, below, places, ys, own] = ["above", "below", "places", "curve", "own"].map(numbers);
    const [here, exact] = [Number(decode(samples.here)), Number(decode(samples.exact))];
    const at = (/** @type {number} */ h) => {
      const k = NUDGES.indexOf(h);
      return h === own[0] ? { below: own[1], here, above: own[2] } : { below: below[k], here, above: above[k] };
    };
    const curve = places.map((/** @type {number} */ x, /** @type {number} */ i) => [x, ys[i]]);
    const place = { ...model.get("at"), ...samples.at };
    return { place, here, exact, known: samples.known, said: samples.said, curve, near: null, tied: "", at };
  }
}
