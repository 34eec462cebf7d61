// @ts-check
// Numbers as colours: blue above 0, yellow below, the paper's own at 0; and a field of them on a canvas.

import { html } from "../../core/dom.js";

/** @typedef {[number, number, number]} Rgb */
/** @typedef {{ below: Rgb, zero: Rgb, above: Rgb }} Palette */

const SHADES = 128; // to either side of 0

/**
 * The page's own colours, light or dark as the host is; read anew for every frame.
 * @param {HTMLElement} root
 * @param {() => void} changed hears of another theme: the style sheet has a transition for it
 * @param {AbortSignal} signal
 */
export function makePalette(root, changed, signal) {
  const probes = ["below", "zero", "above"].map((name) => html("i", `mv-probe is-${name}`));
  root.append(...probes);
  probes[0].addEventListener("transitionend", changed, { signal });
  /** @type {Palette} */
  let seen = { below: [0, 0, 0], zero: [0, 0, 0], above: [0, 0, 0] };
  return { now: () => seen, read };

  function read() {
    const [below, zero, above] = probes.map((probe) => /** @type {Rgb} */ (
      (getComputedStyle(probe).color.match(/[\d.]+/g) ?? ["0", "0", "0"]).slice(0, 3).map(Number)
    ));
    seen = { below, zero, above };
  }
}

/**
 * @param {number} share of the full colour, from −1 to 1
 * @param {Palette} palette
 * @returns {Rgb}
 */
function colourOf(share, { below, zero, above }) {
  const size = Math.min(Math.abs(share), 1) || 0; // nan is drawn as 0, and told in words
  const end = share < 0 ? below : above;
  return /** @type {Rgb} */ ([0, 1, 2].map((k) => Math.round(zero[k] + (end[k] - zero[k]) * size)));
}

/** The same as a style sheet has it. @param {number} share @param {Palette} palette */
export function colourText(share, palette) {
  return `rgb(${colourOf(share, palette).join(" ")})`;
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
  const pixels = new Uint32Array(image.data.buffer);
  const shades = Uint32Array.from({ length: 2 * SHADES + 1 }, (_, k) => {
    const [red, green, blue] = colourOf(k / SHADES - 1, palette);
    return (255 << 24) | (blue << 16) | (green << 8) | red;
  });
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const share = Math.min(Math.max(numbers[row * columns + column] / scale, -1), 1) || 0;
      pixels[(rows - 1 - row) * columns + column] = shades[Math.round((share + 1) * SHADES)];
    }
  brush.putImageData(image, 0, 0);
}

/**
 * 1, 2 or 5 times a power of ten, at least so large as the largest of some numbers, and 1.
 * @param {ArrayLike<number>[]} fields
 */
export function scaleOfFields(fields) {
  let most = 1;
  for (const field of fields)
    for (let i = 0; i < field.length; i++) if (Math.abs(field[i]) > most) most = Math.abs(field[i]);
  if (!Number.isFinite(most)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5].find((n) => n * power >= most) ?? 10) * power;
}
