// @ts-check
// One weight, worked out by hand, before any is told: what is typed, and what is wrong with it. Pure.

import { readNumber } from "../../core/numbers.js";
import { numberText } from "../../core/words.js";

/** @typedef {import("./head.js").Moment} Moment */

const NEAR = 0.0051; // two decimals are enough

/**
 * What is said to an answer, and whether it is right.
 * @param {Moment} now
 * @param {string} name of the letter whose weight is asked
 * @param {string} typed
 * @returns {{ right: boolean, says: string }}
 */
export function judge(now, name, typed) {
  const x = readNumber(typed);
  if (x === null || !Number.isFinite(x))
    return { right: false, says: "A weight must be a number such as 0.25, or a share such as 1/4." };
  const isNear = (/** @type {number} */ other) => Math.abs(x - other) <= NEAR;
  const each = now.names.map((other) => ({
    other, score: now.number(`score_${other}`), exp: now.number(`exp_${other}`), weight: now.number(`weight_${other}`),
  }));
  const own = /** @type {typeof each[number]} */ (each.find(({ other }) => other === name));
  const work = `${numberText(own.exp)} ÷ ${numberText(now.total)}`;
  if (isNear(own.weight)) return { right: true, says: `Right: ${work} = ${numberText(own.weight)}.` };
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);
  const undivided = each.map(({ score }) => Math.exp(score * Math.SQRT2));
  const taken = each.find(({ weight }) => isNear(weight));
  /** @type {[boolean, string][]} */
  const known = [
    [isNear(own.exp), `That is exp(score) of ${name}. Its weight is the share of it in the total.`],
    [isNear(own.score), `That is the score of ${name}. First exp of it, then its share in the total of all.`],
    [x < 0 || x > 1, "A weight lies between 0 and 1: all weights together are 1."],
    [Boolean(taken), `That is the weight of ${taken?.other}.`],
    [isNear(own.score / sum(each.map(({ score }) => score))),
      "That is a share of the scores. Softmax takes exp first."],
    [isNear(Math.exp(own.score * Math.SQRT2) / sum(undivided)), "That is without ÷ √2: take exp of the score."],
    [isNear(1 / each.length), "Shares are equal only where scores are equal."],
  ];
  const found = known.find(([is]) => is)?.[1] ?? `The weight of ${name} is exp(score) of ${name} ÷ the total of all.`;
  return { right: false, says: `Not yet. ${found} Here: ${work}.` };
}
