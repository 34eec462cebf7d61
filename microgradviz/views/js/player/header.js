// @ts-check
// The line above the graph: the pass, the step, how far it is.

import { html } from "../core/dom.js";
import { phaseAt } from "../core/steps.js";
import { short } from "../core/words.js";

const PHASES = { forward: "forward pass", backward: "backward pass", update: "update", done: "done" };
const ARROWS = { forward: "→", backward: "←", update: "↻", done: "✓" };

/**
 * @param {{ plan: import("../core/steps.js").Plan, pace: ReturnType<typeof import("./groups/pace.js").makePace>,
 *   heading: HTMLElement[],
 *   note: string, tip: HTMLElement }} options `heading` is the title and, last, the stage
 */
export function makeHeader({ plan, pace, heading, note, tip }) {
  const phase = html("span", "mv-phase");
  const count = html("span", "mv-count");
  const header = html("div", "mv-header");
  header.append(...heading.slice(0, -1), phase, ...heading.slice(-1), count, html("span", "mv-note", note), tip);
  const track = html("div", "mv-track");
  track.setAttribute("aria-hidden", "true");
  return { header, track, show };

  /** The pass that a step belongs to; what still moves is not done. @param {number} k @param {boolean} moving */
  function show(k, moving) {
    const now = phaseAt(plan, moving ? Math.min(k, plan.total - 1) : k);
    const [number, turn, passed] = [k, plan.operations, plan.passed].map((i) => pace.seen(i).number);
    const leaf = plan.along ?? plan.nudge;
    const name = leaf === null ? "" : short(plan.trace.label[leaf], 24);
    const what = now !== "forward" ? PHASES[now]
      : plan.along !== null ? `forward mode along ${name}` : plan.nudge !== null ? `${name} is nudged` : PHASES[now];
    phase.textContent = `${ARROWS[now]} ${what}`;
    count.textContent = pace.words(k);
    for (const [name, part] of [["done", number], ["turn", turn], ["passed", passed]]) {
      track.style.setProperty(`--mv-${name}`, pace.last() ? `${(100 * Number(part)) / pace.last()}%` : "100%");
    }
    return now;
  }
}
