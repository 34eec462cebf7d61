// @ts-check
// What a step says: the sentence, and what Next will do. Pure.

import { addedProduct, equation, operationEquation, product, unsignedNan } from "./equation.js";
import { ARRIVES, BECOMES, LANDS, MEETS } from "./moments.js";
import { asOne, gradientOf, inputsOf, isConstant, isTensor, nameOf, ruleFor } from "./names.js";
import { nudgePieces } from "./nudge.js";
import { rateHint, ratePieces } from "./rate_words.js";
import { toldOf } from "./steps.js";
import { againSentence, updateHint, updatePieces } from "./update_words.js";
import { bracketed, decode, expression, numbersIn, numberText, short, signedText } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./words.js").Rule} Rule */
/**
 * @typedef {{ name: string[], title: string[], rules: Record<string, Rule> }}
 *   Words the part of a scene that sentences need
 */
/**
 * A number of a sentence and where it stands in the picture: the data or grad of a value, or the slope of an edge.
 * @typedef {{ text: string, role: "data" | "grad" | "slope", at: number }} Factor
 */
/** @typedef {(string | Factor)[]} Pieces */

const MOST_PARTS = 6; // of a stage
const LETTERS = 48; // of a title within what Next says

/**
 * The sentence of step k.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} k
 * @returns {string}
 */
export function sentence(plan, words, k) {
  return plain(piecesOf(plan, words, k));
}

/**
 * When the pieces of a sentence are true of what is seen to move: shares of its time, the last for all that follow.
 * @param {Plan} plan
 * @param {number} k
 * @param {Pieces} pieces
 */
export function sharesOf(plan, k, pieces) {
  const step = plan.steps[k];
  if (step.kind === "push" && toldOf(plan, step).length === 1)
    return [0, 0, MEETS, MEETS, MEETS, BECOMES, ARRIVES, ARRIVES, ARRIVES, LANDS];
  if (step.kind !== "forward" || plan.nudge !== null) return [];
  const result = pieces.findLastIndex(
    (piece) => typeof piece !== "string" && piece.at === step.node && piece.role === "data",
  );
  return pieces.map((_, i) => (i < result - 1 ? 0 : LANDS));
}

/** Pieces as a text. @param {Pieces} pieces */
export function plain(pieces) {
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("");
}

/**
 * The sentence of step k, with its numbers set apart.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} k
 * @returns {Pieces}
 */
export function piecesOf(plan, words, k) {
  const { trace } = plan;
  const step = plan.steps[k];
  if (plan.nudge !== null && k <= plan.operations) return nudgePieces(plan, words, k);
  const rates = plan.along === null ? [] : ratePieces(plan, words, step);
  if (step.kind === "carry" || step.kind === "sum") return rates;
  if (step.kind === "start") {
    const again = (plan.update?.round ?? 1) > 1;
    return [again ? againSentence(plan, (i) => nameOf(words, i)) : given(plan, words), ...rates];
  }
  if (step.kind === "update") return updatePieces(plan, (i) => nameOf(words, i), step);
  if (step.stage) return stagePieces(plan, words, step);
  if (step.kind === "forward") return [...computed(plan, words, step.node), ...rates];
  if (step.kind === "seed") {
    const name = asOne(nameOf(words, trace.root));
    const seed = decode(trace.seed);
    return [
      `Backward starts at the result: ∂${name}/∂${name} = 1, ${seed === 1 ? "so" : "but"} ${name}.grad = `,
      { text: numberText(seed), role: "grad", at: trace.root },
    ];
  }
  const pushed = toldOf(plan, step);
  if (pushed.length === 1) return contributionPieces(plan, words, pushed[0]);
  const parts = pushed.slice(0, 3).flatMap((i, at) => [at ? "; " : "", ...brief(plan, words, i)]);
  if (pushed.length > 3) parts.push(`; and ${pushed.length - 3} more`);
  return [`${nameOf(words, step.node)} passes its gradient on: `, ...parts];
}

/**
 * What a stage computes, or what it passes on and what that comes to.
 * @param {Plan} plan
 * @param {Words} words
 * @param {import("./steps.js").Step} step
 * @returns {Pieces}
 */
function stagePieces(plan, words, step) {
  const { title, nodes, about } = /** @type {import("./steps.js").Stage} */ (step.stage);
  if (nodes.length) return nodes.flatMap((node, at) => [at ? "; " : "", ...computed(plan, words, node)]);
  const told = toldOf(plan, step).filter((i) => {
    const source = plan.trace.from[plan.contributions[i].edge];
    return about < 0 ? !plan.trace.op[source] : plan.trace.op[source];
  });
  const parts = told.slice(0, MOST_PARTS).flatMap((i, at) => [at ? "; " : "", ...brief(plan, words, i)]);
  if (told.length > MOST_PARTS) parts.push(`; and ${told.length - MOST_PARTS} more`);
  return [about < 0 ? "" : `${title}: `, ...parts].filter(Boolean);
}

/**
 * `e = a × b = 2 × −3 = −6`
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} node
 * @returns {Pieces}
 */
function computed(plan, words, node) {
  const inputs = inputsOf(plan, node);
  const [op, params, out] = [plan.trace.op[node], plan.trace.params[node] ?? {}, plan.data[node]];
  const rule = ruleFor(words, op);
  const constants = inputs.map((i) => isConstant(plan, i));
  if (out === null) {
    const made = expression(rule, op, inputs.map((i) => nameOf(words, i)), params);
    return [`${nameOf(words, node)} = ${made}: its number was not kept`];
  }
  /** @type {Factor} */
  const result = { text: numberText(out), role: "data", at: node };
  const names = (write = numberText) =>
    expression(
      rule,
      op,
      inputs.map((i, at) =>
        constants[at] ? bracketed(write === numberText ? nameOf(words, i) : write(plan.data[i])) : nameOf(words, i),
      ),
      params,
      write,
    );
  if (!rule || inputs.length > 3 || (rule.arity ?? inputs.length) !== inputs.length) {
    return [`${nameOf(words, node)} = ${names()}${isTensor(plan, node) ? "; its norm ‖·‖" : ""} = `, result];
  }
  const { write, sign, result: shown } = operationEquation(rule, inputs.map((i) => plan.data[i]), params, out);
  result.text = shown;
  const marked = numbersIn(rule, inputs.map((i) => write(plan.data[i]))).map((text, at) => `\u0001${at}:${text}\u0002`);
  const numbers = unsignedNan(expression(rule, op, marked, params, write));
  const alike = plainOf(numbers) === names(write);
  const first = constants.every(Boolean) || alike ? "" : ` = ${names(write)}`;
  const large = sign === "≈" && !Number.isFinite(out);
  const same = sign === "=" && plainOf(numbers) === shown;
  return [
    `${nameOf(words, node)}${first}`,
    ...(same ? [] : [" = ", ...numbers.split(/(\u0001[^\u0002]*\u0002)/).map((text) => factorOf(text, inputs))]),
    ` ${large ? "=" : sign} `, result, ...(large ? [", too large for a double"] : []),
  ];
}

/**
 * What stands between marks becomes a factor.
 * @param {string} text
 * @param {number[]} inputs
 * @returns {string | Factor}
 */
function factorOf(text, inputs) {
  const found = /^\u0001(\d+):(.*)\u0002$/.exec(text);
  return found ? { text: found[2], role: "data", at: inputs[Number(found[1])] } : text;
}

/** @param {string} marked */
function plainOf(marked) {
  return marked.replace(/\u0001\d+:|\u0002/g, "");
}

/**
 * What Next will do at step k, or "" at the end.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} k
 */
export function hintOf(plan, words, k) {
  const next = plan.steps[k + 1];
  if (plan.update && k >= plan.passed) return updateHint(plan, (i) => nameOf(words, i), k);
  if (!next) return "";
  if (next.stage) return next.stage.title;
  if (next.kind === "forward" && plan.nudge !== null) return `see what becomes of ${nameOf(words, next.node)}`;
  if (next.kind === "forward") return `compute ${short(words.title[next.node], LETTERS)}`;
  if (next.kind === "carry" || next.kind === "sum") return rateHint(plan, words, next);
  if (next.kind === "seed") return `start backward at ${nameOf(words, next.node)}`;
  const names = [];
  for (const i of toldOf(plan, next)) {
    const input = plan.trace.from[plan.contributions[i].edge];
    names.push((isConstant(plan, input) ? "the constant " : "") + nameOf(words, input));
  }
  const others = new Set(names);
  const into = others.size > 2 ? `the inputs of ${nameOf(words, next.node)}` : [...others].join(" and ");
  return `push gradient into ${into}`;
}

/**
 * What came to nothing, said at the end.
 * @param {Plan} plan
 * @param {Words} words
 * @param {Set<number>} cut values without a path to the result
 */
export function cutOff(plan, words, cut) {
  const names = [...cut].slice(0, 3).map((i) => nameOf(words, i));
  if (!names.length || !plan.trace.order.length) return "";
  return `${names.join(", ")}${cut.size > 3 ? ` and ${cut.size - 3} more` : ""}: no path from the result`;
}

/**
 * @param {Plan} plan
 * @param {Words} words
 */
function given(plan, words) {
  const leaves = plan.trace.op.flatMap((op, i) => (op || isConstant(plan, i) ? [] : [i]));
  const shown = leaves.slice(0, 6).map((i) => `${sizeOf(plan, words, i)} = ${signedText(plan.data[i])}`);
  if (leaves.length > 6) shown.push(`and ${leaves.length - 6} more`);
  const all = shown.length ? `Given: ${shown.join(", ")}` : "Only constants are given";
  return plan.operations ? all : `${all}. There is nothing to compute`;
}

/**
 * What a card's number is: the value, or of a tensor its norm.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} i
 */
function sizeOf(plan, words, i) {
  return isTensor(plan, i) ? `‖${nameOf(words, i)}‖` : nameOf(words, i);
}

/**
 * One contribution in full.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} i
 */
export function contribution(plan, words, i) {
  return plain(contributionPieces(plan, words, i));
}

/**
 * `Arriving from f: 1 × 3 along this edge = 3; a.grad was 3, now 3 + 3 = 6`
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} i
 * @returns {Pieces}
 */
export function contributionPieces(plan, words, i) {
  const c = plan.contributions[i];
  const [source, user] = [plan.trace.from[c.edge], plan.trace.to[c.edge]];
  const [slope, begins] = [plan.local[c.edge], c.first && c.before === 0];
  const adds = !begins && Object.is(c.after, c.before + c.amount);
  const { sum, adding, ...shown } = addedProduct(adds ? c.before : null, c.after, c.amount, c.arriving, slope);
  const grad = (/** @type {string} */ text) => /** @type {Factor} */ ({ text, role: "grad", at: source });
  const name = gradientOf(plan, words, source);
  const [now, ought] = outcome(plan, i, begins && c.after === c.amount ? shown.result : numberText(c.after));
  const added = adds ? [`${sum(c.before)} + ${bracketed(shown.result)} ${adding} `] : [];
  const end = begins ? [`; ${name} is now `, grad(now), ought]
    : [`; ${name} was `, grad(sum(c.before)), ", now ", ...added, grad(now), ought];
  const from = `Arriving from ${asOne(nameOf(words, user))}: `;
  const through = `${from.slice(0, -2)} through ${plan.trace.op[user]}`;
  if (c.unknown) return [`${through}; torch finds no gradient for ${nameOf(words, source)}, which needs none`];
  if (slope === null && c.odd) return [through, ...end]; // a tensor's
  return [
    from, ...productPieces(shown, c, slope, user), " along this edge", ` ${shown.sign} ${shown.result}`, ...end,
  ];
}

/**
 * `1 × 3`, the gradient that arrives and the local derivative.
 * @param {import("./equation.js").Equation} shown
 * @param {import("./steps.js").Contribution} c
 * @param {number | null} slope
 * @param {number} user
 * @returns {Pieces}
 */
function productPieces({ write }, c, slope, user) {
  return [
    { text: write(c.arriving), role: "grad", at: user }, " × ", { text: write(slope), role: "slope", at: c.edge },
  ];
}

/**
 * One contribution of several.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} i
 * @returns {Pieces}
 */
function brief(plan, words, i) {
  const c = plan.contributions[i];
  const [source, user, slope] = [plan.trace.from[c.edge], plan.trace.to[c.edge], plan.local[c.edge]];
  const name = gradientOf(plan, words, source);
  const grad = (/** @type {string} */ text) => /** @type {Factor} */ ({ text, role: "grad", at: source });
  const told = (/** @type {string} */ text) => outcome(plan, i, text).map((part, at) => (at ? part : grad(part)));
  if (c.unknown) return [`${name} is not known`];
  if (c.odd && slope === null) return [`${name} = `, ...told(numberText(c.after))];
  const adds = !Object.is(c.after, c.amount) && Object.is(c.after, c.before + c.amount);
  if (!adds && !Object.is(c.after, c.amount)) { // something else came of it
    const shown = product([c.arriving, slope], c.amount);
    return [
      `${name} was ${numberText(c.before)}, `, ...productPieces(shown, c, slope, user),
      ` ${shown.sign} ${shown.result} arrives, now `, ...told(numberText(c.after)),
    ];
  }
  const shown = adds ? equation(
        (over, number) => over.infix["+"](number(c.before), over.infix["*"](number(c.arriving), number(slope))),
        [c.before, c.arriving, slope],
        c.after,
      )
    : product([c.arriving, slope], c.after);
  const start = adds ? [grad(shown.write(c.before)), " + "] : [];
  return [`${name} = `, ...start, ...productPieces(shown, c, slope, user), ` ${shown.sign} `, ...told(shown.result)];
}

/**
 * The new gradient, and what it ought to be.
 * @param {Plan} plan
 * @param {number} i
 * @param {string} now
 */
function outcome(plan, i, now) {
  const c = plan.contributions[i];
  const ought = plan.right ? numberText(plan.right[i].after) : "";
  if (!plan.right || numberText(c.after) === ought) return [now, ""];
  return [now, ` (${c.first ? "wrong" : "overwritten"}: ${ought} would be right)`];
}
