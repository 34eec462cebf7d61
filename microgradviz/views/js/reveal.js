// @ts-check
// The graph in its box: scaled to fit, and scrolled to what is lit; the page itself is never scrolled.

import { nearest } from "./paths.js";

const LEAST_SCALE = 0.7; // of the graph, to fit its box
const SCROLLED_SCALE = 0.85; // if it does not fit even so
const NARROW = 720; // px; below, what Next will do stands under the buttons

/**
 * Scale down where that spares the scrolling; if it does not, stay legible.
 * @param {HTMLElement} root
 * @param {HTMLElement} box
 * @param {number} width of the graph
 */
export function scaleFor(root, box, width) {
  root.classList.toggle("is-narrow", root.clientWidth < NARROW);
  const style = getComputedStyle(box);
  const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const exact = room > 0 ? Math.min(1, room / width) : 1;
  return exact < LEAST_SCALE ? SCROLLED_SCALE : exact;
}

/**
 * Bring what is lit into view.
 * @param {HTMLElement} box
 * @param {import("./draw.js").Box[]} boxes the first that there is room for
 * @param {number} scale of the graph
 */
export function reveal(box, boxes, scale) {
  if (!boxes.length || (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)) return;
  const fits = boxes.find((b) => b.width * scale < box.clientWidth - 40 && b.height * scale < box.clientHeight - 40);
  const lit = fits ?? boxes[boxes.length - 1];
  const left = nearest(box.scrollLeft, box.clientWidth, lit.x * scale, lit.width * scale);
  const top = nearest(box.scrollTop, box.clientHeight, lit.y * scale, lit.height * scale);
  if (left !== box.scrollLeft || top !== box.scrollTop) box.scrollTo({ left, top });
}
