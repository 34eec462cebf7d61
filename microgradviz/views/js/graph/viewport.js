// @ts-check
// What of the picture is seen: its scale, what is scrolled to, and what the pointer is at.

import { scrollPlace, nearestRoute } from "./routes.js";
import { heightOf } from "./highlight.js";
import { roomIn, suitableScale } from "../kit/scale.js";

/** @typedef {ReturnType<typeof import("./draw.js").drawGraph>} Graph */

const NARROW = 720; // px; below, what Next will do stands under the buttons
const GLIDE = 400; // ms: about how long a browser scrolls
const REACH = 8; // px: how far beside an edge a click still means it
const [SMALLEST, LEGIBLE] = [11.5, 6]; // px: the letters on a card, and below which they are left out

/**
 * @param {{ root: HTMLElement, box: HTMLElement, graph: Graph, inside: () => Graph | null, larger: () => number }}
 *   options
 *   `inside` is the picture of the part that is open, if any; `larger` the scale of what is presented, else 0
 */
export function makeViewport({ root, box, graph, inside, larger }) {
  let scaled = 0;
  /** @type {number | null} */
  let zoomed = null; // the scale that was chosen, if any
  /** @type {import("./draw.js").Box[]} */
  let wanted = []; // what was to be revealed
  let room = ""; // in which the picture was fitted
  /** @type {boolean | null} */
  let far = null; // whether all of it is to be seen, be it small; null if nobody comes closer
  let lift = 0; // px above the picture, which stands in the middle of what is presented
  let glides = -Infinity; // since when it scrolls
  return { fit, fitWhole, zoom, overview, reveal, meant, boxOf, scale: () => scaled };

  /** Fill the room there is, and keep in view what is lit, if it is another room than before. */
  function fit() {
    root.classList.toggle("is-narrow", root.clientWidth < NARROW * Math.max(1, larger()));
    const inner = inside();
    const panel = inner?.picture.parentElement;
    if (inner && panel) resize(inner, suits(panel, inner));
    const now = `${larger() ? window.innerWidth : box.clientWidth} ${window.innerHeight} ${larger()} ${zoomed}`;
    if (now === room) return; // a panel that opens moves nothing
    room = now;
    const suiting = suits(box, graph);
    scaled = zoomed ?? (far ? Math.min(suiting, wholeIn(box)) : suiting);
    // what lies below does not move as one comes closer
    box.style.minHeight = scaled < suiting && far && !zoomed ? `min(${getComputedStyle(box).maxHeight}, ${
      Math.floor(graph.scene.height * suiting) + 28}px)` : "";
    box.classList.toggle("is-tiny", scaled * SMALLEST < LEGIBLE);
    resize(graph, scaled);
    lift = larger() ? Math.max(0, (roomIn(box).height - graph.scene.height * scaled) / 2) : 0;
    graph.picture.style.marginTop = `${lift}px`;
    reveal(wanted);
  }

  /** The same with all of it in view, down to a scale. @param {number} least */
  function fitWhole(least) {
    zoom(null);
    if (box.scrollWidth > box.clientWidth + 1) zoom(Math.max(least, (scaled * box.clientWidth) / box.scrollWidth));
  }

  /** @param {HTMLElement} around @param {Graph} shown */
  function suits(around, { scene }) {
    const { width, height } = roomIn(around);
    if (width <= 0) return 1;
    const close = far !== null && root.classList.contains("is-narrow");
    return suitableScale(scene, { width, height }, { larger: larger(), close });
  }

  /** The scale at which all is seen on a phone, unless nobody could read it. @param {HTMLElement} around */
  function wholeIn(around) {
    const { width, height } = roomIn(around);
    const whole = Math.min(width / graph.scene.width, height / graph.scene.height);
    return whole * SMALLEST >= LEGIBLE && root.classList.contains("is-narrow") && !larger() ? whole : Infinity;
  }

  /** All of a picture on a phone before the first step, then what is lit. @param {boolean} on */
  function overview(on) {
    if (on === far) return;
    far = on;
    room = "";
    fit();
  }

  /** @param {Graph} shown @param {number} scale */
  function resize({ picture, scene }, scale) {
    picture.setAttribute("width", String(Math.floor(scene.width * scale)));
    picture.setAttribute("height", String(Math.floor(scene.height * scale)));
  }

  /**
   * Scroll the graph's own box, never the page, so that what is lit is in view.
   * @param {import("./draw.js").Box[]} boxes
   */
  function reveal(boxes) {
    if (!boxes.length) return;
    wanted = boxes;
    if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight) return;
    const scale = scaled;
    const fits = boxes.find((b) => b.width * scale < box.clientWidth - 40 && b.height * scale < box.clientHeight - 40);
    const lit = fits ?? boxes[boxes.length - 1];
    const left = scrollPlace(box.scrollLeft, box.clientWidth, lit.x * scale, lit.width * scale);
    const top = scrollPlace(box.scrollTop, box.clientHeight, lift + lit.y * scale, lit.height * scale);
    if (left === box.scrollLeft && top === box.scrollTop) return;
    const far = Math.abs(left - box.scrollLeft) > box.clientWidth || Math.abs(top - box.scrollTop) > box.clientHeight;
    const gliding = performance.now() - glides < GLIDE; // the next glide would be cut short as well
    box.scrollTo({ left, top, behavior: far || gliding ? "instant" : "auto" });
    glides = performance.now();
  }

  /** The box of the card that a value is in. @param {number} i @returns {import("./draw.js").Box} */
  function boxOf(i) {
    const { x, y, w } = graph.scene;
    return { x: x[i], y: y[i], width: w[i], height: heightOf(graph.scene, i) };
  }

  /** Another scale; null is the one that suits. @param {number | null} scale */
  function zoom(scale) {
    zoomed = scale;
    fit();
  }

  /**
   * The value or the edge that the pointer is at; -1 is none.
   * @param {MouseEvent} event
   */
  function meant({ target, clientX, clientY }) {
    const card = /** @type {Element} */ (target).closest("[data-node]")?.getAttribute("data-node");
    if (card) return [Number(card), -1];
    const label = /** @type {Element} */ (target).closest("[data-label]")?.getAttribute("data-label");
    if (label) return [-1, Number(label)];
    const inner = inside();
    const hit = inner?.picture.parentElement?.contains(/** @type {Element} */ (target)) ? inner : graph;
    const { left, top, width } = hit.picture.getBoundingClientRect();
    const scale = width / hit.scene.width || 1;
    const { drawn, routes } = hit.scene;
    const lines = drawn ? drawn.map((e) => routes[e]) : routes;
    const found = nearestRoute(
      lines, graph.scene.rankdir === "TB", [(clientX - left) / scale, (clientY - top) / scale], REACH / scale,
    );
    return [-1, drawn ? drawn[found] ?? -1 : found];
  }
}
