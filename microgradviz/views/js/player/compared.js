// @ts-check
// What a comparison with another engine found: the first difference, which leads to its place, and the rest in words.

import { pairsBeside, verdictOf } from "../core/beside.js";
import { button, html } from "../core/dom.js";

/**
 * @param {{ plan: import("../core/steps.js").Plan, scene: import("../graph/draw.js").Scene,
 *   lead: (fault: import("../core/steps.js").Fault, k: number) => void, signal: AbortSignal }} options `lead` goes to a step and a place
 */
export function makeCompared({ plan, scene, lead, signal }) {
  const part = html("section", "mv-compared");
  part.setAttribute("aria-label", "Two engines side by side");
  part.hidden = scene.beside?.compared === undefined || plan.right !== null;
  const pairs = pairsBeside(plan, scene);
  const goes = button("", () => lead({ kind: "", text: "", node: pairs[0].node, edge: null }, pairs[0].from), signal, { name: "mv-link" });
  const [verdict, rest] = [html("p", ""), html("p", "mv-quiet")];
  part.append(verdict, rest);
  return { part, show };

  /** @param {boolean} told whether the numbers may be told */
  function show(told) {
    if (part.hidden) return;
    const [first, ...more] = told ? verdictOf(plan, scene, pairs) : ["What the comparison found is told when all your answers are in."];
    const leads = / difference /.test(first) && pairs.length > 0;
    goes.textContent = first;
    if (leads) verdict.replaceChildren(goes);
    else verdict.textContent = first;
    part.classList.toggle("is-apart", leads);
    rest.textContent = more.join(" ");
  }
}
