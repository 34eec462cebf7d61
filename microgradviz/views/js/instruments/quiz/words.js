// @ts-check
// Words of questions and answers: `code` and *what is stressed* stand out.

import { html } from "../../core/dom.js";

/**
 * A text whose marked parts stand in elements of their own; nothing else in it becomes one, nor does a product a*b*c.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function withMarks(text) {
  return text.split(/(`[^`]+`|(?<![\w)*])\*\w(?:[^*`]*\w)?\*(?![\w(*]))/).map((part) => {
    if (/^`.+`$/.test(part)) return html("code", "mv-code", part.slice(1, -1));
    return /^\*\w.*\*$/.test(part) ? html("em", "", part.slice(1, -1)) : part;
  });
}
