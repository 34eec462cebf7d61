// @ts-check
// What was found out about the numbers, below all the rest: what a comparison with another engine says, and what went
// wrong.

import { pairsBeside, verdictOf } from "../core/beside.js";
import { button, html } from "../core/dom.js";
import { makeFaultList } from "../graph/faults.js";

/** @typedef {import("../core/steps.js").Fault} Fault */
/**
 * @typedef {{ plan: import("../core/steps.js").Plan, scene: import("../graph/draw.js").Scene, faults: Map<number,
 *   Fault[]>,
 *   pace: ReturnType<typeof import("./groups/pace.js").makePace>, lead: (fault: Fault, k: number) => void, signal:
 *   AbortSignal }} Options faults by step; `lead` goes to a step and a place
 */

/** @param {Options} options */
export function makeFindings({ plan, faults, pace, lead, signal, ...rest }) {
  const compared = makeCompared({ plan, faults, pace, lead, signal, ...rest });
  const wrong = makeFaultList(faults, { total: plan.total, number: pace.number, lead, signal });
  return { parts: [compared.part, wrong.part], show, renew: wrong.renew };

  /**
   * @param {number} at
   * @param {boolean} ahead whether what comes at later steps may be told
   */
  function show(at, ahead) {
    compared.show(ahead || at >= plan.total);
    wrong.show(at, ahead);
  }
}

/** The first difference, which leads to its place, and the rest in words. @param {Options} options */
function makeCompared({ plan, scene, lead, signal }) {
  const part = html("section", "mv-compared");
  part.setAttribute("aria-label", "Two engines side by side");
  part.hidden = scene.beside?.compared === undefined || plan.right !== null;
  const pairs = pairsBeside(plan, scene);
  const goes = button("", () => lead({ kind: "", text: "", node: pairs[0].node, edge: null }, pairs[0].from), signal, {
    name: "mv-link",
  });
  const [verdict, rest] = [html("p", ""), html("p", "mv-quiet")];
  part.append(verdict, rest);
  return { part, show };

  /** @param {boolean} told whether the numbers may be told */
  function show(told) {
    if (part.hidden) return;
    const [first, ...more] = told ? verdictOf(plan, scene, pairs)
      : ["What the comparison found is told at the last step."];
    const leads = / difference /.test(first) && pairs.length > 0;
    goes.textContent = first;
    if (leads) verdict.replaceChildren(goes);
    else verdict.textContent = first;
    part.classList.toggle("is-apart", leads);
    rest.textContent = more.join(" ");
  }
}
