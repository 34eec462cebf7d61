// @ts-check
// The graph of the game: cards with numbered badges, gradients as a run has them, tokens on their way and stranded.

import { html, svg } from "../../core/dom.js";
import { nameOf } from "../../core/names.js";
import { numberText } from "../../core/words.js";
import { drawGraph } from "../../graph/draw.js";
import { makeMotion } from "../../graph/motion.js";
import { makeViewport } from "../../graph/viewport.js";
import { watchSize } from "../../kit/widget.js";

/** @typedef {import("../../core/steps.js").Plan} Plan */
/** @typedef {import("../../graph/draw.js").Scene} Scene */
/** @typedef {import("../../core/orders.js").Visit} Visit */

const MOVES = 600; // ms
const RADIUS = 11; // px, of a badge

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
  const [badges, strands, travelling] = ["mv-order-badges", "mv-order-strands", "mv-lit"].map((name) =>
    svg("g", { class: name, "aria-hidden": "true" }),
  );
  const motion = makeMotion({ layer: travelling, down: scene.rankdir === "TB", signal });
  const viewport = makeViewport({ root: part, box, graph, inside: () => null, larger: () => 0 });
  part.append(html("p", "mv-order-name", label), box);
  graph.picture.append(badges, strands, travelling);
  box.append(graph.picture);
  for (const [i, card] of graph.cards.entries()) {
    if (!card || !trace.op[i] || !place) continue;
    card.group.setAttribute("tabindex", "0");
    card.group.setAttribute("role", "button");
    card.group.classList.add("is-placed");
  }
  if (place) listen(place);
  else box.tabIndex = 0; // so that it can be scrolled
  watchSize(part, viewport.fit, signal);
  const reveal = (/** @type {number} */ node) => viewport.reveal([viewport.boxOf(node)]);
  return { part, picture: graph.picture, fit: viewport.fit, reveal, number, write, fly, strand, land: motion.land };

  /** @param {(node: number) => void} place */
  function listen(place) {
    const nodeAt = (/** @type {Event} */ event) => {
      const card = /** @type {Element} */ (event.target).closest("[data-node]");
      const node = Number(card?.getAttribute("data-node") ?? -1);
      return trace.op[node] ? node : -1;
    };
    box.addEventListener("click", (event) => {
      const node = nodeAt(event);
      if (node >= 0) place(node);
    }, { signal });
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
        class: `mv-order-badge${state}`, transform: `translate(${scene.x[node] + 2} ${scene.y[node] + 2})`,
      });
      badge.append(svg("circle", { r: RADIUS }), svg("text", { y: 4.5 }, String(k + 1)));
      if (cracked.has(node)) badge.append(svg("path", { d: "M-3 -13L1 -6L-3 -1L3 4L-1 13" }));
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
