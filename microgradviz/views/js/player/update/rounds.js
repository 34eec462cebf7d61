// @ts-check
// The rounds of updates: what each began with, the way on into the next, and back into the one before.

import { decode } from "../../core/words.js";

/**
 * @param {{ plan: import("../../core/steps.js").Plan, edits: ReturnType<typeof import("../edit/edits.js").makeEdits>,
 *   memory: import("../edit/history.js").Memory, update: import("../../core/update.js").Update, turned: () => void }}
 *   options `turned` hears of another round
 */
export function makeRounds({ plan, edits, memory, update, turned }) {
  return { now, number, next, back, first, moves, isFirst: () => memory.past.length === 0 };

  /** The number of the round. */
  function number() {
    return memory.begun + memory.past.length;
  }

  /** The round that is shown. @returns {import("../../core/update.js").Update} */
  function now() {
    const before = memory.past[memory.past.length - 1];
    const former = before ? edits.traceAt(before).data.map(decode) : null;
    return { ...update, round: number(), former };
  }

  /** All parameters have stepped: begin again with their numbers; the step to begin with. */
  function next() {
    const stepped = update.nodes.map((i, at) => /** @type {[string, number]} */ ([edits.nameOf(i), plan.stepped[at]]));
    memory.past.push(edits.numbers());
    go(stepped);
    return 0;
  }

  /** Back to what the round before began with, if there was one; the step to go on from there. */
  function back() {
    const before = memory.past.pop();
    if (before) go(before);
    return before ? plan.total : 0;
  }

  /** Back to the first round. */
  function first() {
    const [begin] = memory.past;
    memory.past.length = 0;
    if (begin) go(begin);
  }

  /** Whether the next round has other numbers, and all of them are numbers. */
  function moves() {
    return plan.stepped.every(Number.isFinite) && update.nodes.some((i, at) => plan.stepped[at] !== plan.data[i]);
  }

  /** @param {import("../edit/edits.js").Numbers} numbers */
  function go(numbers) {
    edits.change(numbers);
    turned();
  }
}
