// @ts-check
// A graph of what an instrument shows, in the player, in the instrument's own place; and the way back.

import { button, html } from "../core/dom.js";
import { standIn } from "../core/model.js";
import { listenForKeys } from "./keys.js";

/**
 * @param {{ root: HTMLElement, main: HTMLElement, player: { render: (given: import("../core/model.js").Given) =>
 *   () => void }, press: (key: string, target: HTMLElement) => unknown, words: string, closed: () => void,
 *   signal: AbortSignal }} options `main` is hidden meanwhile; `press` hears of the keys, which are the player's
 *   meanwhile; `words` stand on the button back
 */
export function makeOpened({ root, main, player, press, words, closed, signal }) {
  const part = html("div", "mv-opened");
  part.hidden = true;
  let keys = listenToKeys();
  return { part, show };

  function listenToKeys() {
    const stop = new AbortController();
    listenForKeys(root, press, AbortSignal.any([signal, stop.signal]));
    return stop;
  }

  /** @param {Record<string, any>} values what the player is given @param {string} what @param {string} note */
  function show(values, what, note) {
    const [bar, el] = [html("div", "mv-back"), html("div", "")];
    keys.abort();
    const leave = player.render({ model: standIn(values), el });
    signal.addEventListener("abort", leave);
    const back = button(words, () => {
      leave();
      keys = listenToKeys();
      part.replaceChildren();
      [part.hidden, main.hidden] = [true, false];
      closed();
    }, signal, { name: "mv-button mv-primary" });
    bar.append(back, html("b", "", what), html("span", "mv-quiet", note));
    part.replaceChildren(bar, el);
    [part.hidden, main.hidden] = [false, true];
    back.focus({ preventScroll: true });
  }
}
