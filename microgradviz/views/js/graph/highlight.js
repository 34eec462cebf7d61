// @ts-check
// What is lit at a step: cards, edges, the local derivative on the edge, the contribution.

import { factorNode } from "../core/names.js";
import { svg } from "../core/dom.js";
import { edgesInto, nudgeOf, ratioText } from "../core/nudge.js";
import { amountAlong, amountsInto } from "../core/rates.js";
import { computedIn } from "../core/steps.js";
import { decode, MINUS, numberText } from "../core/words.js";
import { HEIGHT, labelWidth, slopeText, withinLane } from "./labels.js";
import { arrow, curve } from "./routes.js";
import { sumsOf, sumText } from "./used.js";

const NOTHING = { nodes: [], edges: [], wires: [], halos: [], chips: [], tags: [], factors: [] };

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./draw.js").Box} Box */
/** @typedef {(edges: number[]) => import("./labels.js").Place[]} PlacesOf where the labels of some edges stand */

const MOST_CHIPS = 24; // on one path

/**
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {PlacesOf} placesOf
 * @param {number} k
 * @param {boolean} [veiled] whether the numbers of the step are still to be found
 * @returns {{ nodes: [number, string][], edges: [number, string][], wires: SVGElement[], halos: SVGElement[],
 *   chips: SVGElement[], factors: number[],
 *   tags: SVGElement[], boxes: Box[] }} boxes to bring into view: the first that the view has room for
 */
export function highlightStep(plan, scene, placesOf, k, veiled = false) {
  const { trace } = plan;
  const step = plan.steps[k];
  const down = scene.rankdir === "TB";
  if (step.kind === "start")
    return { ...NOTHING, boxes: startBoxes(plan, scene) };
  if (step.kind === "forward" && plan.nudge !== null) return highlightNudge(plan, scene, placesOf, step.node);
  if (step.kind === "carry" || step.kind === "sum") return highlightRate(plan, scene, placesOf, step);
  if (step.kind === "update") return highlightUpdate(plan, scene, step);
  if (step.kind !== "push") {
    const way = step.kind === "seed" ? "is-backward" : "is-forward";
    /** @type {[number, string][]} */
    const edges = [];
    const wires = [];
    const nodes = step.kind === "forward" ? computedIn(step) : [step.node];
    for (const node of step.kind === "forward" ? nodes : []) {
      for (let e = plan.firstEdge[node]; e < plan.firstEdge[node + 1]; e++) {
        edges.push([e, way]);
        wires.push(...litEdge(scene.routes[e], down, way));
      }
    }
    const tags = step.kind === "seed" ? contributionTag(scene, step.node, `= ${numberText(decode(trace.seed))}`, "")
      : veiled ? nodes.flatMap((node) => contributionTag(scene, node, "= ?", way)) : [];
    return {
      nodes: nodes.map((node) => [node, way]), edges, wires, halos: nodes.flatMap((node) => halo(scene, node, way)),
      chips: [], tags, factors: [],
      boxes: boxesOf(scene, [nodes, nodes.slice(-1)]),
    };
  }
  const pushed = plan.contributions.slice(step.begin, step.end).filter((c) => stands(scene, trace.from[c.edge]));
  const sources = [...new Set(pushed.map((c) => trace.from[c.edge]))];
  const seen = pushed.filter((c) => scene.routes[c.edge]);
  const places = placesOf(seen.map((c) => c.edge));
  const only = (/** @type {typeof pushed[0]} */ c) => c.odd && plan.local[c.edge] === null; // only the sum is known
  const chips = seen.flatMap((c, i) =>
    only(c) ? [] : chip(scene, c.edge, places[i], slopeText(veiled ? null : plan.local[c.edge])),
  );
  const tags = [];
  const sums = new Map(sumsOf(plan, scene, step.end).map(({ node, text }) => [node, text]));
  for (const source of sources) {
    const added = pushed.filter((c) => trace.from[c.edge] === source);
    const amounts = added.map((c) => c.amount);
    const sum = amounts.reduce((a, b) => a + b);
    const bad = plan.right ? "is-overwriting" : "";
    if (veiled) {
      tags.push(...contributionTag(scene, source, bad ? "= ?" : "+ ?", bad));
      continue;
    }
    if (added.some(only)) {
      tags.push(...contributionTag(scene, source, `= ${numberText(added[added.length - 1].after)}`, ""));
      continue;
    }
    const text = bad ? `= ${numberText(amounts[amounts.length - 1])}` : signed(sum);
    const told = sums.get(source);
    if (told && labelWidth(told) > scene.w[source] - tagWidth(text)) continue; // it says so, and needs the room
    tags.push(...contributionTag(scene, source, text, bad));
  }
  return {
    nodes: sources.map((i) => [i, "is-backward"]),
    edges: pushed.map((c) => [c.edge, "is-backward"]),
    wires: pushed.flatMap((c) => litEdge(scene.routes[c.edge]?.slice().reverse(), down, "is-backward")),
    halos: sources.flatMap((i) => halo(scene, i, "is-backward")),
    chips,
    factors: veiled ? [] : pushed.map((c) => factorNode(plan, scene, c.edge)).filter((i) => stands(scene, i)),
    tags,
    boxes: boxesOf(scene, [step.stage ? sources : [step.node, ...sources], sources, sources.slice(0, 1)]),
  };
}

/**
 * What a nudge moves, and the ratios it has there.
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {PlacesOf} placesOf
 * @param {number} node
 * @returns {ReturnType<typeof highlightStep>}
 */
function highlightNudge(plan, scene, placesOf, node) {
  const way = "is-forward";
  const nudge = nudgeOf(plan, scene);
  const edges = edgesInto(plan, nudge, node);
  const seen = edges.filter((e) => scene.routes[e]);
  const places = placesOf(seen);
  return {
    ...NOTHING,
    nodes: edges.length ? [[node, way]] : [],
    edges: edges.map((e) => [e, way]),
    wires: seen.flatMap((e) => litEdge(scene.routes[e], scene.rankdir === "TB", way)),
    halos: edges.length ? halo(scene, node, way) : [],
    chips: seen.flatMap((e, i) => chip(scene, e, places[i], ratioText(plan, nudge, e))),
    boxes: boxesOf(scene, [[node]]),
  };
}

/**
 * What an edge brings to a rate, or the sum of what several have brought.
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {PlacesOf} placesOf
 * @param {import("../core/steps.js").Step} step
 * @returns {ReturnType<typeof highlightStep>}
 */
function highlightRate(plan, scene, placesOf, { node, edge }) {
  const way = "is-forward";
  const edges = edge === undefined ? [] : [edge];
  const seen = edges.filter((e) => scene.routes[e]);
  const places = placesOf(seen);
  const amounts = amountsInto(plan, node);
  const text = edge === undefined ? sumText(amounts, scene.w[node])
    : amounts.length > 1 ? signed(amountAlong(plan, edge)) : `= ${numberText(amounts[0])}`;
  return {
    ...NOTHING,
    nodes: [[node, "is-backward"]], // its second number is lit
    edges: edges.map((e) => [e, way]),
    wires: seen.flatMap((e) => litEdge(scene.routes[e], scene.rankdir === "TB", way)),
    halos: halo(scene, node, way),
    chips: seen.flatMap((e, i) => chip(scene, e, places[i], slopeText(plan.local[e]))),
    tags: contributionTag(scene, node, text, way),
    factors: seen.map((e) => factorNode(plan, scene, e)).filter((i) => stands(scene, i)),
    boxes: boxesOf(scene, [[node, ...edges.map((e) => plan.trace.from[e])], [node]]),
  };
}

/**
 * The parameters that step, each with what is added to it.
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {import("../core/steps.js").Step} step
 * @returns {ReturnType<typeof highlightStep>}
 */
function highlightUpdate(plan, scene, { moved = 0 }) {
  const { nodes, atOnce } = /** @type {import("../core/update.js").Update} */ (plan.update);
  const seen = [...nodes.keys()].slice(atOnce ? 0 : moved - 1, moved).filter((at) => stands(scene, nodes[at]));
  const places = new Map(seen.map((at) => [`${scene.x[nodes[at]]} ${scene.y[nodes[at]]}`, nodes[at]]));
  const lit = [...places.values()];
  const told =
    seen.length > MOST_CHIPS ? [] : seen.filter((at) => !scene.parts && plan.stepped[at] !== plan.data[nodes[at]]);
  return {
    nodes: lit.map((i) => [i, "is-update"]),
    edges: [],
    wires: [],
    halos: lit.flatMap((i) => halo(scene, i, "is-update")),
    chips: [],
    factors: [],
    tags: told.flatMap((at) =>
      contributionTag(scene, nodes[at], signed(plan.stepped[at] - (plan.data[nodes[at]] ?? NaN)), "is-update"),
    ),
    boxes: boxesOf(scene, [lit, lit.slice(0, 1)]),
  };
}

/**
 * What is lit when all the steps of a part are seen as one: its card, and every way in, or on backward.
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {import("./parts.js").Run} run
 * @returns {ReturnType<typeof highlightStep>}
 */
export function highlightRun(plan, scene, { begin, end }) {
  const { trace, steps } = plan;
  const forward = steps[begin].kind === "forward";
  const way = forward ? "is-forward" : "is-backward";
  const nodes = new Map(); // by card
  const edges = new Map(); // by route
  const seen = (/** @type {number} */ i) => stands(scene, i) && nodes.set(`${scene.x[i]} ${scene.y[i]}`, i);
  for (let k = begin; k <= end; k++) {
    const { node } = steps[k];
    const [first, last] = forward ? [plan.firstEdge[node], plan.firstEdge[node + 1]] : [steps[k].begin, steps[k].end];
    for (let at = first; at < last; at++) {
      const e = forward ? at : plan.contributions[at].edge;
      if (!scene.routes[e] || edges.has(scene.routes[e])) continue;
      edges.set(scene.routes[e], e);
      if (!forward) seen(trace.from[e]);
    }
  }
  const own = steps[begin].node;
  const down = scene.rankdir === "TB";
  const lit = [...nodes.values()];
  return {
    nodes: [...(stands(scene, own) ? [own] : []), ...lit].map((i) => [i, way]),
    edges: [...edges.values()].map((e) => [e, way]),
    wires: [...edges.keys()].flatMap((route) => {
      const fan = scene.fans?.get(route) ?? [route];
      return fan.flatMap((line) => litEdge(forward ? line : line.slice().reverse(), down, way, fan.length > 1));
    }),
    halos: [own, ...lit].flatMap((i) => halo(scene, i, way)), chips: [], tags: [], factors: [],
    boxes: boxesOf(scene, [[own, ...lit], [own]]),
  };
}

/**
 * Where to begin to look at a picture: at its first operation and what goes into that.
 * @param {Plan} plan
 * @param {Scene} scene
 */
export function startBoxes(plan, scene) {
  const first = plan.steps.find(({ kind, node }) => kind === "forward" && stands(scene, node))?.node ?? plan.trace.root;
  const inputs = plan.trace.from.slice(plan.firstEdge[first], plan.firstEdge[first + 1]);
  return boxesOf(scene, [[first, ...inputs], inputs, inputs.slice(0, 1), [first]]);
}

/** How high the card is in which a value is. @param {Scene} scene @param {number} i */
export function heightOf({ tall, h }, i) {
  return tall?.[i] ?? h;
}

/** Whether a value is in the picture. @param {Scene} scene @param {number} i */
function stands(scene, i) {
  return scene.x[i] === Number(scene.x[i]); // nan is not itself
}

/** @param {Scene} scene @param {number[][]} sets */
function boxesOf(scene, sets) {
  return sets
    .map((nodes) => nodes.filter((i) => stands(scene, i)))
    .filter((nodes) => nodes.length)
    .map((nodes) => boxOf(scene, nodes));
}

/**
 * A path from the result to a value, with its local derivatives: what lies under the cards, and what over them.
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {PlacesOf} placesOf
 * @param {number[]} edges
 * @param {number[]} slopes of all edges, none if they are not to be told
 */
export function highlightPath(plan, scene, placesOf, edges, slopes) {
  const down = scene.rankdir === "TB";
  const { from, to } = plan.trace;
  const nodes = edges.length ? [to[edges[0]], ...edges.map((e) => from[e])] : [];
  const under = edges.flatMap((e) => litEdge(scene.routes[e]?.slice().reverse(), down, "is-backward"));
  under.push(...nodes.flatMap((i) => halo(scene, i, "is-backward")));
  const told = slopes.length && edges.length <= MOST_CHIPS ? edges.filter((e) => scene.routes[e]) : [];
  const places = placesOf(told);
  return { nodes, under, over: told.flatMap((e, i) => chip(scene, e, places[i], slopeText(slopes[e]))) };
}

/** @param {number} amount */
function signed(amount) {
  const text = numberText(amount);
  return text.startsWith(MINUS) ? text.replace(MINUS, `${MINUS} `) : `+ ${text}`;
}

/**
 * @param {[number, number][] | undefined} route none if the edge is not in the picture
 * @param {boolean} down
 * @param {string} way
 * @param {boolean} [straight]
 */
function litEdge(route, down, way, straight) {
  if (!route) return [];
  return [
    svg("path", { class: `mv-wire ${way}`, d: curve(route, down, straight) }),
    svg("path", { class: `mv-head ${way}`, d: arrow(route, down, 8) }),
  ];
}

/**
 * A soft frame around a card.
 * @param {Scene} scene
 * @param {number} i
 * @param {string} way
 */
function halo(scene, i, way) {
  if (!stands(scene, i)) return [];
  return [svg("rect", {
    class: `mv-halo ${way}`, x: scene.x[i] - 4, y: scene.y[i] - 4, width: scene.w[i] + 8,
    height: heightOf(scene, i) + 8, rx: 11,
  })];
}

/**
 * @param {Scene} scene
 * @param {number} edge
 * @param {import("./labels.js").Place} place
 * @param {string} text
 */
function chip(scene, edge, place, text) {
  const width = labelWidth(text);
  const [x, y] = withinLane(scene.routes[edge], scene.rankdir === "TB", place, width);
  const group = svg("g", { class: "mv-chip", transform: `translate(${x} ${y})`, "data-label": edge });
  group.append(
    svg("rect", { x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, rx: HEIGHT / 2 }),
    svg("text", { x: 0, y: 4 }, text),
  );
  return [group];
}

/** @param {string} text */
function tagWidth(text) {
  return 14 + 7.4 * text.length;
}

/**
 * The contribution to a card, at its lower edge under the gradient.
 * @param {Scene} scene
 * @param {number} i
 * @param {string} text
 * @param {string} kind its further class
 */
function contributionTag(scene, i, text, kind) {
  if (!stands(scene, i)) return [];
  const width = tagWidth(text);
  const right = scene.x[i] + scene.w[i] - 6;
  const group = svg("g", {
    class: `mv-contribution ${kind}`.trim(),
    transform: `translate(${right - width / 2} ${scene.y[i] + heightOf(scene, i) + 7})`,
  });
  group.append(svg("rect", { x: -width / 2, y: -9, width, height: 18, rx: 9 }), svg("text", { x: 0, y: 4 }, text));
  return [group];
}

/**
 * The box around some cards.
 * @param {Scene} scene
 * @param {number[]} nodes
 * @returns {Box}
 */
function boxOf(scene, nodes) {
  const left = Math.min(...nodes.map((i) => scene.x[i]));
  const top = Math.min(...nodes.map((i) => scene.y[i]));
  const right = Math.max(...nodes.map((i) => scene.x[i] + scene.w[i]));
  const bottom = Math.max(...nodes.map((i) => scene.y[i] + heightOf(scene, i)));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
