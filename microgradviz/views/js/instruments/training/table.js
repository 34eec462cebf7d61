// @ts-check
// The moment as a table: every parameter with its gradient and its update, for those who would rather read or hear it.

import { numberText } from "../../core/words.js";
import { cell, makeTable, makeTableToggle, row } from "../../kit/table.js";

const MOST = 400; // rows

/**
 * @param {import("./stage.js").Stage[]} stages
 * @param {AbortSignal} signal
 */
export function makeParameterTable(stages, signal) {
  const table = makeTable({
    label: "Table of parameters", region: "Every parameter, its gradient and its update",
    heads: ["Parameter", "Value", "Gradient", "Next step adds"],
  });
  /** @type {import("../../core/training/history.js").Moment[]} */
  let now = [];
  const toggle = makeTableToggle(table.part, () => write(), signal);
  return { part: table.part, toggle, show };

  /** @param {import("../../core/training/history.js").Moment[]} moments */
  function show(moments) {
    now = moments;
    if (!table.part.hidden) write();
  }

  function write() {
    table.caption.textContent = now.map(({ step, loss }, k) =>
      `${stages[k].name && `${stages[k].name}, `}step ${step}, loss ${numberText(loss)}`).join("; ");
    table.body.replaceChildren(...stages.flatMap(({ run, name: whose }, k) => {
      const [grads, added] = [run.gradientsAt(now[k]), run.updateAt(now[k])];
      const names = run.about.parameters.slice(0, MOST);
      return names.map((/** @type {string} */ name, /** @type {number} */ i) => row([
        cell("th", `${whose} ${name}`.trim(), "row"),
        ...[now[k].params[i], grads?.[i], added?.[i]].map((x) => cell("td", numberText(x ?? null))),
      ]));
    }));
  }
}
