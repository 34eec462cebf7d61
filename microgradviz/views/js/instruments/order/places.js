// @ts-check
// The order as a row of badges, which can be dragged, or moved with the arrows.

import { html } from "../../core/dom.js";
import { isWithin, listenToDrag } from "../../kit/drag.js";

const AROUND = 30; // px: further off, a badge that is let go is taken out

/**
 * @param {{ name: (node: number) => string, moved: (order: number[]) => void, signal: AbortSignal }} options
 */
export function makePlaces({ name, moved, signal }) {
  const part = html("ol", "mv-order-strip");
  part.setAttribute("aria-label", "The order; arrows move a badge, Delete takes it off");
  /** @type {number[]} */
  let order = [];
  let locked = false;
  const placeOf = (/** @type {Element} */ badge) => Number(badge.getAttribute("data-place"));
  const badgeAt = (/** @type {Element} */ target) => /** @type {HTMLElement | null} */ (target.closest("[data-place]"));
  listenToDrag(part, {
    pick: (target) => (locked ? null : badgeAt(target)), dropped: drop,
    clicked: (badge) => badge.focus({ preventScroll: true }), signal,
  });
  return { part, show, press };

  /** A key on a badge: whether it did something. @param {string} key @param {Element} target */
  function press(key, target) {
    const badge = badgeAt(target);
    const by = { ArrowLeft: -1, ArrowRight: 1, Delete: 0, Backspace: 0 }[key];
    if (!badge || locked || by === undefined) return false;
    const at = placeOf(badge);
    const to = at + by;
    if (!by) moved(order.filter((_, k) => k !== at));
    else if (to >= 0 && to < order.length) {
      const next = [...order];
      [next[at], next[to]] = [next[to], next[at]];
      moved(next);
      /** @type {HTMLElement | null} */ (part.querySelector(`[data-place="${to}"]`))?.focus();
    }
    return true;
  }

  /**
   * Where a badge was let go: at another place, or off the row.
   * @param {HTMLElement} badge
   * @param {PointerEvent} event
   */
  function drop(badge, event) {
    const node = order[placeOf(badge)];
    const others = order.filter((other) => other !== node);
    if (!isWithin(part.getBoundingClientRect(), event, AROUND)) return moved(others);
    const rest = [...part.querySelectorAll("[data-place]")].filter((other) => other !== badge);
    const at = rest.findIndex((other) => {
      const { left, width, bottom } = other.getBoundingClientRect();
      return event.clientY < bottom && event.clientX < left + width / 2;
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
    [order, locked] = [now, fixed];
    part.replaceChildren(...Array.from({ length: all }, (_, k) => {
      const node = now[k];
      const look = node === undefined ? "is-open" : cracked.has(node) ? "is-cracked" : done.has(node) ? "is-done" : "";
      const badge = html("li", `mv-order-place ${look}`);
      badge.append(html("b", "", String(k + 1)), html("span", "", node === undefined ? "" : name(node)));
      if (node === undefined) return badge;
      badge.dataset.place = String(k);
      if (!fixed) badge.tabIndex = 0;
      return badge;
    }));
  }
}
