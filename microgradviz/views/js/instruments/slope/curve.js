// @ts-check
// The curve with its point, its secant and the triangle of rise and run; the tangent behind them.

import { svg } from "../../core/dom.js";
import { numberText } from "../../core/words.js";
import { makePlot, pathOf, rangeOf, rounded, set } from "../../kit/plot.js";

/**
 * @typedef {{ x: number, h: number, symmetric: boolean, name: string, here: number, exact: number, from: number,
 *   to: number, rise: number, run: number, slope: number, guess: number | null, waits: boolean }} Shown
 *   `waits` for a guess: nothing but the curve and the point is shown
 * @typedef {Shown & { points: [number, number][], limits: [number, number] }} Drawn
 */

const NEAR = 14; // px: so far beside a circle a press is still on it

/** @param {{ move: (x: number) => void, nudge: (h: number) => void, signal: AbortSignal }} options */
export function makeCurve({ move, nudge, signal }) {
  const { part, picture, inner, scale, left, top } = makePlot();
  const lines = makeLines();
  const words = svg("g", { class: "mv-curve-words" });
  const other = svg("circle", { class: "mv-curve-other", r: 5 });
  const point = svg("circle", { class: "mv-curve-point", r: 8, tabindex: 0, role: "slider" });
  inner.append(...lines.parts, words);
  picture.append(other, point);
  /** @type {{ back: (px: number) => number, at: Drawn } | null} */
  let now = null;
  listen();
  return { part, picture, point, draw, press };

  function listen() {
    let held = "";
    picture.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      held = isNear(other, event) && !isNear(point, event) ? "other" : "point";
      picture.setPointerCapture(event.pointerId);
      point.focus({ preventScroll: true });
      event.preventDefault();
      take(held, event);
    }, { signal });
    picture.addEventListener("pointermove", (event) => take(held, event), { signal });
    for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => (held = ""), { signal });
  }

  /** @param {string} held which circle @param {PointerEvent} event */
  function take(held, { clientX }) {
    if (!now || !held) return;
    const [lowest, highest] = now.at.limits;
    const { left: edge, width } = picture.getBoundingClientRect(); // Present draws all larger
    const there = now.back(((clientX - edge) * Number(picture.getAttribute("width"))) / width);
    if (held === "other") nudge(there - now.at.x);
    else move(rounded(Math.min(Math.max(there, lowest), highest), (highest - lowest) / 200));
  }

  /** A key on the point: whether it moved. @param {string} key */
  function press(key) {
    if (!now) return false;
    const [lowest, highest] = now.at.limits;
    const step = rounded((highest - lowest) / (key.startsWith("Shift+") ? 1000 : 100), (highest - lowest) / 2000);
    const [name, more, less] = [key.replace("Shift+", ""), 10 * step, -10 * step];
    const by = {
      ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step, PageUp: more, PageDown: less,
    }[name];
    const to = name === "Home" ? lowest : name === "End" ? highest : by && now.at.x + by;
    if (to === undefined) return false;
    move(Number(Math.min(Math.max(to, lowest), highest).toPrecision(12)));
    return true;
  }

  /** @param {Drawn} at */
  function draw(at) {
    const places = scale({ xs: at.limits, ys: rangeOf(at.points.map(([, y]) => y)), name: at.name });
    const { x: px, y: py, width, height } = places;
    now = { back: places.back, at };
    lines.draw(at, places);
    words.replaceChildren(...wordsOf(at, places));
    const fine = Number.isFinite(at.here);
    const end = at.x + at.h;
    set(point, { cx: left + px(at.x), cy: top + Math.min(Math.max(fine ? py(at.here) : height, 0), height) });
    point.classList.toggle("is-off", !fine);
    const there = !at.waits && Number.isFinite(at.to) && px(end) <= width + 1 && py(at.to) >= 0 && py(at.to) <= height;
    set(other, { visibility: there ? "visible" : "hidden", ...(there && { cx: left + px(end), cy: top + py(at.to) }) });
    const slope = at.waits ? "" : `, slope ${numberText(at.slope)}`;
    const told = `${at.name} = ${numberText(at.x)}, f = ${numberText(at.here)}${slope}`;
    const [least, most] = at.limits;
    set(point, {
      "aria-label": at.name, "aria-valuemin": least, "aria-valuemax": most, "aria-valuenow": at.x,
      "aria-valuetext": told,
    });
  }
}

/** The lines of a nudge, as the curve and its lens show them. */
export function makeLines() {
  const parts = ["triangle", "line", "tangent", "guess", "secant"].map((name) => // what comes later hides the earlier
    svg("path", { class: `mv-curve-${name}` }),
  );
  const [triangle, curve, tangent, guess, secant] = parts;
  return { parts, draw };

  /**
   * @param {Shown & { points: [number, number][], limits: [number, number] }} at
   * @param {Pick<import("../../kit/plot.js").Scale, "x" | "y">} scale
   */
  function draw(at, { x: px, y: py }) {
    const path = (/** @type {number[][]} */ points) => pathOf(points.map(([x, y]) => [px(x), py(y)]));
    const [begin, end] = endsOf(at);
    const through = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ slope) =>
      path(at.limits.map((there) => [there, y + slope * (there - x)]));
    set(curve, { d: path(at.points) });
    const fine = Number.isFinite(at.here) && !at.waits;
    set(tangent, { d: fine ? through(at.x, at.here, at.exact) : "" });
    set(guess, { d: fine && at.guess !== null ? through(at.x, at.here, at.guess) : "" });
    set(secant, { d: at.waits ? "" : through(begin, at.from, at.slope) });
    const around = `${path([[begin, at.from], [end, at.from], [end, at.to]])}z`;
    set(triangle, { d: at.waits || around === "z" ? "" : around });
  }
}

/** From where to where a nudge goes. @param {Shown} at */
function endsOf({ x, h, symmetric }) {
  return [symmetric ? x - h : x, x + h];
}

/**
 * The names of rise and run, where there is room.
 * @param {Shown} at
 * @param {import("../../kit/plot.js").Scale} scale
 */
function wordsOf(at, { x: px, y: py, width }) {
  const [begin, end] = endsOf(at).map(px);
  if (at.waits || end - begin <= 34 || !Number.isFinite(at.rise)) return [];
  const room = at.symmetric && Math.abs(py(at.here) - py(at.from)) < 12 ? 6 : 0; // for the point
  const below = py(at.from) + (at.rise > 0 ? 15 + room : -6 - room);
  const run = svg("text", { x: (begin + end) / 2, y: below, "text-anchor": "middle" }, at.symmetric ? "2h" : "h");
  const middle = (py(at.from) + py(at.to)) / 2 + 4;
  return at.rise ? [run, svg("text", { x: Math.min(end + 5, width - 30), y: middle }, "rise")] : [run];
}

/** Whether a press is on a circle, or as good as. @param {SVGElement} circle @param {PointerEvent} event */
function isNear(circle, { clientX, clientY }) {
  const { left, right, top, bottom } = circle.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return circle.getAttribute("visibility") !== "hidden" && Math.hypot(clientX - x, clientY - y) < NEAR;
}
