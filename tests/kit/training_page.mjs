// A page of a training widget without a browser: its runs, and a kernel behind standard input and output. A line that
// comes is the next act of a test, or the kernel's answer; one that goes is for the kernel, or what an act gave.

import { createInterface } from "node:readline";
import { standIn } from "../../microgradviz/views/js/core/model.js";
import { firstDifference } from "../../microgradviz/views/js/core/training/compare.js";
import { DEAD_STEPS, diagnose, factors } from "../../microgradviz/views/js/core/training/diagnoses.js";
import { openRuns } from "../../microgradviz/views/js/core/training/runs.js";
import { soleNeuron } from "../../microgradviz/views/js/instruments/training/line.js";
import { wiringOf } from "../../microgradviz/views/js/instruments/training/wiring.js";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (what) => process.stdout.write(`${JSON.stringify(what, tagged)}\n`);
const values = JSON.parse((await lines.next()).value);
const model = standIn(values);
const heard = [];
if (values.kernel) model.send = (message) => say({ send: message });
model.on = (event, listener) => event === "msg:custom" && heard.push(listener);
model.off = () => {};
const runs = openRuns(model, () => {}, new AbortController().signal);

const acts = {
  advance: (run, steps, ms) => run.advance(steps, ms),
  now: (run) => plain(run.now),
  look: (run) => ({ state: run.state, says: run.says, fixed: run.fixed, rate: run.rate, start: run.start }),
  columns: (run) => [...run.history.columns().losses],
  heldOut: (run) => [...run.history.columns().heldOut],
  kept: (run) => run.history.moments.map(({ step }) => step),
  ghosts: (run) => run.history.ghosts.map(({ from, steps }) => [from, steps.length]),
  firstNaN: (run) => run.history.firstNaN,
  moment: (run, step) => plain(run.moment(step)),
  gradientsAt: (run, step) => listed(run.gradientsAt(run.moment(step))),
  updateAt: (run, step) => listed(run.updateAt(run.moment(step))),
  gradients: (run, params) => {
    const { loss, grad } = run.network.gradients(params, run.data.X, run.data.y);
    return { loss, grad: [...grad] };
  },
  predict: (run, params) => [...run.network.predictAll(params, run.data.X)],
  open: async (run, step, sample) => {
    const { trace, update } = await run.openMoment(run.moment(step), sample);
    return { trace, update };
  },
  reset: (run, k) => run.reset(k),
  branch: (run, step) => run.branch(step),
  place: (run, params) => run.place(Float64Array.from(params)),
  setRate: (run, rate) => run.setRate(rate),
  stop: (run) => run.stop(),
  saved: () => model.get("saved"),
  diagnose: (run) => {
    const { network, data, now } = run;
    const flowOf = ({ params }, X, y) => (X.length ? network.flow(params, X, y) : null);
    const both = (moment) => ({
      step: moment.step, flow: flowOf(moment, data.X, data.y), held: flowOf(moment, data.heldX, data.heldY),
    });
    const past = run.history.moments.filter(({ step }) => step >= now.step - 2 * DEAD_STEPS).map(both);
    return diagnose(network, flowOf(now, data.X, data.y), { ...both(now), past });
  },
  factors: (run) => factors(run.network.flow(run.now.params, run.data.X, run.data.y)),
  difference: () => firstDifference(runs[0], runs[1]),
  line: ({ network, data }) => soleNeuron(wiringOf(network, data.names), data),
  has: (run) => Boolean(run.network),
};

for await (const line of lines) {
  const told = JSON.parse(line);
  if (told.act) {
    const [name, ...given] = told.act;
    Promise.resolve().then(() => acts[name](runs[told.run ?? 0], ...given))
      .then((result) => say({ result: result ?? null }), (error) => say({ error: String(error.message) }));
  } else {
    const buffers = told.buffers.map((text) => Uint8Array.from(atob(text), (x) => x.charCodeAt(0)).buffer);
    for (const listener of heard) listener(told.message, buffers);
  }
}

function plain({ step, loss, heldOut, params, rate, grads, unknown = false }) {
  return { step, loss, heldOut, params: [...params], rate, grads: listed(grads), unknown };
}

function listed(column) {
  return column ? [...column] : null;
}

function tagged(_, x) {
  return typeof x === "number" && !Number.isFinite(x) ? { number: String(x) } : x;
}
