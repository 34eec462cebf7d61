// @ts-check
// The inputs of the function: a field for each, which of them is nudged, and what comes out before and after.

import { button, html } from "../../core/dom.js";
import { exactText, readNumber } from "../../core/numbers.js";
import { numberText } from "../../core/words.js";
import { makeField } from "../../kit/field.js";

/**
 * @param {{ model: import("../../core/model.js").Model, moveTo: (name: string, x: number) => void,
 *   nudged: (name: string) => void, say: (text: string) => void, signal: AbortSignal }} options `nudged` hears which
 *   input is chosen
 */
export function makeInputs({ model, moveTo, nudged, say, signal }) {
  const names = Object.keys(model.get("at"));
  const part = html("div", "mv-slope-tabs");
  const output = html("div", "mv-slope-output");
  const fields = names.map(makeInput);
  part.append(...fields.map(({ line }) => line), ...(names.length > 1 ? [output] : []));
  return { part, draw, press };

  /**
   * A key in a field: Enter takes its number, whatever the host makes of the key.
   * @param {string} key
   * @param {Element} target
   */
  function press(key, target) {
    const found = key === "Enter" && fields.find(({ field }) => field === target);
    if (found) commit(found.name, found.field);
    return found;
  }

  /** @param {string} name the input's @param {HTMLInputElement} field */
  function commit(name, field) {
    const x = readNumber(field.value);
    if (x !== null && Number.isFinite(x)) moveTo(name, x);
    else say(`${name} must be a number such as 3, −0.5 or 2/3.`);
    field.value = exactText(model.get("at")[name]);
  }

  /** @param {string} name the input's */
  function makeInput(name) {
    const line = html("div", "mv-slope-input");
    const field = makeField(`${name} =`);
    field.addEventListener("change", () => commit(name, field), { signal });
    const choose = () =>
      button(name, () => nudged(name), signal, { name: "mv-button mv-slope-tab", label: `nudge ${name}` });
    const tab = names.length > 1 ? choose() : html("span", "mv-slope-name", name);
    const after = html("span", "mv-slope-nudged");
    line.append(tab, html("span", "mv-quiet", "="), field, after);
    return { name, line, field, tab, after };
  }

  /**
   * @param {import("./curve.js").Shown} shown
   * @param {[number, number][]} curve
   * @param {string} tied the input that the slope is, if any
   */
  function draw({ x, h, name: along, here, from, to, waits }, curve, tied) {
    for (const { name, field, tab, after } of fields) {
      field.classList.toggle("mv-tied", name === tied && !waits);
      if (!field.matches(":focus")) field.value = exactText(model.get("at")[name]);
      field.size = Math.min(Math.max(field.value.length, 5), 19);
      if (tab.matches("button")) tab.setAttribute("aria-pressed", String(name === along));
      after.textContent = name === along && names.length > 1 ? `→ ${numberText(x + h)}` : "";
    }
    const ys = curve.map(([, y]) => y).filter(Number.isFinite);
    const ends = waits ? [here, here] : [from, to];
    const bar = barOf(ends, [Math.min(...ys), Math.max(...ys)]);
    const words = waits ? numberText(here) : `${numberText(from)} → ${numberText(to)}`;
    output.replaceChildren(html("span", "mv-slope-name", model.get("output")), bar, html("span", "", words));
  }
}

/** What comes out, on a bar: before the nudge and after it. @param {number[]} ends @param {number[]} limits */
function barOf(ends, [least, most]) {
  const bar = html("span", "mv-slope-bar");
  const [moved, before] = [html("span", "mv-slope-moved"), html("span", "mv-slope-mark")];
  const [a, b] = ends.map((y) => Math.min(Math.max((y - least) / (most - least || 1), 0), 1));
  before.style.left = `${100 * a}%`;
  moved.style.left = `${100 * Math.min(a, b)}%`;
  moved.style.width = `${100 * Math.abs(b - a)}%`;
  bar.append(moved, before);
  return bar;
}
