// @ts-check
// About a value: what it is made of, and the values beside it.

import { button } from "../../core/dom.js";
import { edgeText } from "../../core/names.js";
import { sentence } from "../../core/sentences.js";
import { isKnown } from "../../core/steps.js";
import { numberText, short } from "../../core/words.js";
import { add, lightWhile } from "./rows.js";

const MOST_NEIGHBOURS = 12; // inputs or users listed

/** @type {import("./rows.js").Fill} */
export function fillValue(panel, column, i) {
  const { plan, scene, field } = panel;
  const { trace } = plan;
  const line = add(column, "p", "");
  const input = field(i);
  if (input) {
    line.classList.add("mv-given");
    line.append("given:", input);
  }
  const made = trace.line?.[i];
  if (made) add(column, "p", "mv-quiet", short(`made in ${made[0]}, line ${made[1]}`, 120));
  const beside = [
    fillNeighbours(panel, column, "Inputs", i, trace.to, trace.from),
    fillNeighbours(panel, column, "Users", i, trace.from, trace.to),
  ];
  return (now) => {
    const value = isKnown(plan, i, now.k) ? sentence({ ...plan, nudge: null }, scene, plan.computedAt[i])
      : `${short(scene.title[i], 60)}: not computed yet`;
    if (!input) line.textContent = trace.op[i] ? value : `given: ${numberText(plan.data[i])}`;
    for (const write of beside) write(now);
  };
}

/**
 * Buttons that move on to the values beside this one, and to the edges between.
 * @param {import("./rows.js").Panel} panel
 * @param {HTMLElement} column
 * @param {string} name
 * @param {number} i
 * @param {number[]} ends the value at this end of every edge
 * @param {number[]} others the value at the other end
 * @returns {import("./rows.js").Write}
 */
function fillNeighbours(panel, column, name, i, ends, others) {
  const { plan, scene, titleOf, openNode, openEdge, signal } = panel;
  const edges = [...ends.keys()].filter((e) => ends[e] === i);
  if (!edges.length) return () => {};
  add(column, "p", "mv-quiet", name);
  const list = add(column, "ul", "");
  list.setAttribute("aria-label", name);
  const shown = edges.slice(0, MOST_NEIGHBOURS).map((e) => {
    const card = button("", () => openNode(others[e], true), signal, { name: "mv-link" });
    const edge = button("", () => openEdge(e, true), signal, { name: "mv-link mv-edge" });
    add(list, "li", "").append(card, edge);
    lightWhile(panel, edge, [e]);
    return { e, card, edge };
  });
  if (edges.length > shown.length) add(list, "li", "mv-quiet", `and ${edges.length - shown.length} more`);
  return ({ state, tells }) => {
    for (const { e, card, edge } of shown) {
      const slope = state.data[plan.trace.to[e]] === null || !tells(e) ? "–" : numberText(plan.local[e]);
      card.textContent = `${short(titleOf(others[e]), 60)} = ${numberText(state.data[others[e]])}`;
      edge.textContent = `edge × ${slope}`;
      edge.setAttribute("aria-label", `edge × ${slope}, ${edgeText(plan, scene, e)}`);
    }
  };
}
