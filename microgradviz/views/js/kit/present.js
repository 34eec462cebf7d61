// @ts-check
// Present: the player fills the screen, for those at the back of the room.

import { button } from "../core/dom.js";
import { presentScale } from "./scale.js";

/**
 * @param {{ root: HTMLElement, save: (name: string, value: string) => void, fit: () => void, signal: AbortSignal }}
 *   options
 *   `save` keeps what a gesture changes, `fit` makes the picture as large as there is room
 */
export function makePresent({ root, save, fit, signal }) {
  let on = false;
  let full = false; // the whole screen was given; what takes it away is the browser's Escape
  let turning = Promise.resolve(); // one change of the screen at a time: the browser takes many frames
  const enter = button("Present", () => choose(true), signal, { name: "mv-button mv-present" });
  const exit = button("Leave", () => choose(false), signal, { name: "mv-button mv-leave", label: "Leave Present" });
  document.addEventListener("fullscreenchange", () => {
    if (full && !isFull()) choose(false);
  }, { signal });
  window.addEventListener("resize", measure, { signal });
  return {
    enter, exit, show, isOn: () => on, toggle: () => choose(!on), leave: () => on && (choose(false), true),
    larger: () => (on ? presentScale(seen()) : 0),
  };

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
    turning = turning.then(on ? fill : release);
    fit();
    const focused = /** @type {Document | ShadowRoot} */ (root.getRootNode()).activeElement;
    // they hide
    if (!root.contains(focused) || focused === enter || focused === exit) root.focus({ preventScroll: true });
  }

  /** The whole screen where that is allowed, else the window. What is around the player stays if it is drawn anew. */
  async function fill() {
    if (!on) return;
    const asked = !isFull() && document.fullscreenEnabled && navigator.userActivation?.isActive;
    if (asked) await root.parentElement?.requestFullscreen().catch(() => {});
    full = isFull();
    // its place is fixed, which suffices in most hosts
    if (full || !on || !root.isConnected || !root.showPopover) return;
    root.popover = "manual"; // above everything, whatever a host clips
    root.showPopover();
  }

  async function release() {
    if (on) return;
    full = false;
    root.removeAttribute("popover");
    if (isFull()) await document.exitFullscreen().catch(() => {});
  }

  function isFull() {
    return Boolean(root.parentElement?.matches(":fullscreen"));
  }

  function measure() {
    if (on) root.style.setProperty("--mv-larger", String(presentScale(seen())));
  }

  function seen() {
    return { width: window.innerWidth, height: window.innerHeight };
  }
}
