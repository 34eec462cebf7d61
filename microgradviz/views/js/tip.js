// @ts-check
// One quiet line that says what can be done: at first that cards and edges answer, later where the focus has come to.

import { html } from "./dom.js";

const ASK = "Click a card or an edge to ask why";
let known = false; // once it has been done, nobody needs to be told again

/** @param {{ ask: (node: number, edge: number) => void }} graph where somebody asks */
export function makeTip(graph) {
  const element = html("span", "mv-tip", known ? "" : ASK);
  element.setAttribute("aria-live", "polite");
  return { element, say, ask };

  /** @param {string} text */
  function say(text) {
    element.textContent = text;
  }

  /** @param {number} node @param {number} edge */
  function ask(node, edge) {
    known = true;
    say("");
    graph.ask(node, edge);
  }
}
