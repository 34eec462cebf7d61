// @ts-check
// The loss over two parameters: its contours, the path, a ball that can be placed, an arrow that predicts.

import { button, html, svg } from "../../core/dom.js";
import { numberText, preciseText } from "../../core/words.js";
import { makePlot, pathOf, set } from "../../kit/plot.js";
import { boundary } from "./boundary.js";
import { spread } from "./network.js";

/** @typedef {import("../../core/training/history.js").Moment} Moment */

const [GRID, LEVELS] = [44, 10];
const [REACH, FARTHEST] = [2, 8]; // how far the axes go around the start; times that, for a run that goes far
const BARB = 9; // px
const MOVES = 40; // of an arrow key, from one end of the axis up to the other
const SHAPE = { share: 0.62, least: 220, most: 420 };

/** @param {{ stage: import("./stage.js").Stage, later: () => void, signal: AbortSignal }} options */
export function makeSurfacePane({ stage, later, signal }) {
  const { run } = stage;
  const { network, data, about } = run;
  const count = about.parameters.length;
  const part = html("section", "mv-surface");
  part.setAttribute("aria-label", "Surface of the loss");
  const plot = makePlot(SHAPE);
  set(plot.picture, { tabindex: 0, role: "application" });
  const piece = (/** @type {string} */ tag, /** @type {string} */ name) => svg(tag, { class: `mv-surface-${name}` });
  const [contours, ghosts] = ["contours", "ghosts"].map((name) => piece("g", name));
  const [path, arrow, step] = ["path", "arrow", "step"].map((name) => piece("path", name));
  const ball = svg("circle", { class: "mv-surface-ball", r: 7 });
  plot.inner.append(contours, ghosts, path, arrow, step, ball);
  const told = html("p", "mv-quiet");
  const legend = html("p", "mv-quiet", "Along a line the loss is the same: high if it is faint, low if strong.");
  let axes = [0, Math.min(1, count - 1)];
  const chosen = axes.map((_, k) => makeChoice(k));
  const head = html("p", "mv-training-head", "Loss over ");
  if (count > 2) head.append(chosen[0], " and ", chosen[1], " (a slice: the others stay as they are)");
  else head.append(about.parameters.join(" and "));
  const placing = button("Place the ball", () => {
    placing.setAttribute("aria-pressed", String(placing.getAttribute("aria-pressed") !== "true"));
  }, signal, { name: "mv-button mv-small" });
  placing.hidden = !stage.place;
  part.append(head, plot.part, legend, placing, told);
  /** @type {import("../../kit/plot.js").Scale | null} */
  let scale = null;
  /** @type {Moment | null} */
  let now = null;
  /** @type {{ step: number, from: number[], to: number[] } | null} the arrow, in numbers of the axes */
  let aimed = null;
  let seen = "";
  let area = /** @type {[number, number][]} */ ([[0, 1], [0, 1]]);
  listen();
  return { part, picture: plot.picture, draw, press };

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
    /** @type {number[] | null} where the pointer is, while it is down */
    let held = null;
    const follow = (/** @type {PointerEvent} */ event) => {
      held = plot.numbersOf(event);
      if (now && isPlacing()) draw(now, held);
      else aim(held);
    };
    plot.picture.addEventListener("pointerdown", (event) => {
      plot.picture.setPointerCapture(event.pointerId);
      follow(event);
    }, { signal });
    plot.picture.addEventListener("pointermove", (event) => held && follow(event), { signal });
    plot.picture.addEventListener("pointerup", () => {
      if (isPlacing() && held) {
        placing.setAttribute("aria-pressed", "false");
        put(held);
      }
      held = null;
    }, { signal });
    plot.picture.addEventListener("pointercancel", () => void (held = null), { signal });
  }

  /** The arrow's end, or the ball, a little on. @param {string} key @param {Element} on */
  function press(key, on) {
    const way = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
    if (!way || on !== plot.picture || !now) return false;
    const by = (area[1][1] - area[1][0]) / MOVES;
    const from = axes.map((axis) => Number(now?.params[axis]));
    const to = (isPlacing() ? from : aimed?.to ?? from).map((x, k) => x + by * way[k]);
    if (isPlacing()) put(to);
    else aim(to);
    return true;
  }

  /** @param {number[]} to */
  function aim(to) {
    if (!now) return;
    aimed = { step: now.step, from: axes.map((axis) => Number(now?.params[axis])), to };
    draw(now);
  }

  /** The ball somewhere else. @param {number[]} place */
  function put(place) {
    const params = now?.params.slice();
    for (const [k, axis] of axes.entries()) if (params) params[axis] = place[k];
    aimed = null;
    if (params) stage.place?.(params);
  }

  function isPlacing() {
    return placing.getAttribute("aria-pressed") === "true";
  }

  /** @param {Moment} moment @param {number[] | null} [put] where the ball is held */
  function draw(moment, put = null) {
    if (!network) return;
    now = moment;
    const { moments, ghosts: old } = run.history;
    const at = (/** @type {Moment} */ { params }) => axes.map((axis) => params[axis]);
    const until = [...moments.filter(({ step: k }) => k < moment.step), moment];
    const been = until.flatMap((one) => (one.placed ? [[NaN, NaN], at(one)] : [at(one)])); // no step led there
    scale ??= plot.scale({ xs: [0, 1], ys: [0, 1], name: "" });
    area = areaOf([...moments, moment].map(at), scale.width / scale.height);
    scale = plot.scale({ xs: area[0], ys: area[1], name: about.parameters[axes[0]], up: about.parameters[axes[1]] });
    const { x: px, y: py } = scale;
    const to = (/** @type {number[]} */ [x, y]) => [px(x), py(y)];
    const others = [...moment.params].filter((_, k) => !axes.includes(k));
    const key = JSON.stringify([axes, area, others, scale.width]);
    if (key !== seen) contours.replaceChildren(...contoursAt(moment.params, to));
    seen = key;
    ghosts.replaceChildren(...old.map(({ moments: left }) => svg("path", { d: pathOf(left.map(at).map(to)) })));
    set(path, { d: pathOf(been.map(to)) });
    const here = at(moment);
    const [cx, cy] = to(put ?? here);
    if (Number.isFinite(cx + cy)) set(ball, { cx, cy });
    const taken = compared(moment, here);
    set(arrow, { d: aimed ? arrowTo(to(aimed.from), to(aimed.to)) : "" });
    set(step, { d: aimed && taken ? arrowTo(to(aimed.from), to(aimed.from.map((x, k) => x + taken[k]))) : "" });
    told.textContent = sentence(here, taken, moment.loss);
    plot.picture.setAttribute("aria-label", `Arrow keys draw an arrow. ${told.textContent}`);
  }

  /** The step that the arrow predicted, once it is taken. @param {Moment} moment @param {number[]} here */
  function compared(moment, here) {
    if (aimed && (moment.step < aimed.step || (moment.step === aimed.step && String(here) !== String(aimed.from))))
      aimed = null;
    if (!aimed || run.now.step <= aimed.step) return null;
    const before = run.moment(aimed.step);
    const added = before.step === aimed.step ? run.updateAt(before) : null;
    return added && axes.map((axis) => added[axis]);
  }

  /**
   * The axes run around the start, as far as the path needs; a unit is as long on both.
   * @param {number[][]} places @param {number} wider
   * @returns {[number, number][]}
   */
  function areaOf(places, wider) {
    const [start] = places;
    const far = places.map((place) => Math.max(Math.abs(place[0] - start[0]) / wider, Math.abs(place[1] - start[1])));
    const most = Math.max(...far.filter(Number.isFinite));
    let half = REACH;
    while (half < most * 1.1 && half < REACH * FARTHEST) half *= 2;
    return [[start[0] - half * wider, start[0] + half * wider], [start[1] - half, start[1] + half]];
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

  /** @param {number[]} here @param {number[] | null} taken @param {number} loss */
  function sentence(here, taken, loss) {
    const [x, y] = here.map(numberText);
    const ball = Number.isFinite(loss) ? `At ${x}, ${y} the loss is ${numberText(loss)}. ` : "";
    if (!aimed) return `${ball}Where will the next step go? Drag an arrow from the ball.`;
    const mine = aimed.to.map((to, k) => to - Number(aimed?.from[k]));
    const [along, up] = mine.map((by) => preciseText(by, 2));
    if (!taken) return `${ball}Your arrow adds ${along} and ${up}: press Step, and compare.`;
    const off = Math.abs(((Math.atan2(mine[1], mine[0]) - Math.atan2(taken[1], taken[0])) * 180) / Math.PI);
    const [right, high] = taken.map((by) => preciseText(by, 2));
    const long = preciseText(Math.hypot(...mine) / Math.hypot(...taken), 2);
    return `${ball}The dashed step added ${right} and ${high}; your arrow, ${along} and ${up}, is `
      + `${preciseText(Math.min(off, 360 - off), 2)}° off and ${long} times as long.`;
  }
}

/** A line with a head. @param {number[]} from @param {number[]} to */
function arrowTo([x, y], [toX, toY]) {
  const way = Math.atan2(toY - y, toX - x);
  const barbs = Math.hypot(toX - x, toY - y) < BARB ? [] : [way + 2.6, way - 2.6];
  const head = barbs.map((turn) => pathOf([[toX, toY], [toX + BARB * Math.cos(turn), toY + BARB * Math.sin(turn)]]));
  return pathOf([[x, y], [toX, toY]]) + head.join("");
}
