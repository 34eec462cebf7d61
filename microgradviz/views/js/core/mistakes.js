// @ts-check
// Which mistake leads to a wrong answer: the commonest ones, each worked out from the numbers of the play. Pure.
// What is said names the mistake and the rule; it never tells the answer.

import { branchOf } from "./branches.js";
import { playedNumber, slopeOf } from "./questions.js";
import { evaluateFormula, evaluateLocal, evaluateRule } from "./rules.js";
import { gradientOf, inputsOf, nameOf, ruleFor } from "./names.js";
import { localOf, slopeFormula } from "./slopes.js";
import { decode, short } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./sentences.js").Words} Words */
/** @typedef {import("./questions.js").Question} Question */
/** @typedef {{ mistake: string, says: string }} Told */
/** @typedef {Told & { value: number }} Candidate */
/** @typedef {Told & { slope: number }} Slip a wrong local derivative */

const NEAR = 2e-3; // relative; a wrong answer may be worked out from rounded numbers too
export const TOO_EARLY = "gave the gradient at the end";

// Slips that belong to one operation: a wrong formula for its local derivative, the mistake, what to say.
/** @type {Record<string, [string, string, string][]>} */
const SLIPS = {
  pow_n: [
    ["pow(x, n - 1)", "forgot the factor n", "The power comes down as a factor"],
    ["n * pow(x, n)", "did not lower the power", "The power goes down by one"],
    ["n * x", "did not lower the power", "Its power goes down by one, not down to one"],
  ],
  tanh: [["1 - out", "forgot the square", "The output stands there squared"]],
  sigmoid: [
    ["1 - out", "forgot a factor", "There are two factors"], ["out", "forgot a factor", "There are two factors"],
  ],
  div: [["1 / y", "derived by the other input", "That is the derivative by the other input"]],
  sqrt: [
    ["1 / out", "forgot a factor", "There is a factor ½"],
    ["0.5 * out", "turned it upside down", "The root stands below the line"],
  ],
  log: [["x", "turned it upside down", "The input stands below the line"]],
};

/**
 * The mistake behind a wrong answer, and a sentence about it; without a name if it is none of the commonest.
 * @param {Plan} plan
 * @param {Words} words
 * @param {Question} question
 * @param {number} typed
 * @returns {{ mistake: string | null, says: string }}
 */
export function mistakeIn(plan, words, question, typed) {
  const wanted = playedNumber(plan, question);
  const all = { data: dataMistakes, local: localMistakes, grad: gradMistakes }[question.kind](plan, words, question);
  const found = all.find(({ value }) => near(typed, value) && !near(value, wanted));
  if (found) return { mistake: found.mistake, says: found.says };
  if (Number.isFinite(wanted) && Math.abs(typed - wanted) <= 0.01 * Math.abs(wanted)) {
    return { mistake: "rounded too early", says: "Very close: keep four digits on the way." };
  }
  return { mistake: null, says: `Not yet. ${ruleIn(plan, words, question)}` };
}

/** What to remember when no mistake can be named. @param {Plan} plan @param {Words} words @param {Question} question */
function ruleIn(plan, words, question) {
  const { kind, node, edge } = question;
  if (kind === "data") return `${short(words.title[node], 60)}.`;
  if (kind === "grad") return `${chainOf(plan, words, edge)}.`;
  return (
    formulaFor(plan, words, question) ||
    `By how much does ${nameOf(words, plan.trace.to[edge])} grow when ${nameOf(words, node)} alone grows by 1?`
  );
}

/** @param {Plan} plan @param {Words} words @param {Question} question @returns {Candidate[]} */
function gradMistakes(plan, words, question) {
  const { node, edge, parts } = question;
  const { trace, contributions, data, right } = plan;
  const counted = (right ? parts.slice(-1) : parts).map((i) => contributions[i]);
  const before = contributions[parts[0]].before;
  const begin = right ? 0 : before;
  const slope = (/** @type {number} */ e) => slopeOf(plan, words, e);
  const [gradient, chain] = [gradientOf(plan, words, node), chainOf(plan, words, edge)];
  const user = trace.to[edge];
  /** @type {Candidate[]} */
  const all = [];
  const last = contributions.findLast((c) => trace.from[c.edge] === node);
  const still = contributions.slice((parts.at(-1) ?? 0) + 1).find((c) => trace.from[c.edge] === node);
  if (last && still && !right) {
    const more = `${nameOf(words, trace.to[still.edge])} has not passed its part on yet`;
    add(last.after, TOO_EARLY, `That is ${gradient} at the end. ${more}: what will it be after this step alone`, "?");
  }
  if (right) {
    add(
      before + sum((c) => c.amount), "added", `This play writes = in place of +=: what ${gradient} was before is lost`,
    );
  } else {
    if (before)
      add(
        sum((c) => c.amount), "overwrote",
        `What ${gradient} has already must stay, and the new part is added: ${chain}`,
      );
    if (counted.length > 1) {
      for (const c of counted) {
        for (const value of [c.amount, begin + c.amount])
          add(value, "overwrote", `It is used ${counted.length} times, and every use adds its part: ${chain}`);
      }
    }
  }
  both(
    (c) => slope(c.edge), "forgot the gradient arriving",
    `That is the local derivative without the gradient arriving: ${chain}`,
  );
  both(
    (c) => c.arriving, "forgot the local derivative",
    `That is the gradient arriving without the local derivative: ${chain}`,
  );
  const slips = counted.map((c) => slipsOf(plan, words, c.edge));
  for (const { mistake, says } of slips[0]) {
    const wrong = new Map(
      counted.map((c, i) => [
        c, slips[i].find((slip) => slip.mistake === mistake && slip.says === says)?.slope ?? slope(c.edge),
      ]),
    );
    both((c) => c.arriving * (wrong.get(c) ?? NaN), mistake, says + withRule(formulaFor(plan, words, question)));
  }
  both(
    (c) => c.arriving + slope(c.edge), "added instead of multiplied",
    `The gradient arriving and the local derivative are multiplied: ${chain}`,
  );
  both((c) => -c.amount, "wrong sign", `The size is right, the sign is not: ${chain}`);
  add(-begin - sum((c) => c.amount), "wrong sign", `The size is right, the sign is not: ${chain}`);
  for (const i of [node, user])
    add(
      data[i] ?? NaN, "gave the data",
      `That is the data of ${nameOf(words, i)}; a gradient says how the result changes with it: ${chain}`,
    );
  add(begin, "left it out", `Something is added in this step: ${chain}`);
  return all;

  /** @param {number} value @param {string} mistake @param {string} says */
  function add(value, mistake, says, end = ".") {
    all.push({ value, mistake, says: says + end });
  }

  /**
   * The same added to what was there, and alone.
   * @param {(c: typeof counted[0]) => number} part
   * @param {string} mistake
   * @param {string} says
   */
  function both(part, mistake, says) {
    add(begin + sum(part), mistake, says);
    if (begin) add(sum(part), mistake, says);
  }

  /** @param {(c: typeof counted[0]) => number} part */
  function sum(part) {
    return counted.reduce((so, c) => so + part(c), 0);
  }
}

/** @param {Plan} plan @param {Words} words @param {Question} question @returns {Candidate[]} */
function localMistakes(plan, words, question) {
  const { node, edge, parts } = question;
  const { arriving } = plan.contributions[parts[0]];
  const slope = slopeOf(plan, words, edge);
  const user = plan.trace.to[edge];
  const rule = withRule(formulaFor(plan, words, question));
  return [
    ...slipsOf(plan, words, edge).map((slip) => ({ ...slip, value: slip.slope, says: `${slip.says}${rule}.` })),
    { value: -slope, mistake: "wrong sign", says: `The size is right, the sign is not${rule}.` },
    {
      value: arriving * slope, mistake: "took the gradient arriving with it",
      says: `That has the gradient arriving in it already; only the local derivative is asked${rule}.`,
    },
    {
      value: arriving, mistake: "gave the gradient arriving",
      says: `That is the gradient arriving; only the local derivative is asked${rule}.`,
    },
    {
      value: plan.data[node] ?? NaN, mistake: "gave the data",
      says: `That is the data of ${nameOf(words, node)} itself, not a derivative${rule}.`,
    },
    {
      value: 0, mistake: "took it for a constant",
      says: `${nameOf(words, node)} is what changes here, not a constant${rule}.`,
    },
  ];
}

/** @param {Plan} plan @param {Words} words @param {Question} question @returns {Candidate[]} */
function dataMistakes(plan, words, { node }) {
  const { trace } = plan;
  const rule = ruleFor(words, trace.op[node]);
  const ids = inputsOf(plan, node);
  const inputs = ids.map((i) => plan.data[i] ?? NaN);
  const params = trace.params[node] ?? {};
  const end = `: ${short(words.title[node], 60)}.`;
  const [x, y] = inputs;
  /** @type {Candidate[]} */
  const all = [];
  if (inputs.length === 2) {
    add(evaluateRule(rule, [y, x], params), "turned the inputs round", "The order of the inputs counts");
    for (const [value, name] of /** @type {[number, string][]} */ ([
      [x + y, "sum"], [x * y, "product"], [x - y, "difference"], [x / y, "quotient"],
    ])) {
      add(value, "took another operation", `That is the ${name} of the inputs`);
    }
  } else if (inputs.length > 2) {
    for (const [i, one] of inputs.entries())
      add(evaluateRule(rule, inputs, params) - one, "left one out", `Every input counts, ${nameOf(words, ids[i])} too`);
  }
  if (trace.op[node] === "pow_n") add(x * (decode(params.n) ?? NaN), "multiplied by the power", "A power is no factor");
  for (const [i, one] of inputs.entries()) add(one, "gave an input", `That is ${nameOf(words, ids[i])}, an input`);
  add(-(plan.data[node] ?? NaN), "wrong sign", "The size is right, the sign is not");
  for (const i of ids.keys())
    add(
      evaluateLocal(rule, i, inputs, params, plan.data[node]), "gave the local derivative",
      "That is a local derivative; here the value is asked",
    );
  return all;

  /** @param {number} value @param {string} mistake @param {string} says */
  function add(value, mistake, says) {
    all.push({ value, mistake, says: says + end });
  }
}

/**
 * The local derivatives that an edge is often taken to have.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} edge
 * @returns {Slip[]}
 */
function slipsOf(plan, words, edge) {
  const { trace, data } = plan;
  const user = trace.to[edge];
  const rule = ruleFor(words, trace.op[user]);
  const inputs = inputsOf(plan, user).map((i) => data[i] ?? NaN);
  const [out, slot, params] = [data[user] ?? NaN, trace.slot[edge], trace.params[user] ?? {}];
  const [own, name] = [data[trace.from[edge]] ?? NaN, nameOf(words, trace.from[edge])];
  /** @type {Slip[]} */
  const slips = [];
  if (!rule) return slips;
  const formula = rule.arity === null ? "" : (rule.locals[slot] ?? "");
  const local = (/** @type {number} */ of, /** @type {number[]} */ given, /** @type {number} */ result) =>
    evaluateLocal(rule, of, given, params, result);
  if (trace.op[user] === "mul")
    add(own, "used its own value", `${name} itself was used; the derivative by one factor is the other factor`);
  else if (inputs.length === 2)
    add(local(1 - slot, inputs, out), "derived by the other input", "That is the derivative by the other input");
  if (/\bout\b/.test(formula))
    add(
      local(slot, inputs, inputs[0]), "used the input for the output",
      `The rule takes the output, ${nameOf(words, user)}, not the input`,
    );
  else if (inputs.length === 1)
    add(local(slot, [out], out), "used the output for the input", `The rule takes the input, ${name}, not the output`);
  for (const [wrong, mistake, says] of SLIPS[trace.op[user]] ?? []) add(value(wrong), mistake, says);
  add(out, "gave the output", `That is the output, ${nameOf(words, user)}, not how fast it changes`);
  add(own, "used its own value", `That is ${name} itself, not how fast ${nameOf(words, user)} changes with it`);
  return slips;

  /** @param {number} slope @param {string} mistake @param {string} says */
  function add(slope, mistake, says) {
    slips.push({ slope, mistake, says });
  }

  /** @param {string} wrong */
  function value(wrong) {
    const names = { x: inputs[0], y: inputs[1] ?? NaN, out, n: decode(params.n) ?? NaN };
    return evaluateFormula(wrong, names);
  }
}

/** `a.grad += f.grad × local derivative` @param {Plan} plan @param {Words} words @param {number} edge */
function chainOf(plan, words, edge) {
  const [source, user] = [plan.trace.from[edge], plan.trace.to[edge]];
  const share = `${gradientOf(plan, words, user)} × local derivative`;
  return `${gradientOf(plan, words, source)} ${plan.right ? "=" : "+="} ${share}`;
}

/**
 * The rule of an edge; nothing where the rule is the answer.
 * @param {Plan} plan
 * @param {Words} words
 * @param {Question} question
 */
function formulaFor(plan, words, { kind, edge }) {
  const user = plan.trace.to[edge];
  const rule = ruleFor(words, plan.trace.op[user]);
  if (!rule || (rule.arity !== null && rule.arity !== inputsOf(plan, user).length)) return "";
  if (kind === "local" && !/[a-z]/.test(localOf(plan, rule, edge))) return "";
  const inputs = inputsOf(plan, user).map((i) => plan.data[i]);
  const [branch, hangs] = branchOf(localOf(plan, rule, edge), inputs, plan.trace.params[user] ?? {}, plan.data[user]);
  const text = slopeFormula(plan, words, rule, edge, hangs ? undefined : branch);
  return kind === "local" && !/ × \(?.*\p{L}/u.test(text) ? "" : text; // a constant's name is its number
}

/** @param {string} formula */
function withRule(formula) {
  return formula ? `: ${formula}` : "";
}

/** @param {number} typed @param {number} value */
function near(typed, value) {
  if (Object.is(typed, value) || typed === value) return true;
  return Number.isFinite(value) && Math.abs(typed - value) <= NEAR * Math.abs(value);
}
