// @ts-check
// The loss over two parameters: its contours, the path, a ball that can be placed, an arrow that predicts.

import { button, html, svg } from "../../core/dom.js";
import { numberText, preciseText } from "../../core/words.js";
import { makePlot, pathOf, set } from "../../kit/plot.js";
import { boundary } from "./boundary.js";
import { spread } from "./network.js";

/** @typedef {import("../../core/training/history.js").Moment} Moment */

const [GRID, LEVELS] = [36, 10];
const SHAPE = { share: 0.62, least: 220, most: 340 };

/** @param {{ stage: import("./stage.js").Stage, later: () => void, signal: AbortSignal }} options */
export function makeSurfacePane({ stage, later, signal }) {
  const { run } = stage;
  const { network, data, about } = run;
  const count = about.parameters.length;
  const part = html("section", "mv-surface");
  part.setAttribute("aria-label", "Surface of the loss");
  const plot = makePlot(SHAPE);
  const piece = (/** @type {string} */ tag, /** @type {string} */ name) => svg(tag, { class: `mv-surface-${name}` });
  const [contours, ghosts] = ["contours", "ghosts"].map((name) => piece("g", name));
  const [path, arrow, step] = ["path", "arrow", "step"].map((name) => piece("path", name));
  const ball = svg("circle", { class: "mv-surface-ball", r: 7 });
  plot.inner.append(contours, ghosts, path, arrow, step, ball);
  const told = html("p", "mv-quiet");
  let axes = [0, Math.min(1, count - 1)];
  const chosen = axes.map((_, k) => makeChoice(k));
  const head = html("p", "mv-training-head", "Loss over ");
  head.append(chosen[0], " and ", chosen[1], ...(count > 2 ? [" (a slice: the others stay as they are)"] : []));
  const placing = button("Place the ball", () => {
    placing.setAttribute("aria-pressed", String(placing.getAttribute("aria-pressed") !== "true"));
  }, signal, { name: "mv-button mv-small" });
  placing.hidden = !run.place;
  part.append(head, plot.part, placing, told);
  /** @type {import("../../kit/plot.js").Scale | null} */
  let scale = null;
  /** @type {Moment | null} */
  let now = null;
  /** @type {[number, number] | null} where the arrow's head is held, in numbers of the axes */
  let aimed = null;
  let seen = "";
  let area = /** @type {[number, number][]} */ ([[0, 1], [0, 1]]);
  listen();
  return { part, picture: plot.picture, draw };

  /** @param {number} k */
  function makeChoice(k) {
    const choice = html("select", "mv-select mv-surface-choice");
    choice.setAttribute("aria-label", k ? "Parameter upwards" : "Parameter along");
    choice.append(...about.parameters.map((/** @type {string} */ name) => html("option", "", name)));
    choice.selectedIndex = axes[k];
    choice.addEventListener("change", () => {
      axes[k] = choice.selectedIndex;
      [aimed, seen] = [null, ""];
      later();
    }, { signal });
    return choice;
  }

  function listen() {
    let held = false;
    plot.picture.addEventListener("pointerdown", (event) => {
      held = true;
      plot.picture.setPointerCapture(event.pointerId);
      aim(event);
    }, { signal });
    plot.picture.addEventListener("pointermove", (event) => held && aim(event), { signal });
    plot.picture.addEventListener("pointerup", () => {
      held = false;
      if (placing.getAttribute("aria-pressed") !== "true" || !aimed || !now) return;
      const params = now.params.slice();
      for (const [k, axis] of axes.entries()) params[axis] = aimed[k];
      aimed = null;
      run.place?.(params);
    }, { signal });
  }

  /** @param {PointerEvent} event */
  function aim({ clientX, clientY }) {
    if (!scale) return;
    const box = plot.picture.getBoundingClientRect();
    const larger = box.width / Number(plot.picture.getAttribute("width"));
    const [x, y] = [(clientX - box.left) / larger - plot.left, (clientY - box.top) / larger - plot.top];
    const [xs, ys] = area;
    aimed = [xs[0] + (x / scale.width) * (xs[1] - xs[0]), ys[1] - (y / scale.height) * (ys[1] - ys[0])];
    if (now) draw(now);
  }

  /** @param {Moment} moment */
  function draw(moment) {
    if (!network) return;
    now = moment;
    const { moments, ghosts: old } = run.history;
    const at = (/** @type {Moment} */ { params }) => axes.map((axis) => params[axis]);
    const until = [...moments.filter(({ step: k }) => k < moment.step), moment];
    const been = until.map(at).filter((place) => place.every(Number.isFinite));
    widen(been);
    scale = plot.scale({ xs: area[0], ys: area[1], name: about.parameters[axes[0]] });
    const { x: px, y: py } = scale;
    const to = (/** @type {number[]} */ [x, y]) => [px(x), py(y)];
    const others = [...moment.params].filter((_, k) => !axes.includes(k));
    const key = JSON.stringify([axes, area, others, scale.width]);
    if (key !== seen) contours.replaceChildren(...contoursAt(moment.params, to));
    seen = key;
    ghosts.replaceChildren(...old.map(({ moments: left }) => svg("path", { d: pathOf(left.map(at).map(to)) })));
    set(path, { d: pathOf(been.map(to)) });
    const here = at(moment);
    const [cx, cy] = to(here);
    if (Number.isFinite(cx + cy)) set(ball, { cx, cy });
    set(arrow, { d: aimed ? pathOf([here, aimed].map(to)) : "" });
    const added = run.updateAt(moment);
    const next = aimed && added && alongside(to(here), to(aimed), to(here.map((x, k) => x + added[axes[k]])));
    set(step, { d: next ? pathOf([to(here), next]) : "" });
    told.textContent = sentence(here, added && axes.map((axis) => added[axis]), moment.loss);
  }

  /** The axes show all places of the path, with room; they grow, and never shrink. @param {number[][]} been */
  function widen(been) {
    for (const k of [0, 1]) {
      const numbers = been.map((place) => place[k]);
      const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
      if (seen && least >= area[k][0] && most <= area[k][1]) continue;
      const room = Math.max(0.6 * (most - least), 1);
      area[k] = [least - room, most + room];
    }
  }

  /** @param {Float64Array} at @param {(place: number[]) => number[]} to */
  function contoursAt(at, to) {
    const params = at.slice();
    const [xs, ys] = area.map(([least, most]) => spread(least, most, GRID));
    const field = [...ys].flatMap((y) => [...xs].map((x) => {
      [params[axes[0]], params[axes[1]]] = [x, y];
      return /** @type {import("../../core/training/network.js").Network} */ (network).loss(params, data.X, data.y);
    }));
    const known = field.filter(Number.isFinite).sort((a, b) => a - b);
    const [least, most] = [known[0], known[Math.floor(0.97 * (known.length - 1))]];
    const levels = Array.from({ length: LEVELS }, (_, k) => least + (most - least) * ((k + 0.5) / LEVELS) ** 2);
    return levels.map((level, k) => svg("path", {
      d: boundary(field, xs, ys, level).map((piece) => pathOf(piece.map(to))).join(""), opacity: 1 - (0.7 * k) / LEVELS,
    }, ""));
  }

  /** @param {number[]} here @param {number[] | null} added @param {number} loss */
  function sentence(here, added, loss) {
    const [x, y] = here.map(numberText);
    if (!aimed || !added)
      return `At ${x}, ${y} the loss is ${numberText(loss)}; stronger lines are lower. Where will the next step go? `
        + "Drag an arrow from the ball.";
    const mine = Math.atan2(aimed[1] - here[1], aimed[0] - here[0]);
    const off = Math.abs(((mine - Math.atan2(added[1], added[0])) * 180) / Math.PI);
    const [along, up] = added.map(numberText);
    return `The next step adds ${along} and ${up}: your arrow is ${preciseText(Math.min(off, 360 - off), 2)}° off. `
      + "The dashed line has its direction.";
  }
}

/**
 * The end of a line in the direction of one place, as long as the way to another.
 * @param {number[]} from
 * @param {number[]} other
 * @param {number[]} towards
 */
function alongside([x, y], other, towards) {
  const far = Math.hypot(other[0] - x, other[1] - y) / (Math.hypot(towards[0] - x, towards[1] - y) || 1);
  return [x + (towards[0] - x) * far, y + (towards[1] - y) * far];
}
