// @ts-check
// What a run is steered with: Play and Stop, Step, Reset, a new start, the speed, the rate.

import { button, disable, html } from "../../core/dom.js";
import { preciseText } from "../../core/words.js";
import { makeSlider } from "../../kit/slider.js";

/** @typedef {import("../../core/training/runs.js").Run} Run */

export const SPEEDS = [0.4, 2, 10, 30, 60, 150, 500, 2000, Infinity]; // steps a second
const USUAL = 3;
const RATES = Array.from({ length: 81 }, (_, k) => Number((10 ** (k / 20 - 3)).toPrecision(2))); // 0.001 … 10

/**
 * @param {{ runs: Run[], names: string[], actions: { toggle: () => void, step: () => void, reset: () => void,
 *   renew: () => void, rate: (run: number, rate: number) => void }, signal: AbortSignal }} options
 */
export function makeControls({ runs, names, actions, signal }) {
  const part = html("div", "mv-training-row");
  const play = button("Play", actions.toggle, signal, { name: "mv-button mv-primary" });
  const step = button("Step", actions.step, signal);
  const reset = button("Reset", actions.reset, signal);
  const renew = button("New start", actions.renew, signal);
  const seed = html("span", "mv-quiet");
  let speed = USUAL;
  const pace = makeLabelled("Speed", (k) => {
    speed = k;
    show(false);
  });
  const rates = runs.map((_, k) => makeLabelled(`Rate ${names[k]}`.trim(), (at) => actions.rate(k, RATES[at])));
  const why = html("p", "mv-quiet", runs.find(({ fixed }) => fixed)?.fixed ?? "");
  part.append(play, step, reset, renew, seed, pace.part, ...rates.map((rate) => rate.part), why);
  return { part, play, show, speed: () => SPEEDS[speed] };

  /** @param {string} label @param {(x: number) => void} moved */
  function makeLabelled(label, moved) {
    const { input, show: put } = makeSlider({ label, moved, signal });
    const [whole, told] = [html("label", "mv-training-slider"), html("span", "mv-training-told")];
    whole.append(html("span", "", label), input, told);
    return {
      part: whole, input,
      /** @param {number} at @param {string} words @param {number} most */
      show: (at, words, most) => {
        put(at, words, [0, most]);
        told.textContent = words;
      },
    };
  }

  /** @param {boolean} playing */
  function show(playing) {
    const alone = runs.every(({ state }) => state === "alone");
    play.textContent = playing ? "Stop" : "Play";
    disable(play, alone);
    disable(step, playing || alone);
    disable(reset, alone);
    why.hidden = !why.textContent || runs.some(({ says }) => says === why.textContent);
    renew.hidden = runs.every(({ about }) => about.starts.length < 2);
    const { seed: now } = runs[0].start;
    seed.textContent = now === null ? "" : `seed ${now}`;
    pace.show(speed, speedText(SPEEDS[speed]), SPEEDS.length - 1);
    for (const [k, rate] of rates.entries()) {
      rate.part.hidden = !runs[k].loop;
      rate.input.disabled = Boolean(runs[k].fixed);
      if (runs[k].loop) rate.show(nearestRate(runs[k].rate), preciseText(runs[k].rate, 2), RATES.length - 1);
    }
  }
}

/** @param {number} steps a second */
function speedText(steps) {
  return steps < 1 ? "slow motion" : steps === Infinity ? "all it can" : `${steps} steps/s`;
}

/** @param {number} rate */
function nearestRate(rate) {
  const far = RATES.map((x) => Math.abs(Math.log(x / rate)));
  return far.indexOf(Math.min(...far));
}
