// @ts-check
// Axes with round numbers, and what a curve needs to be drawn on them.

import { html, svg } from "../core/dom.js";
import { numberText } from "../core/words.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [44, 20, 10, 26]; // px: room for the numbers of the axes
const SHAPE = { share: 0.56, least: 210, most: 360 }; // the height as a share of the width, and its limits in px
const TICKS = 6;
const FAR = 1e300; // beyond it there is no room for an axis within a double

/**
 * From where to where the axes go, what the one along is called, and the one up, and what stands at them, if not round
 * numbers; and where on the picture a number stands.
 * @typedef {{ xs: [number, number], ys: [number, number], name: string, up?: string, below?: [number, string][],
 *   beside?: [number, string][] }} Limits
 * @typedef {{ x: (x: number) => number, y: (y: number) => number, back: (px: number) => number, width: number,
 *   height: number }} Scale
 */

/** A picture with axes; `inner` is clipped to where they run, `scale` draws them and gives its places. */
export function makePlot({ share, least, most } = SHAPE) {
  const part = html("div", "mv-plot");
  const picture = svg("svg", { class: "mv-plot-picture" });
  const axes = svg("g", { class: "mv-plot-axes" });
  const inner = svg("svg", { class: "mv-plot-inner", x: LEFT, y: TOP, overflow: "hidden" });
  picture.append(axes, inner);
  part.append(picture);
  let shown = { xs: [0, 1], ys: [0, 1], width: 1, height: 1 };
  return { part, picture, inner, scale, pixelsOf, numbersOf, left: LEFT, top: TOP };

  /** Where a pointer is, in numbers of the axes. @param {MouseEvent} event @returns {[number, number]} */
  function numbersOf(event) {
    const [px, py] = pixelsOf(event);
    const { xs, ys, width, height } = shown;
    return [xs[0] + (px / width) * (xs[1] - xs[0]), ys[1] - (py / height) * (ys[1] - ys[0])];
  }


  /** Where a pointer is, from the upper left corner of where the axes run. @param {MouseEvent} event */
  function pixelsOf({ clientX, clientY }) {
    const box = picture.getBoundingClientRect();
    const larger = box.width / Number(picture.getAttribute("width"));
    return [(clientX - box.left) / larger - LEFT, (clientY - box.top) / larger - TOP];
  }

  /** As wide as there is room. @param {Limits} limits @returns {Scale} */
  function scale({ xs, ys, name, up = "", ...marks }) {
    const wide = Math.max(part.clientWidth, 200);
    const high = Math.round(Math.min(Math.max(wide * share, least), most));
    const [width, height] = [wide - LEFT - RIGHT, high - TOP - BOTTOM];
    set(picture, { width: wide, height: high, viewBox: `0 0 ${wide} ${high}` });
    set(inner, { width, height });
    shown = { xs, ys, width, height };
    const x = (/** @type {number} */ number) => ((number - xs[0]) / (xs[1] - xs[0])) * width;
    const y = (/** @type {number} */ number) => height - ((number - ys[0]) / (ys[1] - ys[0])) * height;
    const below = marks.below ?? numbered(ticks(...xs, Math.min(TICKS, Math.floor(width / 60))));
    const beside = marks.beside ?? numbered(ticks(...ys, Math.floor(height / 45)));
    axes.replaceChildren(
      ...below.flatMap(([at, text]) => [
        svg("path", { d: `M${LEFT + x(at)} ${TOP}v${height}`, class: at === 0 ? "is-zero" : "" }),
        svg("text", { x: LEFT + x(at), y: TOP + height + 17, "text-anchor": "middle" }, text),
      ]),
      ...beside.flatMap(([at, text]) => [
        svg("path", { d: `M${LEFT} ${TOP + y(at)}h${width}`, class: at === 0 ? "is-zero" : "" }),
        svg("text", { x: LEFT - 6, y: TOP + y(at) + 4, "text-anchor": "end" }, text),
      ]),
      svg("text", { x: LEFT + width, y: TOP + height - 6, "text-anchor": "end", class: "mv-plot-name" }, name),
      svg("text", { x: LEFT + 6, y: TOP + 14, class: "mv-plot-name" }, up),
    );
    return { x, y, back: (px) => xs[0] + ((px - LEFT) / width) * (xs[1] - xs[0]), width, height };
  }
}

/** @param {number[]} places @returns {[number, string][]} */
function numbered(places) {
  return places.map((at) => [at, numberText(at)]);
}

/** @param {Element} element @param {Record<string, string | number>} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** A path through points, with a gap where there is no number. @param {number[][]} points */
export function pathOf(points) {
  let [path, pen] = ["", "M"];
  for (const [x, y] of points) {
    if (!Number.isFinite(x + y)) pen = "M";
    else {
      path += `${pen}${x.toFixed(2)} ${Math.min(Math.max(y, -9e4), 9e4).toFixed(2)}`;
      pen = "L";
    }
  }
  return path;
}

/**
 * From where to where an axis goes that shows some numbers; a few far outside, as near a pole, do not count.
 * @param {number[]} ys
 * @returns {[number, number]}
 */
export function rangeOf(ys) {
  const sorted = ys.filter(Number.isFinite).map((y) => Math.min(Math.max(y, -FAR), FAR)).sort((a, b) => a - b);
  if (!sorted.length) return [-1, 1];
  const at = (/** @type {number} */ share) => sorted[Math.round(share * (sorted.length - 1))];
  let [least, most] = [at(0), at(1)];
  const [low, high] = [at(0.08), at(0.92)];
  if (most - least > 8 * (high - low) && high > low) [least, most] = [low - (high - low), high + (high - low)];
  const room = 0.08 * (most - least) || Math.abs(most) * 0.1 || 1;
  return [least - room, most + room];
}

/**
 * Round numbers within a range, at most about so many.
 * @param {number} least
 * @param {number} most
 * @param {number} many
 */
export function ticks(least, most, many) {
  const step = niceStep((most - least) / Math.max(many, 1));
  const found = [];
  for (let k = Math.ceil(least / step); k * step <= most && found.length < 50; k++)
    found.push(Number((k * step).toPrecision(12)) + 0);
  return found;
}

/**
 * To a round step, so that a dragged number can be read.
 * @param {number} x
 * @param {number} least the step's least size
 */
export function rounded(x, least) {
  const step = niceStep(least);
  return Number((Math.round(x / step) * step).toPrecision(12)) + 0;
}

/** 1, 2 or 5 times a power of ten, at least so large. @param {number} least */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((n) => n * power >= least * (1 - 1e-9)) ?? 10) * power;
}
