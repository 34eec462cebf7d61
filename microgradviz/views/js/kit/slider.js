// @ts-check
// A slider; screen readers are told its value in words, and who makes it shows that beside it.

import { html } from "../core/dom.js";

/**
 * @param {{ label: string, moved: (x: number) => void, signal: AbortSignal, name?: string, step?: string }} options
 *   `name` is its class
 */
export function makeSlider({ label, moved, signal, name = "mv-slider", step = "1" }) {
  const input = html("input", name);
  Object.assign(input, { type: "range", min: "0", step });
  input.setAttribute("aria-label", label);
  input.addEventListener("input", () => moved(Number(input.value)), { signal });
  return { input, show };

  /** @param {number} x @param {string} words @param {[number, number]} limits */
  function show(x, words, [least, most]) {
    [input.min, input.max] = [String(least), String(most)];
    if (Number.isFinite(x)) input.value = String(x);
    input.setAttribute("aria-valuetext", words);
  }
}
