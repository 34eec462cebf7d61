// @ts-check
// Why a gradient is what it is: the paths from the result to a value, each a product of local derivatives; their
// exact number, the largest of them, and the sum of all, found without walking them one by one. Pure.

import { evaluateLocal } from "./rules.js";
import { unreachable } from "./steps.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./steps.js").Fault} Fault */
/** @typedef {import("./words.js").Rule} Rule */
/**
 * A path, from its end back to the result: the edge it takes last, then the rest of the way (null at the result).
 * @typedef {{ product: number, edge: number, rest: Path | null }} Path
 */
/**
 * @typedef {{ edge: number, count: bigint, sum: number }} Part paths that are not told one by one, by their last edge
 */
/**
 * @typedef {{ slopes: number[], total: number[], count: bigint[], kept: Path[][], left: (Part[] | null)[],
 *   out: number[][] }} Why
 */

export const MOST_PATHS = 8; // paths told one by one

/**
 * What the paths from the result to every value come to.
 *
 * `total` is the sum over all paths, added in the order of the play, so that it is bit for bit the gradient of an
 * engine that does it right; `count` is exact; `kept` holds the largest products, nan before all, and `left` the rest.
 * @param {Plan} plan
 * @param {Record<string, Rule>} rules
 * @param {Fault[]} faults
 * @returns {Why}
 */
export function pathsFromResult(plan, rules, faults) {
  const { trace } = plan;
  const nodes = trace.op.length;
  const slopes = slopesOf(plan, rules, faults);
  const order = rightOrder(plan);
  const total = new Array(nodes).fill(0);
  /** @type {bigint[]} */
  const count = new Array(nodes).fill(0n);
  /** @type {Path[][]} */
  const kept = Array.from({ length: nodes }, () => []);
  /** @type {(Part[] | null)[]} */
  const left = new Array(nodes).fill(null);
  /** @type {number[][]} */
  const out = Array.from({ length: nodes }, () => []); // edges by their input, in the order of their contributions
  total[trace.root] = 1;
  count[trace.root] = 1n;
  kept[trace.root] = [{ product: 1, edge: -1, rest: null }];
  for (const node of order) {
    if (node !== trace.root) choose(node);
    for (let e = plan.firstEdge[node]; e < plan.firstEdge[node + 1]; e++) {
      total[trace.from[e]] += total[node] * slopes[e];
      count[trace.from[e]] += count[node];
      out[trace.from[e]].push(e);
    }
  }
  const done = new Set(order);
  for (let i = 0; i < nodes; i++) if (!done.has(i) && out[i].length) choose(i);
  return { slopes, total, count, kept, left, out };

  /** Keep the largest of the paths that come in over each edge. @param {number} node */
  function choose(node) {
    /** @type {Path[]} */
    const all = [];
    /** @type {Map<number, Part>} */
    const parts = new Map();
    for (const e of out[node]) {
      const user = trace.to[e];
      for (const rest of kept[user]) all.push({ product: rest.product * slopes[e], edge: e, rest });
      const more = (left[user] ?? []).reduce(
        (sum, part) => ({ count: sum.count + part.count, sum: sum.sum + part.sum }), { count: 0n, sum: 0 },
      );
      if (more.count) parts.set(e, { edge: e, count: more.count, sum: more.sum * slopes[e] });
    }
    all.sort((a, b) => size(b) - size(a) || 0);
    for (const path of all.splice(MOST_PATHS)) {
      const part = parts.get(path.edge) ?? { edge: path.edge, count: 0n, sum: 0 };
      parts.set(path.edge, { edge: path.edge, count: part.count + 1n, sum: part.sum + path.product });
    }
    kept[node] = all;
    if (parts.size) left[node] = [...parts.values()];
  }
}

/** By which paths are ranked: nan first, for it decides the sum. @param {Path} path */
function size({ product }) {
  return Number.isNaN(product) ? Number.MAX_VALUE : Math.min(Math.abs(product), 1e308);
}

/**
 * The edges of a path, from the result on.
 * @param {Path} path
 */
export function edgesOf(path) {
  const edges = [];
  for (let at = /** @type {Path | null} */ (path); at && at.edge >= 0; at = at.rest) edges.push(at.edge);
  return edges.reverse();
}

/**
 * The sum of the paths of a value whose last edge is one of these.
 * @param {Why} why
 * @param {Plan} plan
 * @param {number} node
 * @param {(edge: number) => boolean} counts
 */
export function sumOf(why, plan, node, counts) {
  if (node === plan.trace.root) return 1;
  return why.out[node].reduce((sum, e) => (counts(e) ? sum + why.total[plan.trace.to[e]] * why.slopes[e] : sum), 0);
}

/**
 * Local derivatives as they ought to be: those of the trace, but the rule's own where the trace's are wrong or missing.
 * @param {Plan} plan
 * @param {Record<string, Rule>} rules
 * @param {Fault[]} faults
 * @returns {number[]}
 */
function slopesOf(plan, rules, faults) {
  const { trace } = plan;
  const wrong = new Set(faults.filter((fault) => fault.kind === "wrong local derivative").map((fault) => fault.edge));
  return plan.local.map((slope, e) => {
    if (slope !== null && !wrong.has(e)) return slope;
    const user = trace.to[e];
    const rule = Object.hasOwn(rules, trace.op[user]) ? rules[trace.op[user]] : undefined;
    const inputs = trace.from.slice(plan.firstEdge[user], plan.firstEdge[user + 1]).map((i) => plan.data[i]);
    return evaluateLocal(rule, trace.slot[e], inputs, trace.params[user] ?? {}, plan.data[user]);
  });
}

/**
 * Values between the result and the leaves, each after all of its users: the order of the play if it is such an
 * order, else that of the trace backward.
 * @param {Plan} plan
 * @returns {number[]}
 */
function rightOrder({ trace, firstEdge }) {
  const cut = unreachable(trace);
  const wanted = [...trace.op.keys()].reverse().filter((i) => !cut.has(i) && firstEdge[i] < firstEdge[i + 1]);
  const place = new Map(trace.order.map((node, at) => [node, at]));
  const whole = place.size === trace.order.length && wanted.every((i) => place.has(i));
  const right = whole && trace.from.every((from, e) => {
    const [user, source] = [place.get(trace.to[e]), place.get(from)];
    return cut.has(trace.to[e]) || source === undefined || /** @type {number} */ (user) < source;
  });
  return right ? trace.order.filter((i) => !cut.has(i)) : wanted;
}

/**
 * A whole number with its thousands set apart; a very long one by its first digits and its length.
 * @param {bigint} n
 */
export function countText(n) {
  const digits = n.toString();
  if (digits.length > 40) return `${digits[0]}.${digits.slice(1, 4)} × 10^${digits.length - 1}`;
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}
