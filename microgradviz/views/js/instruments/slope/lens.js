// @ts-check
// The neighbourhood of the point, as wide as h: there the triangle is always large, however small h is.

import { html, svg } from "../../core/dom.js";
import { numberText } from "../../core/words.js";
import { set } from "../../kit/plot.js";
import { makeLines } from "./curve.js";

const [WIDTH, HEIGHT] = [240, 150];
const POINTS = 120;

export function makeLens() {
  const part = html("figure", "mv-lens");
  const picture = svg("svg", {
    class: "mv-lens-picture", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", overflow: "hidden",
  });
  const lines = makeLines();
  const point = svg("circle", { class: "mv-curve-point", r: 5 });
  const caption = html("figcaption", "mv-quiet");
  picture.append(...lines.parts, point);
  part.append(picture, caption);
  return { part, draw };

  /**
   * All in units of h around the point, which digits lost at x itself would leave no room for.
   * @param {import("./curve.js").Shown & { near: (x: number) => number }} at
   */
  function draw({ x, h, symmetric, here, exact, from, to, rise, run, slope, near, name, guess, waits }) {
    part.hidden = waits;
    if (waits) return;
    const [first, last] = symmetric ? [-1.5, 1.5] : [-0.5, 1.5];
    const steep = Math.max(Math.abs(exact) || 0, Math.abs(slope) || 0) || 1;
    const [low, high] = symmetric ? [-1.5, 1.5] : (slope || exact) >= 0 ? [-0.5, 1.5] : [-1.5, 0.5];
    const px = (/** @type {number} */ u) => ((u - first) / (last - first)) * WIDTH;
    const py = (/** @type {number} */ v) => HEIGHT - ((v - low) / (high - low)) * HEIGHT;
    const [fine, rises] = [
      Number.isFinite(here) && Number.isFinite(slope), (/** @type {number} */ y) => (y - here) / (h * steep),
    ];
    const places = Array.from({ length: POINTS }, (_, k) => first + ((last - first) * k) / (POINTS - 1));
    const points = places.map((u) => /** @type {[number, number]} */ ([u, rises(near(x + u * h))]));
    const shown = fine ? { here: 0, from: rises(from), to: rises(to) } : { here: NaN, from: NaN, to: NaN };
    lines.draw({
      x: 0, h: 1, symmetric, name, rise, run, exact: exact / steep, slope: slope / steep, ...shown, waits,
      guess: guess === null ? null : guess / steep,
      points: fine ? points : [], limits: [first, last],
    }, { x: px, y: py });
    set(point, { cx: px(0), cy: py(0) });
    caption.textContent = `around the point, ${numberText((last - first) * h)} wide`;
    const told = `over a run of ${numberText(run)} the rise is ${numberText(rise)}`;
    picture.setAttribute("aria-label", `The point seen from near: ${told}`);
  }
}
