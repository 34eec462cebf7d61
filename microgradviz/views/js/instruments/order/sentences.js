// @ts-check
// What is said of an order: what is to be done, what a visit did, and what each leaf got. Pure.

import { lostPaths } from "../../core/orders.js";
import { nearlyEqual } from "../../core/steps.js";
import { numberText } from "../../core/words.js";

/** @typedef {import("../../core/orders.js").Visit} Visit */
/**
 * @typedef {{ plan: import("../../core/steps.js").Plan, board: import("../../core/orders.js").Board, all: number,
 *   name: (node: number) => string }} Game
 */

const MOST_PATHS = 3; // told of each leaf
export const TASK = [
  "Click the operations in the order in which the backward pass is to visit them. Each passes its gradient on once.",
  "You are the engine: click the operation that passes its gradient on next, and say what arrives at its inputs.",
];

/**
 * What has arrived somewhere, and how much of it too late.
 * @param {import("../../core/steps.js").Trace} trace
 * @param {Visit[]} visits
 */
export function lateShares(trace, visits) {
  /** @type {Map<number, number>} */
  const late = new Map();
  const reached = new Set([trace.root]);
  for (const { edge, amount, late: tooLate } of visits.flatMap(({ shares }) => shares)) {
    const source = trace.from[edge];
    reached.add(source);
    if (tooLate) late.set(source, (late.get(source) ?? 0) + amount);
  }
  return { late, reached: [...reached] };
}

/**
 * What the last visit did, or what is to be done.
 * @param {Game} game
 * @param {{ now: number[], visits: Visit[], late: Map<number, number>, visited: number, landed: number, asked: string,
 *   leaves: number[] }} at `asked`: "typing" or "amounts" where the learner is the engine
 */
export function sentenceOf({ plan, board, all, name }, { now, visits, late, visited, landed, asked, leaves }) {
  const { from, op } = plan.trace;
  if (!visited && asked)
    return asked === "typing" ? "" : "The result's gradient is 1. Which operation passes its gradient on first?";
  if (!visited) {
    const open = board.operations.filter((node) => !now.includes(node));
    return open.length ? `Still to place: ${open.map(name).join(", ")}.` : "All are placed: run.";
  }
  const { node, arriving, shares } = visits[visited - 1];
  const parts = shares.filter(({ edge }) => op[from[edge]] || leaves.includes(from[edge])).map((share) => {
    const factors = `${numberText(arriving)} × ${numberText(plan.local[share.edge])}`;
    const behind = share.late ? ", too late: it has passed its gradient on already" : "";
    return `${name(from[share.edge])} gets ${factors} = ${numberText(share.amount)}${behind}`;
  });
  const end = visited < all || landed < all ? ""
    : late.size ? " What came too late went no further."
    : " Every operation came after all its users: all that was due has arrived.";
  return `${visited}. ${name(node)} passes on ${numberText(arriving)}: ${parts.join("; ")}.${end}`;
}

/**
 * What a leaf got, and what it should have got.
 * @param {Game} game
 * @param {number[]} now
 * @param {number} leaf
 * @param {number} is
 * @param {number} ought
 */
export function outcomeOf({ board, name }, now, leaf, is, ought) {
  const told = `${name(leaf)}.grad ${numberText(is)}`;
  if (nearlyEqual(is, ought)) return `${told}, right`;
  const paths = lostPaths(board, now, leaf, MOST_PATHS + 1);
  const shown = paths.slice(0, MOST_PATHS).map(({ nodes }) => nodes.map(name).join(" → "));
  const others = paths.length > MOST_PATHS ? " and others" : "";
  const by = `by the path${shown.length > 1 ? "s" : ""} ${shown.join(" and ")}${others}`;
  return `${told}, should be ${numberText(ought)}; missing ${numberText(ought - is)}, ${by}`;
}
