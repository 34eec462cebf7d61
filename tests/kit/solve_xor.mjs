// Of each widget the step at which all four signs are right with errors below 0.5; −1 if that takes over 2,000 steps.

import { readFileSync } from "node:fs";
import { standIn } from "../../microgradviz/views/js/core/model.js";
import { openRuns } from "../../microgradviz/views/js/core/training/runs.js";

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(stepsToSolve)));

function stepsToSolve(values) {
  const [run] = openRuns(standIn(values), () => {}, new AbortController().signal);
  const { X, y } = run.data;
  const solved = () => run.network.predictAll(run.now.params, X).every((x, i) => Math.abs(x - y[i]) < 0.5);
  while (!solved() && run.now.step < 2000) run.advance(1);
  return solved() ? run.now.step : -1;
}
