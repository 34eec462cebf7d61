// @ts-check
// The edit answers: what it did beside what the gradient promised, and faintly what the numbers were. Until the next
// step.

import { promiseText } from "../../core/promise.js";
import { nameOf } from "../../core/names.js";
import { stateAt } from "../../core/steps.js";
import { formerData } from "../../core/update.js";
import { numberText } from "../../core/words.js";

/** @typedef {import("../../core/steps.js").Plan} Plan */
/** @typedef {import("../../graph/ghosts.js").Former} Former */

const MOST = 300; // numbers that are shown as they were

/**
 * @param {Plan} plan
 * @param {import("../../graph/draw.js").Scene} scene
 */
export function makeAnswer(plan, scene) {
  /** @type {Plan | null} */
  let before = null;
  let [leaf, step, text] = [-1, -1, ""]; // the step that the text belongs to
  return { begin, tell, textAt: (/** @type {number} */ k) => (k === step ? text : ""), formerAt, clear };

  /** An edit begins: it will be compared with this. @param {number} i */
  function begin(i) {
    [before, leaf] = [{ ...plan }, i];
  }

  /** The numbers have changed. @param {number} k @param {string} [words] what to say, if not the promise */
  function tell(k, words) {
    step = k;
    const seen = !before?.trace.order.length || (before && stateAt(before, k).grad[leaf] !== null);
    text =
      words ?? (before ? promiseText(before, plan, (i) => nameOf(scene, i), leaf, scene.faults, Boolean(seen)) : "");
  }

  function clear() {
    [before, step] = [null, -1];
  }

  /** What stands faintly beside the numbers of a step. @param {number} k @returns {Former} */
  function formerAt(k) {
    if (k !== step || !before) return { data: formerData(plan, k), grad: new Map() };
    const [was, is] = [before, plan].map((one) => stateAt(one, k));
    return { data: changed(was.data, is.data, leaf), grad: changed(was.grad, is.grad, plan.trace.root) };
  }
}

/**
 * @param {(number | null)[]} was
 * @param {(number | null)[]} is
 * @param {number} first what must be among them if there are many
 */
function changed(was, is, first) {
  const others = [...was.keys()].filter(
    (i) => was[i] !== null && !Object.is(was[i], is[i]) && numberText(was[i]) !== numberText(is[i]),
  );
  const kept = others.length > MOST ? others.filter((i) => i === first) : others;
  return new Map(kept.map((i) => [i, was[i]]));
}
