// @ts-check
// One quiet line that says what can be done: at first that cards and edges answer, later where the focus has come to.

import { html } from "../core/dom.js";
import { nameOf } from "../core/names.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("../core/sentences.js").Words} Words */

const ASK = "Click a card or an edge to ask why";

/**
 * @param {{ plan: Plan, words: Words, graph: { ask: (node: number, edge: number) => void },
 *   memory: { asked: boolean } }} options
 *   `graph` is where somebody asks; `memory` outlives this picture: once it has been done, nobody needs to be told
 *   again
 */
export function makeTip({ plan, words, graph, memory }) {
  const element = html("span", "mv-tip", memory.asked ? "" : ASK);
  element.setAttribute("aria-live", "polite");
  return { element, say, ask, explain };

  /** What the words on a card mean. @param {number} node @param {string[]} told */
  function explain(node, ...told) {
    say((told.length ? told : ["data", "grad"]).map((word) => explained(plan, words, node, word)).join(" · "));
  }

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

/**
 * A word on a card in a sentence about this very value.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} node
 * @param {string} word as it stands on the card
 */
function explained({ trace }, words, node, word) {
  const [name, root] = [nameOf(words, node), nameOf(words, trace.root)];
  if (word === "data")
    return trace.op[node] ? `data: the value of ${name}, which the forward pass computes`
      : "data: the number that was given";
  if (word !== "grad") return `${word}: a change here does not reach ${root}`;
  if (node === trace.root) return `grad: how fast ${root} changes with itself, which is 1`;
  return `grad: how fast ${root} changes when ${trace.label[node] || trace.op[node] ? name : "this number"} changes`;
}
