// @ts-check
// All that is said of a step, or of the question in its place: the sentence, what went wrong, the panel, the table, and
// what Next will do.

import { hintOf } from "../core/sentences.js";
import { runHint, runSentence } from "./groups/runs.js";

/**
 * @param {{ plan: import("../core/steps.js").Plan, scene: import("../graph/draw.js").Scene,
 *   pace: ReturnType<typeof import("./groups/pace.js").makePace>,
 *   groups: ReturnType<typeof import("./groups/groups.js").makeGroups> | null,
 *   walk: ReturnType<typeof import("./walk.js").makeWalk>, predict: import("./predict/predict.js").Prediction,
 *   status: ReturnType<typeof import("./status.js").makeStatus>,
 *   controls: ReturnType<typeof import("./controls.js").makeControls>, isFirst: () => boolean,
 *   others: ((k: number) => void)[] }} options `isFirst` tells whether no round was before; the others hear of the step
 */
export function makeAccount({ plan, scene, pace, groups, walk, predict, status, controls, isFirst, others }) {
  let [question, sentence] = ["", ""]; // the question that is open; the sentence
  return { ask, retell, refresh };

  /** A question in place of the step's sentence; "" is none. @param {string} text */
  function ask(text) {
    question = text;
    retell();
  }

  /** @param {number} [ms] that the step's numbers travel, and its sentence grows with them */
  function retell(ms = 0) {
    const at = walk.at();
    if (at < 0) return;
    const { run } = pace.seen(at);
    const seen = run && scene.parts && groups
      ? runSentence(plan, scene, scene.parts, run, at, groups.state())
      : undefined;
    sentence = status.show(at, question, seen, ms);
    for (const show of others) show(at);
    refresh();
  }

  function refresh() {
    const at = walk.at();
    if (at < 0) return;
    const { run } = pace.seen(Math.min(at + 1, plan.total));
    const what = question ? "your answer first"
      : run && scene.parts && at < plan.total ? runHint(plan, scene.parts, run) : hintOf(plan, scene, at);
    const [k, turn] = [at, plan.operations + 1].map((i) => pace.seen(i).number);
    const [first, playing] = [k <= 0 && isFirst(), walk.running()];
    const asking = Boolean(question);
    const where = pace.words(at);
    controls.show({ k, total: pace.last(), turn, first, playing, what, says: sentence, where, asking });
  }
}
