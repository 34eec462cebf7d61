// @ts-check
// Arrows from one origin in a plane; some can be dragged by their tips, and gradients begin there.

import { html, svg } from "../../core/dom.js";
import { numberText } from "../../core/words.js";
import { makePlot, set } from "../../kit/plot.js";
import { spotsOf } from "./labels.js";

/** @typedef {import("./head.js").Arrow} Arrow */
/** @typedef {import("./labels.js").Point} Point */
/**
 * An arrow as it is drawn: `share` is how much of its length is taken, from 0 to 1.
 * @typedef {{ id: string, words: string, at: Arrow, look?: string, fixed?: boolean, share?: number, grad?: Arrow }}
 *   Drawn
 */

const SHAPE = { share: 0.72, least: 220, most: 270 };
const LEAST = 2.6; // from the origin to the upper edge, in numbers
const FARTHEST = 10; // as head.py has it
const NEAR = 16; // px
const STEP = 0.1;

/**
 * @param {{ label: string, move: (id: string, to: Arrow) => void, begun: (id: string) => void, signal: AbortSignal }}
 *   options `begun` hears that a hand is laid on a tip
 */
export function makePlane({ label, move, begun, signal }) {
  const plot = makePlot(SHAPE);
  const [part, caption] = [html("div", ""), html("p", "mv-quiet")];
  part.append(caption, plot.part);
  const [arrows, words, grads, tips] = ["arrows", "words", "grads", "tips"].map((name) =>
    svg("g", { class: `mv-arrow-${name}` }));
  plot.picture.setAttribute("aria-label", label);
  plot.picture.setAttribute("role", "group");
  plot.inner.append(arrows, words, grads, tips);
  /** @type {Map<string, SVGElement>} */
  const made = new Map();
  /** @type {Drawn[]} */
  let shown = [];
  /** @type {import("../../kit/plot.js").Scale | null} */
  let scale = null;
  let [held, reach] = ["", LEAST];
  listen();
  return { part, caption, draw, press };

  function listen() {
    const { picture } = plot;
    picture.addEventListener("pointerdown", (event) => {
      const found = event.button ? "" : nearest(event);
      if (!found) return;
      held = found;
      picture.setPointerCapture(event.pointerId);
      made.get(held)?.focus({ preventScroll: true });
      event.preventDefault();
      begun(held);
    }, { signal });
    picture.addEventListener("pointermove", (event) => {
      if (held) moveTo(held, plot.numbersOf(event), STEP / 2);
    }, { signal });
    picture.addEventListener("touchmove", (event) => { // a finger on a tip drags it; beside, it scrolls the page
      if (held) event.preventDefault();
    }, { passive: false, signal });
    for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => {
      held = "";
      draw(shown);
    }, { signal });
    tips.addEventListener("focusin", (event) => {
      const id = /** @type {Element} */ (event.target).getAttribute("data-tip");
      if (id && !held) begun(id);
    }, { signal });
  }

  /** @param {MouseEvent} event */
  function nearest(event) {
    const [px, py] = plot.pixelsOf(event);
    const far = shown.filter(({ fixed }) => !fixed && scale).map(({ id, at: [x, y] }) => ({
      id, px: Math.hypot((scale?.x(x) ?? 0) - px, (scale?.y(y) ?? 0) - py),
    })).sort((a, b) => a.px - b.px);
    return far.length && far[0].px < NEAR ? far[0].id : "";
  }

  /** @param {string} id @param {number[]} to @param {number} step */
  function moveTo(id, to, step) {
    const most = (/** @type {number} */ x) => Math.min(Math.max(x, -FARTHEST), FARTHEST);
    const [x, y] = to.map((each) => most(Number((Math.round(each / step) * step).toPrecision(9))) + 0);
    move(id, [x, y]);
  }

  /** A key on a tip; with Shift it moves less. @param {string} key @param {Element} target */
  function press(key, target) {
    const found = shown.find(({ id }) => made.get(id) === target);
    const step = key.startsWith("Shift+") ? STEP / 10 : STEP;
    const by = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
    }[key.replace("Shift+", "")];
    if (!found || !by) return false;
    moveTo(found.id, found.at.map((x, c) => x + by[c] * step), STEP / 10);
    return true;
  }

  /** @param {Drawn[]} all */
  function draw(all) {
    shown = all;
    if (!held) reach = Math.max(LEAST, ...all.flatMap(({ at: [x, y] }) => [1.12 * Math.abs(y), 0.9 * Math.abs(x)]));
    const ys = /** @type {[number, number]} */ ([-reach, reach]);
    const { width, height } = plot.scale({ xs: ys, ys, name: "" });
    const wide = (reach * width) / height; // one unit is as long across as it is up
    const now = plot.scale({ xs: [-wide, wide], ys, name: "" });
    scale = now;
    const pointAt = (/** @type {number} */ x, /** @type {number} */ y) => /** @type {Point} */ ([now.x(x), now.y(y)]);
    const origin = pointAt(0, 0);
    arrows.replaceChildren(...all.flatMap(({ at: [x, y], look = "", share }) => {
      const tip = pointAt(x, y);
      const parts = [arrowFrom(origin, tip, `mv-arrow ${look}`)];
      if (share !== undefined) {
        const d = `M${origin}L${origin.map((from, c) => from + share * (tip[c] - from))}`;
        parts.push(svg("path", { class: "mv-arrow-share", d }));
      }
      return parts;
    }));
    grads.replaceChildren(...all.flatMap(({ at: [x, y], grad: [dx, dy] = [NaN, NaN] }) => (Number.isNaN(dx) ? []
      : [arrowFrom(pointAt(x, y), pointAt(x + dx, y + dy), "mv-arrow is-grad")])));
    const labelled = all.map(({ words: told, at: [x, y], fixed }) => (
      { told, from: origin, to: pointAt(x, y), fixed }));
    const gradients = all.flatMap(({ at: [x, y], grad: [dx, dy] = [NaN, NaN] }) =>
      (Number.isNaN(dx) ? [] : [/** @type {[Point, Point]} */ ([pointAt(x, y), pointAt(x + dx, y + dy)])]));
    const axes = /** @type {[Point, Point][]} */ ([
      [pointAt(-wide, 0), pointAt(wide, 0)], [pointAt(0, -reach), pointAt(0, reach)],
    ]);
    words.replaceChildren(...spotsOf(labelled, [...gradients, ...axes], now.width).map(({ x, y, anchor }, i) =>
      svg("text", { x, y, "text-anchor": anchor }, all[i].words)));
    for (const each of all)
      if (!each.fixed) set(tipOf(each), { cx: now.x(each.at[0]), cy: now.y(each.at[1]) });
  }

  /** @param {Drawn} drawn */
  function tipOf({ id, words: told, at: [x, y] }) {
    const about = { class: "mv-arrow-tip", r: 8, tabindex: 0, role: "slider", "data-tip": id };
    const tip = made.get(id) ?? svg("circle", about);
    if (!made.has(id)) tips.append(tip);
    made.set(id, tip);
    set(tip, {
      "aria-label": told, "aria-valuemin": -FARTHEST, "aria-valuemax": FARTHEST, "aria-valuenow": x,
      "aria-valuetext": `${numberText(x)} across, ${numberText(y)} up`,
    });
    return tip;
  }
}

/** @param {number[]} from @param {number[]} to px @param {string} name its class */
function arrowFrom([x, y], [toX, toY], name) {
  const far = Math.hypot(toX - x, toY - y);
  const size = Math.min(10, far / 2);
  const turn = Math.atan2(toY - y, toX - x);
  const barb = (/** @type {number} */ by) =>
    `${toX - size * Math.cos(turn + by)} ${toY - size * Math.sin(turn + by)}`;
  const head = far < 1 ? "" : `M${barb(0.45)}L${toX} ${toY}L${barb(-0.45)}`;
  return svg("path", { class: name, d: `M${x} ${y}L${toX} ${toY}${head}` });
}
