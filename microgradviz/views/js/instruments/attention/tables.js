// @ts-check
// The numbers of all letters, the weights as shares of one bar, and those of every query as a heat map.

import { button, html } from "../../core/dom.js";
import { numberText } from "../../core/words.js";
import { cell, makeTable, row } from "../../kit/table.js";
import { arrowText } from "./head.js";

/** @typedef {import("./head.js").Moment} Moment */

const [ROOMY, NARROW] = [0.22, 0.03]; // shares of the bar with room for a number, and for a letter

/** @param {string[]} names */
export function makeBar(names) {
  const part = html("div", "mv-attention-bar");
  const [now, before] = [html("div", "mv-attention-shares"), html("div", "mv-attention-shares is-before")];
  const [segments, former] = [now, before].map((bar) => names.map(() => {
    const segment = html("span", "");
    bar.append(segment);
    return segment;
  }));
  part.setAttribute("role", "img");
  part.append(now, before);
  return { part, draw };

  /**
   * @param {number[]} weights
   * @param {number[] | null} was before a tip was moved
   * @param {number} chosen
   * @param {boolean} worked
   */
  function draw(weights, was, chosen, worked) {
    const told = names.map((name, j) => (worked ? `${name} ${numberText(weights[j])}` : name));
    const seen = told.map((text, j) => (weights[j] > ROOMY ? text : weights[j] > NARROW ? names[j] : ""));
    for (const [j, segment] of segments.entries()) {
      segment.style.flexGrow = String(weights[j]);
      segment.textContent = seen[j];
      segment.classList.toggle("is-chosen", j === chosen);
    }
    before.style.visibility = was ? "visible" : "hidden";
    for (const [j, segment] of former.entries()) segment.style.flexGrow = String(was?.[j] ?? 0);
    part.setAttribute("aria-label", `Weights, shares of one total: ${told.join(", ")}`);
  }
}

const HEADS = {
  forward: ["letter", "key", "score", "exp", "weight", "value"],
  backward: ["letter", "∂L/∂key", "∂L/∂score", "∂L/∂weight", "∂L/∂value"],
};

/** @param {{ names: string[], choose: (j: number) => void, signal: AbortSignal }} options */
export function makeNumbers({ names, choose, signal }) {
  const table = makeTable({
    label: "Numbers of all letters", region: "Numbers", heads: [], name: "mv-attention-numbers",
  });
  table.part.hidden = false;
  const letters = names.map((name, j) => button(name, () => choose(j), signal, { label: `letter ${name}` }));
  return { part: table.part, draw };

  /** @param {Moment} now @param {"forward" | "backward"} way @param {number} chosen @param {boolean} worked */
  function draw(now, way, chosen, worked) {
    const focused = letters.find((letter) => letter.matches(":focus"));
    const [data, grad] = [now.number, now.grad].map((of) => (/** @type {string} */ label) => numberText(of(label)));
    const told = (/** @type {string} */ name) => (way === "forward"
      ? [arrowText(now.arrow(`key_${name}`)), data(`score_${name}`), data(`exp_${name}`),
        worked ? data(`weight_${name}`) : "?", arrowText(now.arrow(`value_${name}`))]
      : [arrowText(now.arrowGrad(`key_${name}`)), grad(`score_${name}`), grad(`weight_${name}`),
        arrowText(now.arrowGrad(`value_${name}`))]);
    table.head.replaceChildren(row(HEADS[way].map((text) => cell("th", text, "col"))));
    const rows = names.map((name, j) => {
      const first = cell("th", "", "row");
      letters[j].setAttribute("aria-pressed", String(j === chosen));
      first.append(letters[j]);
      return row([first, ...told(name).map((text) => cell("td", text))]);
    });
    const sums = ["", "", numberText(now.total), "1", ""];
    if (way === "forward") rows.push(row([cell("th", "total", "row"), ...sums.map((text) => cell("td", text))]));
    table.body.replaceChildren(...rows);
    focused?.focus({ preventScroll: true });
  }
}

/** @param {string[]} names */
export function makeHeatMap(names) {
  const [label, region] = ["Heat map of the weights", "Weights of every query"];
  const heads = ["query of", ...names.map((name) => `key ${name}`)];
  const table = makeTable({ label, region, heads, name: "mv-attention-heat" });
  table.part.hidden = false;
  table.caption.textContent = "A row for each query. A weight is a share in a sum, not the reason for an answer.";
  return { part: table.part, draw };

  /** @param {number[][]} weights @param {number} asks */
  function draw(weights, asks) {
    table.body.replaceChildren(...weights.map((shares, k) => {
      const line = row([cell("th", names[k], "row"), ...shares.map((share) => {
        const made = cell("td", numberText(share));
        made.style.setProperty("--mv-share", `${50 * share}%`);
        return made;
      })]);
      line.classList.toggle("is-asked", k === asks);
      return line;
    }));
  }
}
