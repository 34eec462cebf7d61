// @ts-check
// What every widget begins and ends with: its place in the page, what it hears of its model, and the way out.

import { html } from "../core/dom.js";
import { tellOnce } from "../core/together.js";

/**
 * @param {import("../core/model.js").Given} given
 * @param {{ name: string, label: string }} options its class, and what it is called
 */
export function openWidget({ model, el }, { name, label }) {
  const stop = new AbortController();
  const { signal } = stop;
  const root = html("div", `microgradviz ${name}`);
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", label);
  el.replaceChildren(root);
  return { root, signal, hear, save, close };

  /**
   * Several traits may change at once: `changed` hears when all have.
   * @param {string[]} names
   * @param {() => void} changed
   */
  function hear(names, changed) {
    const later = tellOnce(changed, signal);
    for (const trait of names) listen(trait, later);
    return later;
  }

  /** @param {string} trait @param {() => void} listener */
  function listen(trait, listener) {
    model.on(`change:${trait}`, listener);
    signal.addEventListener("abort", () => model.off(`change:${trait}`, listener));
  }

  /** What a gesture has changed. @param {string} trait @param {unknown} value */
  function save(trait, value) {
    model.set(trait, value);
    model.save_changes();
  }

  function close() {
    stop.abort();
    el.replaceChildren();
  }
}

/**
 * Hear of every other size of an element.
 * @param {Element} element
 * @param {() => void} fit
 * @param {AbortSignal} signal
 */
export function watchSize(element, fit, signal) {
  const watcher = new ResizeObserver(() => fit());
  watcher.observe(element);
  signal.addEventListener("abort", () => watcher.disconnect());
}
