// @ts-check
// The graph of the game: cards with numbered badges, gradients as a run has them, tokens on their way and stranded.

import { html, svg } from "../../core/dom.js";
import { nameOf } from "../../core/names.js";
import { numberText } from "../../core/words.js";
import { drawGraph } from "../../graph/draw.js";
import { HEIGHT, labelWidth, makePlaces, slopeText } from "../../graph/labels.js";
import { makeMotion } from "../../graph/motion.js";
import { makeViewport } from "../../graph/viewport.js";
import { watchSize } from "../../kit/widget.js";

/** @typedef {import("../../core/steps.js").Plan} Plan */
/** @typedef {import("../../graph/draw.js").Scene} Scene */
/** @typedef {import("../../core/orders.js").Visit} Visit */

const MOVES = 600; // ms
const SIDE = 20; // px, of a badge: square, for what travels is round
const SMALLEST = 0.6; // below, not even all in view is worth it

/**
 * @param {{ plan: Plan, scene: Scene, label: string, place: ((node: number) => void) | null, signal: AbortSignal }}
 *   options
 *   `place` hears which operation was chosen; none if the board is only to be looked at
 */
export function makeOrderBoard({ plan, scene, label, place, signal }) {
  const { trace } = plan;
  const part = html("div", "mv-order-board");
  const box = html("div", "mv-graph");
  const graph = drawGraph(plan, scene, new Map(), signal);
  const [slopes, badges, strands, travelling] = ["slopes", "badges", "strands", "lit"].map((name) =>
    svg("g", { class: name === "lit" ? "mv-lit" : `mv-order-${name}`, "aria-hidden": "true" }),
  );
  const motion = makeMotion({ layer: travelling, down: scene.rankdir === "TB", signal });
  const viewport = makeViewport({ root: part, box, graph, inside: () => null, larger: () => 0 });
  part.append(html("p", "mv-order-name", label), box);
  graph.picture.append(slopes, badges, strands, travelling);
  box.append(graph.picture);
  for (const [i, card] of graph.cards.entries()) {
    if (!card || !trace.op[i] || !place) continue;
    card.group.setAttribute("tabindex", "0");
    card.group.setAttribute("role", "button");
    card.group.classList.add("is-placed");
  }
  if (place) listen(place);
  else box.tabIndex = 0; // so that it can be scrolled
  const fit = () => viewport.fitWhole(SMALLEST);
  watchSize(part, fit, signal);
  const reveal = (/** @type {number} */ node) => viewport.reveal([viewport.boxOf(node)]);
  const { picture } = graph;
  return { part, picture, fit, reveal, number, write, tell, lose, fly, strand, land: motion.land };

  /** @param {(node: number) => void} place */
  function listen(place) {
    box.addEventListener("click", (event) => {
      const card = /** @type {Element} */ (event.target).closest("[data-node]");
      if (card) place(Number(card.getAttribute("data-node")));
    }, { signal });
  }

  /** What is written on edges: their local derivatives. @param {(edge: number) => boolean} known */
  function tell(known) {
    const { placesOf } = makePlaces(scene);
    const seen = (scene.drawn ?? [...scene.routes.keys()]).filter(known);
    const places = placesOf(seen);
    slopes.replaceChildren(...seen.map((edge, k) => {
      const text = slopeText(plan.local[edge]);
      const width = labelWidth(text);
      const [x, y] = places[k];
      const chip = svg("g", { transform: `translate(${x} ${y})` });
      chip.append(svg("rect", { x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, rx: 3 }));
      chip.append(svg("text", { y: 4 }, text));
      return chip;
    }));
  }

  /** The ways by which something was lost. @param {number[][]} paths each as values from the result on */
  function lose(paths) {
    const steps = new Set(paths.flatMap((path) => path.slice(1).map((node, k) => `${node} ${path[k]}`)));
    for (const [edge, line] of graph.lines.entries())
      line?.classList.toggle("is-lost", steps.has(`${trace.from[edge]} ${trace.to[edge]}`));
  }

  /**
   * The numbers on the cards.
   * @param {number[]} order
   * @param {Set<number>} done those that have passed their gradient on
   * @param {Set<number>} cracked those to which a share came too late
   */
  function number(order, done, cracked) {
    badges.replaceChildren(...order.map((node, k) => {
      const state = cracked.has(node) ? " is-cracked" : done.has(node) ? " is-done" : "";
      const badge = svg("g", {
        class: `mv-order-badge${state}`, transform: `translate(${corner(node).join(" ")})`,
      });
      const half = SIDE / 2;
      badge.append(svg("rect", { x: -half, y: -half, width: SIDE, height: SIDE, rx: 3 }));
      badge.append(svg("text", { y: 4.5 }, String(k + 1)));
      return badge;
    }));
    for (const [i, card] of graph.cards.entries()) {
      if (!card || !trace.op[i]) continue;
      const at = order.indexOf(i);
      const told = at < 0 ? "not placed"
        : `place ${at + 1}${cracked.has(i) ? ", a share came too late" : done.has(i) ? ", has passed on" : ""}`;
      if (place) card.group.setAttribute("aria-label", `${nameOf(scene, i)}, ${told}`);
    }
  }

  /** @param {number[]} grads @param {number[]} data which of them are known: those that something has arrived at */
  function write(grads, data) {
    const known = new Set(data);
    graph.show(0, 0, undefined, {
      data: plan.data, grad: grads.map((x, i) => (known.has(i) ? x : null)), right: new Map(),
    });
  }

  /** One operation passes its gradient on. @param {Visit} visit @param {() => void} landed */
  function fly({ node, arriving, shares }, landed) {
    const moves = shares
      .filter(
        ({ edge }) => scene.routes[edge] && (trace.op[trace.from[edge]] || trace.label[trace.from[edge]] !== undefined),
      )
      .map(({ edge, amount }) => ({
        route: scene.routes[edge].slice().reverse(), text: numberText(arriving),
        meets: { text: `× ${numberText(plan.local[edge])}` }, becomes: numberText(amount),
        way: /** @type {const} */ ("is-backward"), from: seat(node), into: seat(trace.from[edge]),
      }));
    motion.play(moves, MOVES, landed);
  }

  /** Where a badge stands: beside all edges and what is written on them. @param {number} node */
  function corner(node) {
    const [x, y] = [scene.x[node], scene.y[node]];
    return scene.rankdir === "TB" ? [x - 2, y + scene.h / 2] : [x + scene.w[node] - 24, y - 2];
  }

  /** Where a card's gradient stands. @param {number} node @returns {[number, number]} */
  function seat(node) {
    return [scene.x[node] + scene.w[node] - 30, scene.y[node] + scene.h - 8];
  }

  /**
   * What lies at the cards that had passed their gradient on before it came.
   * @param {Map<number, number>} late by operation
   */
  function strand(late) {
    strands.replaceChildren(...[...late].map(([node, amount]) => {
      const text = `${numberText(amount)} too late`;
      const width = 7 * text.length + 12;
      const token = svg("g", {
        class: "mv-order-strand",
        transform: `translate(${scene.x[node] + scene.w[node] / 2} ${scene.y[node] + scene.h + 9})`,
      });
      token.append(svg("rect", { x: -width / 2, y: -10, width, height: 20, rx: 10 }), svg("text", { y: 4 }, text));
      return token;
    }));
  }
}
