// @ts-check
// What is said under the graph: the verdict on an answer, the sentence of the step, its rule, and what went wrong.

import { consequencesByStep } from "../core/beside.js";
import { html } from "../core/dom.js";
import { nameOf } from "../core/names.js";
import { cutOff, piecesOf, plain, sentence, sharesOf } from "../core/sentences.js";
import { ruleOf } from "../core/slopes.js";
import { unreachable } from "../core/steps.js";
import { againText } from "../core/update_words.js";
import { placeholder } from "../core/words.js";
import { MEETS } from "../core/moments.js";
import { seenBetween } from "../graph/motion.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("../core/steps.js").Fault} Fault */

const SAMPLES = 300; // steps looked at for the longest text

/**
 * @param {Plan} plan
 * @param {import("../graph/draw.js").Scene} scene
 * @param {Map<number, Fault[]>} faults by step
 * @param {HTMLElement} verdict
 * @param {ReturnType<typeof import("./factors.js").makeFactors>} factors
 * @param {(k: number) => string} answerAt what an edit at this step has brought, in the place of the rule
 */
export function makeStatus(plan, scene, faults, verdict, factors, answerAt) {
  const effects = consequencesByStep(plan, scene);
  const end = cutOff(plan, scene, unreachable(plan.trace));
  const part = html("div", "mv-says");
  const status = html("div", "mv-status");
  status.setAttribute("role", "status");
  const line = html("p", "mv-sentence");
  const quiet = html("p", "mv-rule");
  const alarm = html("p", "mv-alarm");
  status.append(verdict, line, quiet, alarm);
  /** @type {Animation | null} */
  let growing = null;
  let room = roomForTheLongest();
  part.append(status, room);
  return { part, show, renew: () => room.replaceWith((room = roomForTheLongest())) };

  /**
   * The sentence of a step; a question in its place, if there is one.
   * @param {number} k
   * @param {string} question
   * @param {string} [seen] the sentence if several steps are seen as one
   * @param {number} [ms] in which it grows
   */
  function show(k, question, seen, ms = 0) {
    const pieces = question ? [question] : seen === undefined ? piecesOf(plan, scene, k) : [seen];
    const told = plain(pieces);
    factors.write(line, pieces, question || seen !== undefined ? [] : sharesOf(plan, k, pieces), ms);
    growing?.cancel();
    growing = ms ? quiet.animate(seenBetween(MEETS, 1), { duration: ms, fill: "both" }) : null;
    quiet.textContent = question ? ""
      : [seen && k !== plan.operations ? "" : ruleOf(plan, scene, k), k === plan.passed ? end : ""]
          .filter(Boolean)
          .join(" · ");
    const answer = question ? "" : answerAt(k);
    if (answer) quiet.textContent = answer;
    quiet.classList.toggle("is-answer", Boolean(answer || (!question && againText(plan, (i) => nameOf(scene, i), k))));
    alarm.textContent = question ? "" : alarmAt(k);
    line.classList.toggle("is-wrong", Boolean(plan.right) && / would be right/.test(told));
    return told;
  }

  /** @param {number} k */
  function alarmAt(k) {
    const texts = [...(faults.get(k) ?? []), ...(effects.get(k) ?? [])].map((fault) => fault.text);
    return texts.length ? `⚠ ${texts.slice(0, 3).join(" · ")}` : "";
  }

  /** The longest texts of the play, unseen, so that nothing below moves as the sentence changes. */
  function roomForTheLongest() {
    const longest = ["", "", ""];
    const stride = Math.ceil((plan.total + 1) / SAMPLES);
    for (let k = 0; k <= plan.total; k += stride) {
      for (const [i, text] of [sentence(plan, scene, k), ruleOf(plan, scene, k), alarmAt(k)].entries()) {
        if (text.length > longest[i].length) longest[i] = text;
      }
    }
    const [told, rule, wrong] = longest.map(placeholder);
    const room = html("div", "mv-status mv-room");
    room.setAttribute("aria-hidden", "true");
    room.append(
      html("p", "mv-verdict", "–"), html("p", "mv-sentence", told), html("p", "mv-rule", rule || "–"),
      html("p", "mv-alarm", wrong),
    );
    return room;
  }
}
