// @ts-check
// From a trace to the steps of its play, and to what is known after each of them. Pure.

import { rateSteps, ratesAlong, ratesAt } from "./rates.js";
import { stepped, updateSteps } from "./update.js";
import { decode } from "./words.js";

/**
 * A trace as it travels; tracing/columns.py tells what the columns mean.
 * @typedef {{ op: string[], data: any[], label: Record<string, string>, params: Record<string, any>, from: number[],
 *   to: number[], slot: number[], local: any[], order: number[], seed: any, observed: any[][], root: number,
 *   engine: string, note: string, line?: Record<string, [string, number]> }} Trace
 */
/** @typedef {{ kind: string, text: string, node: number | null, edge: number | null }} Fault */
/**
 * What one edge adds to a gradient: after = before + amount, amount = arriving × local derivative of the edge.
 * @typedef {{ edge: number, arriving: number, amount: number, before: number, after: number, first: boolean,
 *   odd: boolean, unknown: boolean }} Contribution
 *   `odd` if it was seen, not worked out; `unknown` if nobody knows the sum
 */
/**
 * Step 0 is "start", what is given; a "push" plays the contributions begin … end - 1 of one node, and those to nothing
 * but folded constants that follow them; after an "update" so many parameters have moved as `moved` says.
 * @typedef {{ kind: "start" | "forward" | "carry" | "sum" | "seed" | "push" | "update", node: number, begin: number,
 *   end: number, moved?: number, stage?: Stage, edge?: number }} Step
 * In forward mode a "carry" brings a rate along an edge, and a "sum" adds up what several edges brought.
 * A step that is a stage computes all its nodes, or plays the contributions of several; `node` is the one it comes to.
 */
/** @typedef {{ title: string, nodes: number[], pushes: number, about: number }} Stage as tracing/stages.py has it */
/**
 * `passed` is the last step of the two passes; the steps from there to `total` are the update's, if there is one.
 * @typedef {{ trace: Trace, data: (number | null)[], local: (number | null)[], steps: Step[], operations: number,
 *   passed: number,
 *   total: number, contributions: Contribution[], right: Contribution[] | null, computedAt: number[],
 *   firstEdge: number[], update: import("./update.js").Update | null, stepped: number[], constants: Set<number>, folds:
 *   boolean, nudge: number | null, along: number | null, rates: (number | null)[], stages: Stage[] }} Plan
 *   `nudge` is the leaf whose nudge the forward pass carries, every number known; `along` that of forward mode, which
 *   carries `rates`
 * `constants` can be folded into their operation; whether they are, `folds` tells.
 */
/**
 * What is known after a step: null is unknown; in forward mode `grad` holds the rates; `right` is what a gradient ought
 * to be where it is wrong.
 * @typedef {{ data: (number | null)[], grad: (number | null)[], right: Map<number, number> }} State
 */

/**
 * The steps of a play.
 * @param {Trace} trace
 * @param {{ by?: string, accumulate?: boolean, update?: import("./update.js").Update | null,
 *   constants?: Iterable<number>,
 *   folds?: boolean, nudge?: number | null, along?: number | null, stages?: Stage[] }} [options] `stages` are those of
 *   by "stage"; with `along` the trace has no backward pass
 * @returns {Plan}
 */
export function makePlan(trace, {
  by = "contribution", accumulate = true, update = null, constants = [], folds = true, nudge = null, along = null,
  stages = [],
} = {}) {
  const data = trace.data.map(decode);
  const local = trace.local.map(decode);
  const firstEdge = firstEdges(trace);
  const rates = ratesAlong(trace, local, along);
  const computedAt = new Array(trace.op.length).fill(0);
  /** @type {Step[]} */
  const steps = [{ kind: "start", node: -1, begin: 0, end: 0 }];
  const staged = by === "stage" && stages.length > 0;
  for (const stage of staged ? stages.filter(({ nodes }) => nodes.length) : []) {
    for (const node of stage.nodes) computedAt[node] = steps.length;
    steps.push({ kind: "forward", node: stage.about, begin: 0, end: 0, stage });
  }
  for (const [node, op] of staged ? [] : trace.op.entries()) {
    if (!op) continue;
    computedAt[node] = steps.length;
    steps.push({ kind: "forward", node, begin: 0, end: 0 }, ...rateSteps(trace, firstEdge, rates, node));
  }
  const operations = steps.length - 1;
  const contributions = replay(trace, local, firstEdge, accumulate, true);
  const folded = new Set(folds ? constants : []);
  if (staged && trace.order.length) {
    let begin = 0;
    for (const stage of stages.filter(({ nodes }) => !nodes.length)) {
      steps.push({ kind: "push", node: stage.about, begin, end: begin + stage.pushes, stage });
      begin += stage.pushes;
    }
  } else if (trace.order.length) {
    steps.push({ kind: "seed", node: trace.root, begin: 0, end: 0 });
    let k = 0;
    for (const node of trace.order) {
      const last = k + firstEdge[node + 1] - firstEdge[node];
      while (k < last) {
        const end = by === "node" ? last : k + 1;
        if (contributions.slice(k, end).every((c) => folded.has(trace.from[c.edge]))) steps[steps.length - 1].end = end;
        else steps.push({ kind: "push", node, begin: k, end });
        k = end;
      }
    }
  }
  const right = accumulate ? null : replay(trace, local, firstEdge, true, false);
  const passed = steps.length - 1;
  if (update) steps.push(...updateSteps(update, contributions.length));
  const total = steps.length - 1;
  const made = {
    trace, data, local, steps, operations, passed, total, contributions, right, computedAt, firstEdge, update,
    constants: new Set(constants), folds, nudge, along, rates, stages,
  };
  return { ...made, stepped: stepped(made) };
}

/**
 * The plan of the same graph with other numbers.
 * @param {Plan} plan
 * @param {Trace} trace
 * @param {Parameters<typeof makePlan>[1]} options
 */
export function planAgain(plan, trace, options) {
  const { constants, folds, nudge, along, stages } = plan;
  return makePlan(trace, { constants, folds, nudge, along, stages, ...options });
}

/**
 * The step of another plan of the same graph at which as much has happened as at step k of this one.
 * @param {Plan} plan
 * @param {Plan} other
 * @param {number} k
 */
export function sameStep(plan, other, k) {
  if (k > plan.passed) return other.passed + k - plan.passed;
  if (k <= plan.operations) return Math.min(k, other.operations);
  return other.steps.findIndex((step, i) => i > other.operations && step.end >= plan.steps[k].end);
}

/** The values that a forward step computes. @param {Step} step */
export function computedIn({ node, stage }) {
  return stage ? stage.nodes : [node];
}

/** Whether a value is a constant without a card. @param {Plan} plan @param {number} node */
export function isFolded(plan, node) {
  return plan.folds && plan.constants.has(node);
}

/**
 * The contributions of a step that are told: not those into folded constants.
 * @param {Plan} plan
 * @param {Step} step
 */
export function toldOf(plan, { begin, end }) {
  const all = Array.from({ length: end - begin }, (_, i) => begin + i);
  return all.filter((i) => !isFolded(plan, plan.trace.from[plan.contributions[i].edge]));
}

/**
 * The contributions of a backward pass from zero, in order; bit for bit those of `Trace.replay_backward`.
 * @param {Trace} trace
 * @param {(number | null)[]} local
 * @param {number[]} firstEdge
 * @param {boolean} accumulate
 * @param {boolean} asObserved whether to play what was seen where it differs
 * @returns {Contribution[]}
 */
function replay(trace, local, firstEdge, accumulate, asObserved) {
  const grads = new Float64Array(trace.op.length);
  const touched = new Uint8Array(trace.op.length);
  if (trace.op.length) grads[trace.root] = /** @type {number} */ (decode(trace.seed));
  const seen = new Map(trace.observed.map((row) => [row[0], row]));
  /** @type {Contribution[]} */
  const contributions = [];
  for (const user of trace.order) {
    for (let edge = firstEdge[user]; edge < firstEdge[user + 1]; edge++) {
      const slope = local[edge];
      const source = trace.from[edge];
      const arriving = grads[user];
      const amount = slope === null ? NaN : arriving * slope;
      let before = grads[source];
      let after = accumulate ? before + amount : amount;
      // Without a local derivative, as between tensors, what was seen is all there is.
      const row = (accumulate && asObserved) || slope === null ? seen.get(contributions.length) : undefined;
      if (row) [before, after] = [Number(decode(row[1])), decode(row[2]) ?? NaN];
      grads[source] = after;
      const [first, odd, unknown] = [!touched[source], Boolean(row), row?.[2] === null];
      contributions.push({ edge, arriving, amount, before, after, first, odd, unknown });
      touched[source] = 1;
    }
  }
  return contributions;
}

/**
 * Where each value's own edges begin: those of value i are first[i] … first[i + 1] - 1.
 * @param {Trace} trace
 */
export function firstEdges(trace) {
  const first = new Array(trace.op.length + 1).fill(0);
  for (const target of trace.to) first[target + 1]++;
  for (let i = 0; i < trace.op.length; i++) first[i + 1] += first[i];
  return first;
}

/** Whether the number of a value is known after step k. @param {Plan} plan @param {number} i @param {number} k */
export function isKnown({ computedAt, nudge }, i, k) {
  return nudge !== null || computedAt[i] <= k;
}

/**
 * What is known after step k.
 * @param {Plan} plan
 * @param {number} k
 * @returns {State}
 */
export function stateAt(plan, k) {
  const { trace, steps } = plan;
  const data = plan.data.map((x, i) => (isKnown(plan, i, k) ? x : null));
  const grad = plan.along === null ? new Array(data.length).fill(null) : ratesAt(plan, k);
  const right = new Map();
  if (k <= plan.operations) return { data, grad, right };
  grad[trace.root] = decode(trace.seed);
  for (let i = 0; i < (steps[k].moved ?? 0); i++)
    data[/** @type {import("./update.js").Update} */ (plan.update).nodes[i]] = plan.stepped[i];
  for (let i = 0; i < steps[k].end; i++) {
    const c = plan.contributions[i];
    const source = trace.from[c.edge];
    grad[source] = c.unknown ? null : c.after;
    const known = !c.odd || plan.local[c.edge] !== null; // of a tensor's gradient only the sum is
    const ought = plan.right ? plan.right[i].after : known ? c.before + c.amount : c.after;
    if (!nearlyEqual(c.after, ought)) right.set(source, ought);
    else if (right.size) right.delete(source);
  }
  return { data, grad, right };
}

/**
 * A value's gradient after step k, or why there is none.
 * @param {Plan} plan
 * @param {State} state
 * @param {number} k
 * @param {number} i
 * @param {Set<number>} cut values without a path to the result
 * @returns {number | null | string}
 */
export function gradientAt(plan, state, k, i, cut) {
  if (state.grad[i] !== null || k < plan.passed || !plan.trace.order.length) return state.grad[i];
  if (plan.contributions.some((c) => c.unknown && plan.trace.from[c.edge] === i)) return "not known";
  return cut.has(i) ? "no path from the result" : "nothing arrived";
}

/**
 * Equal but for rounding.
 * @param {number} x
 * @param {number} y
 */
export function nearlyEqual(x, y) {
  if (Object.is(x, y) || x === y) return true;
  return Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x), Math.abs(y));
}

/**
 * Which pass a step belongs to.
 * @param {Plan} plan
 * @param {number} k
 * @returns {"forward" | "backward" | "update" | "done"}
 */
export function phaseAt(plan, k) {
  if (plan.update && k > plan.passed) return "update";
  if (!plan.update && k >= plan.total) return "done";
  return k > plan.operations ? "backward" : "forward";
}

/**
 * Values from which no path of edges leads to the result, so that no gradient can reach them.
 * @param {Trace} trace
 * @returns {Set<number>}
 */
export function unreachable(trace) {
  const reached = new Uint8Array(trace.op.length);
  reached[trace.root] = 1;
  for (let e = trace.to.length - 1; e >= 0; e--) if (reached[trace.to[e]]) reached[trace.from[e]] = 1;
  return new Set([...trace.op.keys()].filter((i) => !reached[i]));
}

/**
 * The faults that show at each step: step -> faults.
 * @param {Plan} plan
 * @param {Fault[]} faults
 * @returns {Map<number, Fault[]>}
 */
export function faultsByStep(plan, faults) {
  /** @type {Map<number, number[]>} */
  const stepsOfEdge = new Map();
  /** @type {Map<number, number[]>} */
  const oddStepsOfEdge = new Map();
  /** @type {Map<number, number>} */
  const firstPush = new Map();
  for (const [k, step] of plan.steps.entries()) {
    if (step.kind !== "push") continue;
    if (!firstPush.has(step.node)) firstPush.set(step.node, k);
    for (let i = step.begin; i < step.end; i++) {
      const c = plan.contributions[i];
      put(stepsOfEdge, c.edge, k);
      if (c.odd) put(oddStepsOfEdge, c.edge, k);
    }
  }
  /** @type {Map<number, Fault[]>} */
  const found = new Map();
  for (const fault of faults) put(found, stepOf(fault), fault);
  return found;

  /** @param {Fault} fault */
  function stepOf(fault) {
    if (fault.edge !== null) {
      const odd = / contribution$/.test(fault.kind) ? oddStepsOfEdge.get(fault.edge)?.shift() : undefined;
      return odd ?? stepsOfEdge.get(fault.edge)?.[0] ?? plan.passed;
    }
    if (fault.kind === "wrong seed") return Math.min(plan.operations + 1, plan.passed);
    if (fault.kind === "wrong order") return firstPush.get(fault.node ?? -1) ?? plan.passed;
    if (fault.kind === "not visited" || fault.kind === "stale gradient") return plan.passed;
    return plan.computedAt[fault.node ?? -1] ?? plan.passed;
  }
}

/**
 * @template T
 * @param {Map<number, T[]>} map
 * @param {number} key
 * @param {T} value
 */
function put(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
