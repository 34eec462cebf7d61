// @ts-check
// Zoom and pan: buttons, Ctrl or ⌘ with the wheel, a pinch, and a drag on the background. The plain wheel is the
// page's, and so is one finger.

import { button, html } from "../core/dom.js";
import { roomIn } from "../kit/scale.js";

const STEP = 1.25;
const RANGE = [0.05, 4];
const MOST_TO_FIT = 1.5;

/**
 * @param {{ box: HTMLElement, size: { width: number, height: number }, scale: () => number, signal: AbortSignal,
 *   set: (scale: number | null) => void }} options `size` of the picture at scale 1; `set` takes null for what suits
 */
export function makeZoom({ box, size, scale, set, signal }) {
  const part = html("div", "mv-zoom");
  part.setAttribute("role", "group");
  part.setAttribute("aria-label", "Size of the picture");
  part.append(
    button("−", () => about(scale() / STEP), signal, { label: "Zoom out" }),
    button("+", () => about(scale() * STEP), signal, { label: "Zoom in" }), button("Fit", () => set(whole()), signal),
    button("100 %", () => about(1), signal),
  );
  box.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top } = box.getBoundingClientRect();
    about(
      scale() * Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 150), event.clientX - left, event.clientY - top,
    );
  }, { passive: false, signal });
  box.addEventListener("pointerdown", drag, { signal });
  /** @type {number[]} where the middle of two fingers was, and how far they were apart */
  let pinched = [];
  box.addEventListener("touchmove", pinch, { passive: false, signal });
  for (const name of ["touchend", "touchcancel"]) box.addEventListener(name, () => { pinched = []; }, { signal });
  return part;

  /** The scale at which all of the picture is in view. */
  function whole() {
    const { width, height } = roomIn(box);
    return Math.min(MOST_TO_FIT, width / size.width, height / size.height);
  }

  /**
   * Another scale, with one point of the box staying where it is.
   * @param {number} wanted
   * @param {number} [x]
   * @param {number} [y]
   */
  function about(wanted, x = box.clientWidth / 2, y = box.clientHeight / 2) {
    const before = scale();
    const [left, top] = [(box.scrollLeft + x) / before, (box.scrollTop + y) / before];
    set(Math.max(RANGE[0], Math.min(RANGE[1], wanted)));
    box.scrollTo({ left: left * scale() - x, top: top * scale() - y, behavior: "instant" });
  }

  /** @param {TouchEvent} event */
  function pinch(event) {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [a, b] = event.touches;
    const { left, top } = box.getBoundingClientRect();
    const [x, y] = [(a.clientX + b.clientX) / 2 - left, (a.clientY + b.clientY) / 2 - top];
    const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (pinched.length) {
      box.scrollBy({ left: pinched[0] - x, top: pinched[1] - y, behavior: "instant" });
      about((scale() * apart) / pinched[2], x, y);
    }
    pinched = [x, y, apart];
  }

  /** @param {PointerEvent} start */
  function drag(start) {
    if (start.button || start.pointerType === "touch" || /** @type {Element} */ (start.target).closest(".mv-card"))
      return;
    const [left, top] = [box.scrollLeft, box.scrollTop];
    const { left: x, top: y } = box.getBoundingClientRect();
    if (start.clientX - x > box.clientWidth || start.clientY - y > box.clientHeight) return; // on a scroll bar
    const over = new AbortController();
    const move = (/** @type {PointerEvent} */ event) => {
      box.classList.add("is-dragged");
      box.scrollTo({
        left: left - event.clientX + start.clientX, top: top - event.clientY + start.clientY, behavior: "instant",
      });
    };
    const end = () => {
      box.classList.remove("is-dragged");
      over.abort();
    };
    window.addEventListener("pointermove", move, { signal: over.signal });
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, end, { signal: over.signal });
    signal.addEventListener("abort", end, { signal: over.signal });
  }
}
