// @ts-check
// The concept test: questions with radio buttons, one button to hand in, and what came of it.

import { button, disable, html } from "../core/dom.js";

/**
 * @typedef {{ name: string, question: string, options: string[] }} Item
 * @typedef {{ name: string, ok: boolean, text: string }} Remark what is said of one answer
 */

/** @param {import("../core/model.js").Given} given */
function render({ model, el }) {
  const stop = new AbortController();
  const { signal } = stop;
  const prefix = `mv-quiz-${Math.random()}`; // radio buttons of one group share a name, and a page may have two tests
  const alone = model.get("handed_in") === undefined; // nobody is there to mark the answers
  /** @type {Item[]} */
  const items = model.get("items");
  const root = html("div", "microgradviz mv-quiz");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", model.get("title"));
  const list = html("ol", "mv-quiz-items");
  const sets = items.map(question);
  list.append(...sets.map((set) => {
    const line = html("li", "mv-quiz-item");
    line.append(set);
    return line;
  }));
  const foot = html("div", "mv-quiz-foot");
  const press = button("Hand in", handIn, signal, { name: "mv-button mv-primary" });
  const status = html("p", "mv-quiz-status");
  status.setAttribute("role", "status");
  foot.append(...(alone ? [] : [press]), status);
  root.append(html("h3", "mv-quiz-title", model.get("title")), html("p", "mv-quiz-intro", model.get("intro")), list, foot);
  el.replaceChildren(root);
  model.on("change:said", show);
  show();
  return () => {
    stop.abort();
    model.off("change:said", show);
    el.replaceChildren();
  };

  /** @param {Item} item @param {number} i */
  function question(item, i) {
    const set = html("fieldset", "mv-quiz-set");
    set.append(html("legend", "mv-quiz-question", item.question));
    for (const [k, text] of item.options.entries()) {
      const label = html("label", "mv-quiz-option");
      const radio = html("input", "mv-quiz-radio");
      radio.type = "radio";
      radio.name = `${prefix}-${i}`;
      radio.checked = model.get("answers")[item.name] === k;
      radio.addEventListener("change", () => choose(item.name, k), { signal });
      radio.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
      label.append(radio, html("span", "mv-quiz-text", text));
      set.append(label);
    }
    return set;
  }

  /** @param {string} name @param {number} k */
  function choose(name, k) {
    model.set("answers", { ...model.get("answers"), [name]: k });
    model.save_changes();
    status.textContent = progress();
  }

  function progress() {
    const open = items.filter((item) => !(item.name in model.get("answers"))).length;
    if (alone) return "To hand in, take the test in a notebook.";
    return open ? `${items.length - open} of ${items.length} answered` : "All answered";
  }

  function handIn() {
    const open = items.findIndex((item) => !(item.name in model.get("answers")));
    if (open >= 0) {
      status.textContent = `Question ${open + 1} is still open.`;
      sets[open].querySelector("input")?.focus();
      return;
    }
    model.set("handed_in", model.get("handed_in") + 1);
    model.save_changes();
  }

  /** What Python says about the answers, once they were handed in. */
  function show() {
    const said = model.get("said");
    status.textContent = said.text || progress();
    disable(press, Boolean(said.text));
    for (const radio of root.querySelectorAll("input")) radio.disabled = Boolean(said.text);
    for (const note of root.querySelectorAll(".mv-quiz-note")) note.remove();
    for (const [i, { ok, text }] of /** @type {Remark[]} */ (said.items ?? []).entries()) {
      sets[i].append(html("p", `mv-quiz-note ${ok ? "is-right" : "is-wrong"}`, text));
    }
  }
}

export default { render };
