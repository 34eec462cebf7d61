// @ts-check
// Under the table: of each leaf the gradient as it was played, beside what a nudge shows and what PyTorch says; and the
// ways from a leaf to the result, lit while its row is pressed.

import { alignDigits } from "../core/aligned.js";
import { button, html } from "../core/dom.js";
import { mayTell } from "../core/reasons.js";
import { gradientAt, unreachable } from "../core/steps.js";
import { edgesToResult, makeWitnesses, nearNudged } from "../core/witnesses.js";
import { decode, numberText, short } from "../core/words.js";
import { cell, makeTable, row } from "../kit/table.js";

/**
 * PyTorch's gradients, by value, and the leaves' numbers that they belong to; or why there are none.
 * @typedef {{ leaves?: unknown[], grads?: Record<string, import("../core/words.js").Tagged>, missing?: string }} Torch
 */
/** @typedef {{ said: () => Torch | undefined, ask: () => void }} Asked */
/** @typedef {[same: string, rest: string, end: string, right?: boolean]} Told digits; words have no end */

const HEADS = ["Leaf", "Ours", "Nudged", "PyTorch"];
const CAPTION =
  "Ours: the gradient as played. Nudged: (f(x + h) − f(x − h)) ÷ 2h. A digit unlike ours is underlined; " +
  "what a nudge cannot know is grey. A row pressed lights its ways to the result.";
const AT_ONCE = 12; // ms of nudging before the page is let go on
const SETTLED = 300; // ms after an edit until PyTorch is asked

/**
 * @param {{ plan: import("../core/steps.js").Plan, scene: import("../graph/draw.js").Scene, torch: Asked,
 *   signal: AbortSignal,
 *   kind: () => import("../core/questions.js").Kind | null, spot: (edges: number[], slopes: number[]) => void }}
 *   options
 */
export function listWitnesses({ plan, scene, torch, kind, spot, signal }) {
  const { part, head, body } = makeTable({
    label: "Witnesses of the gradients", region: "Gradients of the leaves, by three witnesses", heads: HEADS,
    name: "mv-witnesses",
  });
  const note = html("p", "mv-quiet");
  part.prepend(html("p", "mv-quiet", CAPTION));
  part.append(note);
  body.addEventListener("click", pressed, { signal });
  signal.addEventListener("abort", forget);

  /** @type {ReturnType<typeof makeWitnesses> | null} */
  let witnesses = null;
  /** @type {Map<number, import("../core/witnesses.js").Nudged>} */
  const nudged = new Map();
  /** @type {number[]} */
  let leaves = [];
  /** @type {unknown} what the nudges are of */
  let numbers = null;
  /** @type {number[]} the step of each value's last share */
  let last = [];
  let [at, lit] = [0, -1];
  /** @type {(number | undefined)[]} of the nudges that are still to come, and of the question to PyTorch */
  const timers = [];
  return { part, show, hide, release, spot: lend };

  /**
   * @param {number} k
   * @param {number[]} values those that the table lists
   * @param {import("../core/steps.js").State} state
   */
  function show(k, values, state) {
    at = k;
    const { op, label, order } = plan.trace;
    const now = values.filter((i) => !op[i] && Object.hasOwn(label, i));
    if (!now.length || !order.length || scene.bare || /grad|local/.test(kind() ?? "")) return hide();
    part.hidden = false;
    if (numbers !== plan.data) renew();
    if (String(now) !== String(leaves)) fill(now);
    write(state);
    if (lit >= 0) press(lit);
  }

  function hide() {
    part.hidden = true;
    forget();
    release();
  }

  function forget() {
    timers.splice(0).forEach(window.clearTimeout);
  }

  function renew() {
    forget();
    nudged.clear();
    [numbers, witnesses, last] = [plan.data, null, []];
    for (const [k, { begin, end }] of plan.steps.entries())
      for (let i = begin; i < end; i++) last[plan.trace.from[plan.contributions[i].edge]] = k;
  }

  /** @param {number[]} now */
  function fill(now) {
    leaves = now;
    body.replaceChildren(...now.map((i) => {
      const name = cell("th", "", "row");
      name.append(
        button(short(scene.title[i], 60), () => {}, signal, {
          name: "mv-link", label: `Light the ways of ${short(scene.title[i], 60)}`,
        }),
      );
      return row([name, cell("td"), cell("td"), cell("td")]);
    }));
    press(lit);
  }

  /** @param {import("../core/steps.js").State} state */
  function write(state) {
    const done = leaves.filter((i) => at >= Math.min(plan.passed, last[i] ?? Infinity));
    const { said, ask } = torch;
    const { leaves: known, grads = null, missing = "" } = said() ?? {};
    const same = JSON.stringify(known) === JSON.stringify(plan.trace.data.filter((_, i) => !plan.trace.op[i]));
    const witness = done.length ? (witnesses ??= makeWitnesses(plan, scene)) : null;
    if (witness && !same && !missing) timers[1] ??= window.setTimeout(ask, SETTLED);
    const end = performance.now() + AT_ONCE;
    const left = witness?.known ? done.filter((i) => !nudged.has(i)) : [];
    for (const i of left)
      if (performance.now() < end) nudged.set(i, /** @type {NonNullable<typeof witness>} */ (witness).nudge(i));
    window.clearTimeout(timers[0]);
    if (performance.now() >= end) timers[0] = window.setTimeout(() => write(state));
    const cut = unreachable(plan.trace);
    const rows = leaves.map((i) => {
      const played = gradientAt(plan, state, at, i, cut);
      const told = witness && done.includes(i) ? judged(i, played, witness, same ? grads : null) : null;
      return told ?? [own(played), words("–"), words("–")];
    });
    const widest = Math.max(...rows.flat().map(decimals));
    for (const [at, told] of rows.entries())
      for (const [column, one] of told.entries()) put(body.children[at].children[column + 1], one, widest);
    for (const { cells } of [...head.rows, ...body.rows])
      [cells[2].hidden, cells[3].hidden] = [witness?.known === false, !grads];
    note.textContent = missing;
  }

  /**
   * @param {number} i
   * @param {number | null | string} played
   * @param {NonNullable<typeof witnesses>} witness
   * @param {Torch["grads"] | null} grads
   * @returns {Told[]}
   */
  function judged(i, played, witness, grads) {
    const ours = Number(typeof played === "string" ? 0 : played);
    const [seen, torch] = [nudged.get(i), grads ? Number(decode(grads[i])) : NaN];
    const aligned = alignDigits(ours, [seen && !seen.kink ? seen.slope : NaN, torch]);
    const [agrees, same] = [!seen || nearNudged(seen, ours), !grads || witness.nearTorch(i, ours, torch)];
    const sign = agrees && same ? "" : " ⚠";
    return [
      typeof played === "string" ? words(played + sign) : [aligned.ours, "", sign],
      !seen ? words("…")
        : seen.kink ? words(`a kink: ${numberText(seen.kink[0])} left, ${numberText(seen.kink[1])} right`, agrees)
        : Number.isNaN(seen.slope) ? words("f is not finite")
        : [...aligned.others[0], agrees],
      !grads ? words("…") : [...aligned.others[1], same],
    ];
  }

  /** @param {Event} event */
  function pressed({ target }) {
    const i = leaves[[...body.children].findIndex((made) => made.contains(/** @type {Node} */ (target)))];
    press(i === lit ? -1 : i);
  }

  /** Put the light out; whether it was on. */
  function release() {
    const was = lit >= 0;
    if (was) press(-1);
    return was;
  }

  /** @param {number} i the leaf whose row is pressed, or -1 */
  function press(i) {
    lit = i;
    for (const [at, leaf] of leaves.entries()) {
      body.children[at].classList.toggle("is-pressed", leaf === i);
      body.children[at].querySelector("button")?.setAttribute("aria-pressed", String(leaf === i));
    }
    lend([], []);
  }

  /** What others light for a while. @param {number[]} edges @param {number[]} slopes */
  function lend(edges, slopes) {
    if (edges.length || lit < 0) return spot(edges, slopes);
    const ways = edgesToResult(plan.trace, lit);
    spot(ways, at >= plan.operations && ways.every(mayTell(plan, kind(), at)) ? plan.local.map(Number) : []);
  }
}

/** @param {string} text @param {boolean} [right] @returns {Told} */
function words(text, right = true) {
  return right ? [text, "", ""] : ["", text, "", false];
}

/** A gradient that is not judged yet. @param {number | null | string} played @returns {Told} */
function own(played) {
  return words(typeof played === "number" ? alignDigits(played, []).ours : (played ?? "–"));
}

/** How many letters stand behind the place of a number's point; 0 of words. @param {Told} told */
function decimals(told) {
  return /^−?\d+(.*)/.exec(told.slice(0, 3).join(""))?.[1].length ?? 0;
}

/** @param {Element} place @param {Told} told @param {number} widest */
function put(place, told, widest) {
  const [same, rest, end, right] = told;
  const digits = /^−?\d/.test(same + rest);
  place.className = digits ? "mv-digits" : "";
  place.replaceChildren(
    same, ...(rest ? [html("span", right ? "mv-unsure" : "mv-differs", rest)] : []),
    end + (digits ? " ".repeat(widest - decimals(told)) : ""),
  );
}
