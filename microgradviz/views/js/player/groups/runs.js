// @ts-check
// What a step says when all of a part's steps are seen as one. Pure.

import { numberText, short } from "../../core/words.js";
import { partName, progressOf } from "../../graph/parts.js";

/** @typedef {import("../../core/steps.js").Plan} Plan */
/** @typedef {import("../../graph/parts.js").Columns} Columns */
/** @typedef {import("../../graph/parts.js").Run} Run */

/**
 * @param {Plan} plan
 * @param {Columns} parts
 * @param {Run} run
 * @param {number} k
 * @param {import("../../core/steps.js").State} state
 */
export function runSentence(plan, parts, run, k, state) {
  const name = short(partName(parts, run.part), 40);
  const [done, all] = [k - run.begin + 1, run.end - run.begin + 1];
  const part = done < all ? ` so far (${counted(done)} of ${counted(all)})` : "";
  if (plan.steps[run.begin].kind === "forward")
    return `${name} computes ${counted(done)} ${done === 1 ? "value" : "values"}${part}`;
  const pushes = plan.steps[k].end - plan.steps[run.begin].begin;
  const { norm } = progressOf(plan, state, parts.begin[run.part], parts.end[run.part]);
  const sent = `${counted(pushes)} ${pushes === 1 ? "contribution" : "contributions"}${part}`;
  return `${name} passes gradients on: ${sent}; the norm of its gradients is ${numberText(norm)}`;
}

/** What Next will do. @param {Plan} plan @param {Columns} parts @param {Run} run */
export function runHint(plan, parts, run) {
  const name = short(partName(parts, run.part), 40);
  return plan.steps[run.begin].kind === "forward" ? `compute ${name}` : `go backward through ${name}`;
}

/** @param {number} n */
function counted(n) {
  return n.toLocaleString("en");
}
