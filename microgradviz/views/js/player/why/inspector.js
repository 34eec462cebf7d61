// @ts-check
// Why this number: a panel that answers for one value or one edge. It stays as the steps go on, and grows with them.

import { button, html } from "../../core/dom.js";
import { pathsFromResult } from "../../core/paths.js";
import { edgeText } from "../../core/names.js";
import { mayTell } from "../../core/reasons.js";
import { stateAt } from "../../core/steps.js";
import { short } from "../../core/words.js";
import { fullName } from "../../graph/titles.js";
import { fillCarried, fillSlope } from "./edge.js";
import { fillPaths } from "./paths.js";
import { fillBrought, fillRate } from "./rate.js";
import { add } from "./rows.js";
import { fillValue } from "./value.js";

/** @typedef {import("../../core/steps.js").Plan} Plan */
/** @typedef {import("../../graph/draw.js").Scene} Scene */
/** @typedef {import("./rows.js").Fill} Fill */

const DOUBLE = 350; // ms from the first click to the second of two

/**
 * @param {{ plan: Plan, scene: Scene, field: (node: number) => HTMLElement | null,
 *   kind: () => import("../../core/questions.js").Kind | null, spot: (edges: number[], slopes: number[]) => void,
 *   ask: (node: number, edge: number) => void, back: (node: number) => void, signal: AbortSignal }} options
 *   `field` is where the number of a leaf is edited, `back` gives the focus to a card
 */
export function makeInspector({ plan, scene, field, kind, spot, ask, back, signal }) {
  const part = html("section", "mv-why");
  part.hidden = true;
  /** @type {import("../../core/paths.js").Why | null} */
  let found = null;
  const why = () => (found ??= pathsFromResult(plan, scene.rules, scene.faults));
  let [node, at] = [-1, 0];
  /** @type {{ column: HTMLElement, fill: Fill, of: number, write: import("./rows.js").Write }[]} */
  let columns = [];
  /** @type {number | undefined} */
  let timer;
  const panel = { plan, scene, why, titleOf, field, openNode, openEdge, light, signal };
  return {
    part, openNode, openEdge, ...(scene.by_hand && { openNode: () => {}, openEdge: () => {} }), close, show, renew,
    stay: () => window.clearTimeout(timer),
  };

  /** @param {number} i @param {boolean} focus */
  function openNode(i, focus) {
    node = i;
    ask(i, -1);
    open(titleOf(i), focus, i, plan.along === null
      ? { Value: fillValue, "Why this gradient": fillPaths } : { Value: fillValue, "Why this rate": fillRate });
  }

  /** A value's title, without a label after the parts it is in. @param {number} i */
  function titleOf(i) {
    return short(plan.trace.label[i] === undefined ? fullName(scene.parts, scene.title, i) : scene.title[i], 200);
  }

  /** @param {number} e @param {boolean} focus */
  function openEdge(e, focus) {
    node = plan.trace.from[e];
    ask(-1, e);
    open(edgeText(plan, scene, e), focus, e, {
      "Local derivative": fillSlope, "What it carries": plan.along === null ? fillCarried : fillBrought,
    });
  }

  /** Whether there was something to close. */
  function close() {
    if (part.hidden) return false;
    empty();
    part.hidden = true;
    ask(-1, -1);
    if (!document.activeElement?.closest(".mv-ask")) back(node); // a question stays
    return true;
  }

  function empty() {
    part.replaceChildren();
    columns = [];
    light([]);
  }

  /** @param {number} k */
  function show(k) {
    at = k;
    if (!columns.length) return;
    const sent = plan.contributions.slice(0, plan.steps[k].end);
    const now = { k, sent, state: stateAt(plan, k), tells: mayTell(plan, kind(), k) };
    for (const { write } of columns) write(now);
  }

  /** The plan has other numbers: other paths may be the largest. What is typed into stays. */
  function renew() {
    found = null;
    for (const one of columns) {
      if (one.fill !== fillPaths) continue;
      one.column.replaceChildren(/** @type {Element} */ (one.column.firstChild));
      one.write = fillPaths(panel, one.column, one.of);
    }
  }

  /**
   * @param {string} title
   * @param {boolean} focus
   * @param {number} of the value or the edge
   * @param {Record<string, Fill>} parts
   */
  function open(title, focus, of, parts) {
    empty();
    const head = add(part, "div", "mv-why-head");
    const heading = add(head, "h2", "", title);
    heading.tabIndex = -1;
    head.append(button("Close", close, signal));
    const body = add(part, "div", "mv-why-body");
    part.setAttribute("aria-label", `About ${title}`);
    columns = Object.entries(parts).map(([name, fill]) => {
      const column = add(body, "div", "");
      add(column, "h3", "", name);
      return { column, fill, of, write: fill(panel, column, of) };
    });
    part.hidden = false;
    show(at);
    window.clearTimeout(timer);
    if (focus) heading.focus();
    else timer = window.setTimeout(bringIntoView, DOUBLE); // not before a second click has come, if one does
  }

  function bringIntoView() {
    if (part.getBoundingClientRect().top > window.innerHeight - 120) part.scrollIntoView({ block: "nearest" });
  }

  /** @param {number[]} edges */
  function light(edges) {
    spot(edges, at < plan.operations || !edges.every(mayTell(plan, kind(), at)) ? [] : why().slopes);
  }
}
