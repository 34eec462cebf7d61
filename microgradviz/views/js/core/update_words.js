// @ts-check
// What the steps of an update say, and where a round begins and its forward pass ends. Pure.

import { equation } from "./equation.js";
import { lastGradients } from "./update.js";
import { bracketed, numberText } from "./words.js";

/** @typedef {import("./update.js").Played} Played */
/** @typedef {import("./update.js").Update} Update */
/** @typedef {(node: number) => string} Name */
/** @typedef {import("./sentences.js").Pieces} Pieces */

const MOST_TOLD = 3; // parameters, of those that step at once
const MOST_NAMED = 6;

/**
 * What an update step says: `w1: −3 − 0.1 × 1 = −3.1`.
 * @param {Played & { stepped: number[] }} plan
 * @param {Name} name
 * @param {import("./steps.js").Step} step
 * @returns {Pieces}
 */
export function updatePieces(plan, name, { moved = 0 }) {
  const { nodes, rate, atOnce } = /** @type {Update} */ (plan.update);
  const grads = lastGradients(plan);
  const [first, end] = atOnce ? [0, Math.min(MOST_TOLD, moved)] : [moved - 1, moved];
  const told = nodes.slice(first, end).flatMap((i, at) => {
    const [grad, from] = [grads.get(i), plan.data[i]];
    /** @type {Pieces} */
    const one = grad === undefined ? [`${name(i)} stays ${numberText(from)}: no gradient arrived`]
      : [`${name(i)}: `, ...stepPieces(i, from, rate, grad, plan.stepped[first + at])];
    return at ? ["; ", ...one] : one;
  });
  if (!atOnce) return told;
  const rest = nodes.length - end;
  return [
    `${nodes.length.toLocaleString("en")} parameters step at once: `, ...told,
    rest > 0 ? `; and ${rest.toLocaleString("en")} more` : "",
  ];
}

/**
 * @param {number} i
 * @param {number | null} from
 * @param {number} rate
 * @param {number} grad
 * @param {number} to
 * @returns {Pieces}
 */
function stepPieces(i, from, rate, grad, to) {
  const { write, sign, result } = equation(
    ({ infix }, number) => infix["-"](number(from), infix["*"](number(rate), number(grad))), [from, rate, grad], to,
  );
  return [
    { text: write(from), role: "data", at: i }, ` − ${bracketed(write(rate))} × `,
    { text: bracketed(write(grad)), role: "grad", at: i }, ` ${sign} `, { text: result, role: "data", at: i },
  ];
}

/**
 * The rule of an update step, and at the first one what is worth knowing about the rate.
 * @param {Played} plan
 * @param {number} k
 */
export function updateRule(plan, k) {
  const { rate, all } = /** @type {Update} */ (plan.update);
  const texts = ["rule: parameter − rate × gradient"];
  if (k === plan.passed + 1) {
    if (all) texts.push("no params were named, so every named leaf steps, inputs too");
    if (rate === 0) texts.push("the rate is 0: nothing moves");
    if (rate < 0) texts.push("the rate is negative: it climbs, and the result is to grow");
  }
  return texts.join(" · ");
}

/**
 * What Next will do where the next step is an update, or the next round.
 * @param {Played} plan
 * @param {Name} name
 * @param {number} k
 */
export function updateHint(plan, name, k) {
  const update = /** @type {Update} */ (plan.update);
  if (k >= plan.total) return `begin update ${update.round + 1}: gradients back to 0, forward again`;
  if (update.atOnce) return `update ${update.nodes.length.toLocaleString("en")} parameters`;
  const node = plan.steps[k + 1].node;
  const grad = lastGradients(plan).get(node);
  const by = grad === undefined ? "no gradient arrived"
    : `${numberText(plan.data[node])} − ${bracketed(numberText(update.rate))} × ${bracketed(numberText(grad))}`;
  return `update ${name(node)}: ${by}`;
}

/** What step 0 of a later round says. @param {Played} plan @param {Name} name */
export function againSentence(plan, name) {
  const { round, nodes } = /** @type {Update} */ (plan.update);
  const shown = nodes.slice(0, MOST_NAMED).map((i) => `${name(i)} = ${numberText(plan.data[i])}`);
  if (nodes.length > shown.length) shown.push(`and ${nodes.length - shown.length} more`);
  return `Round ${round} begins: every gradient is 0 again; forward again, with ${shown.join(", ")}`;
}

/**
 * The result beside that of the round before, once the forward pass has run again.
 * @param {Played} plan
 * @param {Name} name
 * @param {number} k
 */
export function againText({ trace, data, operations, update }, name, k) {
  if (!update?.former || k !== operations) return "";
  const [was, is] = [update.former[trace.root], data[trace.root]];
  const way = was === null || is === null || !(is !== was) ? "" : is < was ? ": it fell" : is > was ? ": it rose" : "";
  return `${name(trace.root)} was ${numberText(was)}; now ${numberText(is)}${way}`;
}
