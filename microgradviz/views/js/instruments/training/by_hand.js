// @ts-check
// A few parameters, each in a field: to be placed by hand.

import { html } from "../../core/dom.js";

const MOST = 3;

/** @param {{ stage: import("./stage.js").Stage, signal: AbortSignal }} options */
export function makeByHand({ stage, signal }) {
  const { parameters } = stage.run.about;
  if (!stage.place || parameters.length > MOST) return null;
  const part = html("div", "mv-training-row mv-by-hand");
  part.setAttribute("role", "group");
  part.setAttribute("aria-label", "Parameters by hand");
  /** @type {Float64Array | null} */
  let now = null;
  const short = parameters.map((/** @type {string} */ name) => name.slice(name.lastIndexOf(".") + 1));
  const names = new Set(short).size === short.length ? short : parameters;
  const fields = names.map((/** @type {string} */ name, /** @type {number} */ k) => {
    const [line, field] = [html("label", ""), html("input", "mv-field")];
    Object.assign(field, { type: "number", step: "0.1" });
    line.append(`${name} =`, field);
    field.addEventListener("change", () => commit(field, k), { signal });
    return { line, field };
  });
  part.append("By hand:", ...fields.map((/** @type {{ line: Element }} */ { line }) => line));
  return { part, draw };

  /** @param {HTMLInputElement} field @param {number} k */
  function commit(field, k) {
    const params = now?.slice();
    if (!params || !Number.isFinite(field.valueAsNumber)) return;
    params[k] = field.valueAsNumber;
    stage.place?.(params);
  }

  /** @param {import("../../core/training/history.js").Moment} moment */
  function draw({ params }) {
    now = params;
    for (const [k, { field }] of fields.entries())
      if (!field.matches(":focus")) field.value = shortly(params[k]);
  }
}

/** As a field has room for it. @param {number} x */
function shortly(x) {
  const size = Math.abs(x);
  return size < 1e4 ? String(Number(x.toFixed(size < 100 ? 3 : 0))) : x.toExponential(2).replace("+", "");
}
