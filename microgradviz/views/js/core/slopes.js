// @ts-check
// The rule that a step used: the local derivative as a formula, in names and in numbers. Pure.

import { equation, unsignedNan } from "./equation.js";
import { branchOf } from "./branches.js";
import { evaluateFormula, evaluateLocal } from "./rules.js";
import { inputsOf, nameOf, ruleFor } from "./names.js";
import { toldOf } from "./steps.js";
import { againText, updateRule } from "./update_words.js";
import { bracketed, decode, formulaText, substitute } from "./words.js";

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
  const { trace } = plan;
  const step = plan.steps[k];
  if (k === plan.operations && k > 0 && plan.total > k)
    return [againText(plan, (i) => nameOf(words, i), k), "The forward pass is complete; backward is next."]
      .filter(Boolean)
      .join(" · ");
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
  for (const i of toldOf(plan, step)) slots.add(rule.arity === null ? 0 : trace.slot[plan.contributions[i].edge]);
  return `rule for ${symbolOf(rule)}: ${[...slots].map((slot) => slopeRule(plan, rule, step.node, slot)).join(", ")}`;
}

/**
 * `∂(x × y)/∂x = y = −3`; of a choice the branch that applies, and the whole choice if it hangs on an input
 * @param {Plan} plan
 * @param {Rule} rule
 * @param {number} node
 * @param {number} slot
 */
export function slopeRule(plan, rule, node, slot) {
  const inputs = inputsOf(plan, node).map((i) => plan.data[i]);
  const [params, out] = [plan.trace.params[node] ?? {}, plan.data[node]];
  const [branch, hangs] = branchOf(rule.locals[slot], inputs, params, out);
  const end = hangs ? ` (${formulaText(rule.locals[slot])})` : "";
  const first = slopeFormula(rule, slot, branch);
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
    used.map((name) => names[name]),
    evaluateLocal(rule, slot, inputs, params, out),
  );
  const told = Object.fromEntries(used.map((name) => [name, bracketed(write(names[name]))]));
  const numbers = unsignedNan(substitute(formulaText(branch), told))
    .replace(/^\((−[^()]*)\)$/, "$1")
    .replace(/(\w)\(\((−[^()]*)\)\)/g, "$1($2)");
  return `${first} = ${numbers}${sign === "=" && numbers === result ? "" : ` ${sign} ${result}`}${end}`;
}

/** `∂(x × y)/∂x = y` @param {Rule} rule @param {number} slot @param {string} [formula] the branch that applies */
export function slopeFormula(rule, slot, formula = rule.locals[slot]) {
  const notation = /^(\w+\(.*\)|\|x\||√x)$/.test(rule.notation) ? rule.notation : `(${rule.notation})`;
  return `∂${notation}/∂${slot ? "y" : "x"} = ${formulaText(formula)}`;
}

/** @param {Rule} rule */
function symbolOf(rule) {
  const letters = rule.notation
    .replace(/[(),]/g, " ")
    .split(/\s+/)
    .filter((word) => word && word !== "x" && word !== "y");
  return (letters[0] ?? rule.notation).replace(/^\|x\|$/, "| |").replace(/([−√])x$/, "$1");
}
