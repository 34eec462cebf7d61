// @ts-check
// What numbers were: faint beside their cards, the data above, the gradient below.

import { svg } from "../core/dom.js";
import { numberText } from "../core/words.js";

const [WIDE, TAG] = [6.8, 88]; // px: a letter, and the contribution that stands below a card that is lit

/** @typedef {{ data: Map<number, number | null>, grad: Map<number, number | null> }} Former the numbers that were, by value */

/**
 * @param {import("./draw.js").Scene} scene
 * @param {import("./draw.js").Card[]} cards
 */
export function makeGhosts(scene, cards) {
  const layer = svg("g", { class: "mv-ghosts", "aria-hidden": "true" });
  return { layer, show };

  /** @param {Former} former */
  function show({ data, grad }) {
    layer.replaceChildren(...[...data].flatMap(([i, x]) => ghost(i, x, "is-data", -5)), ...[...grad].flatMap(([i, x]) => ghost(i, x, "is-grad", scene.h + 13)));
  }

  /** @param {number} i @param {number | null} x @param {string} kind @param {number} y */
  function ghost(i, x, kind, y) {
    const text = `was ${numberText(x)}`;
    if (!cards[i]?.key || x === null) return [];
    if (kind === "is-grad" && cards[i].group.classList.contains("is-backward") && WIDE * text.length > scene.w[i] - TAG) return [];
    const place = kind === "is-data" ? scene.w[i] - 8 : 8;
    return [svg("text", { class: `mv-ghost ${kind}`, x: scene.x[i] + place, y: scene.y[i] + y }, text)];
  }
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
