// @ts-check
// The network: every unit a small field of its output over the inputs, every weight a line.

import { html, svg } from "../../core/dom.js";
import { preciseText } from "../../core/words.js";
import { set } from "../../kit/plot.js";
import { paint, scaleOfFields } from "./colours.js";
import { makeDetail } from "./detail.js";
import { makePulses } from "./pulses.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("../../core/training/history.js").Moment} Moment */
/** @typedef {import("./wiring.js").Wire} Wire */
/** @typedef {import("./pulses.js").Line} Line */
/** @typedef {{ place: [number, number], x: number, y: number, part: HTMLElement }} Seat */

const [GRID, BAND] = [24, 60]; // places a side, and along one input or over samples
const MOST = 16; // units of a column that are drawn
const [GAP, EDGE, WIDEST, TALLEST] = [6, 26, 12, 330]; // px
const LEAST = 19; // px: of a unit where many stand below one another
const PER_ONE = 2.5; // px that a weight of 1 is wide

/** @param {{ stage: Stage, signal: AbortSignal }} options */
export function makeNetworkPane({ stage, signal }) {
  const { wiring, palette } = stage;
  const part = html("section", "mv-net");
  part.setAttribute("aria-label", "Network");
  const board = html("div", "mv-net-board");
  const picture = svg("svg", { class: "mv-net-picture" });
  const [lines, hits, images, words] = [0, 1, 2, 3].map(() => svg("g", {}));
  picture.append(lines, hits, images, words);
  board.append(picture);
  const legend = html("p", "mv-quiet");
  const detail = makeDetail(stage);
  const columns = [wiring.inputs, ...wiring.layers];
  /** @type {Seat[]} */
  const seats = columns.flatMap((column, c) => column.slice(0, MOST).map((_, r) => ({
    place: /** @type {[number, number]} */ ([c, r]), x: 0, y: 0,
    part: c ? makeUnit(c, r) : html("span", "mv-net-input", wiring.inputs[r]),
  })));
  const seatOf = new Map(seats.map((seat) => [seat.place.join(), seat]));
  /** @type {Line[]} */
  const drawn = wiring.layers.flatMap((layer, l) => layer.slice(0, MOST).flatMap((unit, u) =>
    unit.wires.filter(({ from }) => seatOf.has(from.join())).map((wire) => makeLine(wire, [l + 1, u]))));
  board.append(...seats.map((seat) => seat.part));
  const pulses = makePulses({ stage, layer: svg("g", { class: "mv-net-pulses" }), wires: drawn, signal });
  picture.append(pulses.part);
  part.append(board, legend);
  let side = 0;
  /** @type {Moment | null} */
  let now = null;
  listen();
  return { part, detail: detail.part, picture, draw, fill, pulses, press };

  /** @param {number} c @param {number} r */
  function makeUnit(c, r) {
    const unit = html("button", "mv-net-unit");
    unit.type = "button";
    unit.tabIndex = c === 1 && r === 0 ? 0 : -1;
    unit.append(html("canvas", "mv-net-field"));
    unit.setAttribute("aria-label", stage.nameOf(c - 1, r));
    return unit;
  }

  /** @param {Wire} wire @param {[number, number]} to @returns {Line} */
  function makeLine(wire, to) {
    const line = svg("path", { class: "mv-net-line" });
    const hit = svg("path", { class: "mv-net-hit" });
    lines.append(line);
    hits.append(hit);
    hit.addEventListener("pointerenter", () => tell({ wire, to }), { signal });
    return { wire, to, line, hit };
  }

  function listen() {
    for (const { part: unit, place: [c, r] } of seats) {
      if (!c) continue;
      for (const event of ["pointerenter", "focus", "click"])
        unit.addEventListener(event, () => tell({ unit: [c - 1, r] }), { signal });
    }
  }

  /** @param {import("./detail.js").Subject} subject */
  function tell(subject) {
    const told = "unit" in subject ? `${subject.unit[0] + 1},${subject.unit[1]}` : "";
    for (const { part: unit, place } of seats) unit.classList.toggle("is-told", place.join() === told);
    for (const { wire, line } of drawn) line.classList.toggle("is-told", "wire" in subject && subject.wire === wire);
    detail.show(subject, now);
  }

  /**
   * Arrows lead from a unit to its neighbours, and at its left to its weights.
   * @param {string} key
   * @param {Element} on
   */
  function press(key, on) {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
    const line = drawn.find(({ hit }) => hit === on);
    const seat = seats.find(({ part: unit, place: [c] }) => c && unit === on);
    if (!step || !(line ?? seat)) return false;
    const next = line ? besideLine(line, step) : seat && besideUnit(seat.place, step);
    if (next && "hit" in next) {
      tell(next);
      set(next.hit, { tabindex: -1, role: "img", "aria-label": detail.words() });
      next.hit.focus();
    } else if (next?.place[0]) {
      for (const { part: unit } of seats) unit.tabIndex = unit === next.part ? 0 : -1;
      next.part.focus();
    }
    return true;
  }

  /** @param {[number, number]} place @param {number[]} step */
  function besideUnit([c, r], [across, down]) {
    if (across < 0) return linesTo([c, r])[0];
    const last = Math.min(columns[c + across]?.length ?? 0, MOST) - 1;
    return seatOf.get(`${c + across},${across ? Math.min(r, last) : r + down}`);
  }

  /** @param {Line} line @param {number[]} step */
  function besideLine(line, [across, down]) {
    const lines = linesTo(line.to);
    return down ? lines[lines.indexOf(line) + down] : seatOf.get((across > 0 ? line.to : line.wire.from).join());
  }

  /** @param {[number, number]} place */
  function linesTo(place) {
    return drawn.filter(({ to }) => to.join() === place.join());
  }

  /** Where everything stands, for as much room as there is. */
  function place() {
    const wide = Math.max(board.clientWidth, 220);
    const rows = Math.min(Math.max(...columns.map((column) => column.length)), MOST);
    const tall = Math.max(LEAST, TALLEST / rows - GAP);
    side = Math.round(Math.min(42, tall, (wide - 2 * EDGE) / (columns.length * 1.7)));
    const high = Math.max(rows * (side + GAP) + 2 * GAP, 150) + 18;
    set(picture, { width: wide, height: high, viewBox: `0 0 ${wide} ${high}` });
    board.style.height = `${high}px`;
    words.replaceChildren();
    for (const [c, column] of columns.entries()) {
      const count = Math.min(column.length, MOST);
      const x = EDGE + side / 2 + (c * (wide - 2 * EDGE - side)) / (columns.length - 1);
      const step = Math.min((high - 18 - GAP) / count, side + 3 * GAP);
      for (let r = 0; r < count; r++) {
        const seat = /** @type {Seat} */ (seatOf.get(`${c},${r}`));
        Object.assign(seat, { x, y: 18 + (high - 18) / 2 + (r - (count - 1) / 2) * step });
        const size = c ? `${side}px` : "";
        Object.assign(seat.part.style, { left: `${x}px`, top: `${seat.y}px`, width: size, height: size });
      }
      const left = column.length - count;
      const inner = columns.length > 3 ? `layer ${c}` : "hidden";
      const title = c === 0 ? "inputs" : c === columns.length - 1 ? "output" : inner;
      const long = left && !c; // begins at the edge
      words.append(svg("text", { x: long ? 0 : x, y: 12, "text-anchor": long ? "start" : "middle" },
        left ? `${title} (${left} more)` : title));
    }
    for (const { wire, to, line, hit } of drawn) {
      const [a, b] = [wire.from, to].map((at) => /** @type {Seat} */ (seatOf.get(at.join())));
      const [start, end] = [a.x + (wire.from[0] ? side / 2 : 14), b.x - side / 2];
      const bend = (end - start) / 2;
      const d = `M${start} ${a.y}C${start + bend} ${a.y} ${end - bend} ${b.y} ${end} ${b.y}`;
      set(line, { d });
      set(hit, { d });
    }
  }

  /** @param {Moment} moment */
  function draw(moment) {
    now = moment;
    if (board.clientWidth && Number(picture.getAttribute("width")) !== Math.max(board.clientWidth, 220)) place();
    const { fields, width } = fieldsOf(moment);
    const colours = palette();
    const units = seats.filter(({ place: [c] }) => c);
    const isLast = (/** @type {number} */ k) => units[k].place[0] === columns.length - 1;
    const hidden = scaleOfFields(fields.filter((_, k) => !isLast(k)));
    const last = stage.fullScale(fields.filter((_, k) => isLast(k)));
    for (const [k, { part: unit }] of units.entries()) {
      const canvas = /** @type {HTMLCanvasElement} */ (unit.firstChild);
      const shares = isLast(k) && !stage.several ? Array.from(fields[k], stage.shade) : fields[k];
      paint(canvas, shares, width, isLast(k) ? last : hidden, colours);
    }
    for (const { wire, line } of drawn) {
      const weight = moment.params[wire.param];
      const thick = Number.isFinite(weight) ? Math.min(Math.max(Math.abs(weight) * PER_ONE, 0.4), WIDEST) : WIDEST;
      set(line, { "stroke-width": thick.toFixed(2) });
      line.classList.toggle("is-negative", weight < 0);
    }
    const full = `−${preciseText(hidden, 2)} to ${preciseText(hidden, 2)}`;
    const end = stage.shade(0) && !stage.several ? "0 to 1" : `−${preciseText(last, 2)} to ${preciseText(last, 2)}`;
    const told = columns.length < 3 || full === end ? end : `${full}, the output's ${end}`;
    legend.textContent = `Lines: weights, dashed below 0. Fields: output, ${told}. ${pulses.legend()}`;
    detail.renew(moment);
  }

  /**
   * The outputs of all units that are drawn: over the plane, over one input, else a band with a field for each sample.
   * @param {Moment} moment
   * @returns {{ fields: ArrayLike<number>[], width: number }}
   */
  function fieldsOf({ params }) {
    const nodes = wiring.layers.flatMap((layer) => layer.slice(0, MOST).map(({ node }) => node));
    const { network, data } = stage.run;
    if (!network) return { fields: [], width: GRID };
    if (stage.area.length === 2) {
      const [xs, ys] = stage.area.map(([least, most]) => spread(least, most, GRID));
      return { fields: network.plane(params, nodes, xs, ys), width: GRID };
    }
    if (stage.area.length === 1)
      return { fields: network.curve(params, nodes, spread(...stage.area[0], BAND)), width: BAND };
    const rows = Math.min(data.samples, BAND);
    const flow = network.flow(params, data.X.subarray(0, rows * data.columns), data.y.subarray(0, rows * data.targets));
    return { fields: flow.layers.flatMap(({ outputs }) => outputs.slice(0, MOST)), width: rows };
  }

  /** The fields into the picture, for a file of it. */
  function fill() {
    images.replaceChildren(...seats.filter(({ place: [c] }) => c).map(({ x, y, part: unit }) => svg("image", {
      x: x - side / 2, y: y - side / 2, width: side, height: side, preserveAspectRatio: "none",
      href: /** @type {HTMLCanvasElement} */ (unit.firstChild).toDataURL(),
    })), ...seats.filter(({ place: [c] }) => !c).map(({ x, y, place: [, r] }) =>
      svg("text", { x, y: y + 4, "text-anchor": "middle" }, wiring.inputs[r])));
  }
}

/**
 * Numbers from one to another, both of them included.
 * @param {number} least
 * @param {number} most
 * @param {number} count
 */
export function spread(least, most, count) {
  return Float64Array.from({ length: count }, (_, k) => least + ((most - least) * k) / (count - 1));
}
