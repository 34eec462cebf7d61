// @ts-check
// A large graph: its parts as closed cards, and below them, in a panel, what one part holds. What is outside stays put.

import { button, html } from "../../core/dom.js";
import { stateAt } from "../../core/steps.js";
import { short } from "../../core/words.js";
import { drawGraph } from "../../graph/draw.js";
import { heightOf, startBoxes } from "../../graph/highlight.js";
import { itemsOf, levelOf, runAt, runsOf, WHOLE } from "../../graph/parts.js";
import { scrollPlace } from "../../graph/routes.js";
import { pathTo } from "../../graph/titles.js";

/** @typedef {import("../../core/steps.js").Plan} Plan */
/** @typedef {import("../../graph/draw.js").Scene} Scene */
/** @typedef {ReturnType<typeof drawGraph>} Graph */

/**
 * @param {{ plan: Plan, scene: any, faults: Map<number, import("../../core/steps.js").Fault[]>, changed: () => void,
 *   signal: AbortSignal }} options `changed` is called when
 *   another part is open: other steps are seen then
 */
export function makeGroups({ plan, scene, faults, changed, signal }) {
  /** @type {import("../../graph/parts.js").Columns} */
  const parts = scene.parts;
  const whole = drawGraph(plan, levelOf(plan, scene, WHOLE), faults, signal);
  const panel = html("section", "mv-inside");
  panel.hidden = true;
  panel.tabIndex = -1;
  /** @type {Graph | null} */
  let inner = null;
  let open = WHOLE;
  let state = stateAt(plan, 0);
  let runs = runsOf(plan, parts, open);
  /** @type {[number[], number[]]} */
  let spotted = [[], []];
  const box = html("div", "mv-graph mv-inside-box");
  panel.addEventListener("click", enter, { signal });
  return {
    whole, panel, parts, box, pictures, show, renew, enter, openPart, close, reveal, card, spot, ask, ghost, beside,
    inside: () => inner, runs: () => runs, state: () => state,
  };

  /**
   * Show a step in all that is open, or one that is asked about.
   * @param {number} k
   * @param {number} [asked]
   * @param {import("../../graph/draw.js").Walk} [walk]
   */
  function show(k, asked = 0, walk) {
    state = stateAt(plan, k);
    const run = runs[runAt(runs, k)];
    const lit = whole.show(k, asked, walk, state, run);
    const within = inner?.show(k, asked, walk, state, run) ?? [];
    if (within.length) scrollTo(within[0]);
    return lit;
  }

  /** The plan has other numbers, and the scene other faults. */
  function renew() {
    for (const graph of [whole, inner]) {
      if (!graph) continue;
      graph.scene.faults = scene.faults;
      graph.renew(false); // its words tell how many values there are, and no numbers
    }
  }

  /** All that is seen, with a title for what lies inside of a part. */
  function pictures() {
    for (const graph of [whole, inner]) graph?.land();
    const all = [{ picture: whole.picture, title: "" }];
    const way = [...panel.querySelectorAll(".mv-way-in > :not(span)")].map((stop) => stop.textContent);
    if (inner) all.push({ picture: inner.picture, title: way.join(" › ") });
    return all;
  }

  /** Open the part whose card was pressed; whether one was. @param {Event} event */
  function enter(event) {
    const part = /** @type {Element} */ (event.target).closest("[data-part]")?.getAttribute("data-part");
    if (!part) return false;
    openPart(Number(part));
    return true;
  }

  /** @param {number} part */
  function openPart(part) {
    if (part === open) return;
    const left = open;
    open = part;
    runs = runsOf(plan, parts, open);
    panel.hidden = part === WHOLE;
    inner = part === WHOLE ? null : drawGraph(plan, levelOf(plan, scene, part), faults, signal);
    panel.replaceChildren();
    if (inner) {
      box.replaceChildren(inner.picture);
      panel.append(head(part), box);
      panel.setAttribute("aria-label", `Inside of ${parts.name[part]}`);
    }
    for (const card of whole.picture.querySelectorAll(".is-open")) card.classList.remove("is-open");
    if (part !== WHOLE) whole.cards[parts.begin[part]].group.classList.add("is-open");
    spot(...spotted);
    changed();
    const start =
      inner && !inner.picture.querySelector(".is-forward, .is-backward") ? startBoxes(plan, inner.scene) : [];
    if (start.length) scrollTo(start[0]);
    const focus = part === WHOLE ? whole.cards[parts.begin[left]]?.group : panel; // what had it may be gone
    focus?.focus({ preventScroll: true });
  }

  /** Close what is open, by one level; whether there was need of it. */
  function close() {
    if (open === WHOLE) return false;
    const left = open;
    openPart(parts.around[open]);
    card(parts.begin[left])?.group.focus({ preventScroll: true });
    return true;
  }

  /** Where one is, with a way to the part beside this one, and out. @param {number} part */
  function head(part) {
    const line = html("div", "mv-inside-head");
    const way = html("nav", "mv-way-in");
    way.setAttribute("aria-label", "Where this part is");
    const path = pathTo(parts, parts.begin[part]).filter(
      (p) => parts.begin[p] <= parts.begin[part] && parts.end[p] >= parts.end[part],
    );
    for (const p of path.filter((p) => p <= part)) {
      if (way.children.length) way.append(html("span", "mv-quiet", "›"));
      if (p === part) way.append(html("strong", "", short(parts.name[p], 40)));
      else way.append(button(short(parts.name[p], 40), () => openPart(p), signal, { name: "mv-link" }));
    }
    line.append(way);
    const around = parts.around[part];
    if (around !== WHOLE) {
      const all = itemsOf(parts, around, plan.trace.op.length).filter((item) => item < 0).map((item) => -1 - item);
      const place = all.indexOf(part);
      const [before, after] = [all[place - 1], all[place + 1]];
      const beside = html("span", "mv-beside");
      beside.append(
        button("‹", () => before !== undefined && openPart(before), signal, {
          label: `Previous: ${parts.name[before ?? part]}`,
        }),
        html("span", "mv-quiet", `${place + 1} of ${all.length}`),
        button("›", () => after !== undefined && openPart(after), signal, {
          label: `Next one: ${parts.name[after ?? part]}`,
        }),
      );
      line.append(beside);
    }
    line.append(
      button("Close", () => openPart(WHOLE), signal, {
        name: "mv-button mv-inside-close", label: `Close ${parts.name[part]}`,
      }),
    );
    return line;
  }

  /** Open what holds a value and bring it into view. @param {number} node */
  function reveal(node) {
    const path = pathTo(parts, node);
    openPart(path.length ? path[path.length - 1] : WHOLE);
    if (inner)
      scrollTo({
        x: inner.scene.x[node], y: inner.scene.y[node], width: inner.scene.w[node], height: heightOf(inner.scene, node),
      });
  }

  /** @param {import("../../graph/draw.js").Box} lit */
  function scrollTo({ x, y, width, height }) {
    const by = inner ? Number(inner.picture.getAttribute("width")) / inner.scene.width : 1;
    box.scrollTo({
      left: scrollPlace(box.scrollLeft, box.clientWidth, x * by, width * by),
      top: scrollPlace(box.scrollTop, box.clientHeight, y * by, height * by),
    });
  }

  /** The card that a value is in, the one in the panel first. @param {number} node */
  function card(node) {
    return inner?.cards[node] ?? whole.cards[node];
  }

  /** The first value of the next card, or of the one before. @param {number} node @param {number} by */
  function beside(node, by) {
    const level = inner?.cards[node] ? inner : whole;
    const own = level.cards[node];
    let i = node;
    while (plan.trace.op[i] !== undefined && (level.cards[i] ?? own) === own) i += by;
    if (by < 0 && level.cards[i]) while (level.cards[i - 1] === level.cards[i]) i--;
    return level.cards[i] ? i : node;
  }

  /** @param {number[]} edges @param {number[]} slopes */
  function spot(edges, slopes) {
    spotted = [edges, slopes];
    for (const graph of [whole, inner]) graph?.spot(edges, slopes);
  }

  /** @param {import("../../graph/ghosts.js").Former} former @param {boolean} fresh */
  function ghost(former, fresh) {
    for (const graph of [whole, inner]) graph?.ghost(former, fresh);
  }

  /** @param {number} node @param {number} edge */
  function ask(node, edge) {
    for (const graph of [whole, inner]) graph?.ask(node, edge);
  }
}
