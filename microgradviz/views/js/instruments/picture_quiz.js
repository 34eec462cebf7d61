// @ts-check
// Questions, of which some are answered by a click on a picture.

import { makeArrange } from "./quiz/arrange.js";
import { makeChoice } from "./quiz/choice.js";
import { makeClick } from "./quiz/click.js";
import { makeNumber } from "./quiz/number.js";
import { renderQuiz } from "./quiz/frame.js";

/** @param {import("../core/model.js").Given} given */
function render(given) {
  return renderQuiz(given, { choice: makeChoice, number: makeNumber, arrange: makeArrange, click: makeClick });
}

export default { render };
