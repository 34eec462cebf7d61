// @ts-check
// A matrix: its name, its shape, and its numbers, of which one at a time can be tabbed to.

import { html } from "../../core/dom.js";
import { idOf, nameOf, numberOf } from "./cells.js";

/** @typedef {import("./cells.js").Spot} Spot */

/**
 * @param {{ tables: import("./cells.js").Tables, name: string, shape: string, spots: Spot[][] }} what of which a spot
 *   that comes twice is a copy
 */
export function makeGrid({ tables, name, shape, spots }) {
  const part = html("div", "mv-matrix");
  const box = html("div", "mv-matrix-cells");
  Object.assign(box, { role: "group", ariaLabel: `${name}, ${shape}` });
  box.style.gridTemplateColumns = `repeat(${spots[0].length}, auto)`;
  const caption = html("div", "mv-matrix-name");
  caption.append(html("b", "", name), html("span", "mv-quiet", shape));
  /** @type {Set<string>} */
  const seen = new Set();
  const cells = spots.map((row) => row.map((spot) => {
    const id = idOf(spot);
    const cell = html("button", `mv-matrix-cell${spot.grad ? " is-grad" : ""}${seen.has(id) ? " is-copy" : ""}`);
    Object.assign(cell, { type: "button", tabIndex: seen.size ? -1 : 0 });
    cell.dataset.cell = id;
    seen.add(id);
    box.append(cell);
    return cell;
  }));
  part.append(caption, box);
  write();
  return { part, write, step };

  /** @param {string} [id] of the one whose number is still growing @param {string} [number] */
  function write(id, number) {
    for (const [r, row] of cells.entries())
      for (const [c, cell] of row.entries()) {
        const text = cell.dataset.cell === id && number !== undefined ? number : numberOf(tables, spots[r][c]);
        cell.textContent = text;
        cell.setAttribute("aria-label", `${nameOf(tables, spots[r][c])} = ${text}`);
      }
  }

  /** Another number of the same matrix, by an arrow key. @param {HTMLElement} from @param {string} key */
  function step(from, key) {
    const by = /** @type {Record<string, [number, number]>} */ ({
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
    })[key];
    const r = cells.findIndex((row) => row.some((cell) => cell === from));
    if (!by || r < 0) return false;
    const next = cells[r + by[0]]?.[cells[r].findIndex((cell) => cell === from) + by[1]];
    if (next) {
      for (const cell of cells.flat()) cell.tabIndex = cell === next ? 0 : -1;
      next.focus({ preventScroll: true });
    }
    return true;
  }
}
