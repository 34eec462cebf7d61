// @ts-check
// The player: header, graph, sentence, controls; it knows the step and shows it.

import { makeControls } from "./controls.js";
import { html } from "./dom.js";
import { drawGraph } from "./draw.js";
import { makeExtras } from "./extras.js";
import { makeFaultList } from "./faults.js";
import { makeFind } from "./find.js";
import { makeInspector } from "./inspector.js";
import { listenForKeys } from "./keys.js";
import { makePace } from "./pace.js";
import { makeParted } from "./parted.js";
import { makePredict } from "./predict.js";
import { runHint, runSentence } from "./runs.js";
import { makeSays } from "./says.js";
import { hintOf } from "./sentences.js";
import { makeSight } from "./sight.js";
import { faultsByStep, makePlan, phaseAt } from "./steps.js";
import { makeZoom } from "./zoom.js";

/** @typedef {import("./steps.js").Trace} Trace */
/** @typedef {import("./draw.js").Scene} Scene */

const PHASES = { forward: "forward pass", backward: "backward pass", done: "done" };
const ARROWS = { forward: "→", backward: "←", done: "✓" };
const PACE = 1200; // ms a step at speed 1

/**
 * @param {{ trace: Trace, scene: Scene, step: number, level: string, by: string, accumulate: boolean,
 *   predict: import("./questions.js").Kind | null, answers: unknown, save: (name: string, value: unknown) => void,
 *   extra: import("./extras.js").Extra, root: HTMLElement, signal: AbortSignal }} options `save` keeps what a learner's gesture changes
 */
export function makePlayer({ trace, scene, step, level, by, accumulate, predict: kind, answers, extra, save, root, signal }) {
  const plan = makePlan(trace, { by, accumulate });
  const hasBackward = trace.order.length > 0;
  const faults = faultsByStep(plan, scene.faults);
  const parted = scene.parts ? makeParted({ plan, scene, faults, changed: () => again(), signal }) : null;
  const graph = parted ? parted.whole : drawGraph(plan, scene, faults);
  const pace = makePace(plan, parted);
  const { spot, ask } = parted ?? graph;
  const cardOf = parted ? parted.card : (/** @type {number} */ node) => graph.cards[node];
  const controls = makeControls({
    hasBackward, open: level === "full", signal,
    actions: { next, undo, restart, backward: () => go(plan.operations), toggle, seek: (k) => go(pace.stepOf(k)) },
  });
  const predict = makePredict({ plan, scene, kind, answers, step, signal, save, light, say, arrive, now: () => at });
  controls.extra.append(predict.choice);
  const inspector = makeInspector({
    plan, scene, kind: predict.kind, spot, ask, back: (node) => rove(node, true), signal,
  });
  const wrong = makeFaultList(faults, { total: plan.total, lead, signal });
  const extras = makeExtras({ plan, scene, picture: () => graph.picture, extra, signal });
  let at = -1;
  let [asked, told] = ["", ""]; // the question that is open; the sentence
  /** @type {number | undefined} */
  let timer;
  signal.addEventListener("abort", () => pause());

  const phase = html("span", "mv-phase");
  const count = html("span", "mv-count");
  const note = html("span", "mv-note", trace.note || (accumulate ? "" : "⚠ plays = instead of +="));
  const header = html("div", "mv-header");
  header.append(...extras.heading.slice(0, -1), phase, ...extras.heading.slice(-1), count, note);
  const track = html("div", "mv-track");
  track.setAttribute("aria-hidden", "true");
  const box = html("div", "mv-graph");
  const sight = makeSight({ root, box, graph, inside: () => parted?.inside() ?? null });
  const says = makeSays(plan, scene, faults, predict.verdict);
  controls.extra.append(
    makeZoom({ box, size: graph.scene, scale: sight.scale, set: sight.zoom, signal }), extras.more, makeFind({ scene, go: found, signal }),
  );
  root.append(header, track, extras.formula, box, ...(parted ? [parted.panel] : []), says.part, predict.part, controls.bar, controls.extra, inspector.part, wrong.part);

  let roving = Math.max(0, trace.root);
  cardOf(roving)?.group.setAttribute("tabindex", "0");
  root.addEventListener("focusin", (event) => {
    const card = /** @type {Element} */ (event.target).closest(".mv-card");
    if (card) rove(Number(card.getAttribute("data-node") ?? scene.parts?.begin[Number(card.getAttribute("data-part"))]), false);
  }, { signal });
  listenForKeys(root, {
    ArrowRight: next, n: next, ArrowLeft: undo, Home: () => go(0), End: () => go(plan.total), " ": toggle,
    ArrowDown: () => rove(beside(1), true), ArrowUp: () => rove(beside(-1), true),
    "Shift+ArrowLeft": () => rove(trace.from[plan.firstEdge[roving]] ?? roving, true),
    "Shift+ArrowRight": () => rove(trace.to[trace.from.indexOf(roving)] ?? roving, true),
    Enter: pressed, Escape: () => takenBack() || inspector.close() || Boolean(parted?.close()),
  }, signal);
  for (const part of [box, ...(parted ? [parted.box] : [])]) {
    part.addEventListener("click", (event) => {
      if (part === box && parted?.enter(event)) return;
      const [node, edge] = sight.meant(event);
      if (node >= 0) inspector.openNode(node, false);
      else if (edge >= 0) inspector.openEdge(edge, false);
    }, { signal });
    part.addEventListener("pointermove", (event) => {
      part.classList.toggle("is-over", Math.max(...sight.meant(event)) >= 0);
    }, { signal });
  }

  // The graph goes in last, and what is out of sight a moment later: laying out a thousand cards takes its time.
  sight.fit();
  const first = show(step);
  const whole = graph.near(first[0] ?? { x: 0, y: 0, width: 0, height: 0 });
  requestAnimationFrame(() => window.setTimeout(whole, 100));
  box.append(graph.picture);
  sight.reveal(first);
  const watcher = new ResizeObserver(sight.fit);
  watcher.observe(root);
  signal.addEventListener("abort", () => watcher.disconnect());
  return { show: obey, predict };

  function next() {
    pause();
    go(pace.after(at));
  }

  function undo() {
    pause();
    go(pace.before(at));
  }

  /** @param {number} by */
  function beside(by) {
    return parted ? parted.beside(roving, by) : roving + by;
  }

  /** Enter, on a card: open the part, or ask about the value. */
  function pressed() {
    const card = root.querySelector(".mv-card:focus");
    if (!card) return;
    const part = card.getAttribute("data-part");
    if (part === null) inspector.openNode(roving, true);
    else {
      parted?.openPart(Number(part));
      rove(roving, true);
    }
  }

  /** Another part is open: the same step, seen anew. */
  function again() {
    const k = at;
    at = -1;
    show(k);
    cardOf(roving)?.group.setAttribute("tabindex", "0");
  }

  /** A value that was looked for. @param {number} node */
  function found(node) {
    parted?.reveal(node);
    rove(node, true);
    inspector.openNode(node, false);
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
    if (at >= 0) sight.reveal((parted ?? graph).show(at, k));
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
    parted?.reveal(place);
    box.scrollIntoView({ block: "nearest" });
    rove(place, true);
  }

  /**
   * Show a step and bring it into view; whether it is another one than before.
   * @param {number} k
   */
  function follow(k) {
    const before = at;
    sight.reveal(show(k));
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
    const to = pace.after(at);
    const goesOn = to < plan.total && predict.stopBefore(at, to) > at;
    timer = goesOn ? window.setTimeout(tick, PACE / controls.speed()) : undefined;
    go(to);
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
   * @returns {import("./draw.js").Box[]} what ought to be in view
   */
  function show(wanted) {
    const k = Math.min(Math.max(Math.trunc(wanted) || 0, 0), plan.total);
    if (k === at) return [];
    at = k;
    const lit = (parted ?? graph).show(k);
    const { number } = pace.seen(k);
    const now = phaseAt(plan, k);
    root.dataset.phase = now;
    root.dataset.step = String(k);
    phase.textContent = `${ARROWS[now]} ${PHASES[now]}`;
    count.textContent = `Step ${number} of ${pace.last()}`;
    for (const [name, part] of [["done", number], ["turn", pace.seen(plan.operations).number]]) {
      track.style.setProperty(`--mv-${name}`, pace.last() ? `${(100 * Number(part)) / pace.last()}%` : "100%");
    }
    retell();
    extras.show(k);
    return lit;
  }

  /** All that is said of the step, or of the question in its place. */
  function retell() {
    if (at < 0) return;
    const { run } = pace.seen(at);
    told = says.show(at, asked, run && parted ? runSentence(plan, scene.parts, run, at, parted.state()) : undefined);
    wrong.show(at, !predict.kind());
    inspector.show(at);
    refresh();
  }

  function refresh() {
    if (at < 0) return;
    const { run } = pace.seen(Math.min(at + 1, plan.total));
    const what = asked ? "your answer first" : run && at < plan.total ? runHint(plan, scene.parts, run) : hintOf(plan, scene, at);
    const [k, turn] = [at, plan.operations].map((i) => pace.seen(i).number);
    controls.show({ k, total: pace.last(), turn, playing: timer !== undefined, what, says: told });
  }

  /**
   * @param {number} node
   * @param {boolean} focus
   */
  function rove(node, focus) {
    const card = cardOf(node);
    if (!card) return;
    cardOf(roving)?.group.setAttribute("tabindex", "-1");
    roving = node;
    card.group.setAttribute("tabindex", "0");
    if (focus) card.group.focus({ preventScroll: true });
    if (focus) sight.reveal([sight.boxOf(node)]);
  }
}
