// @ts-check
// About an edge: its local derivative, and what it carries.

import { button } from "../../core/dom.js";
import { edgeText } from "../../core/names.js";
import { checkOf } from "../../core/reasons.js";
import { contribution } from "../../core/sentences.js";
import { numberText, short } from "../../core/words.js";
import { add } from "./rows.js";

/** Its formula, its number, and what nudging shows. @type {import("./rows.js").Fill} */
export function fillSlope({ plan, scene }, column, e) {
  const [line, formula, check] = ["", "mv-quiet", "mv-quiet"].map((name) => add(column, "p", name));
  const user = plan.trace.to[e];
  return ({ state, tells }) => {
    const ready = state.data[user] !== null && tells(e);
    const open = `–, not ${state.data[user] === null ? "computed" : "known"} yet`;
    line.textContent = `along ${edgeText(plan, scene, e)}: × ${ready ? numberText(plan.local[e]) : open}`;
    const [rule, words, verdict] = ready ? checkOf(plan, scene, e) : ["", "", ""];
    [formula.textContent, check.textContent] = [rule, words];
    add(check, "span", /✓/.test(verdict) ? "mv-agrees" : "mv-alarm", verdict);
  };
}

/** What it adds to a gradient, and where it runs. @type {import("./rows.js").Fill} */
export function fillCarried({ plan, scene, titleOf, openNode, signal }, column, e) {
  const line = add(column, "p", "");
  const list = add(column, "ul", "");
  for (const i of [plan.trace.from[e], plan.trace.to[e]])
    add(list, "li", "").append(button(short(titleOf(i), 60), () => openNode(i, true), signal, { name: "mv-link" }));
  return ({ k, sent }) => {
    const i = sent.findLastIndex((c) => c.edge === e);
    line.textContent = i >= 0 ? contribution(plan, scene, i) : k < plan.passed ? "not yet" : "It never came.";
  };
}
