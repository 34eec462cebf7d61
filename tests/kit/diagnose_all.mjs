// What is said of many runs after some steps: reads [{ widget, steps }, …] and writes for each the diagnoses, and the
// parameters of the moments that they were made from.

import { readFileSync } from "node:fs";
import { standIn } from "../../microgradviz/views/js/core/model.js";
import { DEAD_STEPS, diagnose } from "../../microgradviz/views/js/core/training/diagnoses.js";
import { openRuns } from "../../microgradviz/views/js/core/training/runs.js";

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(diagnosed)));

function diagnosed({ widget, steps }) {
  const [run] = openRuns(standIn(widget), () => {}, new AbortController().signal);
  run.advance(steps);
  const { network, data, now } = run;
  const flowOf = ({ params }, X, y) => (X.length ? network.flow(params, X, y) : null);
  const seen = (moment) => ({
    step: moment.step, flow: flowOf(moment, data.X, data.y), held: flowOf(moment, data.heldX, data.heldY),
  });
  const past = run.history.moments.filter(({ step }) => step >= now.step - 2 * DEAD_STEPS);
  const found = diagnose(network, seen(now).flow, { ...seen(now), past: past.map(seen) });
  return { found, moments: past.map(({ step, params }) => ({ step, params: [...params] })) };
}
