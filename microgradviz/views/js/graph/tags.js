// @ts-check
// Signs at the places where something went wrong, and words, which come up at their steps.

import { svg } from "../core/dom.js";

/** @typedef {import("../core/steps.js").Fault} Fault */
/** @typedef {import("./draw.js").Scene} Scene */

const MOST_TAGS = 200; // on the picture
const FOLLOWS = /^wrong because of /; // what is no fault of its own, and has no sign
const SIGN = 15; // px of a card's upper edge, where its sign stands

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
      if (fault.node === null ? !scene.routes[fault.edge ?? 0] : scene.shown && !scene.shown.includes(fault.node))
        continue;
      const key = fault.node === null ? `edge ${fault.edge}` : `node ${fault.node}`;
      const place = places.get(key) ?? { fault, k, kinds: new Set() };
      place.k = Math.min(place.k, k);
      place.kinds.add(fault.kind);
      places.set(key, place);
    }
  }
  const tags = [...places.values()].slice(0, MOST_TAGS).map(({ fault, k, kinds }) => {
    const [first, ...more] = kinds;
    const words = more.length ? `${first}, ${more.length} more` : first;
    const tag = fault.node === null ? edgeTag(scene, fault.edge ?? 0, words)
      : cardTag(
            scene,
            fault.node,
            words,
            [...kinds].some((kind) => !FOLLOWS.test(kind)),
          );
    layer.append(tag);
    return { k, tag, words, card: fault.node === null ? undefined : cards[fault.node] };
  });
  return { layer, show };

  /** @param {number} at */
  function show(at) {
    for (const { k, tag, words, card } of tags) {
      tag.style.display = k <= at ? "" : "none";
      card?.classList.toggle("is-signed", k <= at && tag.classList.contains("is-signed"));
      if (k <= at) card?.setAttribute("aria-description", words);
      else card?.removeAttribute("aria-description");
    }
  }
}

/**
 * On a card's upper edge, left of its sign; one for which the picture ends there has the sign in it.
 * @param {Scene} scene
 * @param {number} i
 * @param {string} words
 * @param {boolean} signed whether the card has a sign
 */
function cardTag(scene, i, words, signed) {
  const [width, y] = [wide(words), scene.y[i] - 1]; // above the title, and below what hangs from the card above
  const right = scene.x[i] + scene.w[i] - SIGN;
  if (right >= width || !signed) return pill(Math.max(right, width) - width / 2, y, width, [words]);
  const text = `⚠ ${words}`;
  const tag = pill(wide(text) / 2, y, wide(text), [text]);
  tag.classList.add("is-signed");
  return tag;
}

/** @param {string} words */
function wide(words) {
  return 14 + 6.4 * words.length;
}

/**
 * Beside what an edge carries; in two lines, since there is little room.
 * @param {Scene} scene
 * @param {number} e
 * @param {string} words
 */
function edgeTag(scene, e, words) {
  const [[ax, ay], [bx, by]] = scene.routes[e];
  const middle = words.indexOf(" ", words.length / 3);
  const lines = middle < 0 ? [words] : [words.slice(0, middle), words.slice(middle + 1)];
  const width = 12 + 6.2 * Math.max(...lines.map((line) => line.length));
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  return scene.rankdir === "TB" ? pill(x + 40 + width / 2, y, width, lines)
    : pill(x, y + 19 + 6 * lines.length, width, lines);
}

/** @param {number} x @param {number} y @param {number} width @param {string[]} lines */
function pill(x, y, width, lines) {
  const height = 2 + 12 * lines.length;
  const tag = svg("g", { class: "mv-tag", transform: `translate(${x} ${y})` });
  tag.append(svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: 7 }));
  for (const [i, line] of lines.entries())
    tag.append(svg("text", { y: 3.7 + 12 * (i - (lines.length - 1) / 2) }, line));
  return tag;
}

/** A sign that something is wrong here. @param {number} x @param {number} y */
export function badge(x, y) {
  const mark = svg("g", { class: "mv-badge", transform: `translate(${x} ${y})`, "aria-hidden": "true" });
  mark.append(svg("path", { d: "M0 -9L9.5 8H-9.5Z" }), svg("text", { x: 0, y: 5.5 }, "!"));
  return mark;
}

const LOWER = 5; // px: the number stands above

/** The sign on an edge, near its source. @param {[number, number][]} route */
export function edgeBadge(route) {
  const [ax, ay] = route[0];
  const [bx, by] = route[1];
  return badge(ax + (bx - ax) * 0.25, ay + (by - ay) * 0.16 + LOWER);
}
