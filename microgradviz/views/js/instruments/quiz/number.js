// @ts-check
// A question whose answer is a number: 0.5, 1/2 and 0,5 are the same.

import { button, html } from "../../core/dom.js";
import { exactText, readNumber } from "../../core/numbers.js";
import { decode, numberText } from "../../core/words.js";
import { makeField } from "../../kit/field.js";

const CLOSE = 5e-4; // relative: half a unit of the fourth digit, as in predictions
const NOTHING = 1e-12;
const NO_NUMBER = "That is no number: write 0.5, 1/2, −3 or 14000.";

/** @param {import("./frame.js").Asked} asked @returns {import("./frame.js").Part} */
export function makeNumber({ item, given, signal, answered }) {
  const element = html("div", "mv-quiz-number");
  const field = makeField("your answer");
  if (typeof given === "number") field.value = exactText(given);
  const press = (/** @type {string} */ key, /** @type {HTMLElement} */ target) =>
    key === "Enter" && target === field && (check(), true);
  element.append(field, button("Check", check, signal));
  return { element, first: () => field, press };

  function check() {
    const x = readNumber(field.value);
    const isEmpty = !field.value.trim();
    if (x === null) answered(null, [false, isEmpty ? "Type a number first." : NO_NUMBER]);
    else answered(Number.isFinite(x) ? x : String(x).replace("Infinity", "inf").replace("NaN", "nan"), marked(x));
  }

  /** @param {number} x @returns {import("./frame.js").Says} */
  function marked(x) {
    if (isClose(x, Number(decode(item.answer)))) return [true, item.reason || `Right: ${numberText(x)}.`];
    const found = item.mistakes.find((/** @type {[any, string]} */ [wrong]) => isClose(x, Number(decode(wrong))));
    return [false, found?.[1] ?? "Not yet."];
  }
}

/**
 * Whether a typed number is the wanted one, to four digits; whole numbers must be equal.
 * @param {number} given
 * @param {number} wanted
 */
export function isClose(given, wanted) {
  if (Object.is(given, wanted) || given === wanted) return true;
  if (!Number.isFinite(given) || !Number.isFinite(wanted) || (Number.isInteger(given) && Number.isInteger(wanted)))
    return false;
  const off = Math.abs(given - wanted);
  return off <= NOTHING || off < CLOSE * Math.abs(wanted);
}
