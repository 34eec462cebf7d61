// @ts-check
// What a step says: the sentence, the rule it used, and what Next will do. Pure.

import { branchOf } from "./rules.js";
import { againSentence, againText, updateHint, updateRule, updateSentence } from "./update.js";
import { bracketed, decode, expression, expressionOfNumbers, formulaText, numberText, short, substitute, wordsOf } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./words.js").Rule} Rule */
/** @typedef {{ name: string[], title: string[], rules: Record<string, Rule> }} Words the part of a scene that sentences need */

const LETTERS = 24; // of a name within a sentence

/**
 * The sentence of step k.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} k
 * @returns {string}
 */
export function sentence(plan, words, k) {
  const { trace, data } = plan;
  const step = plan.steps[k];
  if (step.kind === "start") return (plan.update?.round ?? 1) > 1 ? againSentence(plan, (i) => nameOf(words, i)) : given(plan, words);
  if (step.kind === "update") return updateSentence(plan, (i) => nameOf(words, i), step);
  if (step.kind === "forward") {
    const inputs = inputsOf(plan, step.node);
    const numbers = inputs.map((i) => data[i]);
    const params = trace.params[step.node] ?? {};
    const [rule, op] = [ruleFor(words, trace.op[step.node]), trace.op[step.node]];
    const names = inputs.map((i) => (isConstant(plan, i) ? bracketed(nameOf(words, i)) : nameOf(words, i)));
    const parts = [nameOf(words, step.node), expression(rule, op, names, params)];
    if (inputs.length <= 3 && rule) parts.push(expressionOfNumbers(rule, op, numbers, params));
    parts.push(numberText(data[step.node]));
    return parts.filter((part, i) => i === 0 || part !== parts[i - 1]).join(" = ");
  }
  if (step.kind === "seed") {
    const name = nameOf(words, trace.root);
    const seed = decode(trace.seed);
    return `Backward starts at the result: ∂${name}/∂${name} = 1, ${seed === 1 ? "so" : "but"} ${name}.grad = ${numberText(seed)}`;
  }
  const pushed = [];
  for (let i = step.begin; i < step.end; i++) pushed.push(i);
  if (pushed.length === 1) return contribution(plan, words, pushed[0]);
  const parts = pushed.slice(0, 3).map((i) => brief(plan, words, i));
  if (pushed.length > 3) parts.push(`and ${pushed.length - 3} more`);
  return `${nameOf(words, step.node)} passes its gradient on: ${parts.join("; ")}`;
}

/**
 * The rule behind step k, or "".
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} k
 */
export function ruleOf(plan, words, k) {
  const { trace } = plan;
  const step = plan.steps[k];
  if (k === plan.operations && k > 0 && plan.total > k) return [againText(plan, (i) => nameOf(words, i), k), "The forward pass is complete; backward is next."].filter(Boolean).join(" · ");
  if (step.kind === "update") return updateRule(plan, k);
  const rule = ruleFor(words, trace.op[step.node]);
  if (step.kind === "forward" && rule?.arity !== null && rule) {
    const formula = formulaText(rule.formula);
    return / if |exp|log|tanh/.test(formula) && formula !== rule.notation ? `${rule.notation} = ${formula}` : "";
  }
  if (step.kind !== "push") return "";
  const inputs = inputsOf(plan, step.node);
  if (!rule || (rule.arity !== null && rule.arity !== inputs.length)) {
    return trace.engine === "observed" ? "This local derivative was measured in your engine." : "";
  }
  const slots = new Set();
  for (let i = step.begin; i < step.end; i++) slots.add(rule.arity === null ? 0 : trace.slot[plan.contributions[i].edge]);
  return `rule for ${symbolOf(rule)}: ${[...slots].map((slot) => slopeRule(plan, rule, step.node, slot)).join(", ")}`;
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
  if (next.kind === "forward") return `compute ${short(words.title[next.node], 2 * LETTERS)}`;
  if (next.kind === "seed") return `start backward at ${nameOf(words, next.node)}`;
  const names = [];
  for (let i = next.begin; i < next.end; i++) {
    const input = plan.trace.from[plan.contributions[i].edge];
    names.push((isConstant(plan, input) ? "the constant " : "") + nameOf(words, input));
  }
  const others = new Set(names);
  return `push gradient into ${others.size > 2 ? `the inputs of ${nameOf(words, next.node)}` : [...others].join(" and ")}`;
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
 * The name of a value, of a length that a sentence can bear.
 * @param {Words} words
 * @param {number} node
 */
export function nameOf(words, node) {
  return short(words.name[node], LETTERS);
}

/**
 * The row of the table, if the operation has one; an operation may be called "constructor".
 * @param {Words} words
 * @param {string} op
 */
export function ruleFor(words, op) {
  return Object.hasOwn(words.rules, op) ? words.rules[op] : undefined;
}

/**
 * @param {Plan} plan
 * @param {Words} words
 */
function given(plan, words) {
  const leaves = plan.trace.op.flatMap((op, i) => (op || isConstant(plan, i) ? [] : [i]));
  const shown = leaves.slice(0, 6).map((i) => `${nameOf(words, i)} = ${numberText(plan.data[i])}`);
  if (leaves.length > 6) shown.push(`and ${leaves.length - 6} more`);
  const all = shown.length ? `Given: ${shown.join(", ")}` : "Only constants are given";
  return plan.operations ? all : `${all}. There is nothing to compute`;
}

/**
 * One contribution in full.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} i
 */
export function contribution(plan, words, i) {
  const c = plan.contributions[i];
  const [source, user] = [plan.trace.from[c.edge], plan.trace.to[c.edge]];
  const start = c.first && c.before === 0 ? "starts at 0" : `was ${numberText(c.before)}`;
  const slope = plan.local[c.edge];
  if (slope === null && c.odd) { // a tensor's: only the sum is known
    return `${gradientOf(plan, words, source)} ${start}; ${gradientOf(plan, words, user)} arrives through ${plan.trace.op[user]}; now ${outcome(plan, i)}`;
  }
  const product = `${numberText(c.arriving)} × ${numberText(slope)} = ${numberText(c.amount)}`;
  const factors = `${gradientOf(plan, words, user)} × ${partial(plan, words, user, source)} = ${product}`;
  return `${gradientOf(plan, words, source)} ${start}; contribution: ${factors}; now ${outcome(plan, i)}`;
}

/**
 * One contribution of several.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} i
 */
function brief(plan, words, i) {
  const c = plan.contributions[i];
  if (c.odd && plan.local[c.edge] === null) return `${gradientOf(plan, words, plan.trace.from[c.edge])} = ${outcome(plan, i)}`;
  const amount = `${numberText(c.arriving)} × ${numberText(plan.local[c.edge])}`;
  const start = c.first && c.before === 0 ? "" : `${numberText(c.before)} + `;
  return `${gradientOf(plan, words, plan.trace.from[c.edge])} = ${start}${amount} = ${outcome(plan, i)}`;
}

/**
 * The new gradient, and what it ought to be.
 * @param {Plan} plan
 * @param {number} i
 */
function outcome(plan, i) {
  const c = plan.contributions[i];
  if (!plan.right) return numberText(c.after);
  const ought = plan.right[i].after;
  const wrong = numberText(c.after) !== numberText(ought);
  if (!wrong) return numberText(c.after);
  return `${numberText(c.after)} (${c.first ? "wrong" : "overwritten"}: ${numberText(ought)} would be right)`;
}

/**
 * `∂(x × y)/∂x = y = −3`; of a choice the branch that applies, and the whole choice if it hangs on an input
 * @param {Plan} plan
 * @param {Rule} rule
 * @param {number} node
 * @param {number} slot
 */
export function slopeRule(plan, rule, node, slot) {
  const inputs = inputsOf(plan, node).map((i) => bracketed(numberText(plan.data[i])));
  const [params, out] = [plan.trace.params[node] ?? {}, plan.data[node]];
  const [branch, hangs] = branchOf(rule.locals[slot], inputsOf(plan, node).map((i) => plan.data[i]), params, out);
  const formula = formulaText(branch);
  const parts = [slopeFormula(rule, slot, branch)];
  if (rule.arity !== null && !formula.includes(" if ")) {
    const words = { ...wordsOf(inputs, params), out: bracketed(numberText(out)) };
    const numbers = substitute(formula, words);
    if (numbers !== formula) parts.push(numbers.replace(/^\((−[^()]*)\)$/, "$1"));
  }
  return parts.join(" = ") + (hangs ? ` (${formulaText(rule.locals[slot])})` : "");
}

/** `∂(x × y)/∂x = y` @param {Rule} rule @param {number} slot @param {string} [formula] the branch that applies */
export function slopeFormula(rule, slot, formula = rule.locals[slot]) {
  const notation = /^(\w+\(.*\)|\|x\||√x)$/.test(rule.notation) ? rule.notation : `(${rule.notation})`;
  return `∂${notation}/∂${slot ? "y" : "x"} = ${formulaText(formula)}`;
}

/** @param {Rule} rule */
function symbolOf(rule) {
  const letters = rule.notation.replace(/[(),]/g, " ").split(/\s+/).filter((word) => word && word !== "x" && word !== "y");
  return (letters[0] ?? rule.notation).replace(/^\|x\|$/, "| |").replace(/([−√])x$/, "$1");
}

/**
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} node
 */
export function gradientOf(plan, words, node) {
  return isConstant(plan, node) ? `the gradient of the constant ${nameOf(words, node)}` : `${nameOf(words, node)}.grad`;
}

/**
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} user
 * @param {number} source
 */
export function partial(plan, words, user, source) {
  const name = nameOf(words, source);
  return `∂${nameOf(words, user)}/∂${isConstant(plan, source) ? `(${name})` : name}`;
}

/**
 * @param {Plan} plan
 * @param {number} node
 */
export function isConstant(plan, node) {
  return !plan.trace.op[node] && plan.trace.label[node] === undefined;
}

/**
 * @param {Plan} plan
 * @param {number} node
 * @returns {number[]}
 */
export function inputsOf(plan, node) {
  return plan.trace.from.slice(plan.firstEdge[node], plan.firstEdge[node + 1]);
}
