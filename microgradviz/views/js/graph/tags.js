// @ts-check
// Signs at the places where something went wrong, and words, which come up at their steps.

import { svg } from "../core/dom.js";
import { firstClear, roomAround } from "./rooms.js";

/** @typedef {import("../core/steps.js").Fault} Fault */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./rooms.js").Room} Room */
/** @typedef {import("./routes.js").Point} Point */

const MOST_TAGS = 200; // on the picture
const FOLLOWS = /^wrong because of /; // what is no fault of its own, and has no sign
const SIGN = 15; // px of a card's upper edge, where its sign stands
const RAISED = 15; // px: a tag stands higher by, on the card of a neighbour with one

/**
 * Words at the places of faults, which come up at their steps.
 * @param {Scene} scene
 * @param {Map<number, Fault[]>} faults by step
 * @param {SVGElement[]} cards
 * @param {Room[]} taken what they may not cover
 */
export function makeFaultTags(scene, faults, cards, taken) {
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
  taken = [...taken];
  const tags = [...places.values()].slice(0, MOST_TAGS).map(({ fault, k, kinds }) => {
    const [first, ...more] = kinds;
    const words = more.length ? `${first}, ${more.length} more` : first;
    const signed = [...kinds].some((kind) => !FOLLOWS.test(kind));
    const tag = fault.node === null ? edgeTag(scene, fault.edge ?? 0, words, taken)
      : cardTag(scene, fault.node, words, signed, taken);
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
 * On a card's upper edge, left of its sign if it has one; one for which the picture ends there has the sign in it.
 * @param {Scene} scene
 * @param {number} i
 * @param {string} words
 * @param {boolean} signed whether the card has a sign
 * @param {Room[]} taken
 */
function cardTag(scene, i, words, signed, taken) {
  const y = scene.y[i] - 1; // above the title, and below what hangs from the card above
  const right = scene.x[i] + scene.w[i] - (signed ? SIGN : 0);
  const inside = signed && right < wide(words);
  const text = inside ? `⚠ ${words}` : words;
  const width = wide(text);
  const x = Math.max(right, width) - width / 2;
  const tag = pill([[x, y], [x, y - RAISED]], width, [text], taken);
  tag.classList.toggle("is-signed", inside);
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
 * @param {Room[]} taken
 */
function edgeTag(scene, e, words, taken) {
  const [[ax, ay], [bx, by]] = scene.routes[e];
  const middle = words.indexOf(" ", words.length / 3);
  const lines = middle < 0 ? [words] : [words.slice(0, middle), words.slice(middle + 1)];
  const width = 12 + 6.2 * Math.max(...lines.map((line) => line.length));
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const far = 19 + 6 * lines.length;
  const beside = BESIDE.map((dx) => x + dx + Math.sign(dx) * width / 2);
  /** @type {Point[]} */
  const places = scene.rankdir === "TB"
    ? LOWER_BY.flatMap((dy) => beside.map((at) => /** @type {Point} */ ([at, y + dy])))
    : [[x, y + far], [x, y - far], [x, y + 2 * far], [x, y - 2 * far]];
  return pill(places, width, lines, taken);
}

const BESIDE = [40, -20, 84, -84]; // px beside an edge that runs down
const LOWER_BY = [0, 10, 20, 30, -10, -20]; // px: clear of what hangs from the card above, and of other numbers

/**
 * At the first place where it covers nothing.
 * @param {Point[]} places
 * @param {number} width
 * @param {string[]} lines
 * @param {Room[]} taken
 */
function pill(places, width, lines, taken) {
  const height = 2 + 12 * lines.length;
  const [x, y] = firstClear(places, [width, height], taken);
  taken.push(roomAround([x, y], width, height));
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

/**
 * The sign on an edge, near its source; beside one that runs down, as a gradient that arrives would cover it.
 * @param {[number, number][]} route
 * @param {Room[]} taken
 */
export function edgeBadge([[ax, ay], [bx, by]], taken) {
  const [x, y] = [ax + (bx - ax) * 0.25, ay + (by - ay) * 0.16 + LOWER];
  const [far, low] = [ax + (bx - ax) * 0.7, ay + (by - ay) * 0.7];
  return badge(...firstClear([[x, y], [far - 13, low], [far + 13, low]], [18, 16], taken));
}
