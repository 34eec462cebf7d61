// Two views of one widget and a kernel that answers late: what was asked, where both are, and when one was silent.

import { readFileSync } from "node:fs";
import { mock } from "node:test";
import { standIn } from "../../microgradviz/views/js/core/model.js";
import { openRuns } from "../../microgradviz/views/js/core/training/runs.js";

mock.timers.enable({ apis: ["setTimeout"] });
const values = JSON.parse(readFileSync(0, "utf8"));
values.runs[0].runner = "kernel";
const [asked, heard] = [[], []];
const model = Object.assign(standIn(values), {
  send: (message) => asked.push(message),
  on: (event, listener) => event === "msg:custom" && heard.push(listener),
  off: () => {},
});
const [one, two] = [0, 1].map(() => openRuns(model, () => {}, new AbortController().signal)[0]);
const params = one.now.params;
const bytes = (column) => Float64Array.from(column).buffer;
answer({ step: 0 }, []);
answer({ step: 0 }, []);
one.advance(3);
const silent = [one.state === "silent"];
mock.timers.tick(11_000);
silent.push(one.state === "silent");
const names = asked.map(({ do: name }) => name);
answer({ step: 3, moment: { step: 2, loss: 0.5 } }, [0.7, 0.6, 0.5]);
silent.push(one.state === "silent");
console.log(JSON.stringify({ asked: names, steps: [one.now.step, two.now.step], silent }));

function answer(told, losses) {
  const { ask, do: name } = asked.shift();
  const message = { answer: ask, run: 0, do: name, from: 0, state: "ready", says: "", rate: 0.1, moment: null, ...told };
  const columns = [bytes(losses), bytes(params), ...(told.moment ? [bytes(params), bytes(params)] : [])];
  for (const listener of heard) listener(message, columns);
}
