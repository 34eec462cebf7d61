// @ts-check
// What may be said of a moment, on request, with the definition of each word.

import { html } from "../../core/dom.js";
import { DEAD_STEPS, DEFINITIONS, diagnose } from "../../core/training/diagnoses.js";
import { makeTableToggle } from "../../kit/table.js";

/** @typedef {import("../../core/training/history.js").Moment} Moment */
/** @typedef {import("./stage.js").Stage} Stage */

/** @param {Stage[]} stages @param {AbortSignal} signal */
export function makeFindings(stages, signal) {
  const part = html("section", "mv-findings");
  part.setAttribute("aria-label", "Diagnosis");
  part.hidden = true;
  /** @type {Moment[]} */
  let now = [];
  const toggle = makeTableToggle(part, () => write(), signal);
  toggle.firstChild?.replaceWith("Diagnose");
  return { part, toggle, show };

  /** @param {Moment[]} moments @param {boolean} playing */
  function show(moments, playing) {
    now = moments;
    if (!part.hidden && !playing) write();
  }

  function write() {
    part.replaceChildren(...stages.flatMap((stage, k) => listOf(stage, now[k])));
    part.append(...Object.entries(DEFINITIONS).map(([kind, text]) => html("p", "mv-quiet", `${kind}: ${text}`)));
  }
}

/** @param {Stage} stage @param {Moment} moment */
function listOf({ run: { network, data, history }, name }, moment) {
  const title = html("p", "mv-training-head", `${name ? `${name}, ` : ""}step ${moment.step}`);
  if (!network) return [title, html("p", "", "The page does not know the network, and says nothing of it.")];
  const flowAt = (/** @type {Moment} */ { params }) => ({
    flow: network.flow(params, data.X, data.y), held: data.held ? network.flow(params, data.heldX, data.heldY) : null,
  });
  const { flow, held } = flowAt(moment);
  const kept = network.trace.op.includes("relu") ? history.moments : [];
  const past = kept.filter(({ step }) => step < moment.step && step >= moment.step - 2 * DEAD_STEPS)
    .map((one) => ({ step: one.step, ...flowAt(one) }));
  const found = diagnose(network, flow, { held, past, step: moment.step });
  const list = html("ul", "");
  for (const { text } of found) list.append(html("li", "", text));
  return [title, found.length ? list : html("p", "", "None of these words holds.")];
}
