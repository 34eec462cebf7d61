// @ts-check
// A link to the graph as it is now, to be copied: the playground opens it.

import { button, html } from "../core/dom.js";
import { exactText } from "../core/numbers.js";

/**
 * @param {import("../core/steps.js").Plan} plan
 * @param {import("../core/recompute.js").Editable | undefined} edit
 * @param {AbortSignal} signal
 * @returns {HTMLElement[]} none where there is no link
 */
export function makeShare(plan, edit, signal) {
  const link = edit?.link;
  if (!link) return [];
  const field = html("input", "mv-field mv-address");
  Object.assign(field, { readOnly: true, hidden: true, ariaLabel: "Link to this graph" });
  const said = html("span", "mv-quiet");
  said.setAttribute("aria-live", "polite");
  return [button("Copy link", copy, signal, { label: "Copy a link to this graph" }), said, field];

  async function copy() {
    const numbers = Object.entries(link?.leaves ?? {}).map(
      ([i, name]) => `&${name}=${exactText(plan.data[Number(i)])}`,
    );
    field.value = new URL(link?.to + numbers.join(""), document.baseURI).href;
    said.textContent = "";
    field.hidden = await navigator.clipboard?.writeText(field.value).then(() => true, () => false) ?? false;
    said.textContent = field.hidden ? "Copied" : "Copy it from here:";
    if (!field.hidden) field.select(); // what the host does not allow to copy
  }
}
