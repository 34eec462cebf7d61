// @ts-check
// Things that are dragged to a place of their own; a press that hardly moves is a click.

const SLACK = 6; // px that a press may move without being a drag

/**
 * @param {HTMLElement} part what holds them
 * @param {{ pick: (target: Element) => HTMLElement | null,
 *   dropped: (held: HTMLElement, event: PointerEvent, dx: number) => void,
 *   clicked: (held: HTMLElement) => void, signal: AbortSignal }} options `pick` tells what a press holds, if anything;
 *   `dropped` hears how far to the right it was carried
 */
export function listenToDrag(part, { pick, dropped, clicked, signal }) {
  /** @type {{ held: HTMLElement, x: number, y: number, moved: boolean } | null} */
  let drag = null;
  part.addEventListener("pointerdown", (event) => {
    const held = pick(/** @type {Element} */ (event.target));
    if (!held || event.button) return;
    drag = { held, x: event.clientX, y: event.clientY, moved: false };
    part.setPointerCapture(event.pointerId);
  }, { signal });
  part.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moved ||= Math.hypot(dx, dy) > SLACK;
    if (drag.moved) drag.held.style.translate = `${dx}px ${dy}px`;
    drag.held.classList.toggle("is-dragged", drag.moved);
  }, { signal });
  part.addEventListener("pointerup", (event) => {
    const was = end();
    if (was?.moved) dropped(was.held, event, event.clientX - was.x);
    else if (was) clicked(was.held);
  }, { signal });
  part.addEventListener("pointercancel", end, { signal });

  function end() {
    const was = drag;
    drag = null;
    was?.held.classList.remove("is-dragged");
    if (was) was.held.style.translate = "";
    return was;
  }
}

/**
 * Whether a pointer is in a box, or near it.
 * @param {DOMRect} box
 * @param {PointerEvent} event
 * @param {number} near px
 */
export function isWithin({ left, right, top, bottom }, { clientX, clientY }, near) {
  return clientX > left - near && clientX < right + near && clientY > top - near && clientY < bottom + near;
}
