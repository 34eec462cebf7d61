// @ts-check
// A group of controls behind a button of its own.

import { button, html } from "../core/dom.js";

/**
 * @param {string} label
 * @param {{ parts: HTMLElement[], open: boolean, signal: AbortSignal }} options
 */
export function makeFold(label, { parts, open, signal }) {
  const part = html("div", "mv-extra mv-fold");
  part.setAttribute("role", "group");
  part.setAttribute("aria-label", label);
  part.append(...parts);
  const toggle = button(label, () => turn(Boolean(part.hidden)), signal, { name: "mv-button mv-more" });
  turn(open);
  return { toggle, part };

  /** @param {boolean} shown */
  function turn(shown) {
    part.hidden = !shown;
    toggle.setAttribute("aria-expanded", String(shown));
  }
}
