// @ts-check
// One quiet line that says what can be done: at first that cards and edges answer, later where the focus has come to.

import { html } from "../core/dom.js";

const ASK = "Click a card or an edge to ask why";

/** @param {{ ask: (node: number, edge: number) => void }} graph where somebody asks */
export function makeTip(graph) {
  const element = html("span", "mv-tip", ASK);
  element.setAttribute("aria-live", "polite");
  return { element, say, ask };

  /** @param {string} text */
  function say(text) {
    element.textContent = text;
  }

  /** @param {number} node @param {number} edge */
  function ask(node, edge) {
    say("");
    graph.ask(node, edge);
  }
}
