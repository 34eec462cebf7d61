// @ts-check
// What the panel's columns are made of, and what they know and ask of the panel.

import { html } from "../../core/dom.js";

/**
 * What is known at a step; `tells` says of which edges the local derivative is.
 * @typedef {{ k: number, sent: import("../../core/steps.js").Contribution[],
 *   state: import("../../core/steps.js").State, tells: (edge: number) => boolean }} Now
 * @typedef {(now: Now) => void} Write
 */
/**
 * @typedef {{ plan: import("../../core/steps.js").Plan, scene: import("../../graph/draw.js").Scene,
 *   why: () => import("../../core/paths.js").Why, titleOf: (node: number) => string,
 *   field: (node: number) => HTMLElement | null, openNode: (node: number, focus: boolean) => void,
 *   openEdge: (edge: number, focus: boolean) => void, light: (edges: number[]) => void, signal: AbortSignal }} Panel
 *   `field` is where the number of a leaf is edited
 * @typedef {(panel: Panel, column: HTMLElement, of: number) => Write} Fill
 */

/**
 * @param {HTMLElement} parent
 * @param {keyof HTMLElementTagNameMap} tag
 * @param {string} name
 * @param {string} [text]
 * @returns {HTMLElement}
 */
export function add(parent, tag, name, text) {
  const made = html(tag, name, text);
  parent.append(made);
  return made;
}

/**
 * Words with a number at the end of the line.
 * @param {HTMLElement} parent
 * @param {"li" | "p"} tag
 * @param {string} name
 */
export function sumRow(parent, tag, name) {
  const row = add(parent, tag, name);
  const [words, amount] = [add(row, "span", "mv-way"), add(row, "span", "mv-amount")];
  return { row, write };

  /** @param {string} said @param {string} number */
  function write(said, number) {
    [words.textContent, amount.textContent] = [said, number];
    row.classList.toggle("is-later", number === "not yet" || number === "–");
  }
}

/**
 * Light edges while something is pointed at.
 * @param {Panel} panel
 * @param {HTMLElement} element
 * @param {number[]} edges
 */
export function lightWhile({ light, signal }, element, edges) {
  for (const event of ["pointerenter", "focus"]) element.addEventListener(event, () => light(edges), { signal });
  for (const event of ["pointerleave", "blur"]) element.addEventListener(event, () => light([]), { signal });
}
