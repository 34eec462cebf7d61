// @ts-check
// The equations of each way, with their matrices: W·x, the sum with what is stretched, and the three gradients.

import { html } from "../../core/dom.js";
import { passesOn } from "./cells.js";
import { makeGrid } from "./grid.js";

/** @typedef {import("./cells.js").Place} Place */
/** @typedef {import("./cells.js").Tables} Tables */
/** @typedef {ReturnType<typeof makeGrid>} Grid */

/** @param {Tables} tables */
export function makeForward(tables) {
  const { W, x, b, y } = tables;
  return putTogether([
    ["The products", [values(tables, "W"), "·", values(tables, "x"), "=", values(tables, "z")]],
    [b.shape === y.shape ? "The sum" : "Stretched to one shape, the sum",
      [stretched(tables, "z", 0), "+", stretched(tables, "b", 1), "=", values(tables, "y")]],
  ], `${y.name} = ${W.name} · ${x.name} + b`);
}

/** @param {Tables} tables */
export function makeBackward(tables) {
  const { x, y, z } = tables;
  const same = passesOn(tables);
  const arrives = () => gradients(tables, same ? "y" : "z");
  const whole = tables.b.shape === y.shape;
  const over = whole ? "each bias has one path" : "its copies add up";
  const outer = x.cells[0].length === 1 ? "an outer product" : `${x.name} transposed`;
  /** @type {[string, (Grid | string)[]][]} */
  const rows = [
    [`For b: ${over}`, [gradients(tables, "b"), whole ? "=" : "= Σ", gradients(tables, "y")]],
    [`For W: ${outer}`, [gradients(tables, "W"), "=", arrives(), "·", turned(tables, "x")]],
    [`For ${x.name}: W transposed`, [gradients(tables, "x"), "=", turned(tables, "W"), "·", arrives()]],
  ];
  const sum = [gradients(tables, "z"), "= Σ", gradients(tables, "y")];
  if (!same) rows.splice(1, 0, [`For ${z.name}: its copies add up`, sum]);
  return putTogether(rows, "Gradients of the loss L");
}

/** @param {[string, (Grid | string)[]][]} rows @param {string} label */
function putTogether(rows, label) {
  const part = html("div", "mv-matrices-way");
  Object.assign(part, { role: "group", ariaLabel: label });
  for (const [words, items] of rows) {
    const [row, equation] = [html("div", "mv-matrices-row"), html("div", "mv-matrices-equation")];
    const sign = (/** @type {string} */ text) => html("span", "mv-matrices-sign", text);
    equation.append(...items.map((item) => (typeof item === "string" ? sign(item) : item.part)));
    row.append(html("p", "mv-quiet", words), equation);
    part.append(row);
  }
  return { part, grids: rows.flatMap(([, items]) => items.filter((item) => typeof item !== "string")) };
}

/** @param {Tables} tables @param {string} key @param {boolean} [grad] */
function values(tables, key, grad = false) {
  const { name, shape, cells } = tables[key];
  const spots = cells.map((row, r) => row.map((_, c) => ({ place: /** @type {Place} */ ([key, r, c]), grad })));
  return makeGrid({ tables, name: grad ? `∂L/∂${name}` : name, shape, spots });
}

/** @param {Tables} tables @param {string} key */
function gradients(tables, key) {
  return values(tables, key, true);
}

/** @param {Tables} tables @param {string} key */
function turned(tables, key) {
  const { name, shape, cells } = tables[key];
  const spots = cells[0].map((_, c) =>
    cells.map((_, r) => ({ place: /** @type {Place} */ ([key, r, c]), grad: false })));
  return makeGrid({ tables, name: `${name}ᵀ`, shape: `of ${shape}`, spots });
}

/** As the sum takes it: in the shape of y. @param {Tables} tables @param {string} key @param {number} k which term */
function stretched(tables, key, k) {
  const { name, shape } = tables[key];
  const spots = tables.y.cells.map((row) =>
    row.map(({ terms }) => ({ place: /** @type {Place} */ (terms?.[k].of[0]), grad: false })));
  const told = shape === tables.y.shape ? shape : `${shape} → ${tables.y.shape}`;
  return makeGrid({ tables, name, shape: told, spots });
}
