// @ts-check
// Moving the focus over the cards: one after the other, or along the edges. One card is in the tab order.

import { inputsOf, nameOf } from "../core/names.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("../core/sentences.js").Words} Words */

/**
 * @param {{ plan: Plan, words: Words, card: (node: number) => { group: SVGElement } | undefined,
 *   beside: (node: number, by: number) => number, tell: (text: string) => void, explain: (node: number) => void, hold:
 *   (node: number) => void,
 *   reveal: (node: number) => void }} options
 *   `card` is what a value stands on, `beside` the value on the next card or on the one before; `tell` hears what an
 *   edge has led to, and what else it could have been; `hold` of the card that has to stay in the picture
 */
export function makeFocus({ plan, words, card, beside, tell, explain, hold, reveal }) {
  const { from, to, root } = plan.trace;
  let at = Math.max(0, root);
  let last = -1; // where the last edge began
  /** @type {number[]} where it could have led to, the inputs or the users of `last` */
  let choices = [];
  let kind = "";
  renew();
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowDown: () => move(beside(at, 1)), ArrowUp: () => move(beside(at, -1)),
    "Shift+ArrowLeft": () => along("input", inputsOf(plan, at)),
    "Shift+ArrowRight": () => along("user", to.filter((_, e) => from[e] === at)),
    "?": () => explain(at), "Shift+?": () => explain(at),
    "Shift+ArrowDown": () => other(1), "Shift+ArrowUp": () => other(-1),
  };
  return { here: () => at, stand, move, renew, keys };

  /** Other cards are there: this one is in the tab order. */
  function renew() {
    hold(at);
    card(at)?.group.setAttribute("tabindex", "0");
  }

  /** This card is the one in the tab order. @param {number} node */
  function stand(node) {
    if (!card(node) || node === at) return;
    card(at)?.group.setAttribute("tabindex", "-1");
    at = node;
    renew();
  }

  /** @param {number} node */
  function move(node) {
    if (!card(node)) return;
    stand(node);
    card(node)?.group.focus({ preventScroll: true });
    reveal(node);
  }

  /** Along an edge: back to where the last one began, if it leads there. @param {string} what @param {number[]} ends */
  function along(what, ends) {
    const whose = at;
    const found = [...new Set(ends)].filter(card);
    if (!found.length) {
      tell(`${nameOf(words, whose)} has no ${what}s`);
      return;
    }
    const first = found.includes(last) ? last : found[0];
    [kind, choices, last] = [what, found, whose];
    choose(first);
  }

  /** Along the next edge of the same kind. @param {number} by 1 or −1 */
  function other(by) {
    const place = choices.indexOf(at);
    if (place >= 0) choose(choices[(place + by + choices.length) % choices.length]);
  }

  /** @param {number} node */
  function choose(node) {
    move(node);
    const which = choices.length > 1 ? ` ${choices.indexOf(node) + 1} of ${choices.length}` : "";
    const more = choices.length > 1 ? ` · Shift ↑ ↓: the other ${kind}${choices.length > 2 ? "s" : ""}` : "";
    tell(`${nameOf(words, node)}: ${kind}${which} of ${nameOf(words, last)}${more}`);
  }
}
