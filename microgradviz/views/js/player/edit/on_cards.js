// @ts-check
// Editing on the cards themselves: drag a leaf's number to the left or right, or double-click it and type.

import { plainSum } from "./round.js";

const FIRM = 4; // px: less is a click
const PULL = { step: 500, fine: 5000 }; // of a slider's reach, for each px; finer with Shift

/**
 * @param {{ boxes: HTMLElement[], plan: import("../../core/steps.js").Plan,
 *   card: (leaf: number) => import("../../graph/draw.js").Card | undefined,
 *   editor: ReturnType<typeof import("./editor.js").makeEditor>, change: (leaf: number, x: number) => void,
 *   settle: () => void, back: (leaf: number) => void, signal: AbortSignal }} options `boxes` hold the pictures, `back`
 *   gives the focus to a card
 */
export function editOnCards({ boxes, plan, card, editor, change, settle, back, signal }) {
  /** @type {{ leaf: number, x: number, from: number, reach: number, moved: boolean, fine: boolean } | null} */
  let drag = null;
  let dragged = false;
  boxes.forEach(listen);
  return { type };

  /** @param {HTMLElement} box */
  function listen(box) {
    box.addEventListener("pointerdown", (event) => {
      dragged = false;
      const leaf = leafAt(event, ".mv-grip");
      const from = plan.data[leaf] ?? NaN;
      if (event.button || !Number.isFinite(from)) return;
      drag = { leaf, x: event.clientX, from, reach: editor.reachAt(leaf), moved: false, fine: event.shiftKey };
    }, { signal });
    box.addEventListener("pointermove", (event) => {
      if (!drag || (!drag.moved && Math.abs(event.clientX - drag.x) < FIRM)) return;
      if (!drag.moved) {
        box.setPointerCapture(event.pointerId);
        settle();
      }
      if (event.shiftKey !== drag.fine)
        Object.assign(drag, { fine: event.shiftKey, x: event.clientX, from: plan.data[drag.leaf] });
      drag.moved = dragged = true;
      const step = drag.reach / (drag.fine ? PULL.fine : PULL.step);
      const x = plainSum(drag.from, Math.round(event.clientX - drag.x) * step);
      if (x !== plan.data[drag.leaf]) change(drag.leaf, x);
    }, { signal });
    box.addEventListener("touchmove", (event) => { // a finger drags the number; up and down it scrolls the page
      if (drag?.moved) event.preventDefault();
    }, { passive: false, signal });
    for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => {
      if (drag?.moved) settle();
      drag = null;
    }, { signal });
    box.addEventListener("click", (event) => { // the end of a drag is no click
      if (dragged) event.stopImmediatePropagation();
      dragged = false;
    }, { capture: true, signal });
    box.addEventListener("dblclick", (event) => {
      const leaf = leafAt(event, ".mv-card");
      if (leaf >= 0) type(leaf);
    }, { signal });
  }

  /** A field over the number of a card. @param {number} leaf */
  function type(leaf) {
    const grip = card(leaf)?.group.querySelector(".mv-grip");
    const box = /** @type {HTMLElement | null | undefined} */ (grip?.closest(".mv-graph"));
    if (!grip || !box || !editor.has(leaf)) return;
    const place = grip.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    const input = editor.field(leaf, () => back(leaf)); // which ends with the focus, below
    input.classList.add("is-on-card");
    input.addEventListener("blur", () => input.remove(), { signal });
    input.style.left = `${place.left - frame.left - box.clientLeft + box.scrollLeft}px`;
    // it leaves the gradient in sight
    input.style.top = `${place.bottom - frame.top - box.clientTop + box.scrollTop}px`;
    input.style.width = `${place.width}px`;
    box.append(input);
    input.focus({ preventScroll: true });
    input.select();
  }

  /** @param {Event} event @param {string} part */
  function leafAt(event, part) {
    const touched = /** @type {Element} */ (event.target).closest(part)?.closest("[data-node]");
    const leaf = touched ? Number(touched.getAttribute("data-node")) : -1;
    return editor.has(leaf) ? leaf : -1;
  }
}
