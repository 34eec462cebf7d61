// @ts-check
// The playground: a text becomes a graph while it is typed, and the address holds both it and its numbers.

import { leafTexts, linkOf, readable } from "./address.js";
import { standIn } from "./model.js";
import player from "./player.js";
import { startPython } from "./python.js";
import { makeShare } from "./share.js";

/**
 * @typedef {{ values: Record<string, any>, text: string, numbers: Record<string, string>, written: string, link: string, why: string }} Shown
 *   a graph; its text as it was typed and as we write it; its link, as what stands behind the #, or why there is none
 * @typedef {{ title: string, text: string, numbers: Record<string, string> }} Example
 */

const CALM = 400; // ms without a key until a text is called wrong, or without an edit until the address follows
const LOADING = "Python is being loaded: what you type will show in a few seconds.";
const EMPTY = "Type an expression, such as a*b + c, or choose an example.";
const NOT_THE_LINKS = "The graph below is not the link's.";
const OF_A_GRAPH = ["preset", "trace", "scene", "answers"];

open();

function open() {
  const [el, field, said] = [find("player"), /** @type {HTMLTextAreaElement} */ (find("expression")), find("said")];
  /** @type {{ start: Shown, examples: Example[], functions: string[] }} */
  const { start, examples, functions } = JSON.parse(find("start").textContent ?? "");
  /** @type {Record<string, string>} of every name so far */
  const numbers = {};
  /** @type {Shown} */
  let shown = start;
  /** @type {import("./model.js").Model | null} */
  let model = null;
  let [complaint, following] = [0, 0]; // timers
  const python = startPython(heard);

  fillExamples();
  find("functions").textContent = functions.join(", ");
  field.addEventListener("input", typed);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) event.preventDefault(); // it shows already
  });
  window.addEventListener("hashchange", arrive);
  makeShare({ python, now: () => shown });
  arrive();

  /** A link was opened, or the page without one. */
  async function arrive() {
    const link = location.hash;
    if (link.length < 2) return take(start, true);
    write(readable(link));
    if (!python.isReady()) say("Opening the link: Python is being loaded, a few seconds.");
    const answer = await python.ask("open", { link });
    take(answer.error ? { error: `${answer.error}\n${NOT_THE_LINKS}` } : answer, true);
  }

  async function typed() {
    grow();
    /** @type {HTMLSelectElement} */ (find("examples")).value = "";
    const answer = field.value.trim() ? await python.ask("show", { text: field.value, numbers }) : {};
    if (field.value.trim()) return take(answer, false);
    window.clearTimeout(complaint);
    say(EMPTY);
  }

  /** @param {Record<string, any>} answer a graph, or what is wrong @param {boolean} arrived whether it is of a link or an example, not of a key */
  function take(answer, arrived) {
    window.clearTimeout(complaint);
    if (answer.error) {
      complaint = window.setTimeout(() => say(answer.error, true), arrived ? 0 : CALM);
      if (!model) render(start);
      return;
    }
    say(python.isReady() ? "" : LOADING);
    Object.assign(numbers, answer.numbers);
    if (arrived) write(answer.text);
    render(/** @type {Shown} */ (answer));
    if (answer !== start && (answer.link || !arrived)) follow(); // a link too long for us stays as it came
  }

  /** @param {Shown} now */
  function render(now) {
    const before = shown;
    shown = { ...now };
    document.title = `${now.text.slice(0, 60)} – microgradviz playground`;
    if (!model) {
      model = standIn({ ...now.values, edit: {}, asked: 0 });
      model.on("change:edit", edited);
      el.replaceChildren();
      player.render({ model, el });
      Object.assign(window, { microgradviz: { model } }); // for those who script the page
      return;
    }
    if (JSON.stringify(before.values.trace) === JSON.stringify(now.values.trace) && before.text === now.text) return;
    for (const name of OF_A_GRAPH) model.set(name, now.values[name]);
    if (!sameShape(before.values.trace, now.values.trace)) model.set("step", 0);
  }

  /** A number was edited in the picture: what a kernel would do. */
  function edited() {
    if (!model) return;
    const { number, leaves } = model.get("edit");
    queueMicrotask(() => model?.set("acknowledged", number));
    const texts = leafTexts(shown.values, leaves);
    if (Object.keys(texts).some((name) => !Object.hasOwn(shown.numbers, name))) {
      Object.assign(shown, { text: shown.written }); // a number that stood in the text
      write(shown.written);
    }
    Object.assign(numbers, texts);
    Object.assign(shown, { numbers: texts, link: linkOf(shown.values, texts) });
    follow();
  }

  /** The address becomes that of the graph; browsers refuse to change it hundreds of times in a row. */
  function follow() {
    window.clearTimeout(following);
    following = window.setTimeout(() => history.replaceState(null, "", shown.link ? `#${shown.link}` : location.pathname + location.search), CALM);
  }

  /** @param {string} text */
  function write(text) {
    field.value = text;
    grow();
  }

  /** As high as its text, where the browser does not see to that itself. */
  function grow() {
    if (CSS.supports("field-sizing", "content")) return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + 4}px`;
  }

  /** @param {"loading" | "ready" | "broken"} state @param {string} [why] */
  function heard(state, why) {
    if (state === "broken") {
      if (!model) render(start);
      say(`Python could not be loaded (${why}): the picture works, but what you type does not show. Load the page again; if that does not help, a part of the site is missing.`, true);
    } else if (state === "ready" && !said.classList.contains("is-wrong")) say("");
  }

  /** @param {string} text @param {boolean} [wrong] */
  function say(text, wrong = false) {
    said.textContent = text;
    said.classList.toggle("is-wrong", wrong);
    field.setAttribute("aria-invalid", String(wrong));
  }

  function fillExamples() {
    const list = /** @type {HTMLSelectElement} */ (find("examples"));
    for (const { title } of examples) list.add(new Option(title, title));
    list.addEventListener("change", async () => {
      const chosen = examples.find(({ title }) => title === list.value);
      if (!chosen) return;
      write(chosen.text);
      take(await python.ask("show", { text: chosen.text, numbers: chosen.numbers }), true);
    });
  }
}

/** @param {any} one @param {any} other */
function sameShape(one, other) {
  return ["op", "from", "to", "root"].every((column) => JSON.stringify(one[column]) === JSON.stringify(other[column]));
}

/** @param {string} id @returns {HTMLElement} */
function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
