// @ts-check
// A graph in parts: what each part holds, how far a play has come in it, and the steps that are seen. Pure.

import { isFolded } from "../core/steps.js";
import { UNIT } from "../kit/unit_card.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("./draw.js").Scene} Scene */
/**
 * @typedef {{ name: string[], around: number[], begin: number[], end: number[], shape: number[], units: Unit[][] }}
 *   Columns of each part the units that its card shows
 */
/** @typedef {[label: string, node: number, x: number, y: number, w: number]} Unit its place in the card */
/**
 * @typedef {{ x: (number | null)[], y: (number | null)[], w: number[], h: number[], edges: number[][],
 *   routes: ([number, number][] | null)[], labels: Scene["labels"], width: number, height: number }} Shape
 * What of one changes where constants are folded: `fold`, with null for what is not in it.
 */
/**
 * A card for a part, in the picture of the part around it.
 * @typedef {{ part: number, x: number, y: number, w: number, h: number }} Cluster
 */
/**
 * Fine steps that are seen as one: begin … end, of one part; or, -1, a value's own, which is one.
 * @typedef {{ begin: number, end: number, part: number }} Run
 */

export const WHOLE = -1; // the part that holds all others

/**
 * What a part holds, in order: values, and part p as the item -1 - p.
 * @param {Columns} parts
 * @param {number} part
 * @param {number} count of all values
 */
export function itemsOf(parts, part, count) {
  /** @type {number[]} */
  const items = [];
  let now = part === WHOLE ? 0 : parts.begin[part];
  const end = part === WHOLE ? count : parts.end[part];
  for (let at = part + 1; at < parts.name.length && parts.begin[at] < end; at++) {
    if (parts.around[at] !== part) continue;
    while (now < parts.begin[at]) items.push(now++);
    items.push(-1 - at);
    now = parts.end[at];
  }
  while (now < end) items.push(now++);
  return items;
}

/**
 * The scene of what one part holds: every value in it stands where its card, or that of its part, stands; every edge
 * runs as that between the cards, and one within a card has no route.
 * @param {Plan} plan
 * @param {Scene & { parts: Columns, shapes: Record<string, Shape & { fold?: Partial<Shape> }> }} scene
 * @param {number} part
 * @returns {Scene}
 */
export function levelOf(plan, scene, part) {
  const { trace, firstEdge } = plan;
  const { parts } = scene;
  const count = trace.op.length;
  const whole = scene.shapes[part === WHOLE ? WHOLE : parts.shape[part]];
  const shape = plan.folds ? { ...whole, ...whole.fold } : whole;
  const items = itemsOf(parts, part, count);
  const place = new Int32Array(count).fill(-1);
  const [x, y, w, tall] = [0, 1, 2, 3].map(() => new Float64Array(count).fill(NaN));
  /** @type {Cluster[]} */
  const clusters = [];
  /** @type {Map<number, number>} */
  const ports = new Map();
  for (const [at, item] of items.entries()) {
    const inner = item < 0 ? -1 - item : WHOLE;
    const [begin, end] = item < 0 ? [parts.begin[inner], parts.end[inner]] : [item, item + 1];
    for (const [column, from] of /** @type {[Float64Array, (number | null)[]][]} */ ([
      [x, shape.x], [y, shape.y], [w, shape.w], [tall, shape.h],
    ]))
      column.fill(from[at] ?? NaN, begin, end);
    place.fill(at, begin, end);
    if (item < 0) clusters.push({
      part: inner, x: Number(shape.x[at]), y: Number(shape.y[at]), w: shape.w[at], h: shape.h[at],
    });
    if (item < 0) addPorts(parts, inner, ports);
  }
  const wide = items.length;
  const route = new Map(shape.edges.map(([a, b], e) => [a * wide + b, e]));
  /** @type {[number, number][][]} */
  const routes = new Array(trace.from.length);
  /** @type {Scene["labels"]} */
  const labels = new Array(trace.from.length);
  /** @type {Map<number, number>} */
  const drawn = new Map(); // edge of the picture -> the first edge of the graph that it stands for
  const lead = new Int32Array(trace.from.length).fill(-1);
  const [begin, end] = part === WHOLE ? [0, count] : [parts.begin[part], parts.end[part]];
  for (let e = firstEdge[begin]; e < firstEdge[end]; e++) {
    const [a, b] = [place[trace.from[e]], place[trace.to[e]]];
    if (a < 0 || a === b) continue;
    const found = route.get(a * wide + b);
    const points = found === undefined ? null : shape.routes[found];
    if (found === undefined || !points) continue;
    [routes[e], labels[e]] = [points, items[b] < 0 ? null : shape.labels[found]]; // its number is one of many
    if (!drawn.has(found)) drawn.set(found, e);
    lead[e] = /** @type {number} */ (drawn.get(found));
  }
  return {
    ...scene, x: /** @type {any} */ (x), y: /** @type {any} */ (y), w: /** @type {any} */ (w), tall, routes, labels,
    width: shape.width, height: shape.height, shown: items.filter((item) => item >= 0 && !isFolded(plan, item)),
    clusters, drawn: [...drawn.values()], lead,
    fans: scene.rankdir === "TB" ? undefined : fansOf(plan, routes, { x, y, w, tall }, ports),
  };
}

/**
 * The lines between the units of two layers, and the values beside them, in place of one line between the cards: by the
 * route of that.
 * @param {Plan} plan
 * @param {[number, number][][]} routes
 * @param {{ x: Float64Array, y: Float64Array, w: Float64Array, tall: Float64Array }} cards
 * @param {Map<number, number>} ports how far below the upper edge of a card its lines meet it, where not in the middle
 */
function fansOf({ trace }, routes, { x, y, w, tall }, ports) {
  /** @type {Map<[number, number][], Map<string, [number, number][]>>} */
  const fans = new Map();
  const height = (/** @type {number} */ i) => y[i] + (ports.get(i) ?? tall[i] / 2);
  for (const e of routes.keys()) {
    const [from, to] = [trace.from[e], trace.to[e]];
    if (!routes[e] || routes[e].length > 2 || !(ports.has(from) || ports.has(to))) continue;
    const ends = [height(from), height(to)];
    const fan = fans.get(routes[e]) ?? new Map();
    fans.set(routes[e], fan.set(String(ends), [[x[from] + w[from], ends[0]], [x[to], ends[1]]]));
  }
  return new Map([...fans].map(([route, fan]) => [route, [...fan.values()]]));
}

/**
 * Where lines meet a layer's card: at the unit that a value belongs to.
 * @param {Columns} parts
 * @param {number} part
 * @param {Map<number, number>} ports
 */
function addPorts({ around, begin, end, units }, part, ports) {
  const inner = [];
  for (let at = part + 1; at < begin.length && begin[at] < end[part]; at++) if (around[at] === part) inner.push(at);
  if (inner.length !== units[part].length) return;
  for (const [at, [, , , y]] of units[part].entries())
    for (let i = begin[inner[at]]; i < end[inner[at]]; i++) ports.set(i, y + UNIT.height / 2);
}

/**
 * The steps that are seen while one part is open: a value's own, and one for each stretch of steps within a closed
 * part.
 * @param {Plan} plan
 * @param {Columns | undefined} parts
 * @param {number} open the part that is open besides the whole
 * @returns {Run[]} run 0 is the start
 */
export function runsOf(plan, parts, open) {
  const owner = parts ? ownersOf(parts, open, plan.trace.op.length) : new Int32Array(plan.trace.op.length).fill(WHOLE);
  /** @type {Run[]} */
  const runs = [];
  for (const [k, step] of plan.steps.entries()) {
    const part = step.kind === "forward" || step.kind === "push" ? owner[step.node] : WHOLE;
    const last = runs[runs.length - 1];
    const goesOn = last && part !== WHOLE && last.part === part && plan.steps[last.end].kind === step.kind;
    if (goesOn) last.end = k;
    else runs.push({ begin: k, end: k, part });
  }
  return runs;
}

/**
 * The closed part that each value is in, or the whole.
 * @param {Columns} parts
 * @param {number} open
 * @param {number} count of all values
 */
function ownersOf(parts, open, count) {
  const owner = new Int32Array(count).fill(WHOLE);
  for (const part of open === WHOLE ? [WHOLE] : [WHOLE, open]) {
    if (part !== WHOLE) owner.fill(WHOLE, parts.begin[part], parts.end[part]);
    const end = part === WHOLE ? Infinity : parts.end[part];
    for (let at = part + 1; at < parts.name.length && parts.begin[at] < end; at++) {
      if (parts.around[at] === part) owner.fill(at, parts.begin[at], parts.end[at]);
    }
  }
  return owner;
}

/**
 * The run that a fine step belongs to.
 * @param {Run[]} runs
 * @param {number} k
 */
export function runAt(runs, k) {
  let [low, high] = [0, runs.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle].end < k) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * How far a play has come in a part.
 * @param {Plan} plan
 * @param {import("../core/steps.js").State} state
 * @param {number} begin
 * @param {number} end
 */
export function progressOf(plan, state, begin, end) {
  let [computed, operations, reached, squares] = [0, 0, 0, 0];
  for (let i = begin; i < end; i++) {
    if (plan.trace.op[i]) {
      operations++;
      if (state.data[i] !== null) computed++;
    }
    const grad = state.grad[i];
    if (grad === null) continue;
    reached++;
    squares += grad * grad;
  }
  return { computed, operations, reached, norm: reached ? Math.sqrt(squares) : null };
}

/**
 * How many values a part has, in words.
 * @param {Columns} parts
 * @param {number} part
 */
export function partSize(parts, part) {
  const count = parts.end[part] - parts.begin[part];
  return count === 1 ? "1 value" : `${count.toLocaleString("en")} values`;
}
