// @ts-check
// The numbers of a sentence, each tied to its place in the picture: to point at one lights the card or the edge.

import { html } from "../core/dom.js";
import { seenBetween } from "../graph/motion.js";

/** @typedef {import("../core/sentences.js").Factor} Factor */
/** @typedef {import("../core/sentences.js").Pieces} Pieces */

/**
 * @param {{ card: (node: number) => { group: SVGElement } | undefined, root: HTMLElement,
 *   reveal: (node: number) => void,
 *   signal: AbortSignal }} options
 *   `card` is what a value stands on, `root` holds the pictures, `reveal` brings a card into view
 */
export function makeFactors({ card, root, reveal, signal }) {
  /** @type {Element[]} */
  let lit = [];
  return { write };

  /**
   * A sentence in a line; who stands on one of its numbers stands on that of the same place again.
   * @param {HTMLElement} line
   * @param {Pieces} pieces
   * @param {number[]} [shares] of the time, when each piece is seen; the last is that of all others
   * @param {number} [ms] in which the sentence grows
   */
  function write(line, pieces, shares = [], ms = 0) {
    const before = [...line.children].indexOf(/** @type {Element} */ (document.activeElement));
    light(null);
    line.replaceChildren(...pieces.map((piece) => (typeof piece === "string" ? piece : made(piece))));
    if (ms && shares.length) grow(line, shares, ms);
    if (before < 0) return;
    const next = line.children[Math.min(before, line.children.length - 1)] ?? line;
    if (next === line) line.tabIndex = -1;
    /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  }

  /** @param {HTMLElement} line @param {number[]} shares @param {number} ms */
  function grow(line, shares, ms) {
    for (const [i, node] of [...line.childNodes].entries()) {
      const [share, shown] = [shares[Math.min(i, shares.length - 1)], html("span", "")];
      if (!share) continue;
      node.replaceWith(shown);
      shown.append(node);
      shown.animate(seenBetween(share, 1), { duration: ms, fill: "both" });
    }
  }

  /** @param {Factor} factor */
  function made(factor) {
    const element = html("span", `mv-factor is-${factor.role}`, factor.text);
    element.tabIndex = 0;
    for (const event of ["pointerenter", "focus"]) element.addEventListener(event, () => light(factor), { signal });
    for (const event of ["pointerleave", "blur"]) element.addEventListener(event, () => light(null), { signal });
    element.addEventListener("click", () => {
      light(factor); // a finger has left by now
      if (factor.role !== "slope") reveal(factor.at);
    }, { signal });
    return element;
  }

  /** Where a number stands, or nothing. @param {Factor | null} factor */
  function light(factor) {
    for (const element of lit) element.classList.remove("is-pointed", "is-data", "is-grad");
    lit = [];
    if (!factor) return;
    if (factor.role === "slope") lit = [...root.querySelectorAll(`.mv-edges [data-edge="${factor.at}"]`)];
    else lit = [card(factor.at)?.group].filter((group) => group !== undefined);
    for (const element of lit)
      element.classList.add("is-pointed", ...(factor.role === "slope" ? [] : [`is-${factor.role}`]));
  }
}
