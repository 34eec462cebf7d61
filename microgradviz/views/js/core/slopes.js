// @ts-check
// The rule that a step used: the local derivative as a formula, in names and in numbers. Pure.

import { equation, unsignedNan } from "./equation.js";
import { branchOf } from "./branches.js";
import { evaluateFormula, evaluateLocal } from "./rules.js";
import { asOne, inputsOf, isTwin, nameOf, ordinal, ruleFor, whichOf } from "./names.js";
import { measuredText, nudgeRule } from "./nudge.js";
import { passesText } from "./rate_words.js";
import { toldOf } from "./steps.js";
import { againText, updateRule } from "./update_words.js";
import { bracketed, decode, formulaText, substitute, wordsOf } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./words.js").Rule} Rule */
/** @typedef {import("./sentences.js").Words} Words */

/**
 * The rule behind step k, or "".
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} k
 */
export function ruleOf(plan, words, k) {
  const passes = plan.along !== null && k === plan.total ? passesText(plan, words) : "";
  return [usedRule(plan, words, k), passes].filter(Boolean).join(" · ");
}

/** @param {Plan} plan @param {Words} words @param {number} k */
function usedRule(plan, words, k) {
  const { trace } = plan;
  const step = plan.steps[k];
  if (plan.nudge !== null && k <= plan.operations) return nudgeRule(plan, words, k);
  if (k === plan.operations && k > 0 && plan.total > k)
    return [againText(plan, (i) => nameOf(words, i), k), "The forward pass is complete; backward is next."]
      .filter(Boolean)
      .join(" · ");
  if (step.kind === "update") return updateRule(plan, k);
  if (step.stage) return "";
  const rule = ruleFor(words, trace.op[step.node]);
  if (step.kind === "forward" && rule?.arity !== null && rule) {
    const formula = formulaText(rule.formula);
    return / if |exp|log|tanh/.test(formula) && formula !== rule.notation ? `${rule.notation} = ${formula}` : "";
  }
  if (step.kind === "carry" && rule) return slopeRule(plan, words, rule, Number(step.edge));
  if (step.kind !== "push") return "";
  const inputs = inputsOf(plan, step.node);
  if (!rule || (rule.arity !== null && rule.arity !== inputs.length)) {
    return trace.engine === "observed" ? "This local derivative was measured in your engine." : "";
  }
  const told = toldOf(plan, step).map((i) => plan.contributions[i].edge);
  const found = rule.arity === null && told.length > 1 ? "along each: × 1"
    : told.map((edge) => slopeRule(plan, words, rule, edge)).join(", ");
  return [found, plan.nudge === null ? "" : measuredText(plan, words, k)].filter(Boolean).join(" · ");
}

/**
 * `along a: × b = −3`, and `along the 1st a: × the 2nd = 3` where it is used twice; of a choice the branch that
 * applies, and the whole choice if it hangs on an input
 * @param {Plan} plan
 * @param {Words} words
 * @param {Rule} rule
 * @param {number} edge
 */
export function slopeRule(plan, words, rule, edge) {
  const node = plan.trace.to[edge];
  const inputs = inputsOf(plan, node).map((i) => plan.data[i]);
  const [params, out] = [plan.trace.params[node] ?? {}, plan.data[node]];
  const [branch, hangs] = branchOf(localOf(plan, rule, edge), inputs, params, out);
  const end = hangs ? ` (${formulaText(substitute(localOf(plan, rule, edge), namesAlong(plan, words, edge)))})` : "";
  const first = slopeFormula(plan, words, rule, edge, branch);
  if (rule.arity === null || branch.includes(" if ")) return first + end;
  /** @type {Record<string, number | null>} */
  const names = { out };
  for (const [name, x] of Object.entries(params)) names[name] = decode(x);
  for (const [at, x] of inputs.entries()) names[["x", "y"][at]] = x;
  const used = Object.keys(names).filter((name) => new RegExp(`\\b${name}\\b`).test(branch));
  if (!used.length) return first + end;
  const { write, sign, result } = equation(
    (over, number) =>
      evaluateFormula(branch, Object.fromEntries(used.map((name) => [name, number(names[name])])), over),
    used.map((name) => names[name]), evaluateLocal(rule, plan.trace.slot[edge], inputs, params, out),
  );
  const told = Object.fromEntries(used.map((name) => [name, bracketed(write(names[name]))]));
  const numbers = unsignedNan(substitute(formulaText(branch), told))
    .replace(/^\((−[^()]*)\)$/, "$1").replace(/(\w)\(\((−[^()]*)\)\)/g, "$1($2)");
  const worked = first.endsWith(`× ${numbers}`) || first.endsWith(`× (${numbers})`) ? "" : ` = ${numbers}`;
  return `${first}${worked}${sign === "=" && numbers === result ? "" : ` ${sign} ${result}`}${end}`;
}

/**
 * `along a: × b`, in the graph's own names.
 * @param {Plan} plan
 * @param {Words} words
 * @param {Rule} rule
 * @param {number} edge
 * @param {string} [formula] the branch that applies
 */
export function slopeFormula(plan, words, rule, edge, formula = localOf(plan, rule, edge)) {
  const text = substitute(formulaText(formula), namesAlong(plan, words, edge));
  const factor = / [+−] | if |^−.* /.test(text) && !/^[−\d.]+$/.test(text) ? `(${text})` : text;
  return `along ${whichOf(plan, words, edge)}: × ${factor}`;
}

/** The formula of an edge's local derivative. @param {Plan} plan @param {Rule} rule @param {number} edge */
export function localOf(plan, rule, edge) {
  return rule.arity === null ? "1" : rule.locals[plan.trace.slot[edge]];
}

/**
 * What stands in the graph for x, y, out and the constants of an operation.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} edge
 */
function namesAlong(plan, words, edge) {
  const [user, twin] = [plan.trace.to[edge], isTwin(plan, edge)];
  const name = (/** @type {number} */ i) => bracketed(asOne(nameOf(words, i)));
  const inputs = inputsOf(plan, user).map((i, slot) => (twin ? `the ${ordinal(slot)}` : name(i)));
  return { ...wordsOf(inputs, plan.trace.params[user] ?? {}), out: asOne(nameOf(words, user)) };
}
