// @ts-check
// The memory of updates: the result of each round so far as a strip, on which any of them is opened.

import { nameOf } from "../../core/names.js";
import { numberText, short } from "../../core/words.js";
import { makeStrip } from "../../kit/strip.js";

/**
 * @param {{ plan: import("../../core/steps.js").Plan, words: import("../../core/names.js").Words,
 *   rounds: ReturnType<typeof import("./rounds.js").makeRounds> | null, open: (round: number) => void,
 *   signal: AbortSignal }} options `open` hears of the round that was chosen, 0 the first
 */
export function makeRoundStrip({ plan, words, rounds, open, signal }) {
  const { part, draw } = makeStrip({ label: "Round", choose: open, signal });
  part.classList.add("mv-rounds");
  part.hidden = true;
  return { part, show };

  /** @param {number} k the step that is shown */
  function show(k) {
    if (!rounds) return;
    const { results, at, begun } = rounds.story();
    part.hidden = results.length < 2;
    if (part.hidden) return;
    const name = short(nameOf(words, plan.trace.root), 40);
    const known = k >= plan.operations || at < results.length - 1;
    if (!known) results[at] = NaN;
    const now = `Round ${begun + at}: ${known ? `${name} = ${numberText(results[at])}` : `${name} not computed yet`}`;
    draw(at, results, now, [now, `${name} in each round so far; press a place to open its round`]);
  }
}
