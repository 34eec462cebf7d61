// @ts-check
// A tile a sample: a ring in the colour of its target, filled with the colour of what the network says.

import { html } from "../../core/dom.js";
import { preciseText } from "../../core/words.js";
import { colourText } from "./colours.js";

const MOST = 16;

/**
 * @param {{ stage: import("./stage.js").Stage, open: (sample: number) => void, signal: AbortSignal }} options
 */
export function makeTiles({ stage, open, signal }) {
  const { data } = stage.run;
  const part = html("section", "mv-tiles");
  part.setAttribute("aria-label", "Samples");
  const head = html("p", "mv-training-head");
  const list = html("div", "mv-tiles-list");
  const tiles = Array.from({ length: Math.min(data.samples, MOST) }, (_, k) => makeTile(k));
  list.append(...tiles.map(({ tile }) => tile));
  part.append(head, list, html("p", "mv-quiet", "Ring: what it should be; filling: what the network says."));
  return { part, draw };

  /** @param {number} k */
  function makeTile(k) {
    const tile = html("button", "mv-tile");
    tile.type = "button";
    const names = data.columns <= 3 ? [...stage.row(k)].map((x) => preciseText(x, 2)).join(", ") : `#${k + 1}`;
    const [disc, says] = [html("span", "mv-tile-disc"), html("b", "")];
    tile.append(html("span", "mv-tile-name mv-quiet", names), disc, says);
    tile.addEventListener("click", () => open(k), { signal });
    return { tile, disc, says };
  }

  /** @param {import("../../core/training/history.js").Moment} moment */
  function draw(moment) {
    const colours = stage.palette();
    const said = stage.predictions(moment);
    head.textContent = `${data.samples > MOST ? `The first ${MOST} samples` : "Samples"}${stage.right(moment)}`;
    for (const [k, { tile, disc, says }] of tiles.entries()) {
      const [x, target] = [said[k], stage.wanted(k)];
      const ok = stage.isRight(x, target);
      disc.style.borderColor = colourText(stage.shade(target), colours);
      disc.style.backgroundColor = colourText(stage.shade(x), colours);
      disc.textContent = data.kind === "numbers" ? "" : ok ? "✓" : "×";
      says.textContent = preciseText(x, 2);
      const [told, ought] = [x, target].map((y) => preciseText(y, 2));
      tile.setAttribute("aria-label", `Sample ${k + 1}${inputsOf(k)}: ${told}, should be ${ought}`);
      tile.classList.toggle("is-right", ok);
    }
  }

  /** @param {number} k */
  function inputsOf(k) {
    const inputs = [...stage.row(k)].map((x, i) => `${data.names[i]} ${preciseText(x, 2)}`);
    return inputs.length <= 3 ? ` (${inputs.join(", ")})` : "";
  }
}
