// @ts-check
// The widget: a model in, a player out. The model is anywidget's, or the stand-in of the exported page.

import { html } from "./dom.js";
import { announce } from "./announce.js";
import { problemOf } from "./check.js";
import { inColumns } from "./parts.js";
import { makePlayer } from "./player.js";
import { keepPlace, makeSwitch } from "./switch.js";

/**
 * @typedef {{ get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   on: (event: string, listener: () => void) => void, off: (event: string, listener: () => void) => void }} Model
 */

/** @param {{ model: Model, el: HTMLElement, style?: string }} given `style` is for hosts that bring no style sheet */
function render({ model, el, style = "" }) {
  let stop = new AbortController();
  /** @type {ReturnType<typeof makePlayer> | null} */
  let player = null;
  let due = false;
  /** @type {[string, () => void][]} */
  const heard = [
    ["step", () => player?.show(model.get("step"))],
    ["predict", () => player?.predict.choose(model.get("predict"))],
    ["answers", () => player?.predict.remember(model.get("answers"))],
  ];
  open();
  for (const [name, listener] of heard) model.on(`change:${name}`, listener);
  for (const name of REDRAWN) model.on(`change:${name}`, redraw);
  return () => {
    stop.abort();
    for (const [name, listener] of heard) model.off(`change:${name}`, listener);
    for (const name of REDRAWN) model.off(`change:${name}`, redraw);
    el.replaceChildren();
  };

  function open() {
    stop = new AbortController();
    player = null;
    const root = html("div", "microgradviz");
    root.tabIndex = -1;
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", "Player of an expression graph");
    el.replaceChildren(...(style ? [html("style", "", style)] : []), root);
    const count = model.get("trace")?.op?.length;
    if (count > LARGE) announce(root, count, stop.signal, () => fill(root));
    else fill(root);
  }

  /** @param {HTMLElement} root */
  function fill(root) {
    root.replaceChildren();
    const [trace, scene] = [model.get("trace"), inColumns(model.get("scene"))];
    let problem = problemOf(trace, scene);
    if (!problem) {
      try {
        const names = ["step", "level", "by", "accumulate", "predict", "answers"];
        const [step, level, by, accumulate, predict, answers] = names.map((name) => model.get(name));
        const gradients = model.get("gradients") !== false;
        const extra = { formula: Boolean(model.get("formula")), gradients, choose: save, whole: trace };
        root.classList.toggle("is-forward-only", !gradients);
        const played = gradients ? { trace, scene } : forwardOnly(trace, scene);
        player = makePlayer({ ...played, step, level, by, accumulate, predict, answers, extra, save, root, signal: stop.signal });
      } catch (error) {
        problem = String(error);
      }
    }
    const plays = model.get("plays") ?? {};
    if (Object.keys(plays).length) root.prepend(makeSwitch(plays, model.get("preset"), switchTo, stop.signal));
    if (problem) root.replaceChildren(html("p", "mv-problem", `This graph cannot be played: ${problem}`));
  }

  /** @param {string} name @param {unknown} value */
  function save(name, value) {
    model.set(name, value);
    model.save_changes();
  }

  /** Everything that goes with a preset is here already, and travels to the kernel as one. @param {string} name */
  function switchTo(name) {
    const { step, ...play } = model.get("plays")[name];
    for (const [trait, value] of Object.entries({ preset: name, ...play, answers: [], step })) model.set(trait, value);
    model.save_changes();
  }

  /** Several traits may change at once: draw again when all have. */
  function redraw() {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      const restore = keepPlace(el);
      stop.abort();
      open();
      restore();
    });
  }
}

/**
 * The same without its backward pass, and without what is wrong with that.
 * @param {import("./steps.js").Trace} trace
 * @param {import("./draw.js").Scene} scene
 * @returns {{ trace: import("./steps.js").Trace, scene: import("./draw.js").Scene }}
 */
function forwardOnly(trace, scene) {
  const faults = scene.faults.filter(({ kind, edge }) => edge === null && !/seed|order|visited|gradient/.test(kind));
  return { trace: { ...trace, order: [], observed: [] }, scene: { ...scene, faults, bare: true } };
}

const LARGE = 3000; // values; drawing more takes long enough to be felt
const REDRAWN = ["trace", "scene", "by", "accumulate", "level", "gradients", "formula"];

export default { render };
