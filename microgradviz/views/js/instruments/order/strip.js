// @ts-check
// The order as a strip of badges, which can be dragged, or moved with the arrows.

import { html } from "../../core/dom.js";

const SLACK = 6; // px that a press may move without being a drag

/**
 * @param {{ name: (node: number) => string, moved: (order: number[]) => void, signal: AbortSignal }} options
 */
export function makeStrip({ name, moved, signal }) {
  const part = html("ol", "mv-order-strip");
  part.setAttribute("aria-label", "The order; arrows move a badge, Delete takes it off");
  /** @type {number[]} */
  let order = [];
  /** @type {Set<number>} */
  let locked = new Set();
  /** @type {{ node: number, x: number, y: number, moved: boolean, badge: HTMLElement } | null} */
  let drag = null;
  part.addEventListener("pointerdown", (event) => {
    const badge = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-place]"));
    if (!badge || event.button) return;
    const node = order[Number(badge.dataset.place)];
    if (locked.has(node)) return;
    drag = { node, x: event.clientX, y: event.clientY, moved: false, badge };
    part.setPointerCapture(event.pointerId);
  }, { signal });
  part.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moved ||= Math.hypot(dx, dy) > SLACK;
    if (drag.moved) drag.badge.style.translate = `${dx}px ${dy}px`;
    drag.badge.classList.toggle("is-dragged", drag.moved);
  }, { signal });
  part.addEventListener("pointerup", (event) => {
    const was = drag;
    drag = null;
    if (!was) return;
    was.badge.style.translate = "";
    was.badge.classList.remove("is-dragged");
    if (was.moved) drop(was.node, event);
    else was.badge.focus({ preventScroll: true });
  }, { signal });
  part.addEventListener("pointercancel", () => {
    if (drag) drag.badge.style.translate = "";
    drag = null;
  }, { signal });
  return { part, show, press };

  /** A key on a badge: whether it did something. @param {string} key @param {Element} target */
  function press(key, target) {
    const badge = /** @type {HTMLElement | null} */ (target.closest("[data-place]"));
    if (!badge || locked.size) return false;
    const at = Number(badge.dataset.place);
    const to = key === "ArrowLeft" ? at - 1 : key === "ArrowRight" ? at + 1 : null;
    const off = key === "Delete" || key === "Backspace";
    if (to === null && !off) return false;
    if (off) moved(order.filter((_, k) => k !== at));
    else if (to !== null && to >= 0 && to < order.length) {
      const next = [...order];
      [next[at], next[to]] = [next[to], next[at]];
      moved(next);
      /** @type {HTMLElement | null} */ (part.querySelector(`[data-place="${to}"]`))?.focus();
    }
    return true;
  }

  /** Where a badge was let go: to another place, or off the strip. @param {number} node @param {PointerEvent} event */
  function drop(node, event) {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const others = order.filter((other) => other !== node);
    if (event.clientX < left - 30 || event.clientX > right + 30 || event.clientY < top - 30 || event.clientY > bottom + 30) return moved(others);
    const at = [...part.querySelectorAll("[data-place]")].filter((badge) => order[Number(/** @type {HTMLElement} */ (badge).dataset.place)] !== node).findIndex((badge) => {
      const box = badge.getBoundingClientRect();
      return event.clientY < box.bottom && event.clientX < box.left + box.width / 2;
    });
    others.splice(at < 0 ? others.length : at, 0, node);
    moved(others);
  }

  /**
   * @param {number[]} now
   * @param {number} all how many there are to be
   * @param {{ done: Set<number>, cracked: Set<number>, fixed: boolean }} state
   */
  function show(now, all, { done, cracked, fixed }) {
    order = now;
    locked = new Set(fixed ? now : []);
    part.replaceChildren(...Array.from({ length: all }, (_, k) => {
      const node = now[k];
      const badge = html("li", `mv-order-place${node === undefined ? " is-open" : cracked.has(node) ? " is-cracked" : done.has(node) ? " is-done" : ""}`);
      badge.append(html("b", "", String(k + 1)), html("span", "", node === undefined ? "" : name(node)));
      if (node === undefined) return badge;
      badge.dataset.place = String(k);
      if (!fixed) badge.tabIndex = 0;
      return badge;
    }));
  }
}
