// @ts-check
// What a player shows besides: its title and stage, the whole expression, and what lies under More for them.

import { button, disable, html } from "../core/dom.js";
import { placeholder } from "../core/words.js";
import { jsonText } from "../core/numbers.js";
import { download, makeSaveButton } from "../kit/still.js";
import { formulaAt, linesOf } from "./formula.js";
import { makeShare } from "./share.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("../graph/draw.js").Scene} Scene */
/**
 * @typedef {{ formula: boolean, gradients: boolean, constants: boolean,
 *   choose: (name: string, value: boolean) => void, whole: any }} Extra
 *   what of it is on, what hears of a change, and the trace with its backward pass
 */

/**
 * @param {{ plan: Plan, scene: Scene, pictures: () => { picture: Element, title: string }[], extra: Extra,
 *   signal: AbortSignal }} options
 */
export function makeMore({ plan, scene, pictures, extra, signal }) {
  const heading = html("span", "mv-heading", scene.heading ?? "");
  const stage = html("span", "mv-stage");
  const staged = plan.steps.some((step) => step.stage);
  stage.hidden = !staged;
  const formula = html("div", "mv-formula");
  formula.setAttribute("role", "group");
  formula.setAttribute("aria-label", "Formula");
  formula.hidden = !extra.formula;
  const { lines, left } = linesOf(plan);
  const [seen, room] = [html("div", "mv-lines"), html("div", "mv-lines mv-room")];
  room.setAttribute("aria-hidden", "true");
  // the longest it gets, unseen, so that nothing below moves
  if (extra.formula) room.append(...rowsAt(plan.total, placeholder));
  formula.append(seen, room);
  let at = 0;
  const hasBackward = extra.whole.order?.length > 0 && plan.along === null;
  const toggles = [
    toggle("Formula", "formula", extra.formula),
    ...(hasBackward ? [toggle("Gradients", "gradients", extra.gradients)] : []),
    ...(plan.constants.size ? [toggle("Show constants", "constants", extra.constants)] : []),
  ];
  const saving = html("span", "mv-export");
  saving.setAttribute("role", "group");
  saving.setAttribute("aria-label", "Export");
  const json = button("JSON", () => download("trace.json", "application/json", jsonText(extra.whole)), signal, {
    label: "Save the trace as JSON",
  });
  const withheld = html("span", "mv-quiet", "(JSON at the last step: it holds the answers)");
  saving.append(
    withheld, makeSaveButton(() => `step-${at}`, pictures, signal), json,
    ...makeShare(plan, scene.edit, signal),
  );
  return {
    heading: [heading, stage].filter((part) => part === stage || scene.heading),
    formula, toggles, saving, show, withhold,
  };

  /** @param {number} k */
  function show(k) {
    at = k;
    const step = plan.steps[k];
    if (staged) stage.textContent = step.stage?.title ?? step.kind;
    if (extra.formula) seen.replaceChildren(...rowsAt(k));
  }

  /**
   * The trace tells what is to be predicted.
   * @param {import("../core/questions.js").Kind | null} kind
   * @param {number} k
   */
  function withhold(kind, k) {
    const on = Boolean(kind) && (k < plan.total || (kind !== "data" && !extra.gradients));
    disable(json, on);
    withheld.hidden = !on;
  }

  /** The lines of the formula. @param {number} k */
  function rowsAt(k, written = (/** @type {string} */ text) => text) {
    const way = k > plan.operations ? "is-backward" : "is-forward";
    const rows = formulaAt(plan, scene, lines, k).map((line) => {
      const row = html("div", "mv-line");
      for (const [name, parts] of /** @type {const} */ ([["mv-names", line.names], ["mv-numbers", line.numbers]])) {
        const text = html("div", name);
        text.append(...parts.map((part) => (part.lit ? html("mark", way, written(part.text)) : written(part.text))));
        row.append(text);
      }
      return row;
    });
    if (left) rows.unshift(html("div", "mv-quiet", left === 1 ? "… 1 part before" : `… ${left} parts before`));
    return rows;
  }

  /** @param {string} label @param {string} name @param {boolean} on */
  function toggle(label, name, on) {
    const made = html("label", "mv-toggle");
    const box = html("input", "");
    box.type = "checkbox";
    box.checked = on;
    box.addEventListener("change", () => extra.choose(name, box.checked), { signal });
    made.append(box, label);
    return made;
  }
}
