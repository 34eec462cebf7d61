// @ts-check
// The player: header, graph, sentence, controls; it knows the step and shows it.

import { makeControls } from "./controls.js";
import { html } from "./dom.js";
import { drawGraph } from "./draw.js";
import { makeEdits } from "./edits.js";
import { makeEditor } from "./editor.js";
import { makeExtras } from "./extras.js";
import { makeFaultList } from "./faults.js";
import { makeInspector } from "./inspector.js";
import { listenForKeys } from "./keys.js";
import { boxOf } from "./lit.js";
import { editOnCards } from "./oncards.js";
import { nearestRoute } from "./paths.js";
import { makePredict } from "./predict.js";
import { reveal, scaleFor } from "./reveal.js";
import { makeSays } from "./says.js";
import { hintOf } from "./sentences.js";
import { faultsByStep, makePlan, phaseAt } from "./steps.js";
import { makeTable } from "./table.js";
import { makeTip } from "./tip.js";
import { makeWalk } from "./walk.js";

/** @typedef {import("./steps.js").Trace} Trace */
/** @typedef {import("./draw.js").Scene} Scene */

const PHASES = { forward: "forward pass", backward: "backward pass", done: "done" };
const ARROWS = { forward: "→", backward: "←", done: "✓" };
const PACE = 1200; // ms a step at speed 1
const REACH = 8; // px: how far beside an edge a click still means it

/**
 * @param {{ trace: Trace, scene: Scene, step: number, level: string, by: string, accumulate: boolean,
 *   predict: import("./questions.js").Kind | null, answers: unknown, save: (name: string, value: unknown) => void,
 *   edited: (trace: Trace, faults: import("./steps.js").Fault[], leaves: [string, number][]) => void, alone: boolean,
 *   extra: import("./extras.js").Extra, root: HTMLElement, signal: AbortSignal }} options `save` keeps what a learner's gesture changes, `edited` hears of numbers
 */
export function makePlayer({ trace, scene, step, level, by, accumulate, predict: kind, answers, extra, save, edited, alone, root, signal }) {
  const plan = makePlan(trace, { by, accumulate });
  const hasBackward = trace.order.length > 0;
  const faults = faultsByStep(plan, scene.faults);
  const graph = drawGraph(plan, scene, faults);
  const edits = makeEdits({ plan, scene, faults, by, accumulate, renewed, byHand });
  const editor = makeEditor({ plan, scene, alone, change: edits.change, reset: edits.reset, signal });
  const controls = makeControls({
    total: plan.total, hasBackward, open: level === "full", unfolded: editor.unfold, signal,
    actions: { next, undo, restart, backward: () => go(plan.operations), toggle, seek: go },
  });
  const predict = makePredict({ plan, scene, kind, answers, step, signal, save, light, say, arrive, now: () => at });
  controls.extra.append(predict.choice);
  const tip = makeTip(graph);
  const walk = makeWalk({ plan, words: scene, cards: graph.cards, tell: tip.say, reveal: (i) => reveal(box, [boxOf(scene, [i])], scaled) });
  const inspector = makeInspector({
    plan, scene, field: editor.fieldOf, kind: predict.kind, spot: graph.spot, ask: tip.ask, back: walk.move, signal,
  });
  const table = makeTable({ plan, scene, kind: predict.kind, open: (i) => inspector.openNode(i, true), signal });
  controls.extra.append(table.toggle);
  const wrong = makeFaultList(faults, { total: plan.total, lead, signal });
  const extras = makeExtras({ plan, scene, picture: () => graph.picture, extra, signal });
  let at = -1;
  let [asked, told] = ["", ""]; // the question that is open; the sentence
  let scaled = 0;
  /** @type {(number | undefined)[]} */
  let [timer, settling] = [undefined, undefined];
  signal.addEventListener("abort", () => pause());

  const phase = html("span", "mv-phase");
  const count = html("span", "mv-count");
  const note = html("span", "mv-note", trace.note || (accumulate ? "" : "⚠ plays = instead of +="));
  const header = html("div", "mv-header");
  header.append(...extras.heading.slice(0, -1), phase, ...extras.heading.slice(-1), count, note, tip.element);
  const track = html("div", "mv-track");
  track.setAttribute("aria-hidden", "true");
  track.style.setProperty("--mv-turn", plan.total ? `${(100 * plan.operations) / plan.total}%` : "100%");
  const box = html("div", "mv-graph");
  const says = makeSays(plan, scene, faults, predict.verdict);
  controls.extra.append(extras.more);
  root.append(header, track, extras.formula, box, says.part, predict.part, controls.bar, controls.extra, editor.part, table.part, inspector.part, wrong.part);

  box.addEventListener("focusin", (event) => {
    const found = /** @type {Element} */ (event.target).closest("[data-node]")?.getAttribute("data-node");
    if (found) walk.stand(Number(found));
  }, { signal });
  listenForKeys(root, {
    ArrowRight: next, n: next, ArrowLeft: undo, Home: () => go(0), End: () => go(plan.total), " ": toggle,
    ...walk.keys, Enter: () => box.querySelector(":focus") && inspector.openNode(walk.here(), true),
    e: typeHere, F2: typeHere, Escape: () => editor.cancel() || takenBack() || inspector.close(),
  }, signal);
  const typing = editOnCards({ box, plan, cards: graph.cards, editor, change: edits.change, back: walk.move, signal });
  box.addEventListener("dblclick", inspector.stay, { signal });
  box.addEventListener("click", (event) => {
    const [node, edge] = meant(event);
    if (node >= 0) inspector.openNode(node, false);
    else if (edge >= 0) inspector.openEdge(edge, false);
  }, { signal });
  box.addEventListener("pointermove", (event) => {
    box.classList.toggle("is-over", Math.max(...meant(event)) >= 0);
  }, { signal });

  // The graph goes in last, and what is out of sight a moment later: laying out a thousand cards takes its time.
  fit();
  const first = show(step);
  const whole = graph.near(first[0] ?? { x: 0, y: 0, width: 0, height: 0 });
  requestAnimationFrame(() => window.setTimeout(whole, 100));
  box.append(graph.picture);
  reveal(box, first, scaled);
  const watcher = new ResizeObserver(fit);
  watcher.observe(root);
  signal.addEventListener("abort", () => watcher.disconnect());
  return { show: obey, predict, renew: edits.renew, say: editor.say };

  /** The numbers are others: nothing in the picture moves, and the step stays. @param {Trace} now */
  function renewed({ data, local, observed }) {
    extra.whole = { ...extra.whole, data, local, observed };
    graph.renew(predict.kind() !== "data");
    inspector.renew();
    editor.refresh();
    wrong.renew();
    root.classList.add("is-renewed");
    show(at, true);
    window.clearTimeout(settling);
    settling = window.setTimeout(says.renew, 200);
  }

  /** @param {() => void} edit a learner's */
  function byHand(edit) {
    pause();
    predict.close();
    edit();
    editor.unfold(!controls.extra.hidden);
    edited(plan.trace, scene.faults, editor.numbers());
  }

  function typeHere() {
    if (box.querySelector(":focus")) typing.type(walk.here());
  }

  function next() {
    pause();
    go(at + 1);
  }

  function undo() {
    pause();
    go(at - 1);
  }

  function restart() {
    pause();
    go(0);
  }

  /** Go to a step, or as far as a question lets us. @param {number} k */
  function go(k, focus = true) {
    const stop = predict.stopBefore(at, Math.min(k, plan.total));
    predict.close();
    if (follow(stop)) save("step", at);
    if (stop < Math.min(k, plan.total)) predict.ask(stop + 1, focus);
  }

  /** Show a step that was set elsewhere. @param {number} k */
  function obey(k) {
    if (k === at) return;
    go(k, false);
    if (predict.isOpen()) save("step", at);
  }

  /** The step of a question that was settled. @param {number} k */
  function arrive(k) {
    go(k);
    controls.next.focus({ preventScroll: true });
  }

  function takenBack() {
    if (!predict.close()) return false;
    controls.next.focus({ preventScroll: true });
    return true;
  }

  /** What a question is about; 0 is nothing. @param {number} k */
  function light(k) {
    if (at >= 0) reveal(box, graph.show(at, k), scaled);
    retell();
  }

  /** A question in place of the step's sentence; "" is none. @param {string} question */
  function say(question) {
    asked = question;
    retell();
  }

  /** To the step and the place of a fault. @param {import("./steps.js").Fault} fault @param {number} k */
  function lead({ node, edge }, k) {
    pause();
    go(k);
    if (predict.isOpen()) return;
    const place = edge !== null ? trace.from[edge] : (node ?? trace.root);
    if (edge !== null) inspector.openEdge(edge, false);
    else inspector.openNode(place, false);
    box.scrollIntoView({ block: "nearest" });
    walk.move(place);
  }

  /**
   * Show a step and bring it into view; whether it is another one than before.
   * @param {number} k
   */
  function follow(k) {
    const before = at;
    reveal(box, show(k), scaled);
    return at !== before;
  }

  function toggle() {
    if (timer !== undefined) {
      pause();
      return;
    }
    if (at >= plan.total) go(0);
    timer = window.setTimeout(tick, 300);
    refresh();
  }

  function tick() {
    const goesOn = at + 1 < plan.total && predict.stopBefore(at, at + 1) > at;
    timer = goesOn ? window.setTimeout(tick, PACE / controls.speed()) : undefined;
    go(at + 1);
    refresh();
  }

  function pause() {
    window.clearTimeout(timer);
    timer = undefined;
    refresh();
  }

  /**
   * Show a step, the nearest there is.
   * @param {number} wanted
   * @param {boolean} [anew] though it is the one that is shown
   * @returns {import("./draw.js").Box[]} what ought to be in view
   */
  function show(wanted, anew = false) {
    const k = Math.min(Math.max(Math.trunc(wanted) || 0, 0), plan.total);
    if (k === at && !anew) return [];
    if (k !== at) root.classList.remove("is-renewed");
    at = k;
    const lit = graph.show(k);
    const now = phaseAt(plan, k);
    root.dataset.phase = now;
    root.dataset.step = String(k);
    phase.textContent = `${ARROWS[now]} ${PHASES[now]}`;
    count.textContent = `Step ${k} of ${plan.total}`;
    track.style.setProperty("--mv-done", plan.total ? `${(100 * k) / plan.total}%` : "100%");
    retell();
    extras.show(k);
    return lit;
  }

  /** All that is said of the step, or of the question in its place. */
  function retell() {
    if (at < 0) return;
    told = says.show(at, asked);
    wrong.show(at, !predict.kind());
    inspector.show(at);
    table.show(at);
    refresh();
  }

  function refresh() {
    if (at < 0) return;
    const hint = asked ? "your answer first" : hintOf(plan, scene, at);
    controls.show(at, plan.operations, timer !== undefined, hint, told);
  }

  /**
   * The value or the edge that the pointer is at; -1 is none.
   * @param {MouseEvent} event
   */
  function meant({ target, clientX, clientY }) {
    const card = /** @type {Element} */ (target).closest("[data-node]")?.getAttribute("data-node");
    if (card) return [Number(card), -1];
    const { left, top } = graph.picture.getBoundingClientRect();
    return [-1, nearestRoute(scene.routes, scene.rankdir === "TB", [(clientX - left) / scaled, (clientY - top) / scaled], REACH / scaled)];
  }

  function fit() {
    const scale = scaleFor(root, box, scene.width);
    if (scale === scaled) return;
    scaled = scale;
    graph.picture.setAttribute("width", String(Math.floor(scene.width * scale)));
    graph.picture.setAttribute("height", String(Math.floor(scene.height * scale)));
  }
}
