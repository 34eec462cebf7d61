// @ts-check
// The game of visiting orders: place the operations, run, and see what arrives too late.

import { button, disable, html } from "../core/dom.js";
import { keepKeys } from "../core/keep_keys.js";
import { bestSwap, countOrders, firstMistake, listOrders, lostPaths, makeBoard, runOrder } from "../core/orders.js";
import { nameOf } from "../core/names.js";
import { makePlan, nearlyEqual } from "../core/steps.js";
import { numberText } from "../core/words.js";
import { foldedScene } from "../graph/fold.js";
import { inColumns } from "../graph/titles.js";
import { makeAmounts } from "./order/amounts.js";
import { makeOrderBoard } from "./order/board.js";
import { makeStrip } from "./order/strip.js";

const PACE = 1000; // ms from one visit to the next
const MOST_LISTED = 24;
const MOST_PATHS = 3; // told of each leaf

/** @param {import("../core/model.js").Given} given */
function render({ model, el }) {
  const stop = new AbortController();
  const { signal } = stop;
  const [trace, whole] = [model.get("trace"), inColumns(model.get("scene"))];
  const scene = foldedScene(whole);
  const amounts = Boolean(model.get("amounts"));
  const plan = makePlan(trace, { constants: whole.fold?.nodes });
  const board = makeBoard(trace);
  const all = board.operations.length;
  const name = (/** @type {number} */ node) => nameOf(scene, node);
  const leaves = [...trace.op.keys()].filter((i) => !trace.op[i] && trace.label[i] !== undefined);
  const right = runOrder(board, listOrders(board, 1)[0]).grads[all];
  let visited = 0; // of the order that is placed
  /** @type {number | undefined} */
  let timer;
  let landed = 0; // visits whose shares have arrived

  const root = html("div", "microgradviz mv-order");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "The order of the backward pass");
  const told = amounts
    ? "You are the engine: click the operation that passes its gradient on next, and say what arrives at its inputs."
    : "Click the operations in the order in which the backward pass is to visit them. Each passes its gradient on once.";
  const boards = html("div", "mv-order-boards");
  const mine = makeOrderBoard({ plan, scene, label: "", place, signal });
  boards.append(mine.part);
  const strip = makeStrip({ name, moved: (order) => take(order), signal });
  const bar = html("div", "mv-order-bar");
  const run = button("Run", () => (timer === undefined ? start() : halt()), signal, { name: "mv-button mv-primary" });
  const next = button("Next", () => { pause(); step(); }, signal);
  const clear = button("Clear", () => { take([]); }, signal);
  const swap = button("", exchange, signal);
  const status = html("p", "mv-order-status");
  status.setAttribute("role", "status");
  const score = html("ul", "mv-order-score");
  const count = countOrders(board);
  const others = button("", () => unfold(Boolean(list.hidden)), signal, { name: "mv-link" });
  const list = html("div", "mv-order-list");
  const typed = amounts ? makeAmounts({ plan, name, passed: step, keep: (answers) => save("answers", answers), signal }) : null;
  list.hidden = true;
  bar.append(...(amounts ? [] : [run, next]), clear, swap);
  root.append(html("p", "mv-order-told", told), boards, strip.part, ...(typed ? [typed.part] : []), bar, status, score, others, list);
  el.replaceChildren(root);
  /** @type {ReturnType<typeof makeOrderBoard> | null} */
  let beside = null;
  mine.fit();
  mine.reveal(trace.root);
  const heard = () => { if (String(model.get("visits")) !== String(order())) draw(); };
  model.on("change:visits", heard);
  draw();
  keepKeys(root, press, signal);
  return () => {
    stop.abort();
    window.clearTimeout(timer);
    model.off("change:visits", heard);
    el.replaceChildren();
  };

  /** @param {string} key @param {HTMLElement} target */
  function press(key, target) {
    if (target.matches("input")) return key === "Enter" && typed ? (typed.check(), true) : false;
    const node = Number(target.closest("[data-node]")?.getAttribute("data-node") ?? -1);
    if ((key === "Enter" || key === " ") && trace.op[node]) return place(node), true;
    return strip.press(key, target);
  }

  /** @returns {number[]} */
  function order() {
    return model.get("visits").filter((/** @type {number} */ node, /** @type {number} */ k, /** @type {number[]} */ placed) => board.operations.includes(node) && placed.indexOf(node) === k);
  }

  /** @param {string} key @param {unknown} value */
  function save(key, value) {
    model.set(key, value);
    model.save_changes();
  }

  /** An operation was clicked: it gets the next place, or loses its own. @param {number} node */
  function place(node) {
    const now = order();
    if (amounts) {
      if (!now.includes(node) && !typed?.isOpen()) ask(node);
      return;
    }
    take(now.includes(node) ? now.filter((other) => other !== node) : [...now, node]);
  }

  /** Another order: what ran is forgotten. @param {number[]} now */
  function take(now) {
    pause();
    mine.land();
    [visited, landed] = [0, 0];
    typed?.close();
    save("visits", now);
    draw();
  }

  /** The learner is the engine: what does this operation pass on? @param {number} node */
  function ask(node) {
    const now = order();
    if (!runOrder(board, now).grads[now.length][node] && early(node, now).length) {
      status.textContent = `Nothing has arrived at ${name(node)} yet: it waits for ${early(node, now).map(name).join(" and ")}.`;
      return;
    }
    const before = early(node, now);
    save("visits", [...now, node]);
    const { visits, grads } = runOrder(board, order());
    const visit = visits[visits.length - 1];
    const shares = visit.shares.filter(({ edge }) => trace.op[trace.from[edge]] || trace.label[trace.from[edge]] !== undefined);
    typed?.ask(visit, shares, grads[visits.length - 1], before.length ? `Order: ${name(node)} should wait for ${before.map(name).join(" and ")}.` : "");
    draw();
  }

  /** The users of an operation that have not passed on yet. @param {number} node @param {number[]} now */
  function early(node, now) {
    return (board.users.get(node) ?? []).filter((user) => !now.includes(user));
  }

  function start() {
    if (order().length < all) return;
    if (visited >= all) restart();
    const tick = () => {
      step();
      timer = visited < all ? window.setTimeout(tick, PACE) : undefined;
      draw();
    };
    timer = window.setTimeout(tick, 0);
    draw();
  }

  function pause() {
    window.clearTimeout(timer);
    timer = undefined;
  }

  function halt() {
    pause();
    draw();
  }

  function restart() {
    pause();
    mine.land();
    beside?.land();
    [visited, landed] = [0, 0];
    draw();
  }

  /** One operation passes its gradient on. */
  function step() {
    const now = order();
    if (visited >= now.length || (!amounts && now.length < all)) return;
    mine.land();
    const at = ++visited;
    const { visits } = runOrder(board, now);
    mine.reveal(now[at - 1]);
    mine.fly(visits[at - 1], () => {
      landed = at;
      draw();
    });
    draw();
  }

  function exchange() {
    const now = order();
    const found = bestSwap(board, now);
    if (!found) return;
    const [i, j] = found;
    [now[i], now[j]] = [now[j], now[i]];
    take(now);
  }

  /** @param {boolean} open */
  function unfold(open) {
    list.hidden = !open;
    others.setAttribute("aria-expanded", String(open));
    if (!open) {
      beside?.part.remove();
      beside = null;
      return;
    }
    const listed = listOrders(board, MOST_LISTED);
    list.replaceChildren(...listed.map((one, k) => {
      const row = button(one.map(name).join("  →  "), () => compare(one, row), signal, { name: "mv-link mv-order-other" });
      if (k === 0) queueMicrotask(() => compare(one, row));
      return row;
    }), ...(count > listed.length ? [html("p", "mv-quiet", `and ${(count - listed.length).toLocaleString("en")} more`)] : []));
  }

  /** A right order on a second board, with what it comes to. @param {number[]} one @param {HTMLElement} row */
  function compare(one, row) {
    for (const other of list.children) other.removeAttribute("aria-current");
    row.setAttribute("aria-current", "true");
    beside?.part.remove();
    beside = makeOrderBoard({ plan, scene, label: "a right order", place: null, signal });
    boards.append(beside.part);
    beside.fit();
    const { grads } = runOrder(board, one);
    beside.number(one, new Set(one), new Set());
    beside.write(grads[all], [...trace.op.keys()].filter((i) => trace.op[i] || leaves.includes(i)));
  }

  function draw() {
    const now = order();
    const { visits, grads } = runOrder(board, now);
    const done = new Set(now.slice(0, visited));
    const late = new Map();
    const reached = new Set([trace.root]);
    for (const { edge, amount, late: tooLate } of visits.slice(0, landed).flatMap(({ shares }) => shares)) {
      const source = trace.from[edge];
      reached.add(source);
      if (tooLate) late.set(source, (late.get(source) ?? 0) + amount);
    }
    const cracked = new Set(late.keys());
    mine.write(grads[landed], visited ? [...reached] : [trace.root]);
    mine.number(now, done, cracked);
    mine.strand(late);
    strip.show(now, all, { done, cracked, fixed: Boolean(amounts) || timer !== undefined });
    const [full, ended] = [now.length === all, landed >= all && visited >= all];
    const wrong = ended && firstMistake(board, now) !== null;
    run.textContent = timer === undefined ? (ended ? "Run again" : "Run") : "Pause";
    disable(run, !full);
    disable(next, !full || visited >= all);
    disable(clear, !now.length);
    const pair = wrong && !amounts ? bestSwap(board, now) : null;
    swap.hidden = !pair;
    if (pair) swap.textContent = `Swap ${name(now[pair[0]])} and ${name(now[pair[1]])}`;
    others.hidden = !ended;
    others.textContent = count === 1 ? "The only right order" : `All ${count.toLocaleString("en")} right orders`;
    if (!ended && !list.hidden) unfold(false);
    status.textContent = sentence(now, visits, late);
    score.replaceChildren(...(ended ? leaves.map((leaf) => html("li", nearlyEqual(grads[all][leaf], right[leaf]) ? "is-right" : "is-wrong", outcome(leaf, now, grads[all]))) : []));
  }

  /**
   * What the last visit did, or what is to be done.
   * @param {number[]} now
   * @param {import("../core/orders.js").Visit[]} visits
   * @param {Map<number, number>} late
   */
  function sentence(now, visits, late) {
    if (!visited) {
      if (amounts) return typed?.isOpen() ? "" : "The result's gradient is 1. Which operation passes its gradient on first?";
      const open = board.operations.filter((/** @type {number} */ node) => !now.includes(node));
      return open.length ? `Still to place: ${open.map(name).join(", ")}.` : "All are placed: run.";
    }
    const { node, arriving, shares } = visits[visited - 1];
    const parts = shares.filter(({ edge }) => trace.op[trace.from[edge]] || leaves.includes(trace.from[edge])).map(({ edge, amount, late: tooLate }) =>
      `${name(trace.from[edge])} gets ${numberText(arriving)} × ${numberText(plan.local[edge])} = ${numberText(amount)}${tooLate ? ", too late: it has passed its gradient on already" : ""}`);
    const end = visited < all || landed < all ? "" : late.size ? " What came too late went no further." : " Every operation came after all its users: all that was due has arrived.";
    return `${visited}. ${name(node)} passes on ${numberText(arriving)}: ${parts.join("; ")}.${end}`;
  }

  /** @param {number} leaf @param {number[]} now @param {number[]} grads */
  function outcome(leaf, now, grads) {
    const [is, ought] = [grads[leaf], right[leaf]];
    if (nearlyEqual(is, ought)) return `${name(leaf)}.grad ${numberText(is)}, right`;
    const paths = lostPaths(board, now, leaf, MOST_PATHS + 1);
    const shown = paths.slice(0, MOST_PATHS).map(({ nodes }) => nodes.map(name).join(" → "));
    const by = `by the path${shown.length > 1 ? "s" : ""} ${shown.join(" and ")}${paths.length > MOST_PATHS ? " and others" : ""}`;
    return `${name(leaf)}.grad ${numberText(is)}, should be ${numberText(ought)}; missing ${numberText(ought - is)}, ${by}`;
  }
}

export default { render };
