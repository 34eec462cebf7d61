// @ts-check
// One head of attention: arrows to drag, weights that share one total, the output they mix, the gradient of every key.

import { button, html } from "../core/dom.js";
import { MINUS, numberText } from "../core/words.js";
import { makeField } from "../kit/field.js";
import { makeOpened } from "../kit/opened.js";
import { makePresent } from "../kit/present.js";
import { openWidget, watchSize } from "../kit/widget.js";
import player from "../player/index.js";
import { linesOf, makeHead } from "./attention/head.js";
import { makePlane } from "./attention/plane.js";
import { judge } from "./attention/question.js";
import { makeBar, makeHeatMap, makeNumbers } from "./attention/tables.js";

/** @typedef {import("./attention/head.js").Arrow} Arrow */

const LEAST = 1e-12; // of a change that is told

/** @param {import("../core/model.js").Given} given */
function render(given) {
  const { model } = given;
  const { root, signal, hear, save, close } = openWidget(given, {
    name: "mv-attention", label: "One head of attention",
  });
  /** @type {string[]} */
  const names = model.get("names");
  const head = makeHead(model.get("play"), names);
  const main = html("div", "mv-attention-main");
  const meeting = makePlane({ label: "The query and the keys", move, begun, signal });
  const mixing = makePlane({ label: "The values and the output", move, begun, signal });
  const bar = makeBar(names);
  const numbers = makeNumbers({ names, choose: (j) => change("chosen", j), signal });
  const heat = makeHeatMap(names);
  const [lines, status] = [html("ol", "mv-attention-lines"), html("p", "mv-attention-status")];
  const queries = names.map((name, k) => button(name, () => change("asks", k), signal, { label: `query of ${name}` }));
  const ways = [["Forward", "forward"], ["Backward", "backward"]].map(([text, way]) => {
    const made = button(text, () => change("way", way), signal);
    made.dataset.way = way;
    return made;
  });
  const open = button("Open in the player", openPlayer, signal, { name: "mv-button mv-primary" });
  const [asked, words, field] = [html("div", "mv-attention-asked"), html("span", ""), makeField("the weight, by hand")];
  const all = html("div", "mv-attention-all"); // what is told once one weight was worked out
  const present = makePresent({ root, save, fit: draw, signal });
  const opened = makeOpened({
    root, main, player, press, words: "Back to attention", signal,
    closed: () => (draw(), open.focus({ preventScroll: true })),
  });
  /** @type {number[] | null} the weights before a tip was moved */
  let was = null;
  let says = ""; // to an answer
  place();
  watchSize(root, draw, signal);
  hear(["arrows", "asks", "chosen", "way", "worked"], draw);
  hear(["size"], () => present.show(model.get("size")));
  present.show(model.get("size") ?? "fit");
  draw();
  return close;

  function place() {
    const [top, tools, planes, below, each] = ["top", "tools", "planes", "below", "each"].map((name) =>
      html("div", `mv-attention-${name}`));
    tools.append(...ways, present.enter, present.exit);
    top.append(html("span", "mv-quiet", "Query of"), ...queries, tools);
    planes.append(meeting.part, mixing.part);
    asked.append(words, field, button("Check", take, signal, { name: "mv-button mv-primary" }));
    status.setAttribute("role", "status");
    each.append(numbers.part, lines);
    all.append(heat.part, open);
    below.append(each, all);
    main.append(top, planes, bar.part, status, asked, below);
    root.append(main, opened.part);
  }

  /** @param {string} key @param {HTMLElement} target */
  function press(key, target) {
    if (key === "Escape") return present.leave();
    if (key === "Enter" && target === field) return take(), true;
    return meeting.press(key, target) || mixing.press(key, target);
  }

  /** @param {string} name @param {unknown} value */
  function change(name, value) {
    [was, says] = [null, ""];
    save(name, value);
    draw();
  }

  // ---- a tip is moved

  /** A hand is laid on a tip: its letter is looked at, and what changes is told from here. @param {string} id */
  function begun(id) {
    const [kind, j] = id.split(" ");
    [was, says] = [head.at(model.get("arrows"), model.get("asks")).weights, ""];
    if (kind !== "query") save("chosen", Number(j));
    draw();
  }

  /** @param {string} id @param {Arrow} to */
  function move(id, to) {
    const [kind, j] = id.split(" ");
    const arrows = structuredClone(model.get("arrows"));
    if (String(arrows[kind][Number(j)]) === String(to)) return;
    arrows[kind][Number(j)] = to;
    save("arrows", arrows);
    draw();
  }

  // ---- one weight by hand

  function take() {
    const now = head.at(model.get("arrows"), model.get("asks"));
    const found = judge(now, names[model.get("chosen")], field.value);
    [was, says] = [null, found.says];
    if (found.right) {
      save("worked", true);
      ways[0].focus({ preventScroll: true });
    }
    draw();
  }

  // ---- the graph in the player

  function openPlayer() {
    const [values, asks] = [structuredClone(model.get("play")), model.get("asks")];
    values.trace = head.at(model.get("arrows"), asks).trace;
    const { edit } = values.scene;
    for (const i of Object.keys(edit.leaves)) edit.leaves[i][1] = values.trace.data[Number(i)];
    opened.show(values, `The query of ${names[asks]}, as scalars`, "Press a part to open it.");
  }

  // ---- what is seen

  function draw() {
    if (main.hidden) return; // the graph is open
    const [arrows, asks, chosen] = ["arrows", "asks", "chosen"].map((name) => model.get(name));
    const worked = model.get("worked");
    const way = worked && model.get("way") === "backward" ? "backward" : "forward";
    const now = head.at(arrows, asks);
    const grad = (/** @type {string} */ label) => (way === "backward" ? { grad: now.arrowGrad(label) } : {});
    const look = (/** @type {number} */ j) => (j === chosen ? "is-chosen" : "");
    meeting.draw([
      ...names.map((name, j) => ({
        id: `key ${j}`, words: `key ${name}`, at: arrows.key[j], look: look(j), ...grad(`key_${name}`),
      })),
      { id: `query ${asks}`, words: `query ${now.asked}`, at: arrows.query[asks], look: "is-apart", ...grad("query") },
    ]);
    mixing.draw([
      ...names.map((name, j) => ({
        id: `value ${j}`, words: `value ${name}`, at: arrows.value[j], look: look(j), share: now.weights[j],
        ...grad(`value_${name}`),
      })),
      { id: "output", words: "output", at: now.arrow("output"), look: "is-apart", fixed: true, ...grad("output") },
    ]);
    const from = way === "backward" ? "; from each tip its gradient" : "";
    meeting.caption.textContent = `The query of ${now.asked}, and the keys${from}`;
    mixing.caption.textContent = `The values, and the output that they mix${from}`;
    bar.draw(now.weights, was, chosen, worked);
    numbers.draw(now, way, chosen, worked);
    if (worked) heat.draw(head.weights(arrows), asks);
    lines.replaceChildren(...linesOf(now, names[chosen], way, worked).map(({ words: what, comes }) => {
      const line = html("li", "");
      line.append(html("b", "", what), html("span", "", comes));
      return line;
    }));
    for (const [k, query] of queries.entries()) query.setAttribute("aria-pressed", String(k === asks));
    for (const each of ways) each.setAttribute("aria-pressed", String(each.dataset.way === way));
    for (const part of [...ways, all]) part.hidden = !worked;
    asked.hidden = worked;
    words.textContent = `Work one weight out by hand, that of ${names[chosen]}:`;
    status.textContent = sentence(now, way);
  }

  /** @param {import("./attention/head.js").Moment} now @param {"forward" | "backward"} way */
  function sentence(now, way) {
    if (names.length === 1) return "With one letter the weight is 1, whatever its key: so the key's gradient is 0.";
    const taken = was && now.weights.map((weight, j) => weight - (was?.[j] ?? 0));
    if (taken?.some((x) => Math.abs(x) > LEAST)) return changeText(taken);
    if (says) return says;
    if (way === "backward")
      return "L is the output times what arrives there. Each key gets its gradient along the query, and those of the "
        + "scores add up to 0: what one weight takes, the others give.";
    return "Drag the tip of a key, or move it by the arrow keys: the weights share one total, and the output moves.";
  }

  /** @param {number[]} taken by each weight */
  function changeText(taken) {
    const told = (/** @type {number} */ sign) => names.flatMap((name, j) => {
      const more = sign * taken[j];
      if (more < LEAST) return [];
      return [model.get("worked") ? `${name} (${sign < 0 ? MINUS : "+"}${numberText(more)})` : name];
    }).join(", ");
    return `The total stays 1: more to ${told(1)}, less to ${told(-1)}.`;
  }
}

export default { render };
