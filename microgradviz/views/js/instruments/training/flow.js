// @ts-check
// The gradients as they flow back through the layers, and how far each layer moves in a step.

import { button, html, svg } from "../../core/dom.js";
import { numberText, preciseText } from "../../core/words.js";
import { makePlot } from "../../kit/plot.js";

/** @typedef {import("../../core/training/history.js").Moment} Moment */
/** @typedef {{ dots: number[][], shares: number[][], rms: number[] }} Seen of every layer: its units, and its share */

const SHAPE = { share: 0.5, least: 170, most: 230 };
const WORDS = "A dot a unit: the root mean square, over all samples, of ∂loss/∂(its sum before the activation). Grey: "
  + "before the last Play.";
const MOVES = "Update ÷ weight, by layer";
const USUAL = 1e-3; // of its weight: what a parameter often moves in a step
const MOST_BELOW = 12; // layers told below the axis
const ROOM = 0.06; // of the height, beyond the last power above and below: a dot there is whole

/** @param {{ stage: import("./stage.js").Stage, signal: AbortSignal }} options */
export function makeFlowPane({ stage, signal }) {
  const { run, wiring } = stage;
  const part = html("section", "mv-flow");
  part.setAttribute("aria-label", "Flow of the gradients");
  const grads = makeLogPlot("Gradient of each unit's sum, by layer");
  const moves = makeLogPlot(MOVES, USUAL);
  const factors = html("p", "mv-training-row mv-flow-factors");
  const told = html("p", "mv-quiet");
  part.append(grads.part, moves.part, factors, told);
  /** @type {Seen | null} */
  let now = null;
  /** @type {Seen | null} */
  let before = null;
  let opened = -1;
  const openers = wiring.layers.slice(1).map((_, l) => button("", () => {
    opened = opened === l ? -1 : l;
    tell();
  }, signal, { name: "mv-button mv-small" }));
  factors.append(...openers);
  return { part, read, plots: [grads, moves], keep: () => (before = now) };

  /** @param {Moment} moment */
  function read(moment) {
    if (!run.network) return;
    const { layers } = run.network.flow(moment.params, run.data.X, run.data.y);
    const known = moment.step && !run.updateAt(moment) ? run.moment(moment.step - 1) : moment; // of a loop of one's own
    const added = run.updateAt(known);
    moves.title.textContent = `${MOVES}${known === moment ? "" : `, at step ${known.step}`}`;
    const dots = layers.map(({ sumGradients }) => sumGradients.map((column) => size(column)));
    const shares = wiring.layers.map((layer) => {
      const params = layer.flatMap(({ wires }) => wires.map(({ param }) => param));
      return [size(params.map((k) => added?.[k] ?? NaN)) / size(params.map((k) => known.params[k]))];
    });
    now = { dots, shares, rms: layers.map(({ rms }) => rms) };
    grads.take(dots, before?.dots ?? []);
    moves.take(shares, before?.shares ?? []);
    for (const [l, opener] of openers.entries())
      opener.textContent = `layer ${l + 1} ÷ layer ${l + 2}: ${preciseText(ratio(now.rms[l], now.rms[l + 1]), 2)}`;
    tell();
  }

  function tell() {
    for (const [l, opener] of openers.entries()) opener.setAttribute("aria-expanded", String(l === opened));
    if (!now || opened < 0) told.textContent = WORDS;
    else {
      const [one, other] = [now.rms[opened], now.rms[opened + 1]];
      const [a, b, share] = [one, other, ratio(one, other)].map(numberText);
      told.textContent = "Over all units and samples the gradient's root mean square is "
        + `${a} in layer ${opened + 1} and ${b} in layer ${opened + 2}: ${a} ÷ ${b} = ${share}.`;
    }
  }
}

/** Draw what was read, of all runs on the same axes. @param {ReturnType<typeof makeFlowPane>[]} panes */
export function drawFlows(panes) {
  for (const k of [0, 1]) {
    const plots = panes.map(({ plots }) => plots[k]);
    const known = plots.flatMap((plot) => plot.heights()).map(Math.log10);
    const [least, most] = known.length ? [Math.min(...known), Math.max(...known)] : [-1, 0];
    for (const plot of plots) plot.draw(Math.floor(least - 0.1), Math.ceil(most + 0.1));
  }
}

/** Columns of dots on a logarithmic axis. @param {string} text @param {number} [line] a height that is marked */
function makeLogPlot(text, line) {
  const plot = makePlot(SHAPE);
  const part = html("div", "mv-flow-plot");
  const title = html("p", "mv-training-head", text);
  part.append(title, plot.part);
  /** @type {number[][]} */
  let columns = [];
  /** @type {number[][]} */
  let ghosts = [];
  return { part, title, picture: plot.picture, take, heights, draw };

  /** @param {number[][]} now @param {number[][]} before */
  function take(now, before) {
    [columns, ghosts] = [now, before];
  }

  /** All that an axis must hold. */
  function heights() {
    const all = [...columns.flat(), ...ghosts.flat(), ...(line ? [line] : [])];
    return all.filter((x) => x > 0 && Number.isFinite(x));
  }

  /** @param {number} from the power of ten below @param {number} to the one above */
  function draw(from, to) {
    if (!columns.length) return;
    const every = Math.ceil((to - from) / 5);
    const powers = Array.from({ length: to - from + 1 }, (_, k) => from + k).filter((k) => k % every === 0);
    const room = ROOM * (to - from);
    const told = Math.ceil(columns.length / MOST_BELOW);
    const scale = plot.scale({
      xs: [0.5, columns.length + 0.5], ys: [from - room, to + room], name: "",
      below: columns.flatMap((_, c) => c % told ? [] : [[c + 1, String(c + 1)]]),
      beside: powers.map((k) => [k, k < -2 ? `1e−${-k}` : k > 4 ? `1e${k}` : preciseText(10 ** k, 1)]),
    });
    const height = (/** @type {number} */ x) => scale.y(Math.log10(Math.max(x, 10 ** from)));
    const dotted = (/** @type {number[][]} */ dots, /** @type {string} */ name) => dots.flatMap((column, c) =>
      column.flatMap((x, k) => Number.isFinite(x) ? svg("circle", {
        cx: scale.x(c + 1 + 0.5 * ((k + 0.5) / column.length - 0.5)), cy: height(x), r: 4.5,
        class: x > 0 ? name : `${name} is-zero`,
      }) : []));
    const mark = line ? [
      svg("path", { d: `M0 ${height(line)}h${scale.width}`, class: "mv-flow-line" }),
      svg("text", { x: 4, y: height(line) - 4 }, "1/1000"),
    ] : [];
    plot.inner.replaceChildren(...mark, ...dotted(ghosts, "mv-flow-ghost"), ...dotted(columns, "mv-flow-dot"));
  }
}

/** None where nothing flows at all. @param {number} one @param {number} other */
function ratio(one, other) {
  return other ? one / other : null;
}

/** The root mean square. @param {ArrayLike<number>} numbers */
function size(numbers) {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += numbers[i] ** 2;
  return Math.sqrt(sum / numbers.length);
}
