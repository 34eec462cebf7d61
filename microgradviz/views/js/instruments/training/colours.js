// @ts-check
// Numbers as colours: blue above 0, yellow below, the paper's own at 0; and a field of them on a canvas.

import { html } from "../../core/dom.js";

/** @typedef {[number, number, number]} Rgb */
/** @typedef {{ below: Rgb, zero: Rgb, above: Rgb }} Palette */

/** Where the page's own colours are read, which follow the host's light or dark. @param {HTMLElement} root */
export function makePalette(root) {
  const probes = ["below", "zero", "above"].map((name) => html("i", `mv-probe is-${name}`));
  for (const probe of probes) probe.hidden = true;
  root.append(...probes);
  /** @returns {Palette} */
  return () => {
    const [below, zero, above] = probes.map((probe) => /** @type {Rgb} */ (
      (getComputedStyle(probe).color.match(/[\d.]+/g) ?? ["0", "0", "0"]).slice(0, 3).map(Number)
    ));
    return { below, zero, above };
  };
}

/**
 * @param {number} x
 * @param {number} scale the size that has the full colour
 * @param {Palette} palette
 * @returns {Rgb}
 */
export function colourOf(x, scale, { below, zero, above }) {
  const share = Math.min(Math.abs(x) / scale, 1) || 0; // nan is drawn as 0, and told in words
  const end = x < 0 ? below : above;
  return /** @type {Rgb} */ ([0, 1, 2].map((k) => Math.round(zero[k] + (end[k] - zero[k]) * share)));
}

/** The same as a style sheet has it. @param {number} x @param {number} scale @param {Palette} palette */
export function colourText(x, scale, palette) {
  return `rgb(${colourOf(x, scale, palette).join(" ")})`;
}

/**
 * A field of numbers, the lowest row at the bottom.
 * @param {HTMLCanvasElement} canvas
 * @param {ArrayLike<number>} numbers row by row
 * @param {number} columns
 * @param {number} scale
 * @param {Palette} palette
 */
export function paint(canvas, numbers, columns, scale, palette) {
  const rows = numbers.length / columns;
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
  const brush = canvas.getContext("2d");
  if (!brush || !rows) return;
  const image = brush.createImageData(columns, rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [red, green, blue] = colourOf(numbers[row * columns + column], scale, palette);
      image.data.set([red, green, blue, 255], 4 * ((rows - 1 - row) * columns + column));
    }
  brush.putImageData(image, 0, 0);
}

/** 1, 2 or 5 times a power of ten, at least so large as the largest of some numbers, and 1. @param {ArrayLike<number>[]} fields */
export function scaleOfFields(fields) {
  let most = 1;
  for (const field of fields)
    for (let i = 0; i < field.length; i++) if (Math.abs(field[i]) > most) most = Math.abs(field[i]);
  if (!Number.isFinite(most)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5].find((n) => n * power >= most) ?? 10) * power;
}
