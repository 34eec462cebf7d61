// @ts-check
// Words of questions and answers: `code` and *a word that matters* stand out.

import { html } from "../../core/dom.js";

const PARTS = /(`[^`]+`|(?<!\w)\*[^\s*](?:[^*]*[^\s*])?\*(?!\w))/;

/**
 * A text whose `code` and *weight* stand in elements of their own; nothing else in it becomes one.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function withMarks(text) {
  return text.split(PARTS).map((part, i) => {
    if (i % 2 === 0) return part;
    return part[0] === "`" ? html("code", "mv-code", part.slice(1, -1)) : html("em", "", part.slice(1, -1));
  });
}
