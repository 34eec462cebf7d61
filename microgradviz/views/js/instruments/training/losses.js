// @ts-check
// The loss of every step on a strip, which is the scrubber of time. It is never smoothed.

import { button, html, svg } from "../../core/dom.js";
import { numberText, preciseText } from "../../core/words.js";
import { makePlot, pathOf, set, ticks } from "../../kit/plot.js";
import { makeSlider } from "../../kit/slider.js";
import { inPixels, niceEnd } from "./curve.js";

/** @typedef {import("../../core/training/runs.js").Run} Run */
/** @typedef {import("../../core/training/history.js").Columns} Columns */

const SHAPE = { share: 0.2, least: 120, most: 124 };
const THUMB = 10; // px, as in training.css
const FAR = 20; // times the first loss: a linear axis goes no further, the line leaves it
const LEAST = 1e-12; // a loss of 0 stands here on a logarithmic axis

/**
 * @param {{ runs: Run[], names: string[], choose: (step: number) => void, openBroken: (run: number) => void,
 *   tools: HTMLElement[], signal: AbortSignal }} options `choose` hears of a step, `openBroken` that the first
 *   number of a run that is none is to be seen
 */
export function makeLosses({ runs, names, choose, openBroken, tools, signal }) {
  const part = html("section", "mv-losses");
  part.setAttribute("aria-label", "Loss");
  const [head, told] = [html("p", "mv-training-head", "Loss"), html("span", "mv-losses-told")];
  let logarithmic = false;
  const turn = button("Log", () => {
    logarithmic = !logarithmic;
    draw(shown);
  }, signal, { name: "mv-button mv-small", label: "Logarithmic axis" });
  const bar = html("div", "mv-training-row");
  bar.append(head, told, ...tools, turn);
  const plot = makePlot(SHAPE);
  const [ghosts, lines, marks] = ["ghosts", "lines", "marks"].map((name) => svg("g", { class: `mv-losses-${name}` }));
  const here = svg("path", { class: "mv-losses-here" });
  plot.inner.append(ghosts, lines, marks, here);
  const moved = (/** @type {number} */ k) => choose(Math.min(k, last()));
  const slider = makeSlider({ label: "Step", moved, signal, name: "mv-losses-slider" });
  plot.part.append(slider.input);
  const broken = runs.map((_, k) => button("", () => openBroken(k), signal, { name: "mv-button mv-small mv-broken" }));
  part.append(bar, plot.part, ...broken);
  let [shown, pointed] = [0, -1];
  let end = 100;
  /** @type {Columns[]} */
  let all = [];
  listen();
  return { part, picture: plot.picture, draw };

  function listen() {
    slider.input.addEventListener("pointermove", ({ clientX }) => {
      const { left, width } = slider.input.getBoundingClientRect();
      pointed = Math.round((end * (clientX - left - THUMB / 2)) / (width - THUMB));
      tell();
    }, { signal });
    slider.input.addEventListener("pointerleave", () => {
      pointed = -1;
      tell();
    }, { signal });
  }

  function last() {
    return Math.max(...runs.map(({ now }) => now.step));
  }

  /** @param {number} step */
  function draw(step) {
    shown = step;
    all = runs.map(({ history }) => history.columns());
    const old = runs.flatMap(({ history }) => history.ghosts);
    end = niceEnd(Math.max(last(), ...old.map(({ steps }) => steps[steps.length - 1] ?? 0)));
    const height = (/** @type {number} */ y) => (logarithmic ? Math.log10(Math.max(y, LEAST)) : y);
    const ys = rangeOfLosses(all, height);
    /** @type {[number, string][]} */
    const beside = logarithmic ? powers(ys) : ticks(...ys, 3).map((y) => [y, numberText(y)]);
    const scale = plot.scale({ xs: [0, end], ys, name: "step", beside });
    const path = (/** @type {Columns} */ { steps, losses, heldOut }, which = losses) => {
      const known = [...steps.keys()].filter((i) => which === losses || Number.isFinite(which[i]));
      return pathOf(inPixels(known.map((i) => [scale.x(steps[i]), scale.y(height(which[i]))])));
    };
    lines.replaceChildren(...all.flatMap((columns, k) => [
      svg("path", { d: path(columns), class: `mv-losses-line is-run-${k + 1}` }),
      svg("path", { d: path(columns, columns.heldOut), class: `mv-losses-held is-run-${k + 1}` }),
    ]));
    ghosts.replaceChildren(...old.map((ghost) => svg("path", { d: path(ghost), class: "mv-losses-ghost" })));
    marks.replaceChildren(...runs.flatMap(({ history: { firstNaN } }) => (firstNaN === null ? []
      : [svg("path", { d: `M${scale.x(firstNaN)} 0v${scale.height}`, class: "mv-losses-broken" })])));
    set(here, { d: `M${scale.x(step)} 0v${scale.height}` });
    Object.assign(slider.input.style, {
      left: `${plot.left - THUMB / 2}px`, top: `${plot.top}px`,
      width: `${scale.width + THUMB}px`, height: `${scale.height}px`,
    });
    slider.show(step, words(step), [0, end]);
    turn.setAttribute("aria-pressed", String(logarithmic));
    for (const [k, made] of broken.entries()) {
      made.hidden = runs[k].history.firstNaN === null;
      made.textContent = `Open step ${runs[k].history.firstNaN}, where the numbers broke`;
    }
    tell();
  }

  function tell() {
    const there = pointed >= 0 && pointed <= last();
    told.textContent = `${there ? "under the pointer: " : ""}${words(there ? pointed : shown)}`;
  }

  /** @param {number} step */
  function words(step) {
    const each = all.map(({ steps, losses, heldOut }, k) => {
      const at = nearestTo(steps, step);
      const held = Number.isFinite(heldOut[at]) ? `, held out (dashed) ${numberText(heldOut[at])}` : "";
      const name = names[k] && `${names[k]} `;
      const when = steps[at] === step ? "" : ` at step ${steps[at]}`;
      return !steps.length ? "" : `${name}loss${when} ${numberText(losses[at])}${held}`;
    });
    return [`step ${step}`, each.filter(Boolean).join("; ")].filter(Boolean).join(": ");
  }
}

/** @param {Columns[]} all @param {(y: number) => number} height @returns {[number, number]} */
function rangeOfLosses(all, height) {
  let [least, most] = [Infinity, -Infinity];
  for (const { losses, heldOut } of all)
    for (const column of [losses, heldOut])
      for (const y of column) if (Number.isFinite(y)) {
        least = Math.min(least, height(y));
        most = Math.max(most, height(y));
      }
  if (!(most >= least)) return [0, 1];
  if (height(0) === 0) {
    const first = Math.max(...all.map(({ losses }) => losses[0]).filter((y) => y > 0));
    [least, most] = [Math.min(least, 0), first > 0 ? Math.min(most, FAR * first) : most];
  }
  const room = (most - least) * 0.06 || Math.abs(most) * 0.1 || 1;
  return [height(0) === 0 ? least : least - room, most + room];
}

/** Where a logarithmic axis has numbers. @param {[number, number]} range @returns {[number, string][]} */
function powers([least, most]) {
  const whole = ticks(least, most, 4).filter(Number.isInteger);
  const shown = whole.length > 1 ? whole : [1, 2, 5].flatMap((n) =>
    Array.from({ length: Math.ceil(most - least) + 2 }, (_, k) => Math.log10(n) + Math.floor(least) + k))
    .filter((y) => y >= least && y <= most);
  return shown.map((y) => [y, preciseText(10 ** y, 2)]);
}

/** @param {Float64Array} steps @param {number} step */
function nearestTo(steps, step) {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle] < step) low = middle + 1;
    else high = middle;
  }
  return low > 0 && step - steps[low - 1] < steps[low] - step ? low - 1 : low;
}
