// @ts-check
// The rounds of updates: what each began with, the way on into the next, and back into the one before.

import { decode } from "../../core/words.js";

/**
 * @param {{ plan: import("../../core/steps.js").Plan, edits: ReturnType<typeof import("../edit/edits.js").makeEdits>,
 *   memory: import("../edit/history.js").Memory, update: import("../../core/update.js").Update, turned: () => void }}
 *   options `turned` hears of another round
 */
export function makeRounds({ plan, edits, memory, update, turned }) {
  /** @type {WeakMap<import("../edit/edits.js").Numbers, number>} */
  const results = new WeakMap();
  return { now, number, next, back, open, story, moves, isFirst: () => memory.past.length === 0 };

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
    memory.ahead.shift();
    go(stepped);
    return 0;
  }

  /** Back to what the round before began with, if there was one; the step to go on from there. */
  function back() {
    if (!memory.past.length) return 0;
    open(memory.past.length - 1);
    return plan.total;
  }

  /** Another one of the rounds so far, 0 the first. @param {number} at */
  function open(at) {
    const all = [...memory.past, edits.numbers(), ...memory.ahead];
    if (at === memory.past.length) return;
    [memory.past, memory.ahead] = [all.slice(0, at), all.slice(at + 1)];
    go(all[at]);
  }

  /** What the result was in each of the rounds so far, which of them is shown, and the number of the first. */
  function story() {
    const { root } = plan.trace;
    for (const numbers of [...memory.past, ...memory.ahead])
      if (!results.has(numbers)) results.set(numbers, Number(decode(edits.traceAt(numbers).data[root])));
    const [before, after] = [memory.past, memory.ahead].map((all) => all.map((one) => results.get(one) ?? NaN));
    return { results: [...before, plan.data[root] ?? NaN, ...after], at: before.length, begun: memory.begun };
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
