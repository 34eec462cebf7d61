// @ts-check
// One quiet line that says what can be done: at first that cards and edges answer, later where the focus has come to.

import { html } from "../core/dom.js";

const ASK = "Click a card or an edge to ask why";

/**
 * @param {{ ask: (node: number, edge: number) => void }} graph where somebody asks
 * @param {{ asked: boolean }} memory outlives this picture: once it has been done, nobody needs to be told again
 */
export function makeTip(graph, memory) {
  const element = html("span", "mv-tip", memory.asked ? "" : ASK);
  element.setAttribute("aria-live", "polite");
  return { element, say, ask };

  /** @param {string} text */
  function say(text) {
    element.textContent = text;
  }

  /** @param {number} node @param {number} edge */
  function ask(node, edge) {
    memory.asked = true;
    say("");
    graph.ask(node, edge);
  }
}
