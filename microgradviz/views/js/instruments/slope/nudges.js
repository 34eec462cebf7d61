// @ts-check
// The slider of h, with the error that each h makes drawn inside its track.

import { html, svg } from "../../core/dom.js";
import { NUDGES, nearestNudge } from "../../core/differences.js";
import { numberText } from "../../core/words.js";
import { pathOf } from "./curve.js";

const [WIDTH, HEIGHT, EDGE] = [1000, 64, 6];
const LEAST = 1e-18; // an error of 0 stands here

/** @param {{ choose: (h: number) => void, signal: AbortSignal }} options */
export function makeNudges({ choose, signal }) {
  const part = html("div", "mv-nudges");
  const told = html("label", "mv-nudges-label");
  const track = html("div", "mv-nudges-track");
  const picture = svg("svg", { class: "mv-nudges-picture", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const area = svg("path", { class: "mv-nudges-area" });
  const line = svg("path", { class: "mv-nudges-line" });
  picture.append(area, line);
  const slider = html("input", "mv-nudges-slider");
  slider.type = "range";
  slider.min = "0";
  slider.max = String(NUDGES.length - 1);
  slider.step = "1";
  slider.setAttribute("aria-label", "h, the nudge");
  slider.addEventListener("input", () => choose(NUDGES[Number(slider.value)]), { signal });
  const ends = html("div", "mv-nudges-ends mv-quiet");
  ends.setAttribute("aria-hidden", "true");
  ends.append(...["1e−16", "1e−12", "1e−8", "1e−4", "1"].map((text) => html("span", "mv-nudges-tick", text)));
  track.append(picture, slider);
  part.append(told, track, ends);
  return { part, draw };

  /** @param {number} h @param {number[]} errors of each of the nudges */
  function draw(h, errors) {
    const k = nearestNudge(h);
    slider.value = String(k);
    slider.setAttribute("aria-valuetext", `h = ${numberText(h)}, error ${numberText(errors[k])}`);
    told.replaceChildren(html("b", "", `h = ${numberText(h)}`), html("span", "mv-quiet", "the lower the line, the smaller the error"));
    const heights = errors.map((e) => (Number.isFinite(e) ? Math.log10(Math.max(e, LEAST)) : NaN));
    const known = heights.filter(Number.isFinite);
    const [least, most] = known.length ? [Math.min(...known), Math.max(...known)] : [0, 1];
    const seen = heights.map((y, i) => [(i / (NUDGES.length - 1)) * WIDTH, EDGE + ((most - y) / (most - least || 1)) * (HEIGHT - 2 * EDGE)]);
    const path = pathOf(seen);
    line.setAttribute("d", path);
    area.setAttribute("d", known.length === errors.length ? `${path}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}z` : "");
  }
}
