// @ts-check
// The output over two inputs with the samples on it, or over one as a curve.

import { html, svg } from "../../core/dom.js";
import { numberText, preciseText } from "../../core/words.js";
import { makePlot, pathOf, rangeOf, set } from "../../kit/plot.js";
import { paint } from "./colours.js";
import { boundary } from "./boundary.js";
import { spread } from "./network.js";

/** @typedef {import("../../core/training/history.js").Moment} Moment */

const GRID = 50; // places a side
const NEAR = 12; // px from a point that still hit it
const SHAPE = { share: 0.72, least: 200, most: 290 };

/**
 * @param {{ stage: import("./stage.js").Stage, open: (sample: number, held: boolean) => void, signal: AbortSignal }}
 *   options `open` hears which sample was pressed
 */
export function makePlanePane({ stage, open, signal }) {
  const { run: { network, data }, area, palette } = stage;
  const [along, up] = data.names;
  const flat = area.length === 1;
  const part = html("section", flat ? "mv-plane is-flat" : "mv-plane");
  part.setAttribute("aria-label", flat ? "Output over the input" : "Output over the two inputs");
  const head = html("p", "mv-training-head", flat ? `Output over ${along}` : `Output over ${along} and ${up}`);
  const plot = makePlot(SHAPE);
  const field = html("canvas", "mv-plane-field");
  const image = svg("image", { preserveAspectRatio: "none" });
  const [line, points] = [svg("path", { class: "mv-plane-line" }), svg("g", { class: "mv-plane-points" })];
  plot.inner.append(image, line, points);
  if (!flat) plot.part.prepend(field);
  const legend = html("p", "mv-quiet");
  part.append(head, plot.part, legend);
  /** @type {{ x: number, y: number, sample: number, held: boolean, target: number }[]} where the samples stand */
  let places = [];
  const node = network?.roles.predictions[0] ?? 0;
  plot.picture.addEventListener("click", (event) => {
    const found = nearest(event);
    if (found) open(found.sample, found.held);
  }, { signal });
  plot.picture.addEventListener("pointermove", (event) => {
    plot.part.classList.toggle("is-on-point", Boolean(nearest(event)));
  }, { signal });
  return { part, picture: plot.picture, draw, fill };

  /** @param {MouseEvent} event */
  function nearest({ clientX, clientY }) {
    const box = plot.picture.getBoundingClientRect();
    const larger = box.width / Number(plot.picture.getAttribute("width"));
    const [x, y] = [(clientX - box.left) / larger - plot.left, (clientY - box.top) / larger - plot.top];
    const all = places.map((one) => ({ ...one, far: Math.hypot(one.x - x, one.y - y) }));
    const [found] = all.sort((a, b) => a.far - b.far);
    return found && found.far < NEAR ? found : null;
  }

  /** @param {Moment} moment */
  function draw({ params }) {
    if (!network) return;
    const xs = spread(...area[0], flat ? 200 : GRID);
    const ys = flat ? new Float64Array(0) : spread(...area[1], GRID);
    const [output] = flat ? network.curve(params, [node], xs) : network.plane(params, [node], xs, ys);
    const range = flat ? rangeOf([...output, ...data.y, ...data.heldY]) : area[1];
    const scale = plot.scale({ xs: area[0], ys: range, name: flat ? along : "" });
    if (flat) {
      set(line, { d: pathOf([...xs].map((x, i) => [scale.x(x), scale.y(output[i])])) });
    } else {
      const full = stage.fullScale([output]);
      paint(field, output.map(stage.shade), GRID, full, palette());
      Object.assign(field.style, {
        left: `${plot.left}px`, top: `${plot.top}px`, width: `${scale.width}px`, height: `${scale.height}px`,
      });
      const level = data.kind === "classes" ? 0.5 : 0;
      set(image, { width: scale.width, height: scale.height });
      const pieces = data.kind === "numbers" ? [] : boundary(output, xs, ys, level);
      set(line, { d: pieces.map((piece) => pathOf(piece.map(([x, y]) => [scale.x(x), scale.y(y)]))).join("") });
      const held = data.held ? "; hollow: held out" : "";
      const most = preciseText(full, 2);
      legend.textContent = data.kind === "numbers" ? `Colour: output, −${most} to ${most}.`
        : `Line: where the output is ${numberText(level)}. Squares ought to be ${low()}${held}.`;
    }
    places = [false, true].flatMap((held) => Array.from({ length: held ? data.held : data.samples }, (_, sample) => {
      const [row, [target]] = [stage.row(sample, held), stage.target(sample, held)];
      return { x: scale.x(row[0]), y: scale.y(flat ? target : row[1]), sample, held, target };
    }));
    points.replaceChildren(...places.map((at) => drawPoint(at)));
  }

  function low() {
    return data.kind === "classes" ? "0" : "−1";
  }

  /** @param {{ x: number, y: number, held: boolean, target: number }} at */
  function drawPoint({ x, y, held, target }) {
    const isLow = !flat && (data.kind === "classes" ? target < 0.5 : target < 0);
    const look = { class: `${isLow ? "is-low" : ""}${held ? " is-held" : ""}` };
    const r = data.samples > 40 ? 3.5 : 5.5;
    return isLow ? svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, ...look })
      : svg("circle", { cx: x, cy: y, r: r + 0.5, ...look });
  }

  /** The field into the picture, for a file of it. */
  function fill() {
    if (!flat) image.setAttribute("href", field.toDataURL());
  }
}
