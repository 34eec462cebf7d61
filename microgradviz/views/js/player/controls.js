// @ts-check
// The controls: a few real buttons, and the rest under More.

import { button, disable, html } from "../core/dom.js";
import { makeSlider } from "../kit/slider.js";

const SECONDS = [10, 20, 40]; // that a play takes
const USUAL = 20;

/**
 * @typedef {{ next: () => void, previous: () => void, restart: () => void, backward: () => void, toggle: () => void,
 *   seek: (k: number) => void, round: () => void }} Actions
 */

/**
 * @param {{ hasBackward: boolean, updates: boolean, open: boolean, actions: Actions,
 *   unfolded: (shown: boolean) => void,
 *   signal: AbortSignal }} options
 */
export function makeControls({ hasBackward, updates, open, actions, unfolded, signal }) {
  const bar = html("div", "mv-controls");
  const next = button("Next", actions.next, signal, { name: "mv-button mv-primary" });
  const hint = html("span", "mv-hint");
  const previous = button("Previous", actions.previous, signal);
  const restart = button("Restart", actions.restart, signal);
  const backward = button("Go to backward pass", actions.backward, signal);
  const round = button("Next update", actions.round, signal);
  round.setAttribute("aria-description", "the rest of this update at once, and forward again");
  const more = button("More", () => unfold(more.getAttribute("aria-expanded") !== "true"), signal, {
    name: "mv-button mv-more",
  });
  const play = button("Play", actions.toggle, signal, { name: "mv-button mv-play" });
  bar.append(
    next, play, hint, previous, restart, ...(hasBackward ? [backward] : []), ...(updates ? [round] : []), more,
  );

  const extra = html("div", "mv-extra");
  const speed = html("select", "mv-select");
  speed.setAttribute("aria-label", "Speed");
  for (const x of SECONDS) {
    const option = html("option", "", `all in ${x} s`);
    option.value = String(x);
    option.selected = x === USUAL;
    speed.append(option);
  }
  const slider = makeSlider({ label: "Step", moved: actions.seek, signal });
  extra.append(speed, slider.input);
  unfold(open);
  return { bar, extra, next, show, seconds: () => Number(speed.value) };

  /** @param {boolean} shown */
  function unfold(shown) {
    more.setAttribute("aria-expanded", String(shown));
    extra.hidden = !shown;
    unfolded(shown);
  }

  /**
   * @param {{ k: number, total: number, turn: number, first: boolean, playing: boolean, what: string, says: string,
   *   where: string, asking: boolean }} now the step and the last one, that which begins the backward pass, whether
   *   nothing was before, what Next will do, the sentence of the step, where it stands, and whether an answer comes
   *   first
   */
  function show({ k, total, turn, first, playing, what, says, where, asking }) {
    next.classList.toggle("mv-primary", !asking);
    disable(next, k >= total && !updates);
    disable(previous, first);
    disable(restart, first);
    disable(backward, k === turn);
    disable(play, total === 0);
    hint.textContent = what;
    if (what) next.setAttribute("aria-description", what);
    else next.removeAttribute("aria-description");
    play.textContent = playing ? "Pause" : "Play";
    slider.show(k, `${where.toLowerCase()}: ${says}`, [0, total]);
    slider.input.style.setProperty("--mv-done", total ? `${(100 * k) / total}%` : "0%");
  }
}
