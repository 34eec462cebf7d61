// @ts-check
// The right orders as a list; the one that is chosen stands beside on a board of its own.

import { button, html } from "../../core/dom.js";
import { listOrders, runOrder } from "../../core/orders.js";
import { makeOrderBoard } from "./board.js";

const [MOST_LISTED, MOST_COUNTED] = [24, 1000];

/**
 * @param {{ game: import("./sentences.js").Game, scene: import("../../graph/draw.js").Scene, leaves: number[],
 *   boards: HTMLElement, signal: AbortSignal }} options
 */
export function makeOthers({ game: { plan, board, all, name }, scene, leaves, boards, signal }) {
  const found = listOrders(board, MOST_COUNTED);
  const many = found.length < MOST_COUNTED ? `All ${found.length}` : "Over a thousand";
  const words = found.length === 1 ? "The only right order" : `${many} right orders`;
  const toggle = button(words, () => unfold(Boolean(list.hidden)), signal, { name: "mv-link" });
  const list = html("div", "mv-order-list");
  /** @type {ReturnType<typeof makeOrderBoard> | null} */
  let beside = null;
  unfold(false);
  return { toggle, list, show };

  /** @param {boolean} ended whether they may be seen */
  function show(ended) {
    toggle.hidden = !ended;
    if (!ended && !list.hidden) unfold(false);
  }

  /** @param {boolean} open */
  function unfold(open) {
    list.hidden = !open;
    toggle.setAttribute("aria-expanded", String(open));
    remove();
    if (!open) return;
    const listed = found.slice(0, MOST_LISTED);
    const rows = listed.map((one) => {
      const row = button(one.map(name).join("  →  "), () => compare(one, row), signal, {
        name: "mv-link mv-order-other",
      });
      return row;
    });
    list.replaceChildren(...rows, ...(found.length > MOST_LISTED ? [html("p", "mv-quiet", "and more")] : []));
    compare(listed[0], rows[0]);
  }

  /** A right order on a second board, with what it comes to. @param {number[]} one @param {HTMLElement} row */
  function compare(one, row) {
    for (const other of list.children) other.removeAttribute("aria-current");
    row.setAttribute("aria-current", "true");
    remove();
    beside = makeOrderBoard({ plan, scene, label: "a right order", place: null, signal });
    boards.append(beside.part);
    beside.fit();
    beside.number(one, new Set(one), new Set());
    beside.write(runOrder(board, one).grads[all], [...board.operations, ...leaves]);
  }

  function remove() {
    beside?.land();
    beside?.part.remove();
    beside = null;
  }
}
