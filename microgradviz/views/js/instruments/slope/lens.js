// @ts-check
// The neighbourhood of the point, as wide as h: there the triangle is always large, however small h is.

import { html, svg } from "../../core/dom.js";
import { pathOf } from "./curve.js";
import { numberText } from "../../core/words.js";

const [WIDTH, HEIGHT] = [240, 150];
const POINTS = 120;

export function makeLens() {
  const part = html("figure", "mv-lens");
  const picture = svg("svg", { class: "mv-lens-picture", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", overflow: "hidden" });
  const line = svg("path", { class: "mv-curve-line" });
  const tangent = svg("path", { class: "mv-curve-tangent" });
  const triangle = svg("path", { class: "mv-curve-triangle" });
  const secant = svg("path", { class: "mv-curve-secant" });
  const point = svg("circle", { class: "mv-curve-point", r: 5 });
  const caption = html("figcaption", "mv-quiet");
  picture.append(triangle, line, tangent, secant, point);
  part.append(picture, caption);
  return { part, draw };

  /** @param {import("./curve.js").Shown & { near: ((x: number) => number) | null }} at */
  function draw({ x, h, symmetric, here, exact, from, to, rise, slope, near }) {
    const [first, last] = symmetric ? [-1.5, 1.5] : [-0.5, 1.5]; // in units of h
    const steep = Math.max(Math.abs(exact) || 0, Math.abs(slope) || 0) || 1;
    const up = (slope || exact) >= 0;
    const [low, high] = symmetric ? [-1.5, 1.5] : up ? [-0.5, 1.5] : [-1.5, 0.5];
    const px = (/** @type {number} */ u) => ((u - first) / (last - first)) * WIDTH;
    const py = (/** @type {number} */ y) => HEIGHT - (((y - here) / (h * steep) - low) / (high - low)) * HEIGHT;
    const begin = symmetric ? -1 : 0;
    const fine = Number.isFinite(here) && Number.isFinite(slope);
    const through = (/** @type {number} */ u0, /** @type {number} */ y0, /** @type {number} */ by) => pathOf([first, last].map((u) => [px(u), py(y0 + by * h * (u - u0))]));
    line.setAttribute("d", fine && near ? pathOf(Array.from({ length: POINTS }, (_, k) => first + ((last - first) * k) / (POINTS - 1)).map((u) => [px(u), py(near(x + u * h))])) : "");
    tangent.setAttribute("d", fine ? through(0, here, exact) : "");
    secant.setAttribute("d", fine ? through(begin, from, slope) : "");
    triangle.setAttribute("d", fine ? `${pathOf([[px(begin), py(from)], [px(1), py(from)], [px(1), py(to)]])}z` : "");
    point.setAttribute("cx", String(px(0)));
    point.setAttribute("cy", String(HEIGHT - ((0 - low) / (high - low)) * HEIGHT));
    caption.textContent = `around the point, ${numberText((last - first) * h)} wide`;
    picture.setAttribute("aria-label", `The point seen from near: over a run of ${numberText(symmetric ? 2 * h : h)} the rise is ${numberText(rise)}`);
  }
}
