// @ts-check
// The game of visiting orders: place the operations, run, and see what arrives too late.

import { button, disable, html } from "../core/dom.js";
import { nameOf } from "../core/names.js";
import { listOrders, lostPaths, makeBoard, runOrder } from "../core/orders.js";
import { makePlan, nearlyEqual } from "../core/steps.js";
import { foldedScene } from "../graph/fold.js";
import { inColumns } from "../core/names.js";
import { listenForKeys } from "../kit/keys.js";
import { makePresent } from "../kit/present.js";
import { makeSaveButton } from "../kit/still.js";
import { openWidget, watchSize } from "../kit/widget.js";
import { makeAmounts } from "./order/amounts.js";
import { makeOrderBoard } from "./order/board.js";
import { makeOthers } from "./order/others.js";
import { makeRun } from "./order/run.js";
import { lateShares, outcomeOf, sentenceOf, TASK } from "./order/sentences.js";
import { makePlaces } from "./order/places.js";

const BESIDE = 34; // px beside the picture
const LEAST = 0.72; // smaller, and a picture that lies stands up instead
const MOST_PATHS = 20; // that light up

/** The game, drawn anew where it has another room. @param {import("../core/model.js").Given} given */
function render(given) {
  const { model, el } = given;
  const watching = new AbortController();
  const lying = inColumns(model.get("scene"));
  const isTall = () => el.clientWidth > 0 && (foldedScene(lying).width * LEAST) > el.clientWidth - BESIDE;
  let tall = isTall();
  let close = renderGame(given, tall);
  watchSize(el, () => {
    if (isTall() === tall || !el.clientWidth) return;
    tall = !tall;
    close();
    close = renderGame(given, tall);
  }, watching.signal);
  return () => (watching.abort(), close());
}

/** @param {import("../core/model.js").Given} given @param {boolean} tall whether the graph goes downwards */
function renderGame(given, tall) {
  const { model } = given;
  const { root, signal, hear, save, close } = openWidget(given, {
    name: "mv-order", label: "The order of the backward pass",
  });
  const [trace, whole] = [model.get("trace"), inColumns(model.get(tall ? "tall" : "scene"))];
  const scene = foldedScene(whole);
  const amounts = Boolean(model.get("amounts"));
  const plan = makePlan(trace, { constants: whole.fold?.nodes });
  const board = makeBoard(trace);
  const game = { plan, board, all: board.operations.length, name: (/** @type {number} */ i) => nameOf(scene, i) };
  const leaves = [...trace.op.keys()].filter((i) => !trace.op[i] && trace.label[i] !== undefined);
  const right = runOrder(board, listOrders(board, 1)[0]).grads[game.all];

  const boards = html("div", "mv-order-boards");
  const mine = makeOrderBoard({ plan, scene, label: "", place, signal });
  const places = makePlaces({ name: game.name, moved: take, signal });
  const run = makeRun({ all: game.all, order, pass, land: mine.land, changed: draw, signal });
  const others = makeOthers({ game, scene, leaves, boards, signal });
  const typed = amounts ? makeAmounts({
    plan, name: game.name, passed: run.step, keep: (answers) => save("answers", answers), signal,
  }) : null;
  const press = button("Run", run.toggle, signal, { name: "mv-button mv-primary" });
  const next = button("Next", run.next, signal);
  const clear = button("Clear", () => take([]), signal);
  const status = html("p", "mv-order-status");
  status.setAttribute("role", "status");
  const score = html("ul", "mv-order-score");
  const present = makePresent({ root, save, fit: mine.fit, signal });
  put();
  hear(["size"], () => present.show(model.get("size")));
  hear(["visits"], () => shown !== String(order()) && draw());
  let shown = "";
  draw();
  present.show(model.get("size"));
  listenForKeys(root, pressed, signal);
  return close;

  function put() {
    const [bar, tools] = ["bar", "tools"].map((name) => html("div", `mv-order-${name}`));
    const picture = () => [{ picture: mine.picture, title: "" }];
    tools.append(present.enter, present.exit, makeSaveButton(() => "order", picture, signal));
    bar.append(...(amounts ? [] : [press, next]), clear, tools);
    boards.append(mine.part);
    const asked = typed ? [typed.part] : [];
    root.append(html("p", "mv-order-told", TASK[Number(amounts)]), boards, places.part, ...asked, bar, status, score);
    root.append(others.toggle, others.list);
    mine.fit();
    mine.reveal(trace.root);
  }

  /** @param {string} key @param {HTMLElement} target */
  function pressed(key, target) {
    if (key === "Escape") return present.leave();
    if (target.matches("input")) return key === "Enter" && typed ? (typed.check(), true) : false;
    const node = Number(target.closest("[data-node]")?.getAttribute("data-node") ?? -1);
    if ((key === "Enter" || key === " ") && trace.op[node]) return place(node), true;
    return places.press(key, target);
  }

  /** What is placed, as far as it can be: a kernel can send anything. @returns {number[]} */
  function order() {
    return [.../** @type {Set<number>} */ (new Set(model.get("visits")))].filter((i) => board.operations.includes(i));
  }

  /** A value was clicked: an operation gets the next place, or loses its own. @param {number} node */
  function place(node) {
    const now = order();
    if (!trace.op[node]) {
      status.textContent = `${game.name(node)} is given: it has no inputs to pass anything on to, so it gets no place.`;
      return;
    }
    if (!amounts) take(now.includes(node) ? now.filter((other) => other !== node) : [...now, node]);
    else if (!now.includes(node) && !typed?.isOpen()) ask(node);
  }

  /** Another order: what ran is forgotten. @param {number[]} now */
  function take(now) {
    typed?.close();
    save("visits", now);
    run.restart();
  }

  /** The learner is the engine: what does this operation pass on? @param {number} node */
  function ask(node) {
    const now = order();
    const users = (board.users.get(node) ?? []).filter((user) => !now.includes(user)).map(game.name).join(" and ");
    if (!runOrder(board, now).grads[now.length][node] && users) {
      status.textContent = `Nothing has arrived at ${game.name(node)} yet: it waits for ${users}.`;
      return;
    }
    save("visits", [...now, node]);
    const { visits, grads } = runOrder(board, order());
    const visit = visits[visits.length - 1];
    const told = ({ edge = 0 }) => trace.op[trace.from[edge]] || trace.label[trace.from[edge]] !== undefined;
    const early = users ? `Order: ${game.name(node)} should wait for ${users}.` : "";
    typed?.ask(visit, visit.shares.filter(told), grads[visits.length - 1], early);
    draw();
  }

  /** One operation passes its gradient on. @param {number} at @param {() => void} landed */
  function pass(at, landed) {
    const now = order();
    mine.land();
    mine.reveal(now[at - 1]);
    mine.fly(runOrder(board, now).visits[at - 1], landed);
  }

  function draw() {
    const now = order();
    shown = String(now);
    const { visits, grads } = runOrder(board, now);
    const { visited, landed, running } = run.state();
    const { late, reached } = lateShares(trace, visits.slice(0, landed));
    const marks = { done: new Set(now.slice(0, visited)), cracked: new Set(late.keys()) };
    mine.write(grads[landed], visited ? reached : [trace.root]);
    mine.number(now, marks.done, marks.cracked);
    mine.strand(late);
    const passed = new Set(now.slice(0, landed));
    mine.tell((edge) => !amounts || passed.has(trace.to[edge]));
    places.show(now, game.all, { ...marks, fixed: amounts || running });
    const [full, ended] = [now.length === game.all, landed >= game.all && visited >= game.all];
    press.textContent = running ? "Pause" : ended ? "Run again" : "Run";
    for (const [made, off] of /** @type {const} */ ([
      [press, !full], [next, !full || visited >= game.all], [clear, !now.length],
    ]))
      disable(made, off);
    mine.lose(ended ? leaves.flatMap((leaf) => lostPaths(board, now, leaf, MOST_PATHS)).map(({ nodes }) => nodes) : []);
    others.show(ended);
    const asked = amounts ? (typed?.isOpen() ? "typing" : "amounts") : "";
    status.textContent = sentenceOf(game, { now, visits, late, visited, landed, asked, leaves });
    score.replaceChildren(...(ended ? leaves : []).map((leaf) => {
      const [is, ought] = [grads[game.all][leaf], right[leaf]];
      return html("li", nearlyEqual(is, ought) ? "is-right" : "is-wrong", outcomeOf(game, now, leaf, is, ought));
    }));
  }
}

export default { render };
