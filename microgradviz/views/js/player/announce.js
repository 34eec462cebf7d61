// @ts-check
// The note that stands while a large graph is on its way into the picture, and a way to have none of it.

import { button, html } from "../core/dom.js";

/**
 * Say what is about to be drawn, let it be seen, then draw; or not, if somebody cancels.
 * @param {HTMLElement} root
 * @param {number} count of values
 * @param {AbortSignal} signal
 * @param {() => void} draw
 */
export function announce(root, count, signal, draw) {
  const values = `${count.toLocaleString("en")} values`;
  const note = html("div", "mv-drawing");
  const words = html("p", "", `Drawing ${values}…`);
  words.setAttribute("role", "status");
  const press = button("Cancel", () => (waiting ? cancel() : begin()), signal);
  note.append(words, press);
  root.append(note);
  let waiting = true;
  window.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !waiting || !root.isConnected) return;
    event.stopImmediatePropagation();
    cancel();
  }, { capture: true, signal });
  begin();

  function begin() {
    waiting = true;
    words.textContent = `Drawing ${values}…`;
    press.textContent = "Cancel";
    // Two frames: the note stands before the page is busy, and what was pressed meanwhile is heard.
    requestAnimationFrame(() => window.setTimeout(() => {
      if (!waiting || signal.aborted) return;
      waiting = false;
      draw();
    }, PAUSE));
  }

  function cancel() {
    waiting = false;
    words.textContent = `Not drawn: ${values}.`;
    press.textContent = "Draw";
  }
}

const PAUSE = 60; // ms
