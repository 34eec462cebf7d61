// @ts-check
// The concept test: questions with radio buttons, one button to hand in, and what came of it. Text goes in as text.

/**
 * @typedef {{ get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   on: (event: string, listener: () => void) => void, off: (event: string, listener: () => void) => void }} Model
 * @typedef {{ name: string, question: string, options: string[] }} Item
 * @typedef {{ name: string, ok: boolean, text: string }} Said
 */

let made = 0; // radio buttons of one group share a name, and there may be several tests in a page

/**
 * @param {string} tag
 * @param {string} name its class
 * @param {string} [text]
 * @returns {any}
 */
function element(tag, name, text = "") {
  const out = document.createElement(tag);
  out.className = name;
  if (text) out.textContent = text;
  return out;
}

/** @param {{ model: Model, el: HTMLElement }} given */
function render({ model, el }) {
  const stop = new AbortController();
  const prefix = `mv-quiz-${(made += 1)}`;
  const items = /** @type {Item[]} */ (model.get("items"));
  const root = element("div", "microgradviz mv-quiz");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", model.get("title"));
  root.append(element("h3", "mv-quiz-title", model.get("title")), element("p", "mv-quiz-intro", model.get("intro")));
  const list = element("ol", "mv-quiz-items");
  const sets = items.map((item, i) => list.appendChild(question(item, i)).firstChild);
  const foot = element("div", "mv-quiz-foot");
  const button = element("button", "mv-button mv-primary", "Hand in");
  const status = element("p", "mv-quiz-status");
  button.type = "button";
  status.setAttribute("role", "status");
  button.addEventListener("click", handIn, { signal: stop.signal });
  foot.append(button, status);
  root.append(list, foot);
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
    const line = element("li", "mv-quiz-item");
    const set = element("fieldset", "mv-quiz-set");
    set.append(element("legend", "mv-quiz-question", item.question));
    item.options.forEach((text, k) => {
      const label = element("label", "mv-quiz-option");
      const radio = element("input", "mv-quiz-radio");
      radio.type = "radio";
      radio.name = `${prefix}-${i}`;
      radio.checked = model.get("answers")[item.name] === k;
      radio.addEventListener("change", () => choose(item.name, k), { signal: stop.signal });
      radio.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.stopPropagation(), { signal: stop.signal });
      label.append(radio, element("span", "mv-quiz-text", text));
      set.append(label);
    });
    line.append(set);
    return line;
  }

  /** @param {string} name @param {number} k */
  function choose(name, k) {
    model.set("answers", { ...model.get("answers"), [name]: k });
    model.save_changes();
    tell(left());
  }

  function left() {
    const open = items.filter((item) => !(item.name in model.get("answers"))).length;
    return open ? `${items.length - open} of ${items.length} answered` : "All answered";
  }

  function handIn() {
    if (button.getAttribute("aria-disabled") === "true") return;
    const open = items.findIndex((item) => !(item.name in model.get("answers")));
    if (open >= 0) {
      tell(`Question ${open + 1} is still open.`);
      sets[open].querySelector("input").focus();
      return;
    }
    model.set("handed_in", model.get("handed_in") + 1);
    model.save_changes();
  }

  /** @param {string} text */
  function tell(text) {
    status.textContent = text;
  }

  /** What Python says about the answers, once they were handed in. */
  function show() {
    const said = model.get("said");
    tell(said.text || left());
    button.setAttribute("aria-disabled", String(Boolean(said.text)));
    for (const radio of root.querySelectorAll("input")) radio.disabled = Boolean(said.text);
    for (const note of root.querySelectorAll(".mv-quiz-note")) note.remove();
    (said.items ?? []).forEach((/** @type {Said} */ one, /** @type {number} */ i) => {
      const note = element("p", `mv-quiz-note ${one.ok ? "is-right" : "is-wrong"}`, one.text);
      sets[i].append(note);
    });
  }
}

export default { render };
