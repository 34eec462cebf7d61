// @ts-check
// Witnesses of a gradient that know nothing of backward: the slope that a nudge shows, and what each can promise. Pure.

import { recompute } from "./recompute.js";
import { evaluateRule } from "./rules.js";
import { ruleFor } from "./names.js";
import { nearlyEqual, unreachable } from "./steps.js";
import { decode } from "./words.js";

/**
 * What a nudge of ±h shows: the slope, nan where f is not finite; how far it may be off; both slopes at a kink.
 * @typedef {{ slope: number, doubt: number, kink: [number, number] | null }} Nudged
 */

const NUDGES = [1e-4, 1e-5, 1e-6, 1e-7]; // of the leaf, or of 1 if that is more: the first that shows enough
const EPSILON = 2 ** -52;
const ENOUGH = 1e-6; // as gradcheck asks
const ROUNDING = 1e-9; // as compare_with_torch allows

/**
 * @param {import("./steps.js").Plan} plan
 * @param {import("./names.js").Words} words
 */
export function makeWitnesses({ trace, data: shown, firstEdge }, words) {
  const { op, from, to, root, params } = trace;
  const own = recompute(trace, words, new Map());
  const [data, local] = [own.data, own.local].map((column) => column.map((x) => Number(decode(x))));
  const size = new Array(op.length).fill(0); // of the terms of each gradient: where they cancel, rounding does not
  size[root] = 1;
  let rounding = 0; // of the result
  for (let i = op.length - 1; i >= 0; i--) {
    if (!size[i]) continue;
    rounding += EPSILON * Math.abs(data[i]) * size[i];
    for (let e = firstEdge[i]; e < firstEdge[i + 1]; e++) size[from[e]] += size[i] * Math.abs(local[e]);
  }
  return { known: nearlyEqual(data[root], shown[root] ?? NaN), nudge, nearTorch };

  /** @param {number} leaf @returns {Nudged} */
  function nudge(leaf) {
    const [x, here] = [data[leaf], data[root]];
    const ways = [...new Set(edgesToResult(trace, leaf).reverse().map((e) => to[e]))];
    const now = data.slice();
    const f = (/** @type {number} */ h) => {
      now[leaf] = x + h;
      for (const i of ways)
        now[i] = evaluateRule(
          ruleFor(words, op[i]), from.slice(firstEdge[i], firstEdge[i + 1]).map((j) => now[j]), params[i] ?? {},
        );
      return now[root];
    };
    /** @type {Nudged} */
    let best = { slope: NaN, doubt: Infinity, kink: null };
    for (const h of [...NUDGES.map((n) => n * Math.max(1, Math.abs(x))), NUDGES[0] * Math.abs(x)]) {
      const [below, left, right, above] = [-h, -h / 2, h / 2, h].map(f);
      const slope = (above - below) / (2 * h);
      if (!Number.isFinite(slope + here)) continue;
      const noise = (2 * rounding) / h;
      const doubt = 2 * Math.abs(slope - (right - left) / h) + noise; // as far as the curve leads astray, and rounding
      const [low, high] = [(here - left) / (h / 2), (right - here) / (h / 2)];
      const gap = Math.abs(high - low); // halves with h where f is smooth, and stays at a kink
      const bent = gap > 0.75 * Math.abs((above - 2 * here + below) / h) &&
        gap > 1e-3 * Math.max(Math.abs(low), Math.abs(high)) + 2 * noise;
      if (bent || doubt < best.doubt || best.kink) best = { slope, doubt, kink: bent ? [low, high] : null };
      if (!bent && doubt <= ENOUGH * Math.abs(slope)) break;
    }
    return best;
  }

  /**
   * Whether a gradient is PyTorch's but for rounding.
   * @param {number} leaf
   * @param {number} ours
   * @param {number} torch
   */
  function nearTorch(leaf, ours, torch) {
    const most = Math.max(Math.abs(ours), Math.abs(torch), Number.isFinite(size[leaf]) ? size[leaf] : 0);
    return Object.is(ours, torch) || Math.abs(ours - torch) <= ROUNDING * most;
  }
}

/**
 * Whether a gradient is what a nudge shows, as far as that can be known.
 * @param {Nudged} nudged
 * @param {number} ours
 */
export function nearNudged({ slope, doubt, kink }, ours) {
  const most = ENOUGH * Math.abs(ours) + doubt;
  if (kink) return ours >= Math.min(...kink) - most && ours <= Math.max(...kink) + most;
  return Number.isNaN(slope) || Math.abs(slope - ours) <= most;
}

/**
 * All edges on the ways from a value to the result, those into the result first; found without walking way by way.
 * @param {import("./steps.js").Trace} trace
 * @param {number} node
 */
export function edgesToResult(trace, node) {
  const cut = unreachable(trace);
  const reached = new Set([node]);
  const edges = [...trace.from.keys()].filter(
    (e) => reached.has(trace.from[e]) && !cut.has(trace.to[e]) && reached.add(trace.to[e]),
  );
  return edges.reverse();
}
