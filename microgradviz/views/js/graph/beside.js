// @ts-check
// A second number on a card, on a line of its own below the one that it differs from.

import { isCurrent, otherText, pairsBeside } from "../core/beside.js";
import { svg } from "../core/dom.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./draw.js").Card} Card */
/** @typedef {import("../core/beside.js").Pair} Pair */
/** @typedef {{ card: Card, lines: { pair: Pair, line: SVGElement, words: string }[], said: string }} Row */

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
  // pairs in sight; whether they are of these numbers
  let [come, current, trace] = [0, isCurrent(plan, scene), plan.trace];
  /** @type {Map<number, Row>} */
  const rows = new Map();
  for (const pair of pairs) {
    const card = cards[pair.node];
    if (!card?.key) continue; // behind the card of a closed part
    const row = rows.get(pair.node) ?? { card, lines: [], said: "" };
    rows.set(pair.node, row);
    const line = draw(card, pair, row.lines.length);
    line.style.display = "none";
    row.lines.push({ pair, line, words: spoken(pair) });
  }
  return { show, oughts };

  /**
   * What gradients should be, where a fault made them wrong, once nothing more arrives.
   * @param {number} k
   * @returns {[number, number][]}
   */
  function oughts(k) {
    return right ? pairs.flatMap(({ node, what, from, other }) => (what === "grad" && from <= k ? [[node, other]] : []))
      : [];
  }

  /** @param {number} k @param {number[]} written the cards that this step has written anew */
  function show(k, written) {
    if (!rows.size) return;
    if (trace !== plan.trace) current = isCurrent(plan, scene);
    trace = plan.trace;
    const before = come;
    while (current && come < pairs.length && pairs[come].from <= k) come++;
    while (come > 0 && (!current || pairs[come - 1].from > k)) come--;
    const others = pairs.slice(Math.min(before, come), Math.max(before, come));
    for (const node of new Set([...others.map((pair) => pair.node), ...written])) {
      const row = rows.get(node);
      if (row) update(row, current ? k : -1);
    }
  }

  /** @param {Row} row @param {number} k */
  function update(row, k) {
    const { group } = row.card;
    const seen = row.lines.filter(
      ({ pair, line }) => ((line.style.display = pair.from <= k ? "" : "none"), pair.from <= k),
    );
    const label = group.getAttribute("aria-label") ?? "";
    // or the card was written anew
    const bare = label.endsWith(row.said) ? label.slice(0, label.length - row.said.length) : label;
    row.said = seen.map(({ words }) => words).join("");
    group.setAttribute("aria-label", bare + row.said);
    group.classList.toggle("is-apart", seen.length > 0);
    group.classList.toggle("is-first", !right && row.lines[0].pair === pairs[0] && seen.length > 0);
  }

  /** @param {Pair} pair */
  function spoken({ what, own, other }) {
    if (!right) return `, ${what} of ${name} ${otherText(own, other)}`;
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
