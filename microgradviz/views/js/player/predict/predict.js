// @ts-check
// Predict: the next number is asked for before it is shown. Asks, judges, and keeps the answers. In a picture of groups
// there is nothing to predict, for what is asked about must be seen; nor while rounds of updates are played.

import { button, html } from "../../core/dom.js";
import { mistakeIn, TOO_EARLY } from "../../core/mistakes.js";
import { readNumber } from "../../core/numbers.js";
import {
  answerTo, isSettled, KINDS, labelOf, questionOf, questionsAt, readAnswers, rightness, scoreOf, withTry,
} from "../../core/questions.js";
import { makeField } from "../../kit/field.js";

/** @typedef {import("../../core/steps.js").Plan} Plan */
/** @typedef {import("../../graph/draw.js").Scene} Scene */
/** @typedef {import("../../core/questions.js").Kind} Kind */
/** @typedef {import("../../core/questions.js").Question} Question */

const PRAISE = ["Right.", "Exactly.", "Well done.", "That is it."];
const BY_THE_RULE = "Right by the rule; what is played here does something else.";
const HERE = "Here it is; the next one is yours.";
const NO_BACKWARD = "Only the forward pass is played: there is nothing of it to predict.";
const IN_GROUPS = "To predict, play with predict='grad': that opens all groups, up to 10,000 operations.";
const WITH_UPDATES = "There is nothing to predict while updates are played.";
const WITH_A_NUDGE = "There is nothing to predict while a nudge is played: it tells the rates.";
const UNREADABLE = "Type a number, such as −0.5, 2e-3 or 3/4.";

/**
 * @typedef {{ plan: Plan, scene: Scene, kind: Kind | null, answers: unknown, step: number, signal: AbortSignal,
 *   save: (name: "answers" | "predict", value: unknown) => void, light: (step: number) => void,
 *   say: (sentence: string) => void, arrive: (step: number) => void, now: () => number }} Options
 *   `step` is shown already; `light` and `say` hear of a question (0 and "" when it is over), `arrive` of its step
 */
/**
 * @typedef {{ part: HTMLElement, verdict: HTMLElement, choice: HTMLElement, kind: () => Kind | null,
 *   isOpen: () => boolean,
 *   close: () => boolean, stopBefore: (from: number, k: number) => number, ask: (k: number, focus: boolean) => void,
 *   choose: (wanted: unknown) => void, remember: (given: unknown) => void }} Prediction
 */

/** @param {Options} options @returns {Prediction} */
export function makePrediction(options) {
  const { update, nudge } = options.plan;
  const why = options.scene.parts ? IN_GROUPS : update ? WITH_UPDATES : nudge !== null ? WITH_A_NUDGE : "";
  return why ? noPrediction(why) : askForNumbers(options);
}

/** @param {string} why @returns {Prediction} */
function noPrediction(why) {
  const nothing = () => {};
  return {
    part: html("div", ""), verdict: html("p", "mv-verdict"), choice: html("span", "mv-quiet", why), kind: () => null,
    isOpen: () => false, close: () => false, stopBefore: (_, k) => k, ask: nothing, choose: nothing, remember: nothing,
  };
}

/** @param {Options} options @returns {Prediction} */
function askForNumbers({ plan, scene, kind, answers: given, step, signal, save, light, say, arrive, now }) {
  let asking = kind;
  let answers = readAnswers(given);
  let floor = step; // up to here all was seen before the learner was asked
  /** @type {Question | null} */
  let question = null;

  const part = html("div", "mv-ask");
  const form = html("div", "mv-ask-form");
  form.setAttribute("role", "group");
  form.setAttribute("aria-label", "Your prediction");
  const words = html("span", "mv-ask-label");
  words.setAttribute("aria-hidden", "true"); // it is the field's name
  const field = Object.assign(makeField(""), { maxLength: 40, size: 10 });
  const check = button("Check", commit, signal, { name: "mv-button mv-primary" });
  form.append(words, field, check, button("Show me", reveal, signal));
  const score = html("span", "mv-score");
  part.append(form, score);
  const verdict = html("p", "mv-verdict");
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    commit();
  }, { signal });

  const choice = html("label", "mv-choice", "Predict ");
  const select = html("select", "mv-select");
  for (const [value, text] of [["", "off"], ...Object.entries(KINDS)]) {
    const option = html("option", "", text);
    option.value = value;
    select.append(option);
  }
  select.addEventListener("change", () => {
    choose(select.value);
    save("predict", asking);
  }, { signal });
  choice.append(select);
  refresh();
  return {
    part, verdict, choice, kind: () => asking, isOpen: () => question !== null, stopBefore, ask, close, choose,
    remember,
  };

  /**
   * The last step before k that can be reached without an answer.
   * @param {number} from
   * @param {number} k
   */
  function stopBefore(from, k) {
    for (let s = Math.max(from, floor) + 1; asking && s <= k; s++) if (open(s).length) return s - 1;
    return k;
  }

  /** @param {number} k */
  function open(k) {
    return questionsAt(plan, asking, k).filter((one) => !isSettled(answers, one));
  }

  /**
   * Ask for what step k will show.
   * @param {number} k
   * @param {boolean} focus
   */
  function ask(k, focus) {
    const [next] = open(k);
    if (!next) return;
    if (question?.step !== k) field.value = "";
    question = next;
    words.textContent = labelOf(plan, scene, next);
    field.setAttribute("aria-label", words.textContent);
    judge("", "");
    light(k);
    say(questionOf(plan, scene, next));
    refresh();
    if (focus) field.focus();
  }

  /** Whether there was a question to take back. */
  function close() {
    judge("", "");
    if (!question) return false;
    question = null;
    light(0);
    say("");
    refresh();
    return true;
  }

  function commit() {
    if (!question) return;
    const typed = readNumber(field.value);
    if (typed === null) return judge(UNREADABLE, "is-off");
    const right = rightness(plan, scene, question, typed);
    const { mistake, says } = right ? { mistake: null, says: "" } : mistakeIn(plan, scene, question, typed);
    const asked = question;
    if (mistake !== TOO_EARLY) // right, only later: no miss
      keep(withTry(answers, asked, { typed, right: Boolean(right), mistake }));
    if (right)
      return goOn(
        asked, right === "by the rule" ? BY_THE_RULE : PRAISE[(scoreOf(answers, asked.kind).right + 3) % 4], "is-right",
      );
    const tries = answerTo(answers, asked)?.tries ?? 1;
    judge(tries > 1 ? `Try ${tries}: ${says}` : says, "is-off");
    field.select();
    field.focus();
  }

  function reveal() {
    if (!question) return;
    const asked = question;
    keep(withTry(answers, asked, { typed: null, right: false, mistake: null }));
    goOn(asked, HERE, "");
  }

  /**
   * The next question of the same step, or the step itself.
   * @param {Question} asked
   * @param {string} says
   * @param {string} tone
   */
  function goOn(asked, says, tone) {
    field.value = "";
    if (open(asked.step).length) ask(asked.step, true);
    else {
      close();
      arrive(asked.step);
    }
    judge(says, tone);
  }

  /** @param {string} says @param {string} tone */
  function judge(says, tone) {
    verdict.className = `mv-verdict ${tone}`.trim();
    verdict.textContent = says;
    field.setAttribute("aria-invalid", String(tone === "is-off"));
  }

  /** @param {import("../../core/questions.js").Answer[]} now */
  function keep(now) {
    answers = now;
    save("answers", now);
    refresh();
  }

  /** Answers from elsewhere: another view, or Python. @param {unknown} given */
  function remember(given) {
    if (given === answers) return;
    answers = readAnswers(given);
    if (question && isSettled(answers, question)) close();
    refresh();
  }

  /** What to ask from here on. @param {unknown} wanted */
  function choose(wanted) {
    const kind = typeof wanted === "string" && Object.hasOwn(KINDS, wanted) ? /** @type {Kind} */ (wanted) : null;
    if (kind === asking) return;
    asking = kind;
    floor = now();
    close();
    refresh();
    light(0);
  }

  function refresh() {
    select.value = asking ?? "";
    part.hidden = !asking;
    form.hidden = !question;
    if (!asking) return;
    const { right, asked } = scoreOf(answers, asking);
    const none =
      asking !== "data" && plan.total === plan.operations ? NO_BACKWARD : `You will be asked for the ${KINDS[asking]}.`;
    score.textContent = asked ? `Predicted: ${right} of ${asked} right at the first try` : none;
  }
}
