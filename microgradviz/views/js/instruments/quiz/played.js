// @ts-check
// A choice with a picture: what a wrong option claims is played in the graph, and a nudge refuses it.

import { functionFrom } from "../../core/differences.js";
import { html, svg } from "../../core/dom.js";
import { nameOf } from "../../core/names.js";
import { makePlan, stateAt } from "../../core/steps.js";
import { numberText } from "../../core/words.js";
import { drawGraph } from "../../graph/draw.js";
import { foldedScene } from "../../graph/fold.js";
import { makeMotion } from "../../graph/motion.js";
import { makeViewport } from "../../graph/viewport.js";
import { watchSize } from "../../kit/widget.js";
import { makeChoice } from "./choice.js";

const MOVES = 2400; // ms
const NUDGE = 0.1;
const SMALLEST = 0.6; // of a picture that is in view as a whole

/** @typedef {Record<string, number>} Claims by the number of a leaf: the gradient that it would get */

/** @param {import("./frame.js").Asked} asked @returns {import("./frame.js").Part} */
export function makePlayedChoice(asked) {
  const { item, signal } = asked;
  if (!item.picture) return makeChoice(asked);
  const board = makeBoard(item.picture, signal);
  const answered = (/** @type {number} */ given, /** @type {import("./frame.js").Says | undefined} */ says) => {
    asked.answered(given, says);
    board.play(item.claims[given]);
  };
  const choice = makeChoice({ ...asked, answered });
  const element = html("div", "mv-quiz-claimed");
  element.append(choice.element, board.part);
  return { ...choice, element };
}

/** @param {{ trace: any, scene: any }} picture @param {AbortSignal} signal */
function makeBoard({ trace, scene: whole }, signal) {
  const scene = foldedScene(whole);
  const plan = makePlan(trace, { constants: whole.fold?.nodes });
  const end = stateAt(plan, plan.total);
  const [part, box, says] = [html("div", "mv-quiz-played"), html("div", "mv-graph"), html("p", "mv-quiet")];
  says.setAttribute("role", "status");
  const graph = drawGraph(plan, scene, new Map(), signal);
  const travelling = svg("g", { class: "mv-lit", "aria-hidden": "true" });
  const motion = makeMotion({ layer: travelling, down: false, signal });
  const viewport = makeViewport({ root: part, box, graph, inside: () => null, larger: () => 0 });
  const f = functionFrom(trace, scene.rules, new Map());
  graph.picture.append(travelling);
  box.append(graph.picture);
  part.append(box, says);
  part.hidden = true;
  const fit = () => viewport.fitWhole(SMALLEST);
  watchSize(part, fit, signal);
  return { part, play };

  /** @param {Claims | null} claims of the option; the right one has none */
  function play(claims) {
    motion.land();
    part.hidden = !claims;
    says.textContent = "";
    if (!claims) return;
    fit();
    write({});
    motion.play(movesOf(claims), MOVES, () => {
      write(claims);
      says.textContent = refusal(claims);
    });
  }

  /** The gradients of operations, and of leaves what is claimed. @param {Claims} claims */
  function write(claims) {
    const grad = end.grad.map((x, i) => (trace.op[i] ? x : claims[i] ?? null));
    const right = new Map(Object.keys(claims).map((leaf) => [Number(leaf), Number(end.grad[Number(leaf)])]));
    graph.show(0, 0, undefined, { data: plan.data, grad, right });
  }

  /** @param {Claims} claims @returns {import("../../graph/motion.js").Move[]} */
  function movesOf(claims) {
    return [...trace.from.keys()].filter((/** @type {number} */ e) => trace.from[e] in claims).map((e) => {
      const [leaf, user] = [trace.from[e], trace.to[e]];
      const arriving = Number(end.grad[user]);
      return {
        route: scene.routes[e].slice().reverse(), text: numberText(arriving), way: /** @type {const} */ ("is-backward"),
        meets: { text: numberText(claims[leaf] / arriving) }, becomes: numberText(claims[leaf]),
        from: seat(user), into: seat(leaf),
      };
    });
  }

  /** Where a card's gradient stands. @param {number} i @returns {[number, number]} */
  function seat(i) {
    return [scene.x[i] + scene.w[i] - 30, scene.y[i] + scene.h - 8];
  }

  /** What a nudge shows of the first leaf. @param {Claims} claims */
  function refusal(claims) {
    const leaf = Number(Object.keys(claims)[0]);
    const x = Number(plan.data[leaf]);
    const [name, root] = [nameOf(scene, leaf), nameOf(scene, trace.root)];
    const moved = Number((f.value(leaf, x + NUDGE) - f.value(leaf, x)).toPrecision(6));
    const claimed = `${numberText(claims[leaf])} × ${NUDGE} = ${numberText(claims[leaf] * NUDGE)}`;
    return `A nudge refuses it: ${name} + ${NUDGE} moves ${root} by ${numberText(moved)}, not by ${claimed}.`;
  }
}
