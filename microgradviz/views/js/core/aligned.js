// @ts-check
// A row of numbers, digit for digit. Pure; verify/digits.py says the same.

import { firstWrong, scaleOf } from "./digits.js";
import { numberText } from "./words.js";

const DIGITS = 10;
const DECIMAL = /^−?\d+\.\d+$/;

/**
 * Numbers beside ours, all with as many decimals as one of them needs: ours, and of the others the right digits, the
 * rest, and the power of ten behind them.
 * @param {number} ours
 * @param {number[]} others
 * @returns {{ ours: string, others: [string, string, string][] }}
 */
export function alignDigits(ours, others) {
  const { unit, end, written } = scaleOf(ours, DIGITS);
  const texts = [ours, ...others].map((x) => written(x).replace(/^−(?=[0.]*$)/, ""));
  const ends = texts.filter((text) => DECIMAL.test(text)).map((text) => /\.?0*$/.exec(text)?.[0].length ?? 0);
  const cut = (/** @type {string} */ text) =>
    DECIMAL.test(text) ? text.slice(0, text.length - Math.min(...ends)) : text;
  return {
    ours: Number.isFinite(ours) ? cut(texts[0]) + end : texts[0],
    others: others.map((x, i) => {
      const text = cut(texts[i + 1]);
      if (Object.is(x, ours)) return [text, "", Number.isFinite(x) ? end : ""];
      if (!Number.isFinite(ours) || !/^[−\d.]+$/.test(text) || (end && !/[1-9]/.test(text)))
        return ["", numberText(x), ""];
      const first = firstWrong(text, Math.abs(x - ours) / unit);
      return [text.slice(0, first), text.slice(first), end];
    }),
  };
}
