// @ts-check
// What forward mode says: the rate along an edge, the sum at a card, and how many passes each mode needs. Pure.

import { equation, product } from "./equation.js";
import { asOne, isConstant, nameOf, whichOf } from "./names.js";
import { amountAlong, amountsInto } from "./rates.js";
import { bracketed, numberText } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./sentences.js").Words} Words */
/** @typedef {import("./sentences.js").Pieces} Pieces */
/** @typedef {import("./sentences.js").Factor} Factor */

const MOST_TERMS = 6; // of a sum that is written out

/**
 * What a step of forward mode says besides the data that it computes.
 * @param {Plan} plan
 * @param {Words} words
 * @param {Step} step
 * @returns {Pieces}
 */
export function ratePieces(plan, words, step) {
  const along = Number(plan.along);
  const { kind, node } = step;
  if (kind === "start")
    return [`. The rate of ${asOne(nameOf(words, along))} along itself is `, rateOf(along, "1"), ", of the others 0"];
  if (kind === "carry") return carryPieces(plan, words, Number(step.edge));
  if (kind === "sum") return sumPieces(plan, words, node);
  return plan.rates[node] !== null ? [] : [
    `; it does not depend on ${nameOf(words, along)}, so its rate is `, rateOf(node, "0"),
  ];
}

/**
 * `Arriving from a: 1 × −3 along this edge = −3; the rate of e is −3`
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} e
 * @returns {Pieces}
 */
function carryPieces(plan, words, e) {
  const [source, user] = [plan.trace.from[e], plan.trace.to[e]];
  const [rate, slope] = [plan.rates[source], plan.local[e]];
  const { write, sign, result } = product([rate ?? NaN, slope ?? NaN], amountAlong(plan, e));
  const several = amountsInto(plan, user).length;
  const name = asOne(nameOf(words, user));
  return [
    `Arriving from ${whichOf(plan, words, e)}: `, rateOf(source, write(rate)), " × ",
    { text: write(slope), role: "slope", at: e }, ` along this edge ${sign} `,
    ...(several > 1 ? [`${result}, one of ${several} amounts into ${name}`]
      : [`${result}; the rate of ${name} is now `, rateOf(user, result)]),
  ];
}

/**
 * `Σ: the rate of f is 3 + 3 = 6`
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} node
 * @returns {Pieces}
 */
function sumPieces(plan, words, node) {
  const [terms, sum] = [amountsInto(plan, node), plan.rates[node] ?? NaN];
  const begin = `Σ: the rate of ${asOne(nameOf(words, node))} is `;
  if (terms.length > MOST_TERMS)
    return [`${begin}the sum of ${terms.length} amounts, `, rateOf(node, numberText(sum))];
  const { write, sign, result } = equation(
    (over, number) => terms.slice(1).reduce((so, x) => over.infix["+"](so, number(x)), number(terms[0])), terms, sum,
  );
  const told = terms.map((x, i) => (i ? bracketed(write(x)) : write(x))).join(" + ");
  return [`${begin}${told} ${sign} `, rateOf(node, result)];
}

/** @param {number} at @param {string} text @returns {Factor} */
function rateOf(at, text) {
  return { text, role: "grad", at };
}

/** What Next will do. @param {Plan} plan @param {Words} words @param {Step} next */
export function rateHint(plan, words, { kind, node, edge }) {
  if (kind === "sum") return `add up what came to ${nameOf(words, node)}`;
  return `carry the rate of ${whichOf(plan, words, Number(edge))} to ${nameOf(words, node)}`;
}

/**
 * How many passes each mode needs, said at the end.
 * @param {Plan} plan
 * @param {Words} words
 */
export function passesText(plan, words) {
  const inputs = plan.trace.op.filter((op, i) => !op && !isConstant(plan, i)).length;
  const all = inputs > 1 ? ` for all ${inputs}` : "";
  return `One pass, the rate along ${nameOf(words, Number(plan.along))}. Forward mode needs one pass for each input, ` +
    `here ${inputs}; reverse mode one for each result, here 1${all}.`;
}
