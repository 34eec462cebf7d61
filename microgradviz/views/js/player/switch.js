// @ts-check
// The switch between presets, and what stays as it was when the player is drawn anew.

import { html } from "../core/dom.js";

/**
 * @param {Record<string, any>} plays by preset's name
 * @param {string} now
 * @param {(name: string) => void} chosen
 * @param {AbortSignal} signal
 */
export function makeSwitch(plays, now, chosen, signal) {
  const label = html("label", "mv-switch", "Expression");
  const select = html("select", "mv-select");
  for (const [name, { scene }] of Object.entries(plays)) {
    const option = html("option", "", scene.heading ?? name);
    option.value = name;
    option.selected = name === now;
    select.append(option);
  }
  select.addEventListener("change", () => chosen(select.value), { signal });
  label.append(select);
  return label;
}

/**
 * Remember what is open under More and which control has the focus; what it gives back restores both.
 * @param {HTMLElement} el
 */
export function keepPlace(el) {
  const folds = () =>
    [.../** @type {NodeListOf<HTMLElement>} */ (el.querySelectorAll(".mv-controls .mv-more, .mv-folds .mv-more"))];
  const isOpen = (/** @type {HTMLElement} */ fold) => fold.getAttribute("aria-expanded") === "true";
  const open = new Map(folds().map((fold) => [fold.textContent, isOpen(fold)]));
  const controls = () => [.../** @type {NodeListOf<HTMLElement>} */ (el.querySelectorAll("select, input, button"))];
  const words = (/** @type {HTMLElement} */ c) =>
    c.tagName + (c.getAttribute("aria-label") ?? (c.closest("label") ?? c).textContent);
  const focused = controls().find((control) => control.matches(":focus"));
  const wanted = focused && words(focused);
  return () => {
    for (const fold of folds()) if ((open.get(fold.textContent) ?? isOpen(fold)) !== isOpen(fold)) fold.click();
    if (wanted) controls().find((control) => words(control) === wanted)?.focus({ preventScroll: true });
  };
}
