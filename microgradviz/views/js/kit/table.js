// @ts-check
// A table, the twin of a picture for those who would rather read or hear it.

import { button, html } from "../core/dom.js";

/**
 * @param {{ label: string, region: string, heads: string[], name?: string }} options what the section and the part of
 *   it that scrolls are called; `name` is a class
 */
export function makeTable({ label, region, heads, name = "" }) {
  const part = html("section", `mv-twin ${name}`);
  part.setAttribute("aria-label", label);
  part.hidden = true;
  const box = html("div", "mv-table-box");
  Object.assign(box, { tabIndex: 0, role: "region", ariaLabel: region });
  const table = html("table", "");
  const [caption, head, body] = [html("caption", ""), html("thead", ""), html("tbody", "")];
  head.append(row(heads.map((text) => cell("th", text, "col"))));
  table.append(caption, head, body);
  box.append(table);
  part.append(box);
  return { part, box, caption, head, body };
}

/**
 * The button that shows a table, and hides it.
 * @param {HTMLElement} part
 * @param {(shown: boolean) => void} turned
 * @param {AbortSignal} signal
 */
export function makeTableToggle(part, turned, signal) {
  const toggle = button("Table", () => {
    part.hidden = !part.hidden;
    toggle.setAttribute("aria-expanded", String(!part.hidden));
    turned(!part.hidden);
  }, signal, { name: "mv-button mv-more" });
  toggle.setAttribute("aria-expanded", "false");
  return toggle;
}

/** @param {HTMLElement[]} cells */
export function row(cells) {
  const made = html("tr", "");
  made.append(...cells);
  return made;
}

/** @param {"th" | "td"} tag @param {string} [text] @param {string} [scope] */
export function cell(tag, text = "", scope = "") {
  const made = html(tag, "", text);
  if (scope) made.setAttribute("scope", scope);
  return made;
}

/** The rows that a step is about. @param {Element} line @param {boolean} current */
export function markCurrent(line, current) {
  if (current) line.setAttribute("aria-current", "step");
  else line.removeAttribute("aria-current");
}

/** Scroll the table's own box, never the page. @param {ReturnType<typeof makeTable>} table @param {HTMLElement} line */
export function revealRow({ box, head }, line) {
  const top = line.offsetTop - head.offsetHeight;
  const bottom = line.offsetTop + line.offsetHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
