// @ts-check
// Present: the player fills the screen, for those at the back of the room.

import { button } from "../core/dom.js";
import { presentScale } from "../graph/scale.js";

/**
 * @param {{ root: HTMLElement, save: (name: string, value: string) => void, fit: () => void, signal: AbortSignal }} options
 *   `save` keeps what a gesture changes, `fit` makes the picture as large as there is room
 */
export function makePresent({ root, save, fit, signal }) {
  let on = false;
  const enter = button("Present", () => choose(true), signal, { name: "mv-button mv-present" });
  const exit = button("Leave", () => choose(false), signal, { name: "mv-button mv-leave", label: "Leave Present" });
  document.addEventListener("fullscreenchange", () => {
    if (on && !root.popover && !isFull()) choose(false); // Escape is the browser's there
  }, { signal });
  window.addEventListener("resize", measure, { signal });
  return { enter, exit, show, toggle: () => choose(!on), leave: () => on && (choose(false), true), larger: () => (on ? presentScale(seen()) : 0) };

  /** @param {boolean} wanted */
  function choose(wanted) {
    show(wanted ? "present" : "fit");
    save("size", on ? "present" : "fit");
  }

  /** @param {string} size */
  function show(size) {
    if ((size === "present") === on) return;
    on = !on;
    root.classList.toggle("is-present", on);
    measure();
    if (on) fill();
    else release();
    fit();
    const focused = /** @type {Document | ShadowRoot} */ (root.getRootNode()).activeElement;
    if (!root.contains(focused) || focused === enter || focused === exit) root.focus({ preventScroll: true }); // they hide
  }

  /** The whole screen where that is allowed, else the window. What is around the player stays if it is drawn anew. */
  function fill() {
    if (isFull()) return;
    const asked = document.fullscreenEnabled && navigator.userActivation?.isActive;
    if (asked) root.parentElement?.requestFullscreen().catch(fillWindow);
    else fillWindow();
  }

  function isFull() {
    return Boolean(root.parentElement?.matches(":fullscreen"));
  }

  function fillWindow() {
    if (!on || !root.isConnected || !root.showPopover) return; // its place is fixed, which suffices in most hosts
    root.popover = "manual"; // above everything, whatever a host clips
    root.showPopover();
  }

  function release() {
    if (isFull()) void document.exitFullscreen().catch(() => {});
    root.removeAttribute("popover");
  }

  function measure() {
    if (on) root.style.setProperty("--mv-larger", String(presentScale(seen())));
  }

  function seen() {
    return { width: window.innerWidth, height: window.innerHeight };
  }
}
