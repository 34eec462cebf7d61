// @ts-check
// The curve with its point, its secant and the triangle of rise and run; the tangent behind them.

import { html, svg } from "../../core/dom.js";
import { numberText } from "../../core/words.js";

/**
 * @typedef {{ x: number, h: number, symmetric: boolean, name: string, here: number, exact: number, from: number, to: number, rise: number, slope: number }} Shown
 * @typedef {Shown & { points: [number, number][], limits: [number, number] }} Drawn
 */

const [LEFT, RIGHT, TOP, BOTTOM] = [44, 12, 10, 26]; // px: room for the numbers of the axes
const TICKS = 6;
const FAR = 1e300; // beyond it there is no room for an axis within a double

/**
 * @param {{ movable: boolean, move: (x: number) => void, nudge: (h: number) => void, signal: AbortSignal }} options
 */
export function makeCurve({ movable, move, nudge, signal }) {
  const part = html("div", "mv-curve");
  const picture = svg("svg", { class: "mv-curve-picture" });
  const inner = svg("svg", { class: "mv-curve-inner", overflow: "hidden" });
  const axes = svg("g", { class: "mv-curve-axes" });
  const line = svg("path", { class: "mv-curve-line" });
  const tangent = svg("path", { class: "mv-curve-tangent" });
  const triangle = svg("path", { class: "mv-curve-triangle" });
  const secant = svg("path", { class: "mv-curve-secant" });
  const words = svg("g", { class: "mv-curve-words" });
  const other = svg("circle", { class: "mv-curve-other", r: 5 });
  const point = svg("circle", { class: "mv-curve-point", r: 8, tabindex: movable ? 0 : -1, role: "slider" });
  inner.append(line, triangle, tangent, secant, words);
  picture.append(axes, inner, other, point);
  part.append(picture);
  /** @type {{ back: (px: number) => number, at: Drawn } | null} */
  let now = null;
  listen();
  return { part, point, draw, press };

  function listen() {
    let held = false;
    let ring = false; // whether it is the other end that is held
    const take = (/** @type {PointerEvent} */ event) => {
      if (!now) return;
      const { left } = picture.getBoundingClientRect();
      const [lowest, highest] = now.at.limits;
      if (!ring && !movable) return;
      if (ring) nudge(now.back(event.clientX - left) - now.at.x);
      else move(rounded(Math.min(Math.max(now.back(event.clientX - left), lowest), highest), (highest - lowest) / 200));
    };
    picture.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      held = true;
      ring = near(other, event) && !near(point, event);
      picture.setPointerCapture(event.pointerId);
      point.focus({ preventScroll: true });
      event.preventDefault();
      take(event);
    }, { signal });
    picture.addEventListener("pointermove", (event) => held && take(event), { signal });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) picture.addEventListener(end, () => (held = false), { signal });
  }

  /** A key on the point: whether it moved. @param {string} key @param {boolean} shift */
  function press(key, shift) {
    if (!now || !movable) return false;
    const [lowest, highest] = now.at.limits;
    const step = rounded((highest - lowest) / (shift ? 1000 : 100), (highest - lowest) / 2000);
    const by = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step, PageUp: 10 * step, PageDown: -10 * step }[key];
    const to = key === "Home" ? lowest : key === "End" ? highest : by && now.at.x + by;
    if (to === undefined) return false;
    move(Number(Math.min(Math.max(to, lowest), highest).toPrecision(12)));
    return true;
  }

  /** @param {Drawn} at */
  function draw(at) {
    const width = Math.max(part.clientWidth, 200);
    const height = Math.round(Math.min(Math.max(width * 0.56, 210), 360));
    for (const [name, size] of /** @type {const} */ ([["width", width], ["height", height]])) picture.setAttribute(name, String(size));
    const [w, h] = [width - LEFT - RIGHT, height - TOP - BOTTOM];
    for (const [name, size] of Object.entries({ x: LEFT, y: TOP, width: w, height: h })) inner.setAttribute(name, String(size));
    const [lowest, highest] = at.limits;
    const [least, most] = rangeOf(at.points.map(([, y]) => y));
    const px = (/** @type {number} */ x) => ((x - lowest) / (highest - lowest)) * w;
    const py = (/** @type {number} */ y) => h - ((y - least) / (most - least)) * h;
    now = { back: (there) => lowest + ((there - LEFT) / w) * (highest - lowest), at };
    drawAxes(at, px, py, [least, most], [w, h]);
    line.setAttribute("d", pathOf(at.points.map(([x, y]) => [px(x), py(y)])));
    const fine = Number.isFinite(at.here);
    const begin = at.symmetric ? at.x - at.h : at.x;
    const end = at.x + at.h;
    const through = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ slope) =>
      pathOf([lowest, highest].map((there) => [px(there), py(y + slope * (there - x))]));
    tangent.setAttribute("d", fine ? through(at.x, at.here, at.exact) : "");
    secant.setAttribute("d", through(begin, at.from, at.slope));
    triangle.setAttribute("d", `${pathOf([[px(begin), py(at.from)], [px(end), py(at.from)], [px(end), py(at.to)]])}z`.replace(/^z$/, ""));
    words.replaceChildren();
    if (px(end) - px(begin) > 34 && Number.isFinite(at.rise)) {
      const up = at.rise > 0;
      words.append(
        svg("text", { x: (px(begin) + px(end)) / 2, y: py(at.from) + (up ? 15 : -6), "text-anchor": "middle" }, at.symmetric ? "2h" : "h"),
        ...(at.rise ? [svg("text", { x: Math.min(px(end) + 5, w - 30), y: (py(at.from) + py(at.to)) / 2 + 4 }, "rise")] : []),
      );
    }
    const seat = fine ? py(at.here) : h;
    point.setAttribute("cx", String(LEFT + px(at.x)));
    point.setAttribute("cy", String(TOP + Math.min(Math.max(seat, 0), h)));
    point.classList.toggle("is-off", !fine);
    const there = Number.isFinite(at.to) && px(end) <= w + 1 && py(at.to) >= 0 && py(at.to) <= h;
    other.setAttribute("visibility", there ? "visible" : "hidden");
    if (there) for (const [name, size] of Object.entries({ cx: LEFT + px(end), cy: TOP + py(at.to) })) other.setAttribute(name, String(size));
    for (const [name, text] of Object.entries({
      "aria-label": at.name, "aria-valuemin": lowest, "aria-valuemax": highest, "aria-valuenow": at.x,
      "aria-valuetext": `${at.name} = ${numberText(at.x)}, f = ${numberText(at.here)}, slope ${numberText(at.slope)}`,
    })) point.setAttribute(name, String(text));
  }

  /**
   * @param {Drawn} at
   * @param {(x: number) => number} px
   * @param {(y: number) => number} py
   * @param {[number, number]} range
   * @param {[number, number]} size
   */
  function drawAxes(at, px, py, [least, most], [w, h]) {
    axes.replaceChildren();
    for (const x of ticks(...at.limits, Math.min(TICKS, Math.floor(w / 60)))) {
      axes.append(
        svg("path", { d: `M${LEFT + px(x)} ${TOP}v${h}`, class: x === 0 ? "is-zero" : "" }),
        svg("text", { x: LEFT + px(x), y: TOP + h + 17, "text-anchor": "middle" }, numberText(x)),
      );
    }
    for (const y of ticks(least, most, Math.floor(h / 45))) {
      axes.append(
        svg("path", { d: `M${LEFT} ${TOP + py(y)}h${w}`, class: y === 0 ? "is-zero" : "" }),
        svg("text", { x: LEFT - 6, y: TOP + py(y) + 4, "text-anchor": "end" }, numberText(y)),
      );
    }
    axes.append(svg("text", { x: LEFT + w, y: TOP + h - 6, "text-anchor": "end", class: "mv-curve-name" }, at.name));
  }
}

/** Whether a press is on a circle, or as good as. @param {SVGElement} circle @param {PointerEvent} event */
function near(circle, { clientX, clientY }) {
  const { left, right, top, bottom } = circle.getBoundingClientRect();
  return circle.getAttribute("visibility") !== "hidden" && Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2) < 14;
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

/** Round numbers within a range, at most about so many. @param {number} least @param {number} most @param {number} many */
export function ticks(least, most, many) {
  const step = niceStep((most - least) / Math.max(many, 1));
  const found = [];
  for (let k = Math.ceil(least / step); k * step <= most && found.length < 50; k++) found.push(Number((k * step).toPrecision(12)) + 0);
  return found;
}

/** 1, 2 or 5 times a power of ten, at least so large. @param {number} least */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((n) => n * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** To a round step, so that a dragged number can be read. @param {number} x @param {number} least the step's least size */
function rounded(x, least) {
  const step = niceStep(least);
  return Number((Math.round(x / step) * step).toPrecision(12)) + 0;
}
