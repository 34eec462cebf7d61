// @ts-check
// What a learner is asked to predict, which answers are right, and what is remembered of them. Pure.

import { evaluateLocal, evaluateRule } from "./rules.js";
import { edgeText, gradientOf, inputsOf, nameOf, placeOf, ruleFor } from "./names.js";
import { computedIn } from "./steps.js";
import { MINUS, numberText, short } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./sentences.js").Words} Words */
/** @typedef {"data" | "local" | "grad"} Kind */
/**
 * The value that is asked about, the edge (-1 for data), and the contributions that come in (none for data).
 * @typedef {{ kind: Kind, step: number, node: number, edge: number, parts: number[] }} Question
 */
/**
 * An answer as Python reads it: `given` is what was typed last, `shown` tells that the learner asked to be shown.
 * @typedef {{ step: number, kind: Kind, node: number, edge: number | null, given: number | string | null,
 *   right: boolean, shown: boolean, tries: number, mistake: string | null }} Answer
 */

/** @type {Record<Kind, string>} */
export const KINDS = { data: "data", local: "local derivatives", grad: "gradients" };

const CLOSE = 5e-4; // relative: half a unit of the fourth digit, where that weighs most
const NOTHING = 1e-12; // sin(π), as a computer has it, is 0

/**
 * What is asked before step k is shown; nothing where nobody could work it out.
 * @param {Plan} plan
 * @param {Kind | null} kind
 * @param {number} k
 * @returns {Question[]}
 */
export function questionsAt(plan, kind, k) {
  const step = plan.steps[k];
  if (kind === "data") {
    const computed = step?.kind === "forward" ? computedIn(step) : [];
    return computed.map((node) => ({ kind, step: k, node, edge: -1, parts: [] }));
  }
  if (!kind || step?.kind !== "push") return [];
  /** @type {Map<number, number[]>} */
  const groups = new Map(); // by value, or by edge
  for (let i = step.begin; i < step.end; i++) {
    const { edge } = plan.contributions[i];
    if (plan.local[edge] === null || plan.constants.has(plan.trace.from[edge])) continue; // nobody needs a constant's
    const group = kind === "grad" ? plan.trace.from[edge] : edge;
    groups.set(group, [...(groups.get(group) ?? []), i]);
  }
  return [...groups.values()].map((parts) => {
    const { edge } = plan.contributions[parts[parts.length - 1]];
    return { kind, step: k, node: plan.trace.from[edge], edge, parts };
  });
}

/** What stands before the field. @param {Plan} plan @param {Words} words @param {Question} question */
export function labelOf(plan, words, { kind, node, edge }) {
  if (kind === "data") return `${nameOf(words, node)} = ?`;
  if (kind === "grad") return `${gradientOf(plan, words, node)} after this step?`;
  return `along ${edgeText(plan, words, edge)}: × ?`;
}

/** The question as a sentence. @param {Plan} plan @param {Words} words @param {Question} question */
export function questionOf(plan, words, { kind, node, edge, parts }) {
  const name = nameOf(words, node);
  if (kind === "data") return `${short(words.title[node], 60)}. What is ${name}?`;
  const user = plan.trace.to[edge];
  if (kind === "local")
    return `Only the edge from ${name} to ${nameOf(words, user)}${placeOf(plan, edge)}: what is its local derivative?`;
  const { before, first } = plan.contributions[parts[0]];
  const gradient = gradientOf(plan, words, node);
  const now = first && before === 0 ? `${gradient} starts at 0` : `${gradient} is ${numberText(before)} so far`;
  return `${now}. Now ${nameOf(words, user)} passes its gradient on. What will ${gradient} be?`;
}

/**
 * The number that the play will show.
 * @param {Plan} plan
 * @param {Question} question
 */
export function playedNumber(plan, { kind, node, edge, parts }) {
  if (kind === "data") return plan.data[node] ?? NaN;
  if (kind === "local") return plan.local[edge] ?? NaN;
  return plan.contributions[parts[parts.length - 1]].after;
}

/**
 * The number by the rule of the operation, which an engine with a mistake does not show; and the same worked out from
 * the numbers on the cards, which are rounded.
 * @param {Plan} plan
 * @param {Words} words
 * @param {Question} question
 * @param {(x: number) => number} [rounded]
 */
export function expectedNumber(plan, words, question, rounded = (x) => x) {
  const { kind, node, edge, parts } = question;
  const { trace, data, right, contributions } = plan;
  if (kind === "data")
    return evaluateRule(
      ruleFor(words, trace.op[node]), inputsOf(plan, node).map((i) => rounded(data[i] ?? NaN)),
      trace.params[node] ?? {},
    );
  if (kind === "local") return rounded(slopeOf(plan, words, edge, rounded));
  const begin = right ? 0 : rounded(contributions[parts[0]].before);
  return (right ? parts.slice(-1) : parts).reduce((sum, i) => {
    const c = contributions[i];
    return sum + rounded(c.arriving) * rounded(slopeOf(plan, words, c.edge));
  }, begin);
}

/**
 * The local derivative by the rule; the engine's own where there is no rule.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} edge
 * @param {(x: number) => number} [rounded]
 */
export function slopeOf({ trace, data, local, firstEdge }, words, edge, rounded = (x) => x) {
  const user = trace.to[edge];
  const inputs = trace.from.slice(firstEdge[user], firstEdge[user + 1]).map((i) => rounded(data[i] ?? NaN));
  const slope = evaluateLocal(
    ruleFor(words, trace.op[user]), trace.slot[edge], inputs, trace.params[user] ?? {}, rounded(data[user] ?? NaN),
  );
  return Number.isNaN(slope) ? (local[edge] ?? NaN) : slope;
}

/**
 * Whether an answer is right: "as played", or "by the rule" where the engine that is played goes wrong.
 * @param {Plan} plan
 * @param {Words} words
 * @param {Question} question
 * @param {number} typed
 * @returns {"as played" | "by the rule" | ""}
 */
export function rightness(plan, words, question, typed) {
  const shown = playedNumber(plan, question);
  if (agrees(typed, shown)) return "as played";
  const wanted = expectedNumber(plan, words, question);
  const found = [wanted, expectedNumber(plan, words, question, asShown)].some(
    (x) => Number.isFinite(x) && agrees(typed, x),
  );
  if (!found) return "";
  return agrees(wanted, shown) ? "as played" : "by the rule";
}

/** @param {number} typed @param {number} wanted */
function agrees(typed, wanted) {
  if (numberText(typed) === numberText(wanted)) return true;
  if (Number.isInteger(typed) && Number.isInteger(wanted)) return false;
  const off = Math.abs(typed - wanted);
  return off <= NOTHING || off < CLOSE * Math.abs(wanted);
}

/** A number as a card shows it, with four digits. @param {number} x */
function asShown(x) {
  return Number.isFinite(x) ? Number(numberText(x).replaceAll(MINUS, "-")) : x;
}

/**
 * Answers as they come from outside: only those that can be read.
 * @param {any} given
 * @returns {Answer[]}
 */
export function readAnswers(given) {
  return Array.isArray(given) ? given.filter((row) => row && typeof row === "object") : [];
}

/** The answer to a question, if it was tried. @param {Answer[]} answers @param {Question} question */
export function answerTo(answers, { kind, step, node, edge }) {
  return answers.find(
    (row) => row.kind === kind && row.step === step && row.node === node && (row.edge ?? -1) === edge,
  );
}

/** Whether a question need not be asked any more. @param {Answer[]} answers @param {Question} question */
export function isSettled(answers, question) {
  const row = answerTo(answers, question);
  return Boolean(row && (row.right || row.shown));
}

/**
 * The answers with one more try at a question.
 * @param {Answer[]} answers
 * @param {Question} question
 * @param {{ typed: number | null, right: boolean, mistake: string | null }} tried nothing typed: it was shown
 * @returns {Answer[]}
 */
export function withTry(answers, question, { typed, right, mistake }) {
  const before = answerTo(answers, question);
  const { kind, step, node, edge } = question;
  const shown = typed === null;
  /** @type {Answer} */
  const row = {
    step, kind, node, edge: edge < 0 ? null : edge, given: typed === null ? (before?.given ?? null) : sendable(typed),
    right, shown, tries: (before?.tries ?? 0) + (shown ? 0 : 1), mistake: shown ? (before?.mistake ?? null) : mistake,
  };
  return [...answers.filter((other) => other !== before), row];
}

/** JSON knows no nan. @param {number} x */
function sendable(x) {
  if (Number.isFinite(x)) return x;
  return Number.isNaN(x) ? "nan" : x > 0 ? "inf" : "-inf";
}

/** How many were right at the first try, of those tried. @param {Answer[]} answers @param {Kind} kind */
export function scoreOf(answers, kind) {
  const tried = answers.filter((row) => row.kind === kind);
  return { right: tried.filter((row) => row.right && row.tries === 1).length, asked: tried.length };
}
