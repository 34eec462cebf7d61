// @ts-check
// All that edits leaves: fields, numbers on cards, what an edit does and answers, the way back; and the rounds of
// updates.

import { nameOf } from "../../core/names.js";
import { planAgain } from "../../core/steps.js";
import { numberText } from "../../core/words.js";
import { makeRounds } from "../update/rounds.js";
import { makeAnswer } from "./answer.js";
import { makeEditor } from "./editor.js";
import { makeEdits } from "./edits.js";
import { makeHistory } from "./history.js";
import { editOnCards } from "./on_cards.js";

/** @typedef {Omit<Parameters<typeof makeEdits>[0], "update">} Play */
/** @typedef {ReturnType<typeof import("../groups/groups.js").makeGroups>} Groups */

/**
 * @param {Play & { update: import("../../core/update.js").Update | null, memory: import("./history.js").Memory,
 *   byHand: (edit: () => void) => void,
 *   step: () => number, turned: () => void, edited: (trace: import("../../core/steps.js").Trace, faults:
 *   import("../../core/steps.js").Fault[], leaves: import("./edits.js").Numbers) => void,
 *   save: (name: string, value: unknown) => void, box: HTMLElement, groups: Groups | null, card: (leaf: number) =>
 *   import("../../graph/draw.js").Card | undefined,
 *   alone: boolean, back: (leaf: number) => void, signal: AbortSignal }} options `byHand` does what goes with a
 *   learner's own
 *   edit, `turned` hears of another round, `edited` of all numbers that are not the kernel's; `alone` is a page without
 *   a kernel, `back` gives the focus to a card
 */
export function makeLeaves({
  update,
  memory,
  byHand,
  step,
  turned,
  edited,
  save,
  box,
  groups,
  card,
  alone,
  back,
  signal,
  ...play
}) {
  const { plan, scene, by, accumulate } = play;
  const edits = makeEdits({ ...play, update: () => rounds?.now() ?? null, renewed });
  const history = makeHistory(memory, edits.numbers);
  const answer = makeAnswer(plan, scene);
  const rounds = update && makeRounds({ plan, edits, memory, update, turned: turn });
  if (rounds && !rounds.isFirst())
    Object.assign(plan, planAgain(plan, plan.trace, { by, accumulate, update: rounds.now() }));
  /**
   * @type {(() => string | undefined) | null} what to say of the numbers that come; nothing, of those that the kernel
   *   sends
   */
  let words = null;
  let fresh = false; // whether an edit has just begun
  const seen = (/** @type {number} */ leaf) => !groups || Boolean(card(leaf)?.key); // a closed group hides its leaves
  const editor = makeEditor({
    plan, scene, alone, seen, change, settle: history.settle, reset, undo, some: history.some, signal,
  });
  const { type } = editOnCards({
    boxes: groups ? [box, groups.box] : [box], plan, card, editor, change, settle: history.settle, back, signal,
  });
  const { part, unfold, fieldOf, cancel, refresh, relist, say } = editor;
  const { textAt, formerAt, clear } = answer;
  return {
    part, unfold, fieldOf, cancel, refresh, relist, say, type, rounds, renew,
    undo, redo, textAt, formerAt, clear, isFresh: () => fresh,
  };

  /** @param {import("../../core/steps.js").Trace} now */
  function renewed(now) {
    if (words) answer.tell(step(), words());
    play.renewed(now);
  }

  /**
   * What the kernel sends; where it only follows an edit, the answer stays.
   * @param {import("../../core/steps.js").Trace} now
   * @param {import("../../core/steps.js").Fault[]} faults
   */
  function renew(now, faults) {
    if (!edits.holds(now)) answer.clear();
    edits.renew(now, faults);
  }

  /** Another round is shown, even if the step is the same. */
  function turn() {
    turned();
    report();
  }

  function report() {
    edited(plan.trace, scene.faults, edits.numbers());
    if (rounds) save("round", rounds.number());
  }

  /**
   * @param {import("./edits.js").Numbers} numbers
   * @param {number} leaf whose promise is told, or -1
   * @param {() => string | undefined} tell
   */
  function edit(numbers, leaf, tell) {
    memory.ahead.length = 0;
    byHand(() => {
      if (fresh) answer.begin(leaf);
      words = tell;
      edits.change(numbers);
      [words, fresh] = [null, false];
    });
    report();
  }

  /** @param {number} leaf @param {number} x */
  function change(leaf, x) {
    fresh = history.begin(leaf);
    edit([[edits.nameOf(leaf), x]], leaf, () => undefined);
  }

  /** Back to the numbers given. */
  function reset() {
    history.settle();
    fresh = history.begin(-1);
    memory.past.length = 0;
    edit(edits.given(), -1, () => "All numbers are those given.");
  }

  /** Take the last edit back; whether there was one, and nothing half typed. */
  function undo() {
    return !editor.isTyping() && restore(history.undo(), "Undone");
  }

  function redo() {
    return !editor.isTyping() && restore(history.redo(), "Done again");
  }

  /** @param {import("./history.js").Point | undefined} point @param {string} what */
  function restore(point, what) {
    if (!point) return false;
    const now = new Map(edits.numbers());
    const others = point.numbers.filter(([name, x]) => now.has(name) && !Object.is(now.get(name), x));
    const told = others.slice(0, 2).map(([name, x]) => `${name} is ${numberText(x)} again`);
    if (others.length > told.length) told.push(`and ${others.length - told.length} more`);
    memory.past.splice(0, Infinity, ...point.past);
    fresh = true;
    const { root } = plan.trace;
    const result = () => `${nameOf(scene, root)} is ${numberText(plan.data[root])}`;
    edit(point.numbers, -1, () => `${what}: ${told.join(", ")}; ${result()}`);
    return true;
  }
}
