// @ts-check
// A strip: a slider whose track is a curve of what each of its places would give.

import { html, svg } from "../core/dom.js";
import { pathOf } from "./plot.js";
import { makeSlider } from "./slider.js";

const [WIDTH, HEIGHT, EDGE] = [1000, 64, 6];

/**
 * @param {{ label: string, ticks?: [number, string][], last?: number, choose: (place: number) => void,
 *   signal: AbortSignal }} options `ticks` are the places that have words below, of `last` places; without them each
 *   place has a line, and there may be more of them at each drawing
 */
export function makeStrip({ label, ticks = [], last = 1, choose, signal }) {
  const part = html("div", "mv-strip");
  const told = html("div", "mv-strip-told");
  const track = html("div", "mv-strip-track");
  const picture = svg("svg", {
    class: "mv-strip-picture", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true",
  });
  const area = svg("path", { class: "mv-strip-area" });
  const line = svg("path", { class: "mv-strip-line" });
  const slider = makeSlider({ label, moved: choose, signal, name: "mv-strip-slider" });
  const below = html("div", "mv-strip-ticks mv-quiet");
  below.setAttribute("aria-hidden", "true");
  for (const [place, text] of ticks) {
    const tick = html("span", "mv-strip-tick", text);
    tick.style.left = `${(100 * place) / last}%`;
    below.append(tick);
  }
  const lines = svg("path", { class: "mv-strip-places" });
  picture.append(area, lines, line);
  track.append(picture, slider.input);
  part.append(told, track, ...(ticks.length ? [below] : []));
  return { part, draw };

  /**
   * @param {number} place
   * @param {number[]} heights of all places; a number that is none leaves a gap
   * @param {string} words of the place
   * @param {[string, string]} texts above: of the place, and of the curve
   */
  function draw(place, heights, words, [now, what]) {
    const end = heights.length - 1;
    slider.show(place, words, [0, end]);
    told.replaceChildren(html("b", "", now), html("span", "mv-quiet", what));
    const known = heights.filter(Number.isFinite);
    const [least, most] = known.length ? [Math.min(...known), Math.max(...known)] : [0, 1];
    const seen = heights.map((y, i) => [
      (i / end) * WIDTH, EDGE + ((most - y) / (most - least || 1)) * (HEIGHT - 2 * EDGE),
    ]);
    const path = pathOf(seen);
    line.setAttribute("d", path);
    lines.setAttribute("d", ticks.length ? "" : seen.map(([x]) => `M${x} ${HEIGHT}V${HEIGHT - 2 * EDGE}`).join(""));
    area.setAttribute("d", known.length === heights.length ? `${path}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}z` : "");
  }
}
