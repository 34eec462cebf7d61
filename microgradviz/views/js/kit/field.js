// @ts-check
// A field for a number, or for what ought to be one.

import { html } from "../core/dom.js";

/** @param {string} label @param {string} [name] its class */
export function makeField(label, name = "mv-field") {
  const field = html("input", name);
  Object.assign(field, { type: "text", inputMode: "text", autocomplete: "off", spellcheck: false });
  field.setAttribute("aria-label", label);
  return field;
}
