// @ts-check
// Editing leaves: their numbers as fields and sliders, what is refused, and the way back to the numbers given.

import { button, disable, html } from "../../core/dom.js";
import { exactText, readNumber, reachOf } from "../../core/numbers.js";
import { decode, numberText, short } from "../../core/words.js";
import { makeField } from "../../kit/field.js";
import { makeSlider } from "../../kit/slider.js";
import { plainSum, roundToStep } from "./round.js";

/** @typedef {import("../../core/steps.js").Plan} Plan */
/** @typedef {import("../../graph/draw.js").Scene} Scene */
/** @typedef {{ leaf: number, input: HTMLInputElement, typed: boolean, done: () => void }} Field */
/** @typedef {{ leaf: number, slider: ReturnType<typeof makeSlider>, was: HTMLElement, reach: number }} Row */

const MOST_SLIDERS = 100;

/**
 * @param {{ plan: Plan, scene: Scene, alone: boolean, seen: (leaf: number) => boolean,
 *   change: (leaf: number, x: number) => void,
 *   settle: () => void, reset: () => void, undo: () => unknown, some: () => boolean, signal: AbortSignal }} options
 *   `alone` is a page without a kernel, `seen` tells
 *   which leaves have cards; after `settle` a change is another edit, `some` tells whether there is one to undo
 */
export function makeEditor({ plan, scene, alone, seen, change, settle, reset, undo, some, signal }) {
  const { trace } = plan;
  const edit = scene.edit ?? { leaves: {}, fixed: "", function: false };
  const leaves = new Map(
    Object.entries(edit.leaves).map(([i, [name, x]]) => [Number(i), { name, given: Number(decode(x)) }]),
  );
  const part = html("section", "mv-edit");
  part.setAttribute("aria-label", "Edit the inputs");
  const notice = html("p", "mv-notice");
  notice.setAttribute("role", "alert");
  const remark = html("p", "mv-quiet");
  const back = button("Reset", reset, signal);
  back.setAttribute("aria-description", "back to the numbers given");
  const undoing = button("Undo edit", undo, signal);
  undoing.setAttribute("aria-keyshortcuts", "Control+Z");
  /** @type {Field[]} */
  let fields = [];
  /** @type {Field | undefined} */
  let focused;
  /** @type {Row[]} */
  let rows = [];
  const list = html("div", "mv-leaves");
  const more = html("p", "mv-quiet");
  part.hidden = true;
  unfold(false);
  const has = (/** @type {number} */ i) => leaves.has(i);
  const fieldOf = (/** @type {number} */ i) => (has(i) ? field(i) : null);
  return {
    part, unfold, open, has, field, fieldOf, cancel, refresh, relist, say, reachAt,
    isTyping: () => Boolean(focused?.typed),
  };

  /** @param {boolean} shown whether the rest of the controls is; what is edited stays in sight */
  function unfold(shown) {
    if ((shown || edit.function || isEdited() || part.contains(document.activeElement)) && scene.edit) open();
    else part.hidden = true;
  }

  function open() {
    if (!part.firstChild) fill();
    part.hidden = false;
    refresh();
  }

  function fill() {
    const head = html("div", "mv-why-head");
    const ways = html("div", "mv-ways-back");
    if (leaves.size) ways.append(undoing, back);
    head.append(html("h2", "", "Edit the inputs"), ways);
    const none = edit.fixed || (leaves.size ? "" : "There is no named leaf: constants are part of the expression.");
    part.append(head, ...(none ? [html("p", "mv-quiet", none)] : [list, more]), notice, remark);
    relist();
  }

  /** The leaves in sight have their rows. */
  function relist() {
    if (!part.firstChild) return;
    const all = [...leaves.keys()].filter(seen);
    rows = [];
    list.replaceChildren(...all.slice(0, MOST_SLIDERS).map(row));
    const [left, hidden] = [all.length - MOST_SLIDERS, leaves.size - all.length];
    more.textContent = left > 0 ? `and ${left} more: click a card, or drag its number`
      : hidden ? `Open a group to edit the leaves in it: ${hidden.toLocaleString("en")} are in closed ones.`
      : "";
    refresh();
  }

  /** @param {number} leaf */
  function row(leaf) {
    const line = html("div", "mv-leaf");
    const moved = (/** @type {number} */ x) => change(leaf, roundToStep(x, made.reach / 100));
    const slider = makeSlider({ label: nameOf(leaf), moved, signal, step: "any" });
    const made = { leaf, slider, was: html("span", "mv-was"), reach: 0 };
    slider.input.addEventListener("pointerdown", settle, { signal });
    slider.input.addEventListener("keydown", (event) => event.repeat || settle(), { signal });
    rows.push(made);
    line.append(html("span", "mv-leaf-name", nameOf(leaf)), field(leaf), slider.input, made.was);
    return line;
  }

  /**
   * A field for the number of a leaf; Enter commits, Escape does not.
   * @param {number} leaf
   * @param {() => void} [done] when it was left by either
   */
  function field(leaf, done = () => {}) {
    const input = makeField(nameOf(leaf), "mv-number");
    const made = { leaf, input, typed: false, done };
    write(made);
    input.addEventListener("focus", () => { focused = made; }, { signal });
    input.addEventListener("blur", () => {
      if (focused === made) focused = undefined;
      if (!commit(made)) write(made);
    }, { signal });
    input.addEventListener("input", () => { made.typed = true; }, { signal });
    input.addEventListener("keydown", (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!(way || (event.key === "Enter" && !event.shiftKey))) return;
      event.preventDefault();
      event.stopPropagation();
      if (!commit(made)) return;
      if (way && !event.repeat) settle();
      const step = reachAt(leaf) / (event.shiftKey ? 1000 : 100);
      if (way) change(leaf, plainSum(now(leaf), way * step));
      else made.done();
    }, { signal });
    fields.push(made);
    return input;
  }

  /** Take the text of a field, if it says a number; whether it does. @param {Field} field */
  function commit(field) {
    const { leaf, input } = field;
    if (!field.typed) return true;
    const x = readNumber(input.value);
    input.setAttribute("aria-invalid", String(x === null));
    if (x === null) {
      const what = `${nameOf(leaf)} must be a number, such as 2.5, −1e3 or inf (got “${short(input.value, 30)}”)`;
      say(`${what}; it is still ${numberText(now(leaf))}.`);
      return false;
    }
    field.typed = false;
    say("");
    settle();
    change(leaf, x);
    return true;
  }

  /** Leave the field that has the focus as if nothing had been typed; whether there was one. */
  function cancel() {
    const field = focused;
    if (!field) return false;
    const typed = field.typed;
    if (typed) say("");
    write(field);
    field.input.select();
    field.done();
    return typed || !field.input.isConnected;
  }

  /** @param {Field} field */
  function write(field) {
    field.typed = false;
    field.input.removeAttribute("aria-invalid");
    field.input.value = exactText(now(field.leaf));
  }

  /** Show the numbers as they are now. */
  function refresh() {
    if (part.isConnected) fields = fields.filter(({ input }) => input.isConnected); // others are gone for good
    for (const field of fields) if (!field.typed) write(field);
    for (const made of rows) {
      const [x, { given }] = [now(made.leaf), /** @type {{ given: number }} */ (leaves.get(made.leaf))];
      const edited = !Object.is(x, given);
      if (!made.reach || !edited || Math.abs(x) > made.reach) made.reach = reachOf([x, given]);
      made.slider.show(x, numberText(x), [-made.reach, made.reach]);
      made.was.textContent = edited ? `was ${numberText(given)}` : "";
    }
    const edited = isEdited();
    disable(back, !edited);
    disable(undoing, !some());
    remark.textContent = edited ? remarkOf() : "";
  }

  function remarkOf() {
    if (edit.function && alone)
      return "Without a kernel your function is not called again: the graph stays as it was recorded.";
    if (trace.engine === "microgradviz") return "";
    return "Computed again by the rules of the table, not by your engine.";
  }

  function isEdited() {
    return [...leaves].some(([i, { given }]) => !Object.is(now(i), given));
  }

  /** @param {string} text what the learner must know now; "" clears it */
  function say(text) {
    if (text) open();
    notice.textContent = text;
  }

  /** @param {number} leaf */
  function reachAt(leaf) {
    return reachOf([now(leaf), leaves.get(leaf)?.given ?? NaN]);
  }

  /** @param {number} leaf */
  function now(leaf) {
    return plan.data[leaf] ?? NaN;
  }

  /** @param {number} leaf */
  function nameOf(leaf) {
    return short(leaves.get(leaf)?.name ?? "", 60);
  }
}
