// @ts-check
// What all quizzes have: a list of questions, what is said of each answer, and a button to hand in, if it is a test.

import { button, disable, html } from "../../core/dom.js";
import { keepKeys } from "../../core/keep_keys.js";
import { withCode } from "./words.js";

/**
 * @typedef {{ name: string, kind: string, question: string } & Record<string, any>} Item
 * @typedef {{ name: string, ok?: boolean, text: string }} Remark what is said of one answer
 * @typedef {[boolean, string]} Says whether an answer is right, and what is said of it
 * @typedef {{ given: any, ok: boolean, tries: number, helped: number }} Answer
 * What a kind of question is made with: the item, the answer so far, and `answered`, which hears of another one; `says` is
 * undefined while Python alone knows what is right.
 * @typedef {{ item: Item, number: string, given: any, helped: number, signal: AbortSignal,
 *   answered: (given: any, says: Says | undefined) => void, help: () => void }} Asked
 * @typedef {{ element: HTMLElement, first: () => HTMLElement | null, press?: (key: string, target: HTMLElement) => unknown, close?: (ended: boolean) => void, ready?: () => void }} Part
 */

/**
 * @param {import("../../core/model.js").Given} given
 * @param {Record<string, (asked: Asked) => Part>} kinds
 */
export function renderQuiz({ model, el }, kinds) {
  const stop = new AbortController();
  const { signal } = stop;
  /** @type {Item[]} */
  const items = model.get("items");
  const isTest = model.get("said") !== undefined;
  const alone = isTest && model.get("handed_in") === undefined; // nobody is there to mark the answers
  const title = model.get("title");
  const root = html("div", "microgradviz mv-quiz");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", title || "Questions");
  const list = html("ol", `mv-quiz-items${items.length > 1 ? "" : " is-alone"}`);
  const sets = items.map((item) => html("fieldset", "mv-quiz-set"));
  const notes = items.map(() => {
    const note = html("p", "mv-quiz-note");
    if (!isTest) note.setAttribute("role", "status");
    return note;
  });
  const parts = items.map(makePart);
  list.append(...items.map((item, i) => {
    const line = html("li", "mv-quiz-item");
    const question = html("legend", "mv-quiz-question");
    question.append(...withCode(item.question));
    sets[i].append(question, parts[i].element, notes[i]);
    line.append(sets[i]);
    return line;
  }));
  const foot = html("div", "mv-quiz-foot");
  const press = button("Hand in", handIn, signal, { name: "mv-button mv-primary" });
  const status = html("p", "mv-quiz-status");
  status.setAttribute("role", "status");
  foot.append(...(isTest && !alone ? [press] : []), status);
  root.append(...(title ? [html("p", "mv-quiz-title", title)] : []), ...(model.get("intro") ? [html("p", "mv-quiz-intro", model.get("intro"))] : []), list);
  if (isTest || items.length > 1) root.append(foot);
  el.replaceChildren(root);
  for (const part of parts) part.ready?.();
  model.on("change:said", show);
  show();
  keepKeys(root, (key, target) => parts.find(({ element }) => element.contains(target))?.press?.(key, target), signal);
  return () => {
    stop.abort();
    model.off("change:said", show);
    el.replaceChildren();
  };

  /** @param {Item} item @param {number} i @returns {Part} */
  function makePart(item, i) {
    const before = model.get("answers")[item.name];
    const given = isTest ? before : before?.given;
    const answered = (/** @type {any} */ answer, /** @type {Says | undefined} */ says) => take(item, i, answer, says);
    const help = () => keep(item, { helped: (model.get("answers")[item.name]?.helped ?? 0) + 1 });
    return kinds[item.kind ?? "choice"]({ item, number: `${i}`, given, helped: before?.helped ?? 0, signal, answered, help });
  }

  /** @param {Item} item @param {number} i @param {any} given @param {Says | undefined} says */
  function take(item, i, given, says) {
    if (isTest) {
      model.set("answers", { ...model.get("answers"), [item.name]: given });
      model.save_changes();
    } else if (says) {
      keep(item, { given, ok: says[0], tries: (model.get("answers")[item.name]?.tries ?? 0) + 1 });
    }
    say(i, says);
    status.textContent = progress();
  }

  /** @param {Item} item @param {Partial<Answer>} changed */
  function keep(item, changed) {
    const before = model.get("answers")[item.name] ?? { given: null, ok: false, tries: 0, helped: 0 };
    model.set("answers", { ...model.get("answers"), [item.name]: { ...before, ...changed } });
    model.save_changes();
  }

  /** @param {number} i @param {[boolean | null, string] | undefined} says null: whether it is right is not told */
  function say(i, says) {
    notes[i].className = says && says[0] !== null ? `mv-quiz-note ${says[0] ? "is-right" : "is-wrong"}` : "mv-quiz-note";
    notes[i].replaceChildren(...withCode(says ? says[1] || (says[0] ? "Right." : "Not yet.") : ""));
  }

  function progress() {
    if (alone) return "To hand in, take the test in a notebook.";
    const answers = model.get("answers");
    if (!isTest) return `${items.filter((item) => answers[item.name]?.ok).length} of ${items.length} right`;
    const open = items.filter((item) => !(item.name in answers)).length;
    return open ? `${items.length - open} of ${items.length} answered` : "All answered";
  }

  function handIn() {
    const open = items.findIndex((item) => !(item.name in model.get("answers")));
    if (open >= 0) {
      status.textContent = `Question ${open + 1} is still open.`;
      parts[open].first()?.focus();
      return;
    }
    model.set("handed_in", model.get("handed_in") + 1);
    model.save_changes();
  }

  /** What Python says about the answers of a test, once they were handed in. */
  function show() {
    const said = model.get("said");
    status.textContent = said?.text || progress();
    if (!isTest) return;
    disable(press, Boolean(said.text));
    for (const part of parts) part.close?.(Boolean(said.text));
    const remarks = /** @type {Remark[]} */ (said.items ?? []);
    for (const i of notes.keys()) say(i, remarks[i] && [remarks[i].ok ?? null, remarks[i].text]);
  }
}
