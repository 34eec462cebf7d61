// @ts-check
// A question that is answered by a click on a value or an edge of a picture.

import { html } from "../../core/dom.js";
import { makePlan } from "../../core/steps.js";
import { drawGraph } from "../../graph/draw.js";
import { foldedScene, uprightScene } from "../../graph/fold.js";
import { makeViewport } from "../../graph/viewport.js";
import { watchSize } from "../../kit/widget.js";

/** @param {import("./frame.js").Asked} asked @returns {import("./frame.js").Part} */
export function makeClick({ item, given, signal, answered }) {
  const { trace, step } = item;
  /** @type {Record<string, [number, number]>} */
  const places = item.places;
  const element = html("div", "mv-quiz-picture");
  const box = html("div", "mv-graph");
  element.append(box);
  const plan = makePlan(trace, { constants: item.scene.fold?.nodes });
  /** @type {Map<string, string>} "node edge" -> its name */
  const names = new Map(Object.entries(places).map(([name, [node, edge]]) => [`${node} ${edge}`, name]));
  /** @type {[number, number]} what is marked */
  let marked = [-1, -1];
  let upright = false;
  let [graph, viewport] = draw();
  box.addEventListener("click", (event) => {
    const [node, edge] = viewport.meant(event);
    choose(node, edge);
  }, { signal });
  watchSize(element, fit, signal);
  return { element, first: () => box.querySelector("[data-node]"), press, ready };

  /** @param {string} key @param {Element} target */
  function press(key, target) {
    const [node, edge] = [target.closest("[data-node]")?.getAttribute("data-node"), target.getAttribute("data-edge")];
    if ((key !== "Enter" && key !== " ") || (!node && !edge)) return false;
    choose(Number(node ?? -1), Number(edge ?? -1));
    return true;
  }

  /** @returns {[ReturnType<typeof drawGraph>, ReturnType<typeof makeViewport>]} the picture, in the place of another */
  function draw() {
    const scene = foldedScene(upright ? uprightScene(item.scene) : item.scene);
    const drawn = drawGraph(plan, scene, new Map(), signal);
    box.replaceChildren(drawn.picture);
    for (const [key, name] of names) {
      const [node, edge] = key.split(" ").map(Number);
      const target = node >= 0 ? drawn.cards[node]?.group : drawn.lines[edge];
      target?.setAttribute("tabindex", "0");
      target?.setAttribute("role", "button");
      if (edge >= 0) target?.setAttribute("aria-label", `edge ${name}`);
    }
    return [drawn, makeViewport({ root: element, box, graph: drawn, inside: () => null, larger: () => 0 })];
  }

  function fit() {
    const width = element.clientWidth;
    if (width && (width < PHONE) !== upright) {
      upright = !upright;
      [graph, viewport] = draw();
      graph.show(step);
      mark(...marked);
    }
    if (upright) viewport.fitWhole(SMALLEST);
    else viewport.fit();
  }

  function ready() {
    fit();
    graph.show(step);
    if (typeof given === "string" && places[given]) mark(...places[given]);
  }

  /** @param {number} node @param {number} edge */
  function mark(node, edge) {
    marked = [node, edge];
    graph.ask(node, edge);
  }

  /** @param {number} node @param {number} edge */
  function choose(node, edge) {
    const name = names.get(`${node} ${edge}`);
    if (!name) return;
    mark(node, edge);
    answered(name, item.says[name]);
  }
}

const PHONE = 480; // px: what is narrower has room for a picture that runs down
const SMALLEST = 0.7; // of its size, to be seen whole
