// @ts-check
// Words of questions and answers: `code` in them stands out.

import { html } from "../../core/dom.js";

/**
 * A text whose `code` stands in elements of its own; nothing else in it becomes one.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function withCode(text) {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`.+`$/.test(part) ? html("code", "mv-code", part.slice(1, -1)) : part));
}
