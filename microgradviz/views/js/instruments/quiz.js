// @ts-check
// Questions: a choice, a number, lines to put in order. A test that is handed in is marked by Python, at its end; of
// other questions each answer is marked at once, here.

import { makeArrange } from "./quiz/arrange.js";
import { makeChoice } from "./quiz/choice.js";
import { makeNumber } from "./quiz/number.js";
import { renderQuiz } from "./quiz/frame.js";

/** @param {import("../core/model.js").Given} given */
function render(given) {
  return renderQuiz(given, { choice: makeChoice, number: makeNumber, arrange: makeArrange });
}

export default { render };
