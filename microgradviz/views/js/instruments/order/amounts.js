// @ts-check
// The learner is the engine: what arrives at each input of an operation, and what its gradient then is. Rule and sum
// are judged apart.

import { button, html } from "../../core/dom.js";
import { readNumber } from "../../core/numbers.js";
import { numberText } from "../../core/words.js";
import { makeField } from "../../kit/field.js";
import { isClose } from "../quiz/number.js";

/** @typedef {import("../../core/orders.js").Visit} Visit */
/** @typedef {import("../../core/orders.js").Share} Share */
/**
 * What was typed for one share.
 * @typedef {{ node: number, input: number, contribution: number, sum: number, right: boolean }} Typed
 */

/**
 * @param {{ plan: import("../../core/steps.js").Plan, name: (node: number) => string, passed: () => void,
 *   keep: (answers: Typed[]) => void,
 *   signal: AbortSignal }} options
 */
export function makeAmounts({ plan, name, passed, keep, signal }) {
  const part = html("div", "mv-order-amounts");
  part.hidden = true;
  /**
   * @type {{ visit: Visit, shares: Share[], before: Map<number, number>, order: string, fields: HTMLInputElement[][],
   *   notes: HTMLElement[] } | null}
   */
  let open = null;
  /** @type {Typed[]} */
  const answers = [];
  return { part, ask, close, check, isOpen: () => open !== null };

  function close() {
    open = null;
    part.hidden = true;
  }

  /**
   * @param {Visit} visit
   * @param {Share[]} shares those that are asked about
   * @param {number[]} grads before it
   * @param {string} order what is wrong about its place, if anything
   */
  function ask(visit, shares, grads, order) {
    const { from } = plan.trace;
    const before = new Map();
    const sums = new Map();
    for (const { edge, amount } of shares) {
      before.set(edge, sums.get(from[edge]) ?? grads[from[edge]]);
      sums.set(from[edge], before.get(edge) + amount);
    }
    const fields = shares.map(({ edge }) => [
      makeField(`contribution to ${name(from[edge])}`), makeField(`${name(from[edge])}.grad now`),
    ]);
    const notes = shares.map(() => html("p", "mv-order-note"));
    for (const note of notes) note.setAttribute("role", "status");
    open = { visit, shares, before, order, fields, notes };
    const rows = shares.map(({ edge }, i) => {
      const row = html("div", "mv-order-row");
      const [one, other] = fields[i];
      row.append(
        html("span", "", `${name(from[edge])} gets`), one,
        html("span", "", `and its gradient, ${numberText(before.get(edge))} so far, is now`), other, notes[i],
      );
      return row;
    });
    const foot = html("div", "mv-order-bar");
    foot.append(button("Check", check, signal, { name: "mv-button mv-primary" }), button("Show me", pass, signal));
    part.replaceChildren(
      ...(order ? [html("p", "mv-order-note is-wrong", order)] : []),
      html("p", "", `${name(visit.node)} has the gradient ${numberText(visit.arriving)}.`), ...rows, foot,
    );
    part.hidden = false;
    fields[0]?.[0].focus({ preventScroll: true });
  }

  function check() {
    if (!open) return;
    const { visit, shares, before, fields, notes } = open;
    const rights = shares.map(({ edge, amount }, i) => {
      const [contribution, sum] = fields[i].map((input) => readNumber(input.value));
      if (contribution === null || sum === null) {
        say(notes[i], "Type both numbers.", false);
        return false;
      }
      const was = Number(before.get(edge));
      const [rule, total] = [
        ruleOf(contribution, visit.arriving, Number(plan.local[edge]), amount), sumOf(sum, was, contribution),
      ];
      const right = !rule && !total;
      say(
        notes[i], right ? "Rule right, sum right." : [rule || "Rule: right.", total || "Sum: right."].join(" "), right,
      );
      answers.push({ node: visit.node, input: plan.trace.from[edge], contribution, sum, right });
      return right;
    });
    keep([...answers]);
    if (rights.every(Boolean)) pass();
  }

  function pass() {
    close();
    passed();
  }

  /** @param {HTMLElement} note @param {string} text @param {boolean} ok */
  function say(note, text, ok) {
    note.className = `mv-order-note ${ok ? "is-right" : "is-wrong"}`;
    note.textContent = text;
  }
}

/**
 * What is wrong about a contribution; "" if nothing.
 * @param {number} typed
 * @param {number} arriving
 * @param {number} slope
 * @param {number} amount
 */
export function ruleOf(typed, arriving, slope, amount) {
  if (isClose(typed, amount)) return "";
  if (isClose(typed, slope)) return "Rule: that is the local derivative alone; times the gradient that arrives.";
  if (isClose(typed, arriving)) return "Rule: that is the gradient that arrives; times the local derivative.";
  if (isClose(typed, arriving + slope)) return "Rule: along an edge rates multiply, they do not add.";
  if (isClose(typed, -amount)) return "Rule: the sign is the other one.";
  return `Rule: the gradient that arrives, ${numberText(arriving)}, times the local derivative.`;
}

/**
 * What is wrong about a sum, given what was said to arrive; "" if nothing.
 * @param {number} typed
 * @param {number} before
 * @param {number} contribution
 */
export function sumOf(typed, before, contribution) {
  if (isClose(typed, before + contribution)) return "";
  if (before && isClose(typed, contribution)) return "Sum: = forgets what was there; += adds to it.";
  if (isClose(typed, before * contribution)) return "Sum: contributions add, they do not multiply.";
  if (isClose(typed, before)) return "Sum: the contribution is still missing.";
  return "Sum: what was there, plus the contribution.";
}
