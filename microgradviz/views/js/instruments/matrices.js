// @ts-check
// A layer as matrices: a number under the pointer shows the scalars behind it, and any output opens in the player.

import { button, disable, html } from "../core/dom.js";
import { decode, numberText } from "../core/words.js";
import { makeOpened } from "../kit/opened.js";
import { makePresent } from "../kit/present.js";
import { openWidget } from "../kit/widget.js";
import player from "../player/index.js";
import { cellAt, codeOf, findSpot, idOf, linesOf, meantOf, nameOf, numberOf } from "./matrices/cells.js";
import { makeBackward, makeForward } from "./matrices/equations.js";

/** @typedef {import("./matrices/cells.js").Spot} Spot */

/** @param {import("../core/model.js").Given} given */
function render(given) {
  const { model } = given;
  const { root, signal, hear, save, close } = openWidget(given, { name: "mv-matrices", label: "A layer as matrices" });
  const tables = /** @type {import("./matrices/cells.js").Tables} */ (model.get("tables"));
  const ways = { forward: makeForward(tables), backward: makeBackward(tables) };
  const main = html("div", "mv-matrices-main");
  const choices = [makeChoice("Forward", "forward"), makeChoice("Backward", "backward")];
  const present = makePresent({ root, save, fit: draw, signal });
  const detail = html("div", "mv-matrices-detail");
  const [title, list, meant] = [html("p", "mv-matrices-title"), html("ol", "mv-matrices-lines"), html("p", "mv-alarm")];
  const next = button("", addNext, signal);
  const open = button("", openPlayer, signal, { name: "mv-button mv-primary" });
  const opened = makeOpened({
    root, main, player, press, words: "Back to the matrices", signal,
    closed: () => (draw(), open.focus({ preventScroll: true })),
  });
  /** @type {Spot | null} */
  let under = null; // the pointer
  let landed = Infinity; // contributions that are added; all of them, unless they are added one by one
  place();
  listen();
  draw();
  return close;

  function place() {
    const [bar, tools] = [html("div", "mv-matrices-bar"), html("div", "mv-matrices-bar mv-matrices-tools")];
    tools.append(present.enter, present.exit);
    bar.append(...choices, tools);
    const slip = html("p", "mv-alarm", model.get("slip"));
    slip.hidden = !model.get("slip");
    const told = html("div", "");
    told.setAttribute("role", "status");
    told.append(title, list, meant);
    const acts = html("div", "mv-matrices-bar");
    acts.append(next, open);
    detail.append(told, acts);
    main.append(bar, slip, ways.forward.part, ways.backward.part, detail);
    root.append(main, opened.part);
  }

  function listen() {
    const spotOf = (/** @type {Event} */ event) => {
      const cell = /** @type {HTMLElement} */ (event.target).closest("[data-cell]");
      const [key, r, c] = (cell?.getAttribute("data-cell") ?? "").replace(/^d/, "").split(":");
      const grad = cell?.getAttribute("data-cell")?.startsWith("d") ?? false;
      return cell ? /** @type {Spot} */ ({ place: [key, Number(r), Number(c)], grad }) : null;
    };
    const look = (/** @type {PointerEvent} */ event) => {
      const found = event.pointerType === "mouse" && landed === Infinity ? spotOf(event) : null;
      if (!found && detail.contains(/** @type {Node} */ (event.target))) return;
      under = found;
      draw();
    };
    const take = (/** @type {Event} */ event) => {
      const found = spotOf(event);
      if (!found || (idOf(found) === idOf(chosen()) && !under)) return;
      [under, landed] = [null, Infinity];
      save("cell", codeOf(tables, found));
      draw();
    };
    main.addEventListener("pointerover", look, { signal });
    main.addEventListener("pointerleave", () => under && ((under = null), draw()), { signal });
    main.addEventListener("focusin", take, { signal });
    main.addEventListener("click", take, { signal });
    hear(["way", "cell"], draw);
    hear(["size"], () => present.show(model.get("size")));
    present.show(model.get("size") ?? "fit");
  }

  /** @param {string} key @param {HTMLElement} target */
  function press(key, target) {
    if (key === "Escape") return present.leave();
    return ways[way()].grids.some((grid) => grid.step(target, key));
  }

  /** @returns {"forward" | "backward"} */
  function way() {
    return model.get("way") === "backward" ? "backward" : "forward";
  }

  /** @returns {Spot} */
  function chosen() {
    return findSpot(tables, model.get("cell")) ?? { place: ["y", 0, 0], grad: false };
  }

  /** @param {string} text @param {"forward" | "backward"} to */
  function makeChoice(text, to) {
    const choice = button(text, () => {
      [under, landed] = [null, Infinity];
      const { place } = chosen();
      const grad = to === "backward";
      save("cell", codeOf(tables, { place: place[0] === "z" ? ["y", 0, 0] : place, grad }));
      save("way", to);
      draw();
    }, signal);
    choice.dataset.way = to;
    return choice;
  }

  /** One contribution more. */
  function addNext() {
    const last = cellAt(tables, chosen().place).shares.length;
    landed = landed === Infinity ? 0 : landed + 1;
    if (landed > last) landed = 0;
    draw();
  }

  function openPlayer() {
    const { place } = under ?? chosen();
    const [, r, c] = place;
    const what = `${nameOf(tables, { place, grad: false })} as scalars`;
    opened.show(structuredClone(model.get("plays")[r][c]), what, "Gradients here are the share of this output alone.");
  }

  // ---- what is seen

  function draw() {
    if (main.hidden) return; // an output is open
    const spot = under ?? chosen();
    const lines = linesOf(tables, spot);
    for (const choice of choices) choice.setAttribute("aria-pressed", String(choice.dataset.way === way()));
    for (const [name, { part }] of Object.entries(ways)) part.hidden = name !== way();
    const adding = spot.grad && landed < Infinity;
    const seen = adding ? lines.slice(0, landed) : lines;
    const { shares } = cellAt(tables, spot.place);
    const number = !adding ? numberOf(tables, spot)
      : numberText(decode(landed ? shares[landed - 1].after : shares[0].before));
    for (const grid of ways[way()].grids) grid.write(idOf(spot), number);
    mark(spot, seen, adding ? landed - 1 : -1);
    title.textContent = `${nameOf(tables, spot)} = ${number}`;
    list.replaceChildren(...seen.map(({ words, comes, sum }) => {
      const line = html("li", "");
      line.append(html("span", "mv-quiet", words), html("span", "", comes), html("b", "", spot.grad ? sum : ""));
      return line;
    }));
    const other = meantOf(tables, spot);
    meant.textContent = other && `Meant is ${other}.`;
    meant.hidden = !other;
    next.hidden = !spot.grad || shares.length < 2;
    next.textContent = !adding ? "One by one" : landed < shares.length ? "Next: add one more" : "Once more";
    open.hidden = spot.place[0] !== "y";
    open.textContent = `Open ${nameOf(tables, { place: spot.place, grad: false })} in the player`;
    disable(open, adding);
  }

  /**
   * What belongs to a number is lit, and most of all what is added now.
   * @param {Spot} spot
   * @param {import("./matrices/cells.js").Line[]} lines
   * @param {number} now the line that is added
   */
  function mark(spot, lines, now) {
    const lit = new Set(lines.flatMap((line) => line.lit.map(idOf)));
    const latest = new Set((lines[now]?.lit ?? []).map(idOf));
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll("[data-cell]"))) {
      const id = cell.dataset.cell ?? "";
      cell.classList.toggle("is-chosen", id === idOf(spot));
      cell.classList.toggle("is-lit", lit.has(id));
      cell.classList.toggle("is-now", latest.has(id));
      const [key, r, c] = id.split(":");
      cell.classList.toggle("is-wrong", key === "y" && tables.y.cells[Number(r)][Number(c)].meant !== undefined);
    }
  }
}

export default { render };
