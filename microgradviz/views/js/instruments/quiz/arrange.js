// @ts-check
// Lines to put in order: a pool, and the lines that were taken from it. Their indentation counts.

import { button, disable, html } from "../../core/dom.js";
import { isWithin, listenToDrag } from "../../kit/drag.js";

const SPACES = 4; // of a level
const STEP = 28; // px, of a level
const DEEPEST = 6;

/**
 * @typedef {{ text: string, level: number, home: number, element: HTMLElement }} Line `home` is its place in the pool
 */

/** @param {import("./frame.js").Asked} asked @returns {import("./frame.js").Part} */
export function makeArrange({ item, given, helped, signal, answered, help }) {
  const element = html("div", "mv-arrange");
  const pool = html("div", "mv-arrange-pool");
  const taken = html("div", "mv-arrange-taken");
  const tools = html("div", "mv-arrange-tools");
  for (const [box, name] of /** @type {[HTMLElement, string][]} */ ([
    [pool, "lines to choose from"], [taken, "your program"],
  ])) {
    box.setAttribute("role", "list");
    box.setAttribute("aria-label", name);
  }
  /** @type {Line[]} */
  const lines = item.pool.map((/** @type {string} */ text, /** @type {number} */ home) => makeLine(text, home));
  /** @type {Line[]} */
  let chosen = [];
  const gone = new Set(); // distractors that were taken away
  const flat = item.solutions.flat().every((/** @type {string} */ line) => line === line.trimStart());
  let indented = flat; // whether indentation is given
  /** @type {Line | null} */
  let held = null; // the line that the tools are for
  const indenting = flat ? [] : [
    button("⇤", () => indent(-1), signal, { label: "indent less" }),
    button("⇥", () => indent(1), signal, { label: "indent more" }),
  ];
  const toolButtons = [
    button("↑", () => shift(-1), signal, { label: "up" }), button("↓", () => shift(1), signal, { label: "down" }),
    ...indenting, button("Take out", () => held && drop(held), signal),
  ];
  const easier = button("Make it easier", makeEasier, signal, { name: "mv-link" });
  tools.append(button("Check", check, signal, { name: "mv-button mv-primary" }), ...toolButtons, easier);
  const how = flat ? "and drag it to its place." : "drag it to its place, and indent it.";
  element.append(html("p", "mv-quiet", `Click a line to take it, ${how}`), pool, taken, tools);
  listen();
  if (Array.isArray(given)) {
    for (const text of given) {
      const line = lines.find((other) => other.text === text.trim() && !chosen.includes(other));
      if (line) chosen.push(Object.assign(line, { level: (text.length - text.trimStart().length) / SPACES }));
    }
  }
  for (let i = 0; i < helped; i++) ease();
  draw();
  return { element, first: () => lines[0].element, press };

  function listen() {
    const lineOf = (/** @type {EventTarget | null} */ target) => lines.find((line) => line.element === target);
    const hear = (/** @type {HTMLElement} */ made, /** @type {(line: Line) => void} */ act) => {
      const line = lineOf(made);
      if (!line) return;
      act(line);
      made.focus({ preventScroll: true });
      hold(line);
    };
    listenToDrag(element, {
      pick: (target) => lineOf(target)?.element ?? null, signal,
      dropped: (made, event, dx) => hear(made, (line) => place(line, event, line.level + Math.round(dx / STEP))),
      clicked: (made) => hear(made, (line) => chosen.includes(line) || toggle(line)),
    });
    element.addEventListener("focusin", ({ target }) => {
      const line = lineOf(target);
      if (line) hold(line);
    }, { signal });
  }

  /** @param {string} key @param {HTMLElement} target */
  function press(key, target) {
    const line = lines.find((other) => other.element === target);
    if (!line) return false;
    const action = {
      ArrowUp: () => shift(-1), ArrowDown: () => shift(1), ArrowLeft: () => indent(-1), ArrowRight: () => indent(1),
      Enter: () => toggle(line), " ": () => toggle(line), Delete: () => drop(line), Backspace: () => drop(line),
    }[key];
    action?.();
    return Boolean(action);
  }

  /** @param {string} text @param {number} home @returns {Line} */
  function makeLine(text, home) {
    const made = html("div", "mv-arrange-line", text);
    const line = { text, level: 0, home, element: made };
    made.tabIndex = 0;
    made.setAttribute("role", "listitem");
    return line;
  }

  /** Where a dragged line was let go. @param {Line} line @param {PointerEvent} event @param {number} level */
  function place(line, event, level) {
    const box = taken.getBoundingClientRect();
    const inside = isWithin(box, event, 20);
    const others = chosen.filter((other) => other !== line);
    if (!inside) {
      chosen = others;
      line.level = 0;
    } else {
      const at = others.findIndex((other) => {
        const { top, height } = other.element.getBoundingClientRect();
        return event.clientY < top + height / 2;
      });
      const isNew = !chosen.includes(line);
      chosen = [...others];
      chosen.splice(at < 0 ? chosen.length : at, 0, line);
      if (!indented)
        line.level = isNew ? Math.min(Math.max(Math.round((event.clientX - box.left - 60) / STEP), 0), DEEPEST)
          : Math.min(Math.max(level, 0), DEEPEST);
    }
    hold(line);
    draw();
  }

  /** @param {Line} line */
  function toggle(line) {
    if (chosen.includes(line)) return drop(line);
    const before = chosen[chosen.length - 1];
    if (!indented) line.level = before ? before.level : 0;
    chosen.push(line);
    draw();
    line.element.focus({ preventScroll: true });
    hold(line);
  }

  /** @param {Line} line */
  function drop(line) {
    if (!chosen.includes(line)) return;
    chosen = chosen.filter((other) => other !== line);
    if (!indented) line.level = 0;
    draw();
    line.element.focus({ preventScroll: true });
  }

  /** @param {Line} line */
  function hold(line) {
    held = line;
    for (const other of lines) other.element.classList.toggle("is-held", other === line && chosen.includes(line));
    for (const tool of toolButtons) disable(tool, !chosen.includes(line));
  }

  /** @param {number} by */
  function shift(by) {
    const i = held ? chosen.indexOf(held) : -1;
    if (i < 0 || !held || !chosen[i + by]) return;
    [chosen[i], chosen[i + by]] = [chosen[i + by], chosen[i]];
    draw();
    held.element.focus({ preventScroll: true });
  }

  /** @param {number} by */
  function indent(by) {
    if (!held || indented || !chosen.includes(held)) return;
    held.level = Math.min(Math.max(held.level + by, 0), DEEPEST);
    draw();
  }

  function draw() {
    const still = lines.filter((line) => !chosen.includes(line) && !gone.has(line));
    const focused = document.activeElement;
    pool.replaceChildren(...still.map((line) => line.element));
    taken.replaceChildren(
      ...(chosen.length ? chosen.map((line) => line.element)
        : [html("p", "mv-quiet mv-arrange-empty", "Your program comes here.")]),
    );
    for (const line of lines) {
      const at = chosen.indexOf(line);
      line.element.style.marginInlineStart = at < 0 && !indented ? "" : `${line.level * STEP}px`;
      line.element.setAttribute(
        "aria-label", at < 0 ? line.text : `line ${at + 1}, indented ${line.level}: ${line.text}`,
      );
    }
    if (focused instanceof HTMLElement && element.contains(focused)) focused.focus({ preventScroll: true });
    for (const tool of toolButtons) disable(tool, !held || !chosen.includes(held));
    disable(easier, !isHard());
  }

  function program() {
    return chosen.map((line) => " ".repeat(SPACES * line.level) + line.text);
  }

  function check() {
    const { solutions, distractors, reason, mistakes } = item;
    if (chosen.length) answered(program(), markLines(program(), solutions, distractors, reason, mistakes));
    else answered([], [false, "Take some lines first."]);
  }

  function isHard() {
    return wrongLine() !== undefined || !indented || solutionPlace() < item.solutions[0].length - 1;
  }

  /** A distractor that is still there. */
  function wrongLine() {
    return lines.find((line) => !gone.has(line) && Object.hasOwn(item.distractors, line.text));
  }

  /** How many lines stand right, from the first. */
  function solutionPlace() {
    return Math.max(
      ...item.solutions.map((/** @type {string[]} */ solution) =>
        common(chosen.map((line) => line.text), solution.map((text) => text.trim())),
      ),
    );
  }

  function makeEasier() {
    ease();
    help();
    draw();
  }

  /** One help: first a line that does not belong goes, then the indentation is given, then the next line is. */
  function ease() {
    const wrong = wrongLine();
    if (wrong) {
      chosen = chosen.filter((line) => line !== wrong);
      gone.add(wrong);
    } else if (!indented) {
      indented = true;
      const used = new Set();
      for (const line of lines) {
        const at = item.solutions[0].findIndex(
          (/** @type {string} */ text, /** @type {number} */ i) => !used.has(i) && text.trim() === line.text,
        );
        used.add(at);
        const text = item.solutions[0][at];
        line.level = text ? (text.length - text.trimStart().length) / SPACES : 0;
      }
    } else {
      const right = solutionPlace();
      const solution = item.solutions.find(
        (/** @type {string[]} */ other) =>
          common(chosen.map((line) => line.text), other.map((text) => text.trim())) === right,
      );
      chosen = chosen.slice(0, right);
      const next = lines.find(
        (line) => !chosen.includes(line) && !gone.has(line) && line.text === solution[right]?.trim(),
      );
      if (next) chosen.push(next);
    }
  }
}

/**
 * Whether lines are one of the solutions; else the first thing that is wrong. As `mark_lines` in Python.
 * @param {string[]} given
 * @param {string[][]} solutions
 * @param {Record<string, string>} distractors
 * @param {string} reason
 * @param {[string[], string][]} mistakes
 * @returns {import("./frame.js").Says}
 */
export function markLines(given, solutions, distractors, reason, mistakes) {
  if (solutions.some((solution) => JSON.stringify(solution) === JSON.stringify(given))) return [true, reason];
  const bare = given.map((line) => line.trim());
  const wrong = bare.findIndex((line) => Object.hasOwn(distractors, line));
  if (wrong >= 0) return [false, `Your line ${wrong + 1} does not belong: ${distractors[bare[wrong]]}`];
  const fits = solutions.map((solution) => solution.map((line) => line.trim()));
  const right = Math.max(...fits.map((solution) => common(bare, solution)));
  if (right < given.length) {
    const why = mistakes.find(([order]) => standSo(order, bare))?.[1];
    const told = right ? `Up to your line ${right} the order is right; line ${right + 1} comes at another place.`
      : "Your line 1 does not come first.";
    return [false, why ? `${told} ${why}` : told];
  }
  const near = solutions[fits.findIndex((solution) => common(bare, solution) === right)];
  const off = given.findIndex((line, i) => line !== near[i]);
  const further = given[off]?.length < near[off]?.length;
  if (off >= 0)
    return [false, `The order is right so far; your line ${off + 1} must be indented ${further ? "further" : "less"}.`];
  return [false, "Right so far; there is more to come."];
}

/** Whether a program has these lines in this order. @param {string[]} order @param {string[]} lines */
function standSo(order, lines) {
  let from = 0;
  return order.every((line) => (from = lines.indexOf(line, from) + 1) > 0);
}

/** How many lines two lists begin with alike. @param {string[]} one @param {string[]} other */
function common(one, other) {
  const end = Math.min(one.length, other.length);
  for (let i = 0; i < end; i++) if (one[i] !== other[i]) return i;
  return end;
}
