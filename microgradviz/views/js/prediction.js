// @ts-check
// Whether there is anything to predict: in a picture of groups there is not, for what is asked about must be seen.

import { html } from "./dom.js";
import { makePredict } from "./predict.js";

const WITHOUT = "To predict, play with predict='grad': that opens all groups, up to 10,000 operations.";

/** @param {Parameters<typeof makePredict>[0]} options */
export function makePrediction(options) {
  return options.scene.parts ? noPrediction() : makePredict(options);
}

/** @returns {ReturnType<typeof makePredict>} */
function noPrediction() {
  const nothing = () => {};
  return {
    part: html("div", ""), verdict: html("p", "mv-verdict"), choice: html("span", "mv-quiet", WITHOUT), kind: () => null,
    isOpen: () => false, close: () => false, stopBefore: (_, k) => k, ask: nothing, choose: nothing, remember: nothing,
  };
}
