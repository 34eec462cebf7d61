// @ts-check
// A question with options: radio buttons.

import { html } from "../../core/dom.js";
import { withMarks } from "./words.js";

/** @param {import("./frame.js").Asked} asked @returns {import("./frame.js").Part} */
export function makeChoice({ item, given, signal, answered }) {
  const element = html("div", "mv-quiz-options");
  const group = `mv-quiz-${Math.random()}`; // radio buttons of one group share a name, and a page may have two quizzes
  const radios = item.options.map((/** @type {string} */ text, /** @type {number} */ k) => {
    const label = html("label", "mv-quiz-option");
    const radio = html("input", "mv-quiz-radio");
    radio.type = "radio";
    radio.name = group;
    radio.checked = given === k;
    radio.addEventListener("change", () => answered(k, item.says?.[k]), { signal });
    const words = html("span", "mv-quiz-text");
    words.append(...withMarks(text));
    label.append(radio, words);
    element.append(label);
    return radio;
  });
  const close = (/** @type {boolean} */ ended) => {
    for (const radio of radios) radio.disabled = ended;
  };
  return { element, first: () => radios[0], close };
}
