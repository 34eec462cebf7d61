// @ts-check
// What numbers were: faint beside their cards, the data above, the gradient below.

import { svg } from "../core/dom.js";
import { numberText } from "../core/words.js";
import { overlap } from "./rooms.js";

const [WIDE, HIGH] = [6.9, 9]; // px: a letter, and how far it rises above its line

/**
 * @typedef {{ data: Map<number, number | null>, grad: Map<number, number | null> }} Former the numbers that were,
 *   by value
 */
/** @typedef {import("./rooms.js").Room} Room */

/**
 * @param {import("./draw.js").Scene} scene
 * @param {import("./draw.js").Card[]} cards
 * @param {() => Element[]} pills what stands in the same room and goes before
 */
export function makeGhosts(scene, cards, pills) {
  const layer = svg("g", { class: "mv-ghosts", "aria-hidden": "true" });
  /** @type {Former} */
  let former = { data: new Map(), grad: new Map() };
  return { layer, show, lay };

  /** @param {Former} now */
  function show(now) {
    former = now;
    lay();
  }

  /** Write what there is room for: the data first, each at one end of its card or at the other. */
  function lay() {
    const { data, grad } = former;
    if (!data.size && !grad.size) return layer.replaceChildren();
    const taken = pills().flatMap(roomOf);
    layer.replaceChildren(
      ...[...data].flatMap(([i, x]) => ghost(taken, i, x, -5, true)),
      ...[...grad].flatMap(([i, x]) => ghost(taken, i, x, scene.h + 13, false)),
    );
  }

  /**
   * @param {Room[]} taken
   * @param {number} i
   * @param {number | null} x
   * @param {number} below px
   * @param {boolean} atEnd which end is tried first
   */
  function ghost(taken, i, x, below, atEnd) {
    if (!cards[i]?.key || x === null) return [];
    const text = `was ${numberText(x)}`;
    const [wide, y] = [WIDE * text.length, scene.y[i] + below];
    const ends = [scene.x[i] + scene.w[i] - 8, scene.x[i] + 8 + wide];
    for (const right of atEnd ? ends : ends.reverse()) {
      const room = { left: right - wide, right, top: y - HIGH, bottom: y + 2 };
      if (taken.some((other) => overlap(room, other))) continue;
      taken.push(room);
      return [svg("text", { class: "mv-ghost", x: room.left, y }, text)];
    }
    return [];
  }
}

/** The room of a pill in sight, or of a text. @param {Element} pill @returns {Room[]} */
function roomOf(pill) {
  if (pill.tagName === "text") {
    const [left, y] = ["x", "y"].map((name) => Number(pill.getAttribute(name)));
    const wide = WIDE * (pill.textContent ?? "").length;
    const begin = pill.matches(".mv-sum") ? left : left - wide / 2; // what is not below a card stands around its place
    return [{ left: begin, right: begin + wide, top: y - HIGH - 2, bottom: y + 3 }];
  }
  const [x, y] = (pill.getAttribute("transform") ?? "").match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [NaN, NaN];
  const [width, height] = ["width", "height"].map((name) => Number(pill.firstElementChild?.getAttribute(name)));
  return /** @type {SVGElement} */ (pill).style.display === "none" ? []
    : [{ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }];
}

/**
 * The numbers of cards come anew, seen as a short fading in.
 * @param {import("./draw.js").Card[]} cards
 * @param {Former} former
 */
export function flash(cards, { data, grad }) {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const shown = [...[...data.keys()].map((i) => cards[i]?.data), ...[...grad.keys()].map((i) => cards[i]?.grad)];
  for (const element of shown) element?.animate([{ opacity: 0.1 }, { opacity: 1 }], FLASH);
}

const FLASH = 500; // ms
