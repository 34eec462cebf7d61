// @ts-check
// How numbers are written so that they can be compared digit for digit. Pure.

import { MINUS, numberText } from "./words.js";

/**
 * How numbers are written so that so many digits of one of them are seen.
 * @param {number} exact
 * @param {number} digits
 */
export function scaleOf(exact, digits) {
  const power = exact && Number.isFinite(exact) ? Math.max(-300, Number(exact.toExponential().split("e")[1])) : 0;
  const scaled = power < -6 || power >= digits;
  const unit = scaled ? Number(`1e${power}`) : 1;
  const places = Math.min(digits - 1 - (scaled ? 0 : power), digits);
  const end = scaled ? `e${numberText(power)}` : "";
  return {
    unit,
    end,
    written: (/** @type {number} */ x) =>
      Math.abs(x / unit) < 1e15 ? (x / unit).toFixed(places).replace("-", MINUS) : numberText(x / unit),
  };
}

/**
 * Where the first digit stands whose place the error reaches by half: those before it are right.
 * @param {string} text
 * @param {number} error
 */
export function firstWrong(text, error) {
  const point = text.search(/\.|$/);
  for (let i = 0; i < text.length; i++) {
    if (/\d/.test(text[i]) && error >= Number(`5e${point - i - (i < point ? 2 : 1)}`)) return i;
  }
  return text.length;
}
