// @ts-check
// The slope instrument: a curve with a point to drag, the slope by a nudge beside the exact one, and h on a slider.

import { button, html } from "../core/dom.js";
import { keepKeys } from "../core/keep_keys.js";
import { NUDGES, compareDigits, countRight, difference, functionFrom, nearestNudge, placeKind, reasonOf } from "../core/differences.js";
import { exactText, readNumber } from "../core/numbers.js";
import { decode, numberText } from "../core/words.js";
import { makeCurve } from "./slope/curve.js";
import { makeLens } from "./slope/lens.js";
import { makeNudges } from "./slope/nudges.js";

/**
 * What is known of the function at one place.
 * @typedef {{ here: number, exact: number, known: boolean, said: string, at: (h: number) => { below: number, here: number, above: number },
 *   errors: number[], curve: [number, number][], near: ((x: number) => number) | null }} Look
 */

const POINTS = 181; // of a curve that the page draws by itself
const PATIENCE = 4000; // ms until a silent kernel is spoken of

/** @param {import("../core/model.js").Given} given */
function render({ model, el }) {
  const stop = new AbortController();
  const { signal } = stop;
  const graph = model.get("graph");
  const own = Boolean(graph.op); // the page works it out by itself
  const alone = model.get("asked") === undefined;
  const movable = own || !alone;
  const names = Object.keys(model.get("at"));
  /** @type {Look} */
  let look;
  /** @type {[string, [number, number][]]} the curve, and what it is a curve of */
  let drawn = ["", []];
  /** @type {number | undefined} */
  let waiting;
  let late = ""; // what is said of a kernel that does not answer

  const root = html("div", "microgradviz mv-slope");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", `The slope of ${model.get("title")}`);
  const head = html("div", "mv-slope-head");
  const tabs = html("div", "mv-slope-tabs");
  const output = html("div", "mv-slope-output");
  const curve = makeCurve({ movable, move, nudge, signal });
  const digits = html("div", "mv-slope-digits");
  const lens = makeLens();
  const nudges = makeNudges({ choose: (h) => set("h", h), signal });
  const status = html("p", "mv-slope-status");
  status.setAttribute("role", "status");
  const side = html("div", "mv-slope-side");
  const sides = html("div", "mv-slope-sides");
  const fields = names.map(makeInput);
  tabs.append(...fields.map(({ part }) => part));
  if (names.length > 1) tabs.append(output);
  sides.append(...[["one-sided", false], ["symmetric", true]].map(([text, both]) => makeChoice(String(text), Boolean(both))));
  head.append(html("p", "mv-slope-title", model.get("title")), tabs);
  side.append(digits, lens.part);
  root.append(head, curve.part, side, sides, nudges.part, status);
  el.replaceChildren(root);
  const heard = ["at", "along", "h", "symmetric", "samples"];
  let due = false;
  for (const name of heard) model.on(`change:${name}`, later);
  const watcher = new ResizeObserver(() => draw());
  watcher.observe(root);
  renew();
  keepKeys(root, (key, target, shift) => /** @type {Element} */ (target) === curve.point && curve.press(key, shift), signal);
  return () => {
    stop.abort();
    watcher.disconnect();
    window.clearTimeout(waiting);
    for (const name of heard) model.off(`change:${name}`, later);
    el.replaceChildren();
  };

  /** Several traits may change at once: draw when all have. */
  function later() {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      if (!signal.aborted) renew();
    });
  }

  /** @param {string} name @param {unknown} value */
  function set(name, value) {
    model.set(name, value);
    if (!own && (name === "at" || name === "along")) ask();
    model.save_changes();
    later();
  }

  /** A place that the kernel has to look at. */
  function ask() {
    if (waiting !== undefined) return; // one question at a time; the next is asked when this is answered
    model.set("asked", model.get("asked") + 1);
    late = "Python is looking …";
    waiting = window.setTimeout(() => {
      late = "Python has not answered yet: the kernel is busy, or gone.";
      draw();
    }, PATIENCE);
  }

  /** @param {string} name the input's */
  function makeInput(name) {
    const part = html("div", "mv-slope-input");
    const label = html("span", "mv-slope-name", name);
    const field = html("input", "mv-field");
    field.type = "text";
    field.inputMode = "decimal";
    field.autocomplete = "off";
    field.setAttribute("aria-label", `${name} =`);
    field.readOnly = !movable;
    field.addEventListener("change", () => {
      const x = readNumber(field.value);
      if (x !== null && Number.isFinite(x)) moveTo(name, x);
      else status.textContent = `${name} must be a number such as 3, −0.5 or 2/3.`;
      field.value = exactText(model.get("at")[name]);
    }, { signal });
    const tab = names.length > 1 && movable ? button(name, () => set("along", name), signal, { name: "mv-button mv-slope-tab", label: `nudge ${name}` }) : label;
    const nudged = html("span", "mv-slope-nudged");
    part.append(tab, html("span", "mv-quiet", "="), field, nudged);
    return { name, part, field, tab, nudged };
  }

  /** @param {string} text @param {boolean} both */
  function makeChoice(text, both) {
    const choice = button(text, () => set("symmetric", both), signal, { name: "mv-button" });
    choice.dataset.both = String(both);
    return choice;
  }

  /** The other end was dragged. @param {number} h */
  function nudge(h) {
    set("h", NUDGES[nearestNudge(Math.max(Math.abs(h), NUDGES[0]))]);
  }

  /** The point was dragged. @param {number} x */
  function move(x) {
    moveTo(model.get("along"), x);
  }

  /** @param {string} name @param {number} x */
  function moveTo(name, x) {
    if (!movable) return;
    const [lowest, highest] = model.get("limits")[name];
    if (x < lowest || x > highest) {
      const reach = Math.max(highest - lowest, Math.abs(x) / 2) / 2;
      model.set("limits", { ...model.get("limits"), [name]: [x - reach, x + reach] });
      drawn = ["", []];
    }
    set("at", { ...model.get("at"), [name]: x });
  }

  /** Look at the place anew. */
  function renew() {
    if (own) look = computed();
    else {
      const samples = model.get("samples");
      look = sampled(samples);
      if (!alone && samples.asked === model.get("asked")) {
        window.clearTimeout(waiting);
        [waiting, late] = [undefined, ""];
        const { at, along } = samples;
        if (along !== model.get("along") || names.some((name) => at[name] !== model.get("at")[name])) {
          ask();
          model.save_changes();
        }
      }
    }
    draw();
  }

  /** @returns {Look} */
  function computed() {
    const [at, along, leaves] = [model.get("at"), model.get("along"), graph.leaves];
    const f = functionFrom(graph, graph.rules, new Map(names.map((name) => [leaves[name], at[name]])));
    const [leaf, x] = [leaves[along], at[along]];
    const value = (/** @type {number} */ there) => f.value(leaf, there);
    const [here, exact] = [value(x), f.exact(leaf, x)];
    const of = JSON.stringify([along, names.map((name) => (name === along ? 0 : at[name]))]);
    if (drawn[0] !== of) {
      const [lowest, highest] = model.get("limits")[along];
      const places = Array.from({ length: POINTS }, (_, k) => lowest + ((highest - lowest) * k) / (POINTS - 1));
      drawn = [of, places.map((there) => [there, value(there)])];
    }
    return made({ here, exact, known: true, said: "", curve: drawn[1], near: value, at: (h) => ({ below: value(x - h), here, above: value(x + h) }) });
  }

  /** @param {any} samples @returns {Look} */
  function sampled(samples) {
    const [above, below, places, ys] = ["above", "below", "places", "curve"].map((name) => samples[name].map(decode).map(Number));
    const [here, exact] = [Number(decode(samples.here)), Number(decode(samples.exact))];
    const [ownH, ...ends] = samples.own.map(decode).map(Number);
    const at = (/** @type {number} */ h) => {
      const k = NUDGES.indexOf(h);
      return h === ownH ? { below: ends[0], here, above: ends[1] } : { below: below[k], here, above: above[k] };
    };
    return made({ here, exact, known: samples.known, said: samples.said, curve: places.map((/** @type {number} */ x, /** @type {number} */ i) => [x, ys[i]]), near: null, at });
  }

  /** @param {Omit<Look, "errors">} seen @returns {Look} */
  function made(seen) {
    const symmetric = model.get("symmetric");
    return { ...seen, errors: NUDGES.map((h) => Math.abs(difference(seen.at(h), h, symmetric).slope - seen.exact)) };
  }

  function draw() {
    const [h, symmetric, along] = ["h", "symmetric", "along"].map((name) => model.get(name));
    const at = own ? model.get("at") : { ...model.get("at"), ...model.get("samples").at };
    const x = at[along];
    const ends = difference(look.at(h), h, symmetric);
    const shown = { x, h, symmetric, name: along, here: look.here, exact: look.exact, ...ends };
    root.classList.toggle("is-narrow", root.clientWidth < 620);
    curve.draw({ ...shown, points: look.curve, limits: model.get("limits")[along] });
    lens.draw({ ...shown, near: look.near });
    nudges.draw(h, look.errors);
    for (const { name, field, tab, nudged } of fields) {
      if (document.activeElement !== field) field.value = exactText(model.get("at")[name]);
      field.size = Math.min(Math.max(field.value.length, 5), 19);
      tab.setAttribute("aria-pressed", String(name === along));
      nudged.textContent = name === along && names.length > 1 ? `→ ${numberText(x + h)}` : "";
    }
    for (const choice of sides.children) choice.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (choice).dataset.both === String(symmetric)));
    drawOutput(ends);
    write(ends, h, symmetric, x);
  }

  /** What comes out, before the nudge and after it. @param {import("../core/differences.js").Difference} ends */
  function drawOutput(ends) {
    if (names.length < 2) return;
    const bar = html("span", "mv-slope-bar");
    const ys = look.curve.map(([, y]) => y).filter(Number.isFinite);
    const [least, most] = [Math.min(...ys), Math.max(...ys)];
    const place = (/** @type {number} */ y) => Math.min(Math.max((y - least) / (most - least || 1), 0), 1);
    const [a, b] = [ends.from, ends.to].map(place);
    const moved = html("span", "mv-slope-moved");
    const before = html("span", "mv-slope-mark");
    before.style.left = `${100 * a}%`;
    moved.style.left = `${100 * Math.min(a, b)}%`;
    moved.style.width = `${100 * Math.abs(b - a)}%`;
    bar.append(moved, before);
    output.replaceChildren(html("span", "mv-slope-name", model.get("output")), bar, html("span", "", `${numberText(ends.from)} → ${numberText(ends.to)}`));
  }

  /** @param {import("../core/differences.js").Difference} ends @param {number} h @param {boolean} symmetric @param {number} x */
  function write(ends, h, symmetric, x) {
    const f = model.get("output");
    const told = compareDigits(ends.slope, look.exact);
    const kind = placeKind(look, x);
    const lines = [
      line("rise", symmetric ? `${f}(${numberText(x)} + h) − ${f}(${numberText(x)} − h)` : `${f}(${numberText(x)} + h) − ${f}(${numberText(x)})`, numberText(ends.rise)),
      line("run", symmetric ? "2h" : "h", numberText(ends.run)),
      line("rise ÷ run", "", "", "is-secant", kind ? [html("span", "", told.right + told.wrong)] : [html("span", "mv-right", told.right), html("span", "mv-wrong", told.wrong)]),
      line(kind ? "the engine" : look.known ? "exact" : "best estimate", "", "", "is-tangent", [html("span", "", told.exact)]),
    ];
    digits.replaceChildren(...lines);
    const error = Math.abs(ends.slope - look.exact);
    const flat = x + h === x;
    const right = `${countRight(ends.slope, look.exact)} of 12 digits right`;
    const sizes = Number.isFinite(error) ? `h = ${numberText(h)}: slope ${numberText(ends.slope)}, off by ${numberText(error)}, ${right}.` : `h = ${numberText(h)}: slope ${numberText(ends.slope)}.`;
    const broken = Number.isFinite(look.here) ? "" : `${f} is ${numberText(look.here)} at ${model.get("along")} = ${numberText(x)}: there is no slope there.`;
    const fixed = movable ? "" : "The point can be moved where Python runs.";
    const all = !told.wrong && !flat;
    const shown = broken || kind || `${sizes} ${all ? "" : reasonOf(nearestNudge(h), look.errors, flat)}`;
    status.textContent = [late, shown, look.said, fixed].filter(Boolean).join(" ");
  }

  /**
   * @param {string} name
   * @param {string} how
   * @param {string} number
   * @param {string} [kind] which line of the picture it is
   * @param {HTMLElement[]} [parts] in the number's place
   */
  function line(name, how, number, kind, parts) {
    const made = html("p", `mv-slope-line${kind ? ` is-compared ${kind}` : ""}`);
    const shown = html("span", "mv-slope-number", number);
    if (parts) shown.append(...parts);
    made.append(html("span", "mv-slope-word", name), html("span", "mv-quiet", how), shown);
    return made;
  }
}

export default { render };
