// @ts-check
// A run that is watched: what stands on its screen, and what moves it.

import { openRuns } from "../core/training/runs.js";
import { button, html } from "../core/dom.js";
import { openWidget } from "../kit/widget.js";

/** @param {import("../core/model.js").Given} given */
function render(given) {
  const { root, signal, close } = openWidget(given, { name: "mv-training", label: "A run of training" });
  const status = html("p", "mv-training-status");
  const [run] = openRuns(given.model, draw, signal);
  root.append(status, button("Step", () => run.advance(1), signal));
  draw();
  return close;

  function draw() {
    status.textContent = `Step ${run.now.step}: loss ${run.now.loss}`;
  }
}

export default { render };
