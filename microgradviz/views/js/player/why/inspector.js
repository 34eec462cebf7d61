// @ts-check
// Why this number: a panel that answers for one value or one edge. It stays as the steps go on, and grows with them.

import { button, html } from "../../core/dom.js";
import { countText, edgesOf, pathsFromResult, sumOf } from "../../core/paths.js";
import { checkOf, edgeText, mayTell, pathText, productText, sumShown } from "../../core/reasons.js";
import { gradientOf, nameOf, partial } from "../../core/names.js";
import { contribution, sentence } from "../../core/sentences.js";
import { nearlyEqual, stateAt } from "../../core/steps.js";
import { numberText, preciseText, short } from "../../core/words.js";
import { fullName } from "../../graph/titles.js";

/** @typedef {import("../../core/steps.js").Plan} Plan */
/** @typedef {import("../../graph/draw.js").Scene} Scene */
/** @typedef {import("../../core/paths.js").Why} Why */
/**
 * What is known at a step; `tells` says of which edges the local derivative is.
 * @typedef {{ k: number, sent: import("../../core/steps.js").Contribution[], state: import("../../core/steps.js").State,
 *   tells: (edge: number) => boolean }} Now
 * @typedef {(now: Now) => void} Write
 */

const [MOST_NEIGHBOURS, DOUBLE] = [12, 350]; // inputs or users listed; ms from the first click to the second of two

/**
 * @param {{ plan: Plan, scene: Scene, field: (node: number) => HTMLElement | null, kind: () => import("../../core/questions.js").Kind | null, spot: (edges: number[], slopes: number[]) => void,
 *   ask: (node: number, edge: number) => void, back: (node: number) => void, signal: AbortSignal }} options
 *   `field` is where the number of a leaf is edited, `back` gives the focus to a card
 */
export function makeInspector({ plan, scene, field, kind, spot, ask, back, signal }) {
  const { trace } = plan;
  const { from, to } = trace;
  const root = nameOf(scene, trace.root);
  const part = html("section", "mv-why");
  part.hidden = true;
  /** @type {Why | null} */
  let found = null;
  const why = () => (found ??= pathsFromResult(plan, scene.rules, scene.faults));
  let [node, at] = [-1, 0];
  /** @type {{ column: HTMLElement, fill: (column: HTMLElement, of: number) => Write, of: number, write: Write }[]} */
  let columns = [];
  /** @type {number | undefined} */
  let timer;
  return { part, openNode, openEdge, ...(scene.by_hand && { openNode: () => {}, openEdge: () => {} }), close, show, renew, stay: () => window.clearTimeout(timer) };

  /** @param {number} i @param {boolean} focus */
  function openNode(i, focus) {
    node = i;
    ask(i, -1);
    open(titleOf(i), focus, i, { Value: valuePart, "Why this gradient": whyPart });
  }

  /** A value's title, without a label after the parts it is in. @param {number} i */
  function titleOf(i) {
    return short(trace.label[i] === undefined ? fullName(scene.parts, scene.title, i) : scene.title[i], 200);
  }

  /** @param {number} e @param {boolean} focus */
  function openEdge(e, focus) {
    node = from[e];
    ask(-1, e);
    open(edgeText(plan, scene, e), focus, e, { "Local derivative": slopePart, "What it carries": carriedPart });
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
      if (one.fill !== whyPart) continue;
      one.column.replaceChildren(/** @type {Element} */ (one.column.firstChild));
      one.write = whyPart(one.column, one.of);
    }
  }

  /**
   * @param {string} title
   * @param {boolean} focus
   * @param {number} of the value or the edge
   * @param {Record<string, (column: HTMLElement, of: number) => Write>} parts
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
      return { column, fill, of, write: fill(column, of) };
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

  /** What a value is made of. @param {HTMLElement} column @param {number} i @returns {Write} */
  function valuePart(column, i) {
    const line = add(column, "p", "");
    const input = field(i);
    if (input) {
      line.classList.add("mv-given");
      line.append("given:", input);
    }
    const made = trace.line?.[i];
    if (made) add(column, "p", "mv-quiet", short(`made in ${made[0]}, line ${made[1]}`, 120));
    const more = [
      neighbours(column, "Inputs", i, to, from), neighbours(column, "Users", i, from, to),
    ];
    return (now) => {
      const k = plan.computedAt[i];
      const value = now.k < k ? `${short(scene.title[i], 60)}: not computed yet` : sentence(plan, scene, k);
      if (!input) line.textContent = trace.op[i] ? value : `given: ${numberText(plan.data[i])}`;
      for (const write of more) write(now);
    };
  }

  /**
   * Buttons that move on to the values beside this one, and to the edges between.
   * @param {HTMLElement} column
   * @param {string} name
   * @param {number} i
   * @param {number[]} ends the value at this end of every edge
   * @param {number[]} others the value at the other end
   * @returns {Write}
   */
  function neighbours(column, name, i, ends, others) {
    const edges = [...ends.keys()].filter((e) => ends[e] === i);
    if (!edges.length) return () => {};
    add(column, "p", "mv-quiet", name);
    const list = add(column, "ul", "");
    list.setAttribute("aria-label", name);
    const shown = edges.slice(0, MOST_NEIGHBOURS).map((e) => {
      const item = add(list, "li", "");
      const card = button("", () => openNode(others[e], true), signal, { name: "mv-link" });
      const edge = button("", () => openEdge(e, true), signal, { name: "mv-link mv-edge" });
      item.append(card, edge);
      lightWhile(edge, [e]);
      return { e, card, edge };
    });
    if (edges.length > shown.length) add(list, "li", "mv-quiet", `and ${edges.length - shown.length} more`);
    return ({ state, tells }) => {
      for (const { e, card, edge } of shown) {
        const slope = state.data[to[e]] === null || !tells(e) ? "–" : numberText(plan.local[e]);
        card.textContent = `${short(titleOf(others[e]), 60)} = ${numberText(state.data[others[e]])}`;
        edge.textContent = `edge × ${slope}`;
        edge.setAttribute("aria-label", `edge × ${slope}, ${edgeText(plan, scene, e)}`);
      }
    };
  }

  /** All paths from the result, and their sum. @param {HTMLElement} column @param {number} i @returns {Write} */
  function whyPart(column, i) {
    const { kept, left, count, slopes, out } = why();
    const [name, isRoot] = [gradientOf(plan, scene, i), i === trace.root];
    if (!count[i]) {
      add(column, "p", "", `No path leads here from ${root}.`);
      return () => {};
    }
    add(column, "p", "mv-quiet", isRoot ? `It is the result itself: ∂${root}/∂${root} = 1.` : `Each path from ${root} to ${nameOf(scene, i)} adds the product of its local derivatives:`);
    const list = add(column, "ol", "mv-terms");
    list.setAttribute("aria-label", `Paths from ${root}`);
    const terms = (isRoot ? [] : kept[i]).map((path) => {
      const edges = edgesOf(path);
      const press = button("", () => light(edges), signal, { name: "mv-term" });
      add(list, "li", "").append(press);
      add(press, "span", "mv-way", pathText(plan, scene, edges));
      lightWhile(press, edges);
      return { path, edges, press, product: add(press, "span", "mv-product"), amount: add(press, "span", "mv-amount") };
    });
    const rests = left[i] ?? [];
    const many = countText(rests.reduce((n, part) => n + part.count, 0n));
    const rest = sumRow(list, "li", "mv-term");
    rest.row.hidden = !rests.length;
    const total = sumRow(column, "p", "mv-total");
    const alarm = add(column, "p", "mv-alarm");
    return ({ k, sent, state, tells }) => {
      const over = k >= plan.passed;
      const arrived = new Set(sent.map(({ edge }) => edge));
      const counts = (/** @type {number} */ e) => over || arrived.has(e);
      const come = rests.filter(({ edge }) => counts(edge));
      const restSum = come.reduce((sum, part) => sum + part.sum, 0);
      const sum = sumOf(why(), plan, i, counts);
      const arrivals = terms.filter(({ path }) => counts(path.edge)).map(({ path, edges }) => ({ product: path.product, edges }));
      const { digits, sign: adds } = sumShown(arrivals, come.length ? restSum : null, sum, slopes);
      for (const { path, edges, press, product, amount } of terms) {
        press.classList.toggle("is-later", !counts(path.edge));
        const [factors, sign, result] = productText(edges, slopes, path.product, digits);
        product.textContent = k < plan.operations || !edges.every(tells) ? "" : `${factors}${counts(path.edge) ? ` ${sign}` : ""}`;
        amount.textContent = counts(path.edge) ? result : "not yet";
      }
      rest.write(`and ${many} more, together${come.length && come.length < rests.length ? " so far" : ""}`, come.length ? preciseText(restSum, digits) : "not yet");
      const begun = over || (isRoot ? k > plan.operations : out[i].some(counts));
      const is = state.grad[i];
      const wrong = begun && trace.order.length > 0 && !nearlyEqual(is ?? 0, sum);
      const paths = count[i] === 1n ? "1 path" : `${countText(count[i])} paths, ${out[i].every(counts) ? "their sum" : "the sum so far"}`;
      total.write(`${isRoot ? "" : `${paths} ${begun ? adds : "="} `}${wrong || !trace.order.length ? `what ${name} should be` : name}`, begun ? numberText(sum) : "–");
      const told = terms.reduce((so, { path }) => (counts(path.edge) ? so + path.product : so), restSum);
      const odd = begun && !isRoot && Number.isNaN(told) && !Number.isNaN(sum);
      alarm.textContent = wrong ? `⚠ ${name} is ${numberText(is)}; the sum of the paths, ${numberText(sum)}, is what it should be.`
        : odd ? "With ∞ among them the terms do not add up to it: backward adds before it multiplies." : "";
    };
  }

  /** A local derivative: its formula, its number, and what nudging shows. @param {HTMLElement} column @param {number} e @returns {Write} */
  function slopePart(column, e) {
    const [line, formula, check] = ["", "mv-quiet", "mv-quiet"].map((name) => add(column, "p", name));
    const user = to[e];
    return ({ state, tells }) => {
      const ready = state.data[user] !== null && tells(e);
      line.textContent = `${partial(plan, scene, user, from[e])} = ${ready ? numberText(plan.local[e]) : `–, not ${state.data[user] === null ? "computed" : "known"} yet`}`;
      const [rule, words, verdict] = ready ? checkOf(plan, scene, e) : ["", "", ""];
      [formula.textContent, check.textContent] = [rule, words];
      add(check, "span", /✓/.test(verdict) ? "mv-agrees" : "mv-alarm", verdict);
    };
  }

  /** What an edge adds to a gradient, and where it runs. @param {HTMLElement} column @param {number} e @returns {Write} */
  function carriedPart(column, e) {
    const line = add(column, "p", "");
    const list = add(column, "ul", "");
    for (const i of [from[e], to[e]]) {
      add(list, "li", "").append(button(short(titleOf(i), 60), () => openNode(i, true), signal, { name: "mv-link" }));
    }
    return ({ k, sent }) => {
      const i = sent.findLastIndex((c) => c.edge === e);
      line.textContent = i >= 0 ? contribution(plan, scene, i) : k < plan.passed ? "not yet" : "It never came.";
    };
  }

  /** @param {HTMLElement} element @param {number[]} edges */
  function lightWhile(element, edges) {
    for (const event of ["pointerenter", "focus"]) element.addEventListener(event, () => light(edges), { signal });
    for (const event of ["pointerleave", "blur"]) element.addEventListener(event, () => light([]), { signal });
  }

  /** @param {number[]} edges */
  function light(edges) {
    spot(edges, at < plan.operations || !edges.every(mayTell(plan, kind(), at)) ? [] : why().slopes);
  }
}

/**
 * @param {HTMLElement} parent
 * @param {keyof HTMLElementTagNameMap} tag
 * @param {string} name
 * @param {string} [text]
 * @returns {HTMLElement}
 */
function add(parent, tag, name, text) {
  const made = html(tag, name, text);
  parent.append(made);
  return made;
}

/** Words with a number at the end of the line. @param {HTMLElement} parent @param {"li" | "p"} tag @param {string} name */
function sumRow(parent, tag, name) {
  const row = add(parent, tag, name);
  const [words, amount] = [add(row, "span", "mv-way"), add(row, "span", "mv-amount")];
  return { row, write };

  /** @param {string} said @param {string} number */
  function write(said, number) {
    [words.textContent, amount.textContent] = [said, number];
    row.classList.toggle("is-later", number === "not yet" || number === "–");
  }
}
