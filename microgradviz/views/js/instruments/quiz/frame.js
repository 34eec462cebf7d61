// @ts-check
// What all quizzes have: a list of questions, what is said of each answer, and a button to hand in, if it is a test.

import { button, disable, html } from "../../core/dom.js";
import { listenForKeys } from "../../kit/keys.js";
import { makePresent } from "../../kit/present.js";
import { openWidget } from "../../kit/widget.js";
import { withMarks } from "./words.js";

/**
 * @typedef {{ name: string, kind: string, question: string } & Record<string, any>} Item
 * @typedef {{ name: string, ok?: boolean, text: string }} Remark what is said of one answer
 * @typedef {[boolean, string]} Says whether an answer is right, and what is said of it
 * @typedef {{ given: any, ok: boolean, tries: number, helped: number }} Answer
 * What a kind of question is made with: the item, the answer so far, and `answered`, which hears of another one; `says`
 * is undefined while Python alone knows what is right.
 * @typedef {{ item: Item, number: string, given: any, helped: number, signal: AbortSignal,
 *   answered: (given: any, says: Says | undefined) => void, help: () => void }} Asked
 * @typedef {{ element: HTMLElement, first: () => HTMLElement | null,
 *   press?: (key: string, target: HTMLElement) => unknown, close?: (ended: boolean) => void, ready?: () => void }} Part
 */

/**
 * @param {import("../../core/model.js").Given} given
 * @param {Record<string, (asked: Asked) => Part>} kinds
 */
export function renderQuiz(given, kinds) {
  const { model } = given;
  const title = model.get("title");
  const { root, signal, hear, save, close } = openWidget(given, { name: "mv-quiz", label: title || "Questions" });
  /** @type {Item[]} */
  const items = model.get("items");
  const isTest = model.get("said") !== undefined;
  const alone = isTest && model.get("handed_in") === undefined; // nobody is there to mark the answers
  const notes = items.map(() => html("p", "mv-quiz-note"));
  if (!isTest) for (const note of notes) note.setAttribute("role", "status");
  const parts = items.map(makePart);
  const press = button("Hand in", handIn, signal, { name: "mv-button mv-primary" });
  const status = html("p", "mv-quiz-status");
  status.setAttribute("role", "status");
  const present = makePresent({ root, save, fit: () => {}, signal });
  put();
  for (const part of parts) part.ready?.();
  hear(["said"], show);
  hear(["size"], () => present.show(model.get("size")));
  show();
  present.show(model.get("size"));
  listenForKeys(root, (key, target) => {
    if (key === "Escape") return present.leave();
    return parts.find(({ element }) => element.contains(target))?.press?.(key, target);
  }, signal);
  return close;

  function put() {
    const [intro, foot] = [model.get("intro"), html("div", "mv-quiz-foot")];
    const list = html("ol", `mv-quiz-items${items.length > 1 ? "" : " is-alone"}`);
    list.append(...items.map((item, i) => {
      const [line, set, question] = [
        html("li", "mv-quiz-item"), html("fieldset", "mv-quiz-set"), html("legend", "mv-quiz-question"),
      ];
      question.append(...withMarks(item.question));
      set.append(question, parts[i].element, notes[i]);
      line.append(set);
      return line;
    }));
    foot.append(...(isTest && !alone ? [press] : []), status, present.enter, present.exit);
    if (title) root.append(html("p", "mv-quiz-title", title));
    if (intro) root.append(html("p", "mv-quiz-intro", intro));
    root.append(list, foot);
    status.hidden = !isTest && items.length < 2;
  }

  /** @param {Item} item @param {number} i @returns {Part} */
  function makePart(item, i) {
    const before = model.get("answers")[item.name];
    const given = isTest ? before : before?.given;
    const answered = (/** @type {any} */ answer, /** @type {Says | undefined} */ says) => take(item, i, answer, says);
    const help = () => keep(item, { helped: (model.get("answers")[item.name]?.helped ?? 0) + 1 });
    return kinds[item.kind ?? "choice"]({
      item, number: `${i}`, given, helped: before?.helped ?? 0, signal, answered, help,
    });
  }

  /** @param {Item} item @param {number} i @param {any} given @param {Says | undefined} says */
  function take(item, i, given, says) {
    const answers = model.get("answers");
    if (isTest) save("answers", { ...answers, [item.name]: given });
    else if (says) keep(item, { given, ok: says[0], tries: (answers[item.name]?.tries ?? 0) + 1 });
    say(i, says);
    status.textContent = progress();
  }

  /** @param {Item} item @param {Partial<Answer>} changed */
  function keep(item, changed) {
    const before = model.get("answers")[item.name] ?? { given: null, ok: false, tries: 0, helped: 0 };
    save("answers", { ...model.get("answers"), [item.name]: { ...before, ...changed } });
  }

  /** @param {number} i @param {[boolean | null, string] | undefined} says null: whether it is right is not told */
  function say(i, says) {
    notes[i].className =
      says && says[0] !== null ? `mv-quiz-note ${says[0] ? "is-right" : "is-wrong"}` : "mv-quiz-note";
    notes[i].replaceChildren(...withMarks(says ? says[1] || (says[0] ? "Right." : "Not yet.") : ""));
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
    save("handed_in", model.get("handed_in") + 1);
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
