// @ts-check
// The output over two inputs with the samples on it, or over one as a curve.

import { html, svg } from "../../core/dom.js";
import { numberText, preciseText } from "../../core/words.js";
import { makePlot, pathOf, rangeOf, set } from "../../kit/plot.js";
import { paint } from "./colours.js";
import { boundary } from "./boundary.js";
import { endsOf, neuronThrough, soleNeuron } from "./line.js";
import { spread } from "./network.js";

/** @typedef {import("../../core/training/history.js").Moment} Moment */
/** @typedef {import("./line.js").Point} Point */
/** @typedef {import("../../kit/plot.js").Scale} Scale */

const GRID = 50; // places a side
const MOST_TILES = 4; // samples that have tiles beside, which tell how many are right
const LEAST = 1; // the size of weights whose two sides can be told apart by colour
const NEAR = 12; // px from a point that still hit it
const SHAPE = { share: 0.72, least: 190 };

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
  const head = html("p", "mv-training-head");
  const few = data.samples <= MOST_TILES;
  const plot = makePlot({ ...SHAPE, most: few ? 230 : 290 });
  const field = html("canvas", "mv-plane-field");
  const image = svg("image", { preserveAspectRatio: "none" });
  const [line, points] = [svg("path", { class: "mv-plane-line" }), svg("g", { class: "mv-plane-points" })];
  plot.inner.append(image, line, points);
  if (!flat) plot.part.prepend(field);
  const legend = html("p", "mv-quiet");
  const neuron = stage.place ? soleNeuron(stage.wiring, data) : null;
  const handles = svg("g", { class: "mv-plane-handles" });
  plot.inner.append(handles);
  plot.part.classList.toggle("is-movable", Boolean(neuron));
  /** @type {[Point, Point] | null} the ends of the neuron's line, in numbers of the axes */
  let ends = null;
  /** @type {{ end: number, from: Point, ends: [Point, Point] } | null} what is dragged: an end, or the line, −1 */
  let held = null;
  let dragged = false;
  let stood = "";
  /** @type {Scale | null} */
  let scale = null;
  /** @type {Float64Array} */
  let now = new Float64Array(0);
  part.append(head, plot.part, legend);
  /** @type {{ x: number, y: number, sample: number, held: boolean, target: number }[]} where the samples stand */
  let places = [];
  const nodes = network?.roles.predictions ?? [];
  plot.picture.addEventListener("click", (event) => {
    const found = !dragged && nearest(event);
    if (found) open(found.sample, found.held);
  }, { signal });
  plot.picture.addEventListener("pointermove", (event) => {
    if (held) return drag(plot.numbersOf(event));
    const grip = gripAt(event);
    plot.part.classList.toggle("is-on-line", grip !== null);
    plot.part.classList.toggle("is-on-point", grip === null && Boolean(nearest(event)));
  }, { signal });
  if (neuron) listenToLine();
  return { part, picture: plot.picture, draw, fill };

  function listenToLine() {
    plot.picture.addEventListener("pointerdown", (event) => {
      const end = event.button ? null : gripAt(event);
      dragged = end !== null;
      if (end === null || !ends) return;
      held = { end, from: plot.numbersOf(event), ends };
      plot.picture.setPointerCapture(event.pointerId);
    }, { signal });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
      plot.picture.addEventListener(name, () => {
        held = null;
        if (scale) drawHandles(scale);
      }, { signal });
  }

  /** The end of the line that is pointed at, −1 for the line itself. @param {MouseEvent} event */
  function gripAt(event) {
    if (!ends || !scale || !neuron) return null;
    const { x, y } = scale;
    const [px, py] = plot.pixelsOf(event);
    const [a, b] = ends.map(([u, v]) => [x(u), y(v)]);
    const far = [a, b].map(([u, v]) => Math.hypot(u - px, v - py));
    const end = far[0] < far[1] ? 0 : 1;
    if (far[end] < NEAR) return end;
    const beside = Math.abs((b[0] - a[0]) * (a[1] - py) - (a[0] - px) * (b[1] - a[1]))
      / Math.hypot(b[0] - a[0], b[1] - a[1]);
    return beside < NEAR && !nearest(event) ? -1 : null;
  }

  /** @param {Point} to */
  function drag(to) {
    if (!held || !neuron) return;
    const { end, from, ends: before } = held;
    const { weights: [w1, w2], bias } = neuron;
    const by = [to[0] - from[0], to[1] - from[1]];
    ends = /** @type {[Point, Point]} */ (before.map(([x, y], k) =>
      (end < 0 ? [x + by[0], y + by[1]] : k === end ? to : [x, y])));
    const made = neuronThrough(ends, Math.max(Math.hypot(now[w1], now[w2]), LEAST));
    if (!made) return;
    const params = now.slice();
    [params[w1], params[w2], params[bias]] = made;
    stage.place?.(params);
  }

  /** The ends of the line to be dragged. @param {Scale} scale */
  function drawHandles({ x, y }) {
    if (!neuron) return;
    const { weights: [w1, w2], bias } = neuron;
    if (!held) ends = endsOf([now[w1], now[w2], now[bias]], area);
    handles.replaceChildren(...(ends ?? []).map(([u, v]) => svg("circle", { cx: x(u), cy: y(v), r: 6 })));
  }

  /** @param {MouseEvent} event */
  function nearest(event) {
    const [x, y] = plot.pixelsOf(event);
    const all = places.map((one) => ({ ...one, far: Math.hypot(one.x - x, one.y - y) }));
    const [found] = all.sort((a, b) => a.far - b.far);
    return found && found.far < NEAR ? found : null;
  }

  /** @param {Moment} moment */
  function draw(moment) {
    if (!network) return;
    const { params } = moment;
    now = params;
    const xs = spread(...area[0], flat ? 200 : GRID);
    const ys = flat ? new Float64Array(0) : spread(...area[1], GRID);
    const outputs = flat ? network.curve(params, nodes, xs) : network.plane(params, nodes, xs, ys);
    const [output] = outputs;
    const begun = stage.run.now.step > 0 || stage.run.now.placed; // before, it is to be predicted
    const right = few || !begun ? "" : stage.right(moment);
    head.textContent = `Output over ${flat ? along : `${along} and ${up}`}${right}`;
    const range = flat ? rangeOf([...output, ...data.y, ...data.heldY]) : area[1];
    scale = plot.scale({ xs: area[0], ys: range, name: flat ? along : "" });
    const { x: px, y: py } = scale;
    if (flat) {
      set(line, { d: pathOf([...xs].map((x, i) => [px(x), py(output[i])])) });
    } else {
      Object.assign(field.style, {
        left: `${plot.left}px`, top: `${plot.top}px`, width: `${scale.width}px`, height: `${scale.height}px`,
      });
      set(image, { width: scale.width, height: scale.height });
      const turns = stage.several ? drawClasses(outputs) : drawOutput(output);
      const pieces = turns.flatMap((heights) => boundary(heights, xs, ys, 0));
      set(line, { d: pieces.map((piece) => pathOf(piece.map(([x, y]) => [px(x), py(y)]))).join("") });
    }
    const stand = String([scale.width, scale.height, range]);
    if (stand !== stood) placePoints(scale);
    stood = stand;
    drawHandles(scale);
  }

  /** The samples stand elsewhere only if the axes are others. @param {Scale} scale */
  function placePoints({ x: px, y: py }) {
    places = [false, true].flatMap((held) => Array.from({ length: held ? data.held : data.samples }, (_, sample) => {
      const [row, target] = [stage.row(sample, held), stage.wanted(sample, held)];
      return { x: px(row[0]), y: py(flat ? target : row[1]), sample, held, target };
    }));
    points.replaceChildren(...places.map((at) => drawPoint(at)));
  }

  /** Colours of an output; what is 0 where it turns. @param {Float32Array} output @returns {Float32Array[]} */
  function drawOutput(output) {
    const full = stage.fullScale([output]);
    paint(field, output.map(stage.shade), GRID, full, palette());
    const most = preciseText(full, 2);
    legend.textContent = `Colour: output, −${most} to ${most}.`;
    if (data.kind === "numbers") return [];
    const level = data.kind === "classes" ? 0.5 : 0;
    const [apart, move] = [data.held ? "; hollow: held out" : "", neuron ? " Drag the line, or an end of it." : ""];
    const squares = `Squares have the label ${low()}${apart}.${move}`;
    legend.textContent = `Line: where the output is ${numberText(level)}. ${squares}`;
    return [output.map((x) => x - level)];
  }

  /** Which output is the largest; of each, how far it is before the others. @param {Float32Array[]} outputs */
  function drawClasses(outputs) {
    const ahead = outputs.map((one, k) => one.map((x, i) =>
      x - Math.max(...outputs.filter((_, other) => other !== k).map((other) => other[i]))));
    const best = ahead[0].map((_, i) => Math.max(ahead.findIndex((one) => one[i] >= 0), 0));
    paint(field, best.map(stage.shade), GRID, 2, palette());
    legend.textContent = `Colour: which output is the largest; numbers: the class that it ought to be${
      data.held ? "; pale: held out" : ""}.`;
    return ahead;
  }

  function low() {
    return data.kind === "classes" ? "0" : "−1";
  }

  /** @param {{ x: number, y: number, held: boolean, target: number }} at */
  function drawPoint({ x, y, held, target }) {
    if (stage.several && !flat)
      return svg("text", { x, y: y + 4, "text-anchor": "middle", class: held ? "is-held" : "" }, String(target));
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
