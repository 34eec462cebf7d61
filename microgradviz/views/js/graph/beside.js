// @ts-check
// A second number on a card, on a line of its own below the one that it differs from.

import { isCurrent, otherText, pairsBeside } from "../core/beside.js";
import { svg } from "../core/dom.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./draw.js").Card} Card */
/** @typedef {import("../core/beside.js").Pair} Pair */

const LINE = 15.5; // px, as ROW in views/beside.py
const LETTER = [6.6, 8.2]; // px, of a name and of a digit

/**
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {Card[]} cards
 */
export function makeBeside(plan, scene, cards) {
  const { name = "" } = scene.beside ?? {};
  const right = scene.beside?.compared === undefined; // and no other engine's
  const pairs = pairsBeside(plan, scene);
  /** @type {Map<number, { card: Card, lines: { pair: Pair, line: SVGElement }[], said: string }>} */
  const rows = new Map();
  for (const pair of pairs) {
    const card = cards[pair.node];
    if (!card?.key) continue; // behind the card of a closed part
    const row = rows.get(pair.node) ?? { card, lines: [], said: "" };
    rows.set(pair.node, row);
    row.lines.push({ pair, line: draw(card, pair, row.lines.length) });
  }
  return { show, oughts };

  /** What gradients should be, where a fault made them wrong, once nothing more arrives. @param {number} k @returns {[number, number][]} */
  function oughts(k) {
    return right ? pairs.flatMap(({ node, what, from, other }) => (what === "grad" && from <= k ? [[node, other]] : [])) : [];
  }

  /** @param {number} k */
  function show(k) {
    if (!rows.size) return;
    const current = isCurrent(plan, scene);
    for (const row of rows.values()) {
      const seen = row.lines.filter(({ pair }) => current && pair.from <= k);
      for (const { line, pair } of row.lines) line.style.display = current && pair.from <= k ? "" : "none";
      const { group } = row.card;
      group.classList.toggle("is-apart", seen.length > 0);
      group.classList.toggle("is-first", current && !right && row.lines[0].pair === pairs[0] && seen.length > 0);
      const label = group.getAttribute("aria-label") ?? "";
      const bare = row.said && label.endsWith(row.said) ? label.slice(0, -row.said.length) : label;
      row.said = seen.map(({ pair }) => spoken(pair)).join("");
      group.setAttribute("aria-label", bare + row.said);
    }
  }

  /** @param {Pair} pair */
  function spoken({ what, own, other }) {
    if (!right) return `, ${what} of ${name === "other" ? "the other" : name} ${otherText(own, other)}`;
    return what === "data" ? `, data wrong: ${otherText(own, other)} would be right` : ""; // of grad the label tells
  }

  /**
   * @param {Card} card
   * @param {Pair} pair
   * @param {number} above lines of this kind
   */
  function draw({ group, grad, key }, { what, node, own, other }, above) {
    const w = scene.w[node];
    const text = otherText(own, other);
    const y = (what === "data" ? 51 : 66.5) + LINE * (what === "data" ? 0 : above);
    if (what === "data") for (const part of [key, grad]) part?.setAttribute("y", String(51 + LINE));
    const line = svg("g", { class: "mv-other" });
    const number = svg("text", { class: "mv-other-number", x: w - 10, y }, text);
    const room = w - 26 - LETTER[0] * name.length;
    if (text.length * LETTER[1] > room) {
      number.setAttribute("textLength", String(room));
      number.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    line.append(svg("text", { class: "mv-key", x: 10, y }, name), number);
    group.append(line);
    return line;
  }
}
