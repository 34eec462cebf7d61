// @ts-check
// The widget: a model in, a player out. The model is anywidget's, or the stand-in of the exported page.

import { html } from "./dom.js";
import { problemOf } from "./check.js";
import { makePlayer } from "./player.js";

/**
 * @typedef {{ get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   on: (event: string, listener: () => void) => void, off: (event: string, listener: () => void) => void }} Model
 */

/** @param {{ model: Model, el: HTMLElement }} given */
function render({ model, el }) {
  let stop = new AbortController();
  /** @type {((k: number) => void) | null} */
  let show = null;
  let due = false;
  open();
  model.on("change:step", follow);
  for (const name of REDRAWN) model.on(`change:${name}`, redraw);
  return () => {
    stop.abort();
    model.off("change:step", follow);
    for (const name of REDRAWN) model.off(`change:${name}`, redraw);
    el.replaceChildren();
  };

  function open() {
    stop = new AbortController();
    show = null;
    const root = html("div", "microgradviz");
    root.tabIndex = -1;
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", "Player of an expression graph");
    el.replaceChildren(root);
    const [trace, scene] = [model.get("trace"), model.get("scene")];
    let problem = problemOf(trace, scene);
    if (!problem) {
      try {
        const [step, level, by, accumulate] = ["step", "level", "by", "accumulate"].map((name) => model.get(name));
        show = makePlayer({ trace, scene, step, level, by, accumulate, chosen, root, signal: stop.signal }).show;
      } catch (error) {
        problem = String(error);
      }
    }
    if (problem) root.replaceChildren(html("p", "mv-problem", `This graph cannot be played: ${problem}`));
  }

  /** @param {number} k */
  function chosen(k) {
    model.set("step", k);
    model.save_changes();
  }

  function follow() {
    show?.(model.get("step"));
  }

  /** Several traits may change at once: draw again when all have. */
  function redraw() {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      stop.abort();
      open();
    });
  }
}

const REDRAWN = ["trace", "scene", "by", "accumulate", "level"];

export default { render };
