// @ts-check
// What went wrong: the list, whose entries lead to the step and the place.

import { button, html } from "../core/dom.js";

/** @typedef {import("../core/steps.js").Fault} Fault */

const MOST_FAULTS = 12; // in the list; the others' signs tell them
const NOT_YET = "no number yet"; // what is still to be written is no mistake

/**
 * The list of faults; an entry leads to its step and place.
 * @param {Map<number, Fault[]>} faults by the step at which they happen
 * @param {{ total: number, number: (k: number) => number, lead: (fault: Fault, k: number) => void,
 *   signal: AbortSignal }} options `number` is a step's, as it is seen
 */
export function makeFaultList(faults, { total, number, lead, signal }) {
  const part = html("section", "mv-faults");
  part.hidden = true; // it would take room from the picture until the first step is shown
  let items = listed();
  return { part, show, renew: () => void (items = listed()) };

  /** List the faults that there are now. */
  function listed() {
    const list = html("ul", "");
    const inOrder = [...faults].sort(([a], [b]) => a - b).flatMap(([k, found]) => found.map((fault) => ({ k, fault })));
    const made = inOrder.slice(0, MOST_FAULTS).map(({ k, fault }) => {
      const item = html("li", "");
      const step = html("span", "mv-fault-step", `step ${number(k)}`);
      const press = button("", () => lead(fault, k), signal, { name: "mv-link" });
      item.append(step, press);
      list.append(item);
      return { k, fault, item, press };
    });
    const rest = html("li", "mv-faults-rest", `and ${inOrder.length - MOST_FAULTS} more`);
    if (inOrder.length > MOST_FAULTS) list.append(rest);
    const wrong = inOrder.some(({ fault }) => fault.kind !== NOT_YET);
    part.setAttribute("aria-label", wrong ? "What went wrong" : "Still to be written");
    part.replaceChildren(html("p", "mv-faults-title", wrong ? "⚠ What went wrong" : "Still to be written"), list);
    return made;
  }

  /**
   * @param {number} at
   * @param {boolean} ahead whether faults of later steps may be told
   */
  function show(at, ahead) {
    part.hidden = !items.some(({ k }) => ahead || k <= at);
    for (const { k, fault, item, press } of items) {
      item.hidden = !ahead && k > at;
      if (press.textContent !== fault.text) press.textContent = fault.text;
      item.classList.toggle("is-now", k === at && total > 0);
    }
  }
}
