// @ts-check
// What went wrong: the list, whose entries lead to the step and the place, and the words that mark the place.

import { button, html, svg } from "./dom.js";

/** @typedef {import("./steps.js").Fault} Fault */
/** @typedef {import("./draw.js").Scene} Scene */

const MOST_FAULTS = 50; // in the list
const MOST_TAGS = 200; // on the picture

/**
 * The list of faults; an entry leads to its step and place.
 * @param {Map<number, Fault[]>} faults by the step at which they happen
 * @param {{ total: number, lead: (fault: Fault, k: number) => void, signal: AbortSignal }} options
 */
export function makeFaultList(faults, { total, lead, signal }) {
  const part = html("section", "mv-faults");
  part.setAttribute("aria-label", "What went wrong");
  let items = listed();
  return { part, show, renew: () => void (items = listed()) };

  /** List the faults that there are now. */
  function listed() {
    part.hidden = !faults.size;
    const list = html("ul", "");
    const inOrder = [...faults].sort(([a], [b]) => a - b).flatMap(([k, found]) => found.map((fault) => ({ k, fault })));
    const made = inOrder.slice(0, MOST_FAULTS).map(({ k, fault }) => {
      const item = html("li", "");
      const step = html("span", "mv-fault-step", `step ${k}`);
      const press = button("", () => lead(fault, k), signal, { name: "mv-link" });
      item.append(step, press);
      list.append(item);
      return { k, fault, item, press };
    });
    if (inOrder.length > MOST_FAULTS) list.append(html("li", "", `and ${inOrder.length - MOST_FAULTS} more`));
    part.replaceChildren(html("p", "mv-faults-title", "⚠ What went wrong"), list);
    return made;
  }

  /**
   * @param {number} at
   * @param {boolean} ahead whether faults of later steps may be told, with their numbers
   */
  function show(at, ahead) {
    for (const { k, fault, item, press } of items) {
      const words = ahead || k <= at ? fault.text : `${fault.kind}: more of it at its step`;
      if (press.textContent !== words) press.textContent = words;
      item.classList.toggle("is-now", k === at && total > 0);
    }
  }
}

/**
 * Words at the places of faults, which come up at their steps.
 * @param {Scene} scene
 * @param {Map<number, Fault[]>} faults by step
 * @param {SVGElement[]} cards
 */
export function makeFaultTags(scene, faults, cards) {
  const layer = svg("g", { class: "mv-tags", "aria-hidden": "true" });
  /** @type {Map<string, { fault: Fault, k: number, kinds: Set<string> }>} */
  const places = new Map();
  for (const [k, found] of faults) {
    for (const fault of found) {
      if (fault.node === null ? !scene.routes[fault.edge ?? 0] : scene.shown && !scene.shown.includes(fault.node)) continue;
      const key = fault.node === null ? `edge ${fault.edge}` : `node ${fault.node}`;
      const place = places.get(key) ?? { fault, k, kinds: new Set() };
      place.k = Math.min(place.k, k);
      place.kinds.add(fault.kind);
      places.set(key, place);
    }
  }
  const tags = [...places.values()].slice(0, MOST_TAGS).map(({ fault, k, kinds }) => {
    const [first, ...more] = kinds;
    const words = more.length ? `${first} +${more.length}` : first;
    const tag = fault.node === null ? edgeTag(scene, fault.edge ?? 0, words) : cardTag(scene, fault.node, words);
    layer.append(tag);
    return { k, tag, words, card: fault.node === null ? undefined : cards[fault.node] };
  });
  return { layer, show };

  /** @param {number} at */
  function show(at) {
    for (const { k, tag, words, card } of tags) {
      tag.style.display = k <= at ? "" : "none";
      if (k <= at) card?.setAttribute("aria-description", words);
      else card?.removeAttribute("aria-description");
    }
  }
}

/** Above a card's upper edge, beside its sign. @param {Scene} scene @param {number} i @param {string} words */
function cardTag(scene, i, words) {
  const width = 14 + 6.4 * words.length;
  return pill(scene.x[i] + scene.w[i] - 12 - width / 2, scene.y[i] - 7, width, [words]);
}

/** Beside what an edge carries; in two lines, since there is little room. @param {Scene} scene @param {number} e @param {string} words */
function edgeTag(scene, e, words) {
  const [[ax, ay], [bx, by]] = scene.routes[e];
  const middle = words.indexOf(" ", words.length / 3);
  const lines = middle < 0 ? [words] : [words.slice(0, middle), words.slice(middle + 1)];
  const width = 12 + 6.2 * Math.max(...lines.map((line) => line.length));
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  return scene.rankdir === "TB" ? pill(x + 40 + width / 2, y, width, lines) : pill(x, y + 19 + 6 * lines.length, width, lines);
}

/** @param {number} x @param {number} y @param {number} width @param {string[]} lines */
function pill(x, y, width, lines) {
  const height = 4 + 12 * lines.length;
  const tag = svg("g", { class: "mv-tag", transform: `translate(${x} ${y})` });
  tag.append(svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: 7 }));
  for (const [i, line] of lines.entries()) tag.append(svg("text", { y: 3.7 + 12 * (i - (lines.length - 1) / 2) }, line));
  return tag;
}
