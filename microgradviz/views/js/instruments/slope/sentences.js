// @ts-check
// What is said of a nudge: rise and run, the slope digit for digit beside the exact one, and what stands behind the
// error.

import {
  compareDigits, countRight, nearestNudge, placeKind, reasonOf, slopeAndError,
} from "../../core/differences.js";
import { html } from "../../core/dom.js";
import { numberText } from "../../core/words.js";

/** @typedef {import("./looks.js").Look} Look */
/** @typedef {import("./curve.js").Shown} Shown */

/**
 * The numbers, one below the other; before a guess, what is not to be guessed.
 * @param {Look} look
 * @param {Shown} shown
 * @param {string} f what the result is called
 */
export function linesOf(look, { x, symmetric, rise, run, slope, guess, waits }, f) {
  if (waits) return [line("run", symmetric ? "2h" : "h", numberText(run))];
  const told = compareDigits(slope, look.exact);
  const kind = placeKind(look, x);
  const whose = kind ? "the engine" : "exact";
  const at = numberText(x);
  const digits = kind ? [html("span", "", told.right + told.wrong)]
    : [html("span", "mv-right", told.right), html("span", "mv-wrong", told.wrong)];
  return [
    line("rise", symmetric ? `${f}(${at} + h) − ${f}(${at} − h)` : `${f}(${at} + h) − ${f}(${at})`, numberText(rise)),
    line("run", symmetric ? "2h" : "h", numberText(run)),
    line("rise ÷ run", "", "", "is-secant", digits),
    line(whose, look.tied && `= ${look.tied}`, "", "is-tangent", [
      html("span", look.tied ? "mv-tied" : "", told.exact),
    ]),
    ...(guess === null ? [] : [line("your guess", "", numberText(guess), "is-guess")]),
  ];
}

/**
 * @param {Look} look
 * @param {Shown} shown
 * @param {string} f what the result is called
 * @param {boolean} valley whether it may be told which h is best
 */
export function sentenceOf(look, { x, h, name, slope, waits }, f, valley) {
  if (!Number.isFinite(look.here))
    return `${f} is ${numberText(look.here)} at ${name} = ${numberText(x)}: there is no slope there.`;
  if (waits) return `How steep is ${f} at ${name} = ${numberText(x)}? Guess first; then it is measured.`;
  const kind = placeKind(look, x);
  if (kind) return kind;
  const flat = x + h === x;
  const written = slopeAndError(slope, look.exact);
  const off = written.off && `, off by ${written.off}, ${countRight(slope, look.exact)} of 12 digits right`;
  const told = `h = ${numberText(h)}: slope ${written.slope}${off}.`;
  const all = !valley || (!compareDigits(slope, look.exact).wrong && !flat);
  return `${told} ${all ? "" : reasonOf(nearestNudge(h), look.errors, flat)}`;
}

/**
 * @param {string} name
 * @param {string} how
 * @param {string} number
 * @param {string} [kind] which line of the picture it is
 * @param {HTMLElement[]} [parts] in the number's place
 */
function line(name, how, number, kind, parts = []) {
  const made = html("p", `mv-slope-line${kind ? ` is-compared ${kind}` : ""}`);
  const shown = html("span", "mv-slope-number", number);
  shown.append(...parts);
  made.append(html("span", "mv-slope-word", name), html("span", "mv-quiet", how), shown);
  return made;
}
