// @ts-check
// The widget: a model in, a player out. The model is anywidget's, or the stand-in of the exported page.

import { html } from "../core/dom.js";
import { inColumns } from "../core/names.js";
import { encode } from "../core/numbers.js";
import { sameGraph } from "../core/recompute.js";
import { foldedScene, uprightScene } from "../graph/fold.js";
import { readUpdate } from "../core/update.js";
import { watchSize } from "../kit/widget.js";
import { announce } from "./announce.js";
import { freshMemory } from "./edit/history.js";
import { makeLink } from "./link.js";
import { makePlayer } from "./player.js";
import { keepPlace, makeSwitch } from "./switch.js";

/** @param {import("../core/model.js").Given} given */
function render({ model, el }) {
  let stop = new AbortController();
  /** @type {ReturnType<typeof makePlayer> | null} */
  let player = null;
  const link = makeLink(model, (text) => player?.say(text));
  /** @type {{ trace: any, scene: any }} what is shown: the model's, until something is edited here */
  let shown = { trace: null, scene: null };
  const memory = { asked: false, preset: model.get("preset"), ...freshMemory(model.get("round")) };
  /** @type {Set<string>} */
  const changed = new Set();
  const redrawers = Object.fromEntries(REDRAWN.map((name) => [name, () => redraw(name)]));
  /** @type {[string, () => void][]} */
  const heard = [
    ["step", () => player?.show(model.get("step"))],
    ["predict", () => player?.predict.choose(model.get("predict"))],
    ["size", () => player?.resize(model.get("size"))],
    ["answers", () => player?.predict.remember(model.get("answers"))],
  ];
  take();
  open();
  for (const [name, listener] of heard) model.on(`change:${name}`, listener);
  for (const name of REDRAWN) model.on(`change:${name}`, redrawers[name]);
  return () => {
    stop.abort();
    link.close();
    for (const [name, listener] of heard) model.off(`change:${name}`, listener);
    for (const name of REDRAWN) model.off(`change:${name}`, redrawers[name]);
    el.replaceChildren();
  };

  function take() {
    shown = { trace: model.get("trace"), scene: inColumns(model.get("scene")) };
    const preset = model.get("preset");
    if (preset !== memory.preset) Object.assign(memory, { preset, ...freshMemory() });
  }

  function open() {
    stop = new AbortController();
    player = null;
    const root = html("div", "microgradviz");
    root.tabIndex = -1;
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", "Player of an expression graph");
    el.replaceChildren(root);
    const count = shown.trace?.op?.length;
    if (count > LARGE) announce(root, count, stop.signal, () => fill(root));
    else fill(root);
  }

  /** @param {HTMLElement} root */
  function fill(root) {
    root.replaceChildren();
    const upright = isPhone();
    const [trace, scene] = [shown.trace, upright ? uprightScene(shown.scene) : { ...shown.scene }];
    watchSize(el, () => isPhone() === upright || again(), stop.signal);
    let problem = problemOf(shown.trace);
    if (!problem) {
      try {
        const names = ["step", "level", "by", "accumulate", "predict", "answers", "size", "reveal"];
        const [step, level, by, accumulate, predict, answers, size, reveal] = names.map((name) => model.get(name));
        const gradients = model.get("gradients") !== false;
        const constants = Boolean(model.get("constants"));
        const extra = { formula: Boolean(model.get("formula")), gradients, constants, choose, whole: trace };
        root.classList.toggle("is-forward-only", !gradients);
        root.classList.toggle("is-by-hand", Boolean(scene.by_hand));
        memory.asked ||= Boolean(scene.by_hand); // there nobody answers
        const seen = constants ? scene : foldedScene(scene);
        const along = leafCalled(scene.edit, model.get("along"));
        const reverse = along === null;
        root.classList.toggle("is-forward-mode", !reverse);
        const played = gradients && reverse ? { trace, scene: seen } : forwardOnly(trace, seen, reverse);
        const update = gradients
          ? readUpdate(model.get("update"), model.get("params"), scene.edit, Boolean(scene.parts))
          : null;
        const nudge = leafCalled(scene.edit, model.get("nudge"));
        const rest = {
          update, nudge, along, extra, reveal, memory, save, edited, alone: !link.there(), root, signal: stop.signal,
        };
        player = makePlayer({ ...played, step, level, by, accumulate, predict, answers, size, ...rest });
        player.say(link.text());
      } catch (error) {
        problem = String(error);
      }
    }
    const plays = model.get("plays") ?? {};
    if (Object.keys(plays).length) root.prepend(makeSwitch(plays, model.get("preset"), switchTo, stop.signal));
    if (problem) root.replaceChildren(html("p", "mv-problem", `This graph cannot be played: ${problem}`));
  }

  /** What is on under More; a step keeps its place, whatever its number. @param {string} name @param {boolean} on */
  function choose(name, on) {
    if (name === "constants" && player) model.set("step", player.stepIf(!on));
    save(name, on);
  }

  /** @param {string} name @param {unknown} value */
  function save(name, value) {
    model.set(name, value);
    model.save_changes();
  }

  /**
   * The page has computed by itself; the kernel shall follow.
   * @param {any} trace
   * @param {any[]} faults
   * @param {[string, number][]} leaves
   */
  function edited({ data, local, observed }, faults, leaves) {
    shown = { trace: { ...shown.trace, data, local, observed }, scene: { ...shown.scene, faults } };
    link.tell(leaves.map(([name, x]) => [name, encode(x)]));
  }

  /** Everything that goes with a preset is here already, and travels to the kernel as one. @param {string} name */
  function switchTo(name) {
    const { step, ...play } = model.get("plays")[name];
    for (const [trait, value] of Object.entries({ preset: name, ...play, answers: [], step })) model.set(trait, value);
    model.save_changes();
  }

  /** Several traits may change at once: draw again when all have. @param {string} name */
  function redraw(name) {
    if (!changed.size) queueMicrotask(catchUp);
    changed.add(name);
  }

  function catchUp() {
    const numbers = changed.has("trace") || changed.has("scene");
    const [rest, before] = [REDRAWN.slice(2).some((other) => changed.has(other)), shown];
    changed.clear();
    if (numbers && !link.pending()) take(); // else the page's numbers are newer than those that came
    else if (!rest) return;
    const whole = model.get("gradients") !== false && !model.get("along");
    if (!rest && player && whole && samePicture(before, shown)) {
      player.renew(shown.trace, shown.scene.faults);
      return;
    }
    again();
  }

  function again() {
    const restore = keepPlace(el);
    stop.abort();
    open();
    restore();
  }

  function isPhone() {
    return el.clientWidth > 0 && el.clientWidth < PHONE && Boolean(shown.scene?.narrow);
  }
}

/** What stands in the way of playing a trace, in a sentence; Python has seen to the rest. @param {any} trace */
function problemOf(trace) {
  const version = trace?.version;
  return version === VERSION ? "" : `its version must be ${VERSION} (got ${version}); run its cell again.`;
}

/** @param {{ trace: any, scene: any }} one @param {{ trace: any, scene: any }} other */
function samePicture(one, other) {
  if (problemOf(other.trace) || !sameGraph(one.trace, other.trace)) return false;
  return ["x", "y", "parts", "shapes", "fold", "title", "heading", "edit"].every(
    (name) => JSON.stringify(one.scene[name]) === JSON.stringify(other.scene[name]),
  );
}

/** The number of a leaf that can be edited. @param {any} edit @param {string | null} name @returns {number | null} */
function leafCalled(edit, name) {
  const found = name && Object.entries(edit?.leaves ?? {}).find(([, [own]]) => own === name);
  return found ? Number(found[0]) : null;
}

/**
 * The same without its backward pass, and without what is wrong with that.
 * @param {import("../core/steps.js").Trace} trace
 * @param {import("../graph/draw.js").Scene} scene
 * @param {boolean} bare whether its cards have no second number
 * @returns {{ trace: import("../core/steps.js").Trace, scene: import("../graph/draw.js").Scene }}
 */
function forwardOnly(trace, scene, bare) {
  const faults = scene.faults.filter(({ kind, edge }) => edge === null && !/seed|order|visited|gradient/.test(kind));
  const seen = bare ? { ...scene, faults, bare } : { ...scene, faults };
  return { trace: { ...trace, order: [], observed: [] }, scene: seen };
}

const VERSION = 1; // of the traces that this page knows
const PHONE = 480; // px: what is narrower has room for a picture that runs down
const LARGE = 3000; // values; drawing more takes long enough to be felt
const REDRAWN = [
  "trace", "scene", "by", "accumulate", "level", "gradients", "formula", "constants", "update", "params", "nudge",
  "along",
];

export default { render };
