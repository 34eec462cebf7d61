// @ts-check
// The order in which a backward pass visits the operations: what each order gives, which are right, and why another is
// not. Every operation passes its gradient on once, as it is when its turn comes. Pure.

import { firstEdges } from "./steps.js";
import { decode } from "./words.js";

/** @typedef {import("./steps.js").Trace} Trace */
/**
 * One share of a gradient on its way to an input; `late` if that has passed its own on already.
 * @typedef {{ edge: number, amount: number, late: boolean }} Share
 */
/** @typedef {{ node: number, arriving: number, shares: Share[] }} Visit */
/**
 * A graph as the game sees it; `users` are operations, each once.
 * @typedef {{ trace: Trace, local: number[], first: number[], operations: number[], users: Map<number, number[]> }}
 *   Board
 */

/** @param {Trace} trace @returns {Board} */
export function makeBoard(trace) {
  const first = firstEdges(trace);
  const operations = [...trace.op.keys()].filter((i) => trace.op[i]);
  /** @type {Map<number, number[]>} */
  const users = new Map(operations.map((i) => [i, []]));
  for (const [e, source] of trace.from.entries()) {
    const found = users.get(source);
    if (found && !found.includes(trace.to[e])) found.push(trace.to[e]);
  }
  return { trace, local: trace.local.map((x) => Number(decode(x))), first, operations, users };
}

/**
 * A backward pass in an order of one's own: the gradients after each visit, and what each passed on.
 * @param {Board} board
 * @param {number[]} order of operations
 * @returns {{ visits: Visit[], grads: number[][] }} grads[k] after k visits
 */
export function runOrder({ trace, local, first }, order) {
  const grad = new Array(trace.op.length).fill(0);
  grad[trace.root] = Number(decode(trace.seed));
  const passed = new Set();
  const grads = [[...grad]];
  const visits = order.map((node) => {
    passed.add(node);
    const arriving = grad[node];
    const shares = [];
    for (let edge = first[node]; edge < first[node + 1]; edge++) {
      const amount = arriving * local[edge];
      grad[trace.from[edge]] += amount;
      shares.push({ edge, amount, late: passed.has(trace.from[edge]) });
    }
    grads.push([...grad]);
    return { node, arriving, shares };
  });
  return { visits, grads };
}

/**
 * The first right orders, the engine's own among them if it is one of so many.
 * @param {Board} board
 * @param {number} most
 * @returns {number[][]}
 */
export function listOrders({ operations, users }, most) {
  /** @type {number[][]} */
  const found = [];
  const last = [...operations].reverse();
  extend([]);
  return found;

  /** @param {number[]} begun */
  function extend(begun) {
    if (found.length >= most) return;
    if (begun.length === last.length) {
      found.push(begun);
      return;
    }
    for (const node of last) {
      if (!begun.includes(node) && (users.get(node) ?? []).every((user) => begun.includes(user)))
        extend([...begun, node]);
    }
  }
}

/**
 * The paths from the result to a value along which a share was lost, because an operation on it came before its user:
 * each as values from the result on, with the product of its local derivatives; the share that was due.
 * @param {Board} board
 * @param {number[]} order
 * @param {number} leaf
 * @param {number} most
 * @returns {{ nodes: number[], amount: number }[]}
 */
export function lostPaths({ trace, local, first }, order, leaf, most) {
  const place = new Map(order.map((node, k) => [node, k]));
  /** @type {{ nodes: number[], amount: number }[]} */
  const found = [];
  follow([trace.root], Number(decode(trace.seed)), false);
  return found;

  /** @param {number[]} nodes @param {number} amount @param {boolean} lost */
  function follow(nodes, amount, lost) {
    const node = nodes[nodes.length - 1];
    if (node === leaf && lost && amount) found.push({ nodes, amount });
    for (let edge = first[node]; edge < first[node + 1] && found.length < most; edge++) {
      const source = trace.from[edge];
      const early = trace.op[source] !== "" && Number(place.get(source)) < Number(place.get(node));
      follow([...nodes, source], amount * local[edge], lost || early);
    }
  }
}
