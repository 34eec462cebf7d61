// @ts-check
// About a rate of forward mode: what the edges brought to a value, and what one edge brings.

import { nameOf } from "../../core/names.js";
import { sentence } from "../../core/sentences.js";
import { numberText } from "../../core/words.js";
import { add } from "./rows.js";

const MOST_LINES = 12;

/** The steps that its rate was found in. @type {import("./rows.js").Fill} */
export function fillRate({ plan, scene }, column, i) {
  const steps = [...plan.steps.keys()].filter((k) => plan.steps[k].node === i && /carry|sum/.test(plan.steps[k].kind));
  const shown = [...steps.slice(0, MOST_LINES), ...steps.slice(MOST_LINES).slice(-1)];
  const lines = (shown.length ? shown : [0]).map(() => add(column, "p", ""));
  const name = nameOf(scene, Number(plan.along));
  return ({ k, state }) => {
    for (const [at, step] of shown.entries())
      lines[at].textContent = step <= k ? sentence(plan, scene, step) : "not yet";
    if (shown.length) return;
    lines[0].textContent = i === plan.along ? `${name} is what the rates are along: its own is 1.`
      : `It does not depend on ${name}: its rate is ${numberText(state.grad[i])}.`;
  };
}

/** What an edge brings. @type {import("./rows.js").Fill} */
export function fillBrought({ plan, scene }, column, e) {
  const line = add(column, "p", "");
  const step = plan.steps.findIndex(({ edge }) => edge === e);
  const none = `No rate: ${nameOf(scene, plan.trace.from[e])} does not depend on ${nameOf(scene, Number(plan.along))}.`;
  return ({ k }) => {
    line.textContent = step < 0 ? none : step <= k ? sentence(plan, scene, step) : "not yet";
  };
}
