// @ts-check
// The player: its parts, and what they hear of each other.

import { html } from "../core/dom.js";
import { faultsByStep, makePlan, planAgain, sameStep } from "../core/steps.js";
import { placeOfValue } from "../graph/fold.js";
import { isTyped, listenForKeys } from "../kit/keys.js";
import { makeAccount } from "./account.js";
import { makeControls } from "./controls.js";
import { makeLeaves } from "./edit/leaves.js";
import { makeFactors } from "./factors.js";
import { makeFindings } from "./findings.js";
import { makeFocus } from "./focus.js";
import { makeFold } from "./fold.js";
import { makePicture } from "./groups/picture.js";
import { makeHeader } from "./header.js";
import { makeMore } from "./more.js";
import { listenToPointer } from "./pointer.js";
import { makePrediction } from "./predict/predict.js";
import { makeScreen } from "./screen.js";
import { makeStatus } from "./status.js";
import { makeValueTable } from "./table.js";
import { makeTip } from "./tip.js";
import { makeRoundStrip } from "./update/strip.js";
import { makeWalk } from "./walk.js";
import { makeInspector } from "./why/inspector.js";

const CHANGE = "Drag this number, or double-click it"; // as long as other tips: nothing moves
const SETTLED = 200; // ms after an edit until the sentences' room is measured anew

/** @typedef {import("../core/steps.js").Trace} Trace */
/** @typedef {import("../graph/draw.js").Scene} Scene */

/**
 * @param {{ trace: Trace, scene: Scene, memory: import("./edit/history.js").Memory & { asked: boolean },
 *   step: number, level: string, by: string, accumulate: boolean, update: import("../core/update.js").Update | null,
 *   nudge: number | null, along: number | null,
 *   predict: import("../core/questions.js").Kind | null, answers: unknown,
 *   save: (name: string, value: unknown) => void,
 *   edited: (trace: Trace, faults: import("../core/steps.js").Fault[], leaves: [string, number][]) => void,
 *   alone: boolean, size: string, reveal: string, extra: import("./more.js").Extra,
 *   root: HTMLElement, signal: AbortSignal }} options `save` keeps what a learner's gesture changes, `edited` hears of
 *   numbers
 */
export function makePlayer({
  trace, scene, memory, step, level, by, accumulate, update, nudge, along, predict: kind, answers, extra, save,
  edited, alone, size, reveal, root, signal,
}) {
  const plan = makePlan(trace, {
    by, accumulate, update, constants: scene.fold?.nodes, folds: !extra.constants, nudge, along,
    stages: scene.stages,
  });
  const faults = faultsByStep(plan, scene.faults);
  const picture = makePicture({ plan, scene, faults, changed: opened, signal }, () => leaves.rounds);
  const { groups, graph, pace, cardOf, beside } = picture;
  const screen = makeScreen({ picture, root, save, signal });
  const { box, viewport, present } = screen;
  const leaves = makeLeaves({
    plan, scene, faults, by, accumulate, update, memory, renewed, byHand, step: () => walk.at(),
    turned: () => walk.forget(), edited, save, box, groups, card: cardOf, alone, back: (leaf) => focus.move(leaf),
    signal,
  });
  const predict = makePrediction({
    plan, scene, kind, answers, step, signal, save, light, say: (text) => account.ask(text), arrive,
    now: () => walk.at(),
  });
  const walk = makeWalk({
    plan, pace, predict, updates: Boolean(update), rounds: leaves.rounds, seconds: () => controls.seconds(),
    slowly: present.isOn, save,
    named: (k) => (root.dataset.step = String(k)), draw, told, reveal: viewport.reveal,
    changed: () => account.refresh(),
  });
  const controls = makeControls({
    hasBackward: trace.order.length > 0, updates: Boolean(update), open: level === "full", unfolded: leaves.unfold,
    actions: walk, signal,
  });
  const tip = makeTip({ plan, words: scene, graph: groups ?? graph, memory });
  const focus = makeFocus({
    plan, words: scene, card: cardOf, beside, tell: tip.say, explain: tip.explain, hold: screen.hold,
    reveal: screen.reveal,
  });
  const inspector = makeInspector({
    plan, scene, field: leaves.fieldOf, kind: predict.kind, spot: (groups ?? graph).spot, ask: tip.ask,
    back: (i) => focus.move(placeOfValue(plan, i)), signal,
  });
  const table = makeValueTable({
    plan, scene, pace, kind: predict.kind, open: (i) => inspector.openNode(i, true), signal,
  });
  const findings = makeFindings({ plan, scene, faults, pace, lead, signal });
  const more = makeMore({ plan, scene, pictures: screen.pictures, extra, signal });
  const note = trace.note || (accumulate ? "" : "⚠ plays = instead of +=");
  const head = makeHeader({ plan, pace, heading: more.heading, note, tip: tip.element });
  const strip = makeRoundStrip({ plan, words: scene, rounds: leaves.rounds, open: walk.openRound, signal });
  const factors = makeFactors({ card: cardOf, root, reveal: screen.reveal, signal });
  const status = makeStatus(plan, scene, faults, predict.verdict, factors, leaves.textAt);
  const account = makeAccount({
    plan, scene, pace, groups, walk, predict, status, controls, isFirst: () => leaves.rounds?.isFirst() ?? true,
    others: [
      strip.show, tellFaults, inspector.show, table.show, (k) => more.withhold(predict.kind(), k),
    ],
  });
  /** @type {number | undefined} */
  let settling;
  put();
  listen();
  present.show(size);
  viewport.fit();
  screen.open(walk.show(step));
  signal.addEventListener("abort", walk.pause);
  const { renew, say } = leaves;
  return { show: walk.obey, predict, renew, say, resize: present.show, stepIf };

  function put() {
    const open = level === "full";
    const view = makeFold("View", { parts: [screen.zoom, ...more.toggles], open, signal });
    const kept = scene.by_hand ? [] : [makeFold("Save", { parts: [more.saving], open, signal })];
    const folds = html("span", "mv-folds");
    folds.append(view.toggle, ...kept.map(({ toggle }) => toggle));
    const opened = [view, ...kept].map(({ part }) => part);
    controls.extra.append(predict.choice, table.toggle, present.enter, folds, ...opened);
    head.header.append(present.exit);
    root.append(
      head.header, head.track, more.formula, box, ...(groups ? [groups.panel] : []), strip.part, status.part,
      predict.part, controls.bar, controls.extra, leaves.part, table.part, inspector.part, ...findings.parts,
    );
  }

  /** Where this step would be with constants folded, or not. @param {boolean} folds */
  function stepIf(folds) {
    return sameStep(plan, planAgain(plan, plan.trace, { by, accumulate, update, folds }), walk.at());
  }

  function listen() {
    root.addEventListener("focusin", ({ target }) => {
      const card = /** @type {Element} */ (target).closest(".mv-card");
      const part = Number(card?.getAttribute("data-part"));
      if (card) focus.stand(Number(card.getAttribute("data-node") ?? scene.parts?.begin[part]));
    }, { signal });
    listenToPointer({ box, groups, viewport, inspector, explain: tip.explain, change: () => tip.say(CHANGE), signal });
    /** @type {Record<string, () => unknown>} */
    const actions = {
      ArrowRight: walk.next, n: walk.next, ArrowLeft: walk.previous, Home: () => walk.go(0),
      End: () => walk.go(plan.total), " ": walk.toggle, ...focus.keys, Enter: enter, e: typeHere, F2: typeHere,
      p: present.toggle,
    };
    /** @type {Record<string, () => unknown>} of which the host hears if there was no need of them */
    const asked = {
      Escape: escape, "Control+z": leaves.undo, "Control+Shift+z": leaves.redo, "Control+y": leaves.redo,
    };
    listenForKeys(root, (key, target) => {
      if (asked[key]) return (key === "Escape" || !isTyped(target) || target.matches(".mv-number")) && asked[key]();
      if (!actions[key] || isTyped(target)) return false;
      actions[key]();
      return true;
    }, signal);
  }

  function escape() {
    return (
      leaves.cancel() || inspector.close() || takenBack() || groups?.close() || present.leave()
    );
  }

  /** What a step looks like. @param {number} k @param {number} before @param {import("../graph/draw.js").Walk} [by] */
  function draw(k, before, by) {
    if (k !== before) leaves.clear();
    const lit = picture.draw(k, 0, by && { ...by, landed: () => tellPass(k) });
    (groups ?? graph).ghost(leaves.formerAt(k), leaves.isFresh());
    return lit;
  }

  /** @param {number} k */
  function tellPass(k) {
    root.dataset.phase = head.show(k, graph.moving());
  }

  /** @param {number} k @param {number} ms that its numbers travel */
  function told(k, ms) {
    tellPass(k);
    viewport.overview(k === 0);
    account.retell(graph.moving() ? ms : 0);
    more.show(k);
  }

  /** The numbers are others: nothing in the picture moves, and the step stays. @param {Trace} now */
  function renewed({ data, local, observed }) {
    extra.whole = { ...extra.whole, data, local, observed };
    (groups ?? graph).renew(predict.kind() !== "data");
    inspector.renew();
    leaves.refresh();
    findings.renew();
    walk.show(walk.at(), true);
    window.clearTimeout(settling);
    settling = window.setTimeout(status.renew, SETTLED);
  }

  /** @param {() => void} edit a learner's */
  function byHand(edit) {
    walk.pause();
    predict.close();
    if (walk.at() > plan.passed) walk.go(plan.passed); // before the update, which will be another one
    edit();
    leaves.unfold(!controls.extra.hidden);
  }

  /** What went wrong, now or at its step. @param {number} k */
  function tellFaults(k) {
    const ahead = reveal !== "step" && !predict.kind();
    root.classList.toggle("is-told-by-step", !ahead);
    findings.show(k, ahead);
  }

  function typeHere() {
    if (root.querySelector(".mv-graph :focus")) leaves.type(focus.here());
  }

  /** On a card: open the part, or ask about the value. */
  function enter() {
    const card = root.querySelector(".mv-card:focus");
    if (!card) return;
    const part = card.getAttribute("data-part");
    if (part === null) return inspector.openNode(focus.here(), true);
    groups?.openPart(Number(part));
    focus.move(focus.here());
  }

  /** Another part is open: the same step, seen anew. */
  function opened() {
    viewport.fit();
    walk.anew();
    focus.renew();
    leaves.relist();
  }

  /** The step of a question that was settled. @param {number} k */
  function arrive(k) {
    walk.arrive(k);
    controls.next.focus({ preventScroll: true });
  }

  function takenBack() {
    if (!predict.close()) return false;
    controls.next.focus({ preventScroll: true });
    return true;
  }

  /** What a question is about; 0 is nothing. @param {number} k */
  function light(k) {
    if (walk.at() >= 0) viewport.reveal(picture.draw(walk.at(), k));
    account.retell();
  }

  /** To the step and the place of a fault. @param {import("../core/steps.js").Fault} fault @param {number} k */
  function lead({ node, edge }, k) {
    walk.pause();
    walk.go(k);
    if (predict.isOpen()) return;
    const place = placeOfValue(plan, edge !== null ? trace.from[edge] : (node ?? trace.root));
    if (edge !== null) inspector.openEdge(edge, false);
    else inspector.openNode(place, false);
    groups?.reveal(place);
    box.scrollIntoView({ block: "nearest" });
    focus.move(place);
  }
}
