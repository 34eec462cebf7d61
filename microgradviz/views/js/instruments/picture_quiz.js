// @ts-check
// Questions with pictures: some are answered by a click on one, some play what was chosen.

import { makeArrange } from "./quiz/arrange.js";
import { makeClick } from "./quiz/click.js";
import { makeNumber } from "./quiz/number.js";
import { makePlayedChoice } from "./quiz/played.js";
import { renderQuiz } from "./quiz/frame.js";

/** @param {import("../core/model.js").Given} given */
function render(given) {
  return renderQuiz(given, { choice: makePlayedChoice, number: makeNumber, arrange: makeArrange, click: makeClick });
}

export default { render };
