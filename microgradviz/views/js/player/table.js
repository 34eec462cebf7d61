// @ts-check
// The values as a table: the twin of the picture, for those who would rather read or hear it. In step with it.

import { button, html } from "../core/dom.js";
import { mayTell } from "../core/reasons.js";
import { nameOf, placeOf } from "../core/names.js";
import { computedIn, gradientAt, isFolded, stateAt, unreachable } from "../core/steps.js";
import { numberText, short } from "../core/words.js";
import { cell, makeTable, makeTableToggle, markCurrent, revealRow, row } from "../kit/table.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("../graph/draw.js").Scene} Scene */

const HEADS = (/** @type {string} */ gradient) => ["Value", "Op", "Data", gradient, "Local derivatives"];
const MOST_ROWS = 200; // at a time
const MOST_USERS = 4; // whose local derivatives are written out in one row

/**
 * @param {{ plan: Plan, scene: Scene, pace: ReturnType<typeof import("./groups/pace.js").makePace>,
 *   kind: () => import("../core/questions.js").Kind | null,
 *   open: (node: number) => void, signal: AbortSignal }} options `kind` tells what is to be predicted; `open` hears of
 *   the value that is asked about
 */
export function makeValueTable({ plan, scene, pace, kind, open, signal }) {
  const { trace } = plan;
  const listed = [...trace.op.keys()].filter((i) => !isFolded(plan, i));
  const place = new Map(listed.map((i, row) => [i, row]));
  const nodes = listed.length;
  const along = plan.along === null ? "" : `Rate along ${short(nameOf(scene, plan.along), 24)}`;
  const region = `Values, ${along ? "rates" : "gradients"} and local derivatives`;
  const table = makeTable({ label: "Table of values", region, heads: HEADS(along || "Gradient") });
  const { part, box, body, caption } = table;
  const toggle = makeTableToggle(part, (shown) => shown && show(at), signal);
  const pager = html("div", "mv-pager");
  const which = html("span", "mv-quiet");
  pager.append(
    button("Earlier values", () => page(begin - MOST_ROWS), signal),
    button("Later values", () => page(begin + MOST_ROWS), signal), which,
  );
  if (nodes > MOST_ROWS) part.prepend(pager);
  /** @type {number[][] | null} the edges that leave each value */
  let leaving = null;
  let [at, begin] = [0, -1];
  return { toggle, part, show };

  /** @param {number} k */
  function show(k) {
    at = k;
    if (part.hidden) return;
    const current = place.get(currentAt(k)[0]);
    const first = current ?? 0;
    if (begin < 0 || (current !== undefined && (first < begin || first >= begin + MOST_ROWS)))
      fill(first - (first % MOST_ROWS));
    write();
    const lit = body.querySelector("[aria-current]");
    if (lit instanceof HTMLElement) revealRow(table, lit);
  }

  /** Another part of a long table. @param {number} from */
  function page(from) {
    if (from < 0 || from >= nodes) return;
    fill(from);
    write();
    box.scrollTop = 0;
  }

  /** @param {number} from */
  function fill(from) {
    begin = from;
    const end = Math.min(nodes, from + MOST_ROWS);
    which.textContent = `Values ${from + 1} to ${end} of ${nodes}; the table goes along with the steps.`;
    const rows = [];
    for (const i of listed.slice(from, end)) {
      const name = cell("th", "", "row");
      name.append(button(short(scene.title[i], 60), () => open(i), signal, { name: "mv-link" }));
      rows.push(row([name, cell("td", trace.op[i] || "given"), cell("td"), cell("td"), cell("td")]));
    }
    body.replaceChildren(...rows);
  }

  function write() {
    const state = stateAt(plan, at);
    const cut = unreachable(trace);
    const current = new Set(currentAt(at));
    caption.textContent = `After ${pace.words(at).toLowerCase()}`;
    for (const [offset, line] of [...body.children].entries()) {
      const i = listed[begin + offset];
      const grad = gradientAt(plan, state, at, i, cut);
      const texts = [
        numberText(state.data[i]),
        typeof grad === "string" ? grad : numberText(grad) + (state.right.has(i) ? " ⚠" : ""), slopes(i, state),
      ];
      for (const [slot, text] of texts.entries()) {
        const place = line.children[slot + 2];
        if (place.textContent !== text) place.textContent = text;
      }
      markCurrent(line, current.has(i));
    }
  }

  /**
   * `× −3 to e`, for every user, as far as it is known.
   * @param {number} i
   * @param {import("../core/steps.js").State} state
   */
  function slopes(i, state) {
    leaving ??= edgesLeaving(trace.from, trace.op.length);
    const edges = leaving[i];
    const tells = mayTell(plan, kind(), at);
    const texts = edges.slice(0, MOST_USERS).map((e) => {
      const slope = state.data[trace.to[e]] === null || !tells(e) ? null : plan.local[e];
      return `× ${numberText(slope)} to ${nameOf(scene, trace.to[e])}${placeOf(plan, e)}`;
    });
    if (edges.length > MOST_USERS) texts.push(`and ${edges.length - MOST_USERS} more`);
    return texts.join("; ");
  }

  /** The values that a step is about. @param {number} k */
  function currentAt(k) {
    const { kind, node, begin: first, end, stage } = plan.steps[k];
    if (kind === "push") return [...new Set(plan.contributions.slice(first, end).map(({ edge }) => trace.from[edge]))];
    return kind === "start" ? [] : stage ? computedIn(plan.steps[k]) : [node];
  }
}

/** @param {number[]} from @param {number} nodes */
function edgesLeaving(from, nodes) {
  /** @type {number[][]} */
  const leaving = Array.from({ length: nodes }, () => []);
  for (const [e, i] of from.entries()) leaving[i].push(e);
  return leaving;
}
