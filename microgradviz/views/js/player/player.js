// @ts-check
// The player: header, graph, sentence, controls; it knows the step and shows it.

import { html } from "../core/dom.js";
import { listenForKeys } from "../core/keys.js";
import { hintOf } from "../core/sentences.js";
import { faultsByStep, makePlan } from "../core/steps.js";
import { placeOfValue } from "../graph/fold.js";
import { makeZoom } from "../graph/zoom.js";
import { makeViewport } from "../graph/viewport.js";
import { keepNearby } from "../graph/virtual.js";
import { intervalOf, makeClock } from "./clock.js";
import { makeControls } from "./controls.js";
import { makeLeaves } from "./edit/leaves.js";
import { makeFactors } from "./factors.js";
import { makeFind } from "./find.js";
import { makeFindings } from "./findings.js";
import { makeFocus } from "./focus.js";
import { makePicture } from "./groups/picture.js";
import { runHint, runSentence } from "./groups/runs.js";
import { makeHeader } from "./header.js";
import { makeMore } from "./more.js";
import { listenToPointer } from "./pointer.js";
import { makePresent } from "./present.js";
import { listenToPrinter } from "./print.js";
import { makePrediction } from "./predict/predict.js";
import { makeStatus } from "./status.js";
import { makeStride } from "./stride.js";
import { makeTable } from "./table.js";
import { makeTip } from "./tip.js";
import { makeInspector } from "./why/inspector.js";
import { listWitnesses } from "./witnesses.js";

/** @typedef {import("../core/steps.js").Trace} Trace */
/** @typedef {import("../graph/draw.js").Scene} Scene */

/**
 * @param {{ trace: Trace, scene: Scene, memory: import("./edit/history.js").Memory & { asked: boolean }, step: number, level: string, by: string, accumulate: boolean, update: import("../core/update.js").Update | null,
 *   predict: import("../core/questions.js").Kind | null, answers: unknown, save: (name: string, value: unknown) => void,
 *   edited: (trace: Trace, faults: import("../core/steps.js").Fault[], leaves: [string, number][]) => void, alone: boolean, size: string, torch: import("./witnesses.js").Asked,
 *   extra: import("./more.js").Extra, root: HTMLElement, signal: AbortSignal }} options `save` keeps what a learner's gesture changes, `edited` hears of numbers
 */
export function makePlayer({ trace, scene, memory, step, level, by, accumulate, update, predict: kind, answers, extra, save, edited, alone, size, torch, root, signal }) {
  const plan = makePlan(trace, { by, accumulate, update, constants: scene.fold?.nodes, folds: !extra.constants });
  const hasBackward = trace.order.length > 0;
  const faults = faultsByStep(plan, scene.faults);
  const { groups, graph, pace, cardOf, beside, draw } = makePicture({ plan, scene, faults, changed: () => again(), signal }, () => leaves.rounds);
  const box = html("div", "mv-graph");
  const nearby = groups ? null : keepNearby({ box, graph, scale: () => viewport.scale(), signal });
  const leaves = makeLeaves({
    plan, scene, faults, by, accumulate, update, memory, renewed, byHand, step: () => at, turned: () => { at = -1; }, edited, save, box, groups, card: cardOf, alone, back: (leaf) => focus.move(leaf), signal,
  });
  const controls = makeControls({
    hasBackward, updates: Boolean(update), open: level === "full", unfolded: leaves.unfold, signal,
    actions: { next, previous, restart, backward: () => go(plan.operations + 1), toggle, seek: (k) => go(pace.stepOf(k)), round: () => (pause(), leaves.rounds?.next(), go(plan.operations)) },
  });
  const predict = makePrediction({ plan, scene, kind, answers, step, signal, save, light, say, arrive, now: () => at });
  const tip = makeTip({ plan, words: scene, graph: groups ?? graph, memory });
  const focus = makeFocus({ plan, words: scene, card: cardOf, beside, tell: tip.say, explain: tip.explain, hold: (i) => nearby?.hold(i), reveal: (i) => viewport.reveal([viewport.boxOf(i)]) });
  const witnesses = listWitnesses({ plan, scene, torch, kind: predict.kind, spot: (groups ?? graph).spot, signal });
  const inspector = makeInspector({
    plan, scene, field: leaves.fieldOf, kind: predict.kind, spot: witnesses.spot, ask: tip.ask, back: (i) => focus.move(placeOfValue(plan, i)), signal,
  });
  const table = makeTable({ plan, scene, pace, kind: predict.kind, witnesses, open: (i) => inspector.openNode(i, true), signal });
  const findings = makeFindings({ plan, scene, faults, pace, lead, signal });
  const whole = () => (graph.land(), nearby?.fill(), [{ picture: graph.picture, title: "" }]);
  const more = makeMore({ plan, scene, pictures: groups?.pictures ?? whole, extra, signal });
  let at = -1;
  let [question, sentence] = ["", ""]; // the question that is open; the sentence
  /** @type {number | undefined} */
  let settling;
  const interval = () => intervalOf(controls.seconds(), pace.last()); // ms a step
  const clock = makeClock(tick, interval, refresh);
  const stride = makeStride(pace, () => (clock.running() ? interval() : null));

  const note = trace.note || (accumulate ? "" : "⚠ plays = instead of +=");
  const present = makePresent({ root, save, fit: () => viewport.zoom(null), signal });
  const head = makeHeader({ plan, pace, heading: more.heading, note, tip: tip.element });
  const viewport = makeViewport({ root, box, graph, inside: () => groups?.inside() ?? null, larger: present.larger });
  const status = makeStatus(plan, scene, faults, predict.verdict, makeFactors({ card: cardOf, root, reveal: (i) => viewport.reveal([viewport.boxOf(i)]), signal }), leaves.textAt);
  const [zoom, find] = [makeZoom({ box, size: graph.scene, scale: viewport.scale, set: viewport.zoom, signal }), makeFind({ plan, scene, go: found, signal })];
  controls.extra.append(predict.choice, table.toggle, zoom, present.enter, more.options, find);
  head.header.append(present.exit);
  root.append(head.header, head.track, more.formula, box, ...(groups ? [groups.panel] : []), status.part, predict.part, controls.bar, controls.extra, leaves.part, table.part, witnesses.part, inspector.part, ...findings.parts);

  root.addEventListener("focusin", (event) => {
    const card = /** @type {Element} */ (event.target).closest(".mv-card");
    if (card) focus.stand(Number(card.getAttribute("data-node") ?? scene.parts?.begin[Number(card.getAttribute("data-part"))]));
  }, { signal });
  listenForKeys(root, {
    ArrowRight: next, n: next, ArrowLeft: previous, Home: () => go(0), End: () => go(plan.total), " ": toggle,
    ...focus.keys, Enter: pressed, e: typeHere, F2: typeHere, p: present.toggle, "Control+z": leaves.undo, "Control+Shift+z": leaves.redo, "Control+y": leaves.redo,
    Escape: () => leaves.cancel() || witnesses.release() || inspector.close() || takenBack() || Boolean(groups?.close()) || present.leave(),
  }, signal);
  listenToPointer({ box, groups, viewport, inspector, explain: tip.explain, signal });
  listenToPrinter(groups?.pictures ?? graph.land, nearby?.fill, signal);

  present.show(size);
  viewport.fit();
  const first = show(step);
  box.append(graph.picture);
  viewport.reveal(first);
  nearby?.look();
  const watcher = new ResizeObserver(viewport.fit);
  watcher.observe(root);
  signal.addEventListener("abort", () => (watcher.disconnect(), pause()));
  return { show: obey, predict, renew: leaves.renew, say: leaves.say, resize: present.show, retell };

  /** The numbers are others: nothing in the picture moves, and the step stays. @param {Trace} now */
  function renewed({ data, local, observed }) {
    extra.whole = { ...extra.whole, data, local, observed };
    (groups ?? graph).renew(predict.kind() !== "data");
    inspector.renew();
    leaves.refresh();
    findings.renew();
    show(at, true);
    window.clearTimeout(settling);
    settling = window.setTimeout(status.renew, 200);
  }

  /** @param {() => void} edit a learner's */
  function byHand(edit) {
    pause();
    predict.close();
    if (at > plan.passed) go(plan.passed); // before the update, which will be another one
    edit();
    leaves.unfold(!controls.extra.hidden);
  }

  function typeHere() {
    if (root.querySelector(".mv-graph :focus")) leaves.type(focus.here());
  }

  function next() {
    pause();
    stride.take(() => go(pace.after(at)));
  }

  function previous() {
    pause();
    stride.take(() => go(pace.before(at)));
  }

  /** Enter, on a card: open the part, or ask about the value. */
  function pressed() {
    const card = root.querySelector(".mv-card:focus");
    if (!card) return;
    const part = card.getAttribute("data-part");
    if (part === null) inspector.openNode(focus.here(), true);
    else {
      groups?.openPart(Number(part));
      focus.move(focus.here());
    }
  }

  /** Another part is open: the same step, seen anew. */
  function again() {
    const k = at;
    at = -1;
    viewport.fit();
    show(k);
    focus.renew();
    leaves.relist();
  }

  /** A value that was looked for. @param {number} node */
  function found(node) {
    groups?.reveal(node);
    focus.move(node);
    inspector.openNode(node, false);
  }

  function restart() {
    pause();
    leaves.rounds?.first();
    go(0);
  }

  /** Go to a step, or as far as a question lets us. @param {number} k */
  function go(k, takesFocus = true) {
    const stop = predict.stopBefore(at, Math.min(k, plan.total));
    predict.close();
    if (follow(stop)) save("step", pace.within(stop));
    if (stop < Math.min(k, plan.total)) predict.ask(stop + 1, takesFocus);
  }

  /** Show a step that was set elsewhere. @param {number} k */
  function obey(k) {
    root.dataset.step = String(k);
    if (k === at) return;
    go(k, false);
    if (predict.isOpen()) save("step", at);
  }

  /** The step of a question that was settled. @param {number} k */
  function arrive(k) {
    stride.take(() => go(k));
    controls.next.focus({ preventScroll: true });
  }

  function takenBack() {
    if (!predict.close()) return false;
    controls.next.focus({ preventScroll: true });
    return true;
  }

  /** What a question is about; 0 is nothing. @param {number} k */
  function light(k) {
    if (at >= 0) viewport.reveal(draw(at, k));
    retell();
  }

  /** A question in place of the step's sentence; "" is none. @param {string} text */
  function say(text) {
    question = text;
    retell();
  }

  /** To the step and the place of a fault. @param {import("../core/steps.js").Fault} fault @param {number} k */
  function lead({ node, edge }, k) {
    pause();
    go(k);
    if (predict.isOpen()) return;
    const place = placeOfValue(plan, edge !== null ? trace.from[edge] : (node ?? trace.root));
    if (edge !== null) inspector.openEdge(edge, false);
    else inspector.openNode(place, false);
    groups?.reveal(place);
    box.scrollIntoView({ block: "nearest" });
    focus.move(place);
  }

  /** Show a step and bring it into view; whether it is another one than before. @param {number} k */
  function follow(k) {
    const before = at;
    viewport.reveal(show(k));
    return at !== before;
  }

  function toggle() {
    if (!clock.running() && at >= plan.total && !update) go(0);
    clock.toggle();
    refresh();
  }

  /** Some steps of many; whether another one follows. @param {number} count */
  function tick(count) {
    let to = pace.after(at);
    for (let i = 1; i < count && to < plan.total; i++) to = pace.after(to);
    const goesOn = pace.goesOn(to) && predict.stopBefore(at, to) > at;
    stride.take(() => go(to));
    return goesOn;
  }

  function pause() {
    clock.stop();
    refresh();
  }

  /**
   * Show a step, the nearest there is.
   * @param {number} wanted
   * @param {boolean} [anew] though it is the one that is shown
   * @returns {import("../graph/draw.js").Box[]} what ought to be in view
   */
  function show(wanted, anew = false) {
    root.dataset.step = String(pace.within(wanted));
    const k = pace.settled(pace.within(wanted));
    if (k === at && !anew) return [];
    if (k !== at) leaves.clear();
    const lit = draw(k, 0, stride.from(at, k));
    (groups ?? graph).ghost(leaves.formerAt(k), leaves.isFresh());
    at = k;
    root.dataset.phase = head.show(k);
    retell();
    more.show(pace.told(k));
    return lit;
  }

  /** All that is said of the step, or of the question in its place. */
  function retell() {
    if (at < 0) return;
    const { run } = pace.seen(at);
    sentence = status.show(at, question, pace.told(at), run && scene.parts && groups ? runSentence(plan, scene.parts, run, at, groups.state()) : undefined);
    findings.show(at, !predict.kind());
    inspector.show(at);
    table.show(at);
    more.withhold(predict.kind(), at);
    refresh();
  }

  function refresh() {
    if (at < 0) return;
    const { run } = pace.seen(Math.min(at + 1, plan.total));
    const what = question ? "your answer first" : run && scene.parts && at < plan.total ? runHint(plan, scene.parts, run) : hintOf(plan, scene, at);
    const [k, turn] = [at, plan.operations + 1].map((i) => pace.seen(i).number);
    controls.show({ k, total: pace.last(), turn, first: k <= 0 && (leaves.rounds?.isFirst() ?? true), playing: clock.running(), what, says: sentence, where: pace.words(at) });
  }
}
