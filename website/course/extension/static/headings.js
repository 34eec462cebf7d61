// A link to a heading of a page, such as the glossary: the notebook view opens pages in JupyterLab, but at their top.

import { onEachDocument } from "./documents.js";
import { isInLab } from "./versions.js";

const FILES = new URL("../../../../files/", import.meta.url).href;
const LAB = new URL("../../../../lab/index.html", import.meta.url);

/**
 * Let the heading go along, and look for it there.
 * @param {import("./notices.js").App} app
 */
export function keepHeadings(app) {
  const path = new URLSearchParams(location.search).get("path");
  const { hash } = location; // JupyterLab takes both away when it has opened the page
  if (!isInLab()) document.addEventListener("click", openAtHeading, true);
  else if (hash) onEachDocument(app, (view) => view.context.path === path && view.setFragment(hash));
}

/** @param {MouseEvent} event */
function openAtHeading(event) {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link || !link.href.startsWith(FILES) || !/\.md#./.test(link.href)) return;
  event.preventDefault();
  event.stopPropagation();
  const [path, heading] = link.href.slice(FILES.length).split("#");
  window.open(`${LAB}?path=${path}#${heading}`, "_blank");
}
