// @ts-check
// Find a value by its name.

import { button, html } from "../core/dom.js";
import { isFolded } from "../core/steps.js";
import { short } from "../core/words.js";
import { fullName } from "../graph/titles.js";

const MOST = 30; // matches listed

/**
 * @param {{ plan: import("../core/steps.js").Plan, scene: import("../graph/draw.js").Scene,
 *   go: (node: number) => void, signal: AbortSignal }} options
 */
export function makeFind({ plan, scene, go, signal }) {
  const part = html("div", "mv-find");
  const box = html("input", "mv-find-box");
  box.type = "search";
  box.placeholder = "Find a value";
  box.setAttribute("aria-label", "Find");
  const said = html("span", "mv-quiet");
  said.setAttribute("aria-live", "polite");
  const list = html("ul", "mv-found");
  list.setAttribute("aria-label", "Found");
  list.hidden = true;
  part.append(box, said, list);
  box.addEventListener("input", look, { signal });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector("button")?.click();
    else if (event.key === "Escape" && box.value) {
      event.stopPropagation();
      box.value = "";
      look();
    }
  }, { signal });
  return part;

  function look() {
    const words = box.value.toLowerCase().split(/[\s,:]+/).filter(Boolean);
    const found = words.length ? matches(scene, words).filter(({ node }) => !isFolded(plan, node)) : [];
    list.replaceChildren(...found.slice(0, MOST).map(({ node, text }) => {
      const item = html("li", "");
      item.append(button(short(text, 80), () => go(node), signal, { name: "mv-link" }));
      return item;
    }));
    list.hidden = !found.length;
    const more = found.length > MOST ? `, the first ${MOST} listed` : "";
    said.textContent = words.length ? `${found.length.toLocaleString("en")} found${more}` : "";
  }
}

/**
 * The values whose name, or that of a part around, has all these words; those of that very name first.
 * @param {Pick<import("../graph/draw.js").Scene, "name" | "parts">} scene
 * @param {string[]} words in lower case
 */
export function matches(scene, words) {
  const found = [];
  for (let node = 0; node < scene.name.length; node++) {
    const text = fullName(scene.parts, scene.name, node);
    const lower = text.toLowerCase();
    if (words.every((word) => lower.includes(word))) {
      found.push({ node, text, exact: words.includes(scene.name[node].toLowerCase()) });
    }
  }
  return found.sort((a, b) => Number(b.exact) - Number(a.exact) || a.node - b.node);
}
