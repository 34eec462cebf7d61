// @ts-check
// Training, apart from the page, which stays free to answer: Python records the graph of a name once, then its scalars
// are worked out name after name, here.

import { loadPython } from "../play/load_python.js";
import { makeTraining } from "./training.js";

const TURN = 40; // ms of training until the page's questions are heard
const [SAMPLED, LOOKS] = [5, [10, 20, 50]]; // names made up each time, and when at first; later every hundred
const CALM = 0.5; // their temperature: lower ones stay closer to what is common

const python = loadPython(new URL("python.zip", import.meta.url));
python.then(() => postMessage({ stage: "python" }), broken);

/** @type {ReturnType<typeof makeRun> | null} */
let run = null;

onmessage = async ({ data: { ask, ...given } }) => {
  try {
    if (ask === "begin") await begin(given.seed);
    else if (ask === "train") run?.train();
    else if (ask === "pause") run?.pause();
    else if (ask === "expect") run?.tellExpected(given.text);
    else if (ask === "sample") run?.tellSamples(given.temperature);
  } catch (error) {
    broken(error);
  }
};

/** @param {any} error */
function broken(error) {
  postMessage({ broken: String(error?.message ?? error) });
}

/** @param {number} seed */
async function begin(seed) {
  run?.pause();
  const pyodide = await python;
  const prepare = pyodide.runPython("from prepare import prepare; prepare");
  const told = JSON.parse(prepare(seed));
  prepare.destroy();
  run = makeRun(told);
}

/** @param {import("./training.js").Told} told */
function makeRun(told) {
  const { graph, names, unseen, counted } = told;
  const training = makeTraining(told);
  let [runs, seconds] = [false, 0];
  postMessage({ samples: training.makeUp(SAMPLED, CALM), step: 0 });
  postMessage({ stage: "graph", values: graph.op.length, parameters: graph.params.length, names: names.length });
  return { train, pause, tellExpected, tellSamples };

  function train() {
    if (runs) return;
    runs = true;
    turn();
  }

  function pause() {
    runs = false;
  }

  function turn() {
    if (!runs) return;
    const began = performance.now();
    /** @type {number[]} */
    const losses = [];
    let looks = false;
    while (training.learned < names.length && !looks && performance.now() - began < TURN) {
      losses.push(training.learn());
      looks = LOOKS.includes(training.learned) || training.learned % 100 === 0;
    }
    seconds += (performance.now() - began) / 1000;
    postMessage({ losses, step: training.learned, seconds });
    if (looks) postMessage({ samples: training.makeUp(SAMPLED, CALM), step: training.learned });
    if (training.learned < names.length) setTimeout(turn);
    else {
      runs = false;
      postMessage({ unseen: training.lossOfUnseen(), counted, names: unseen.length });
    }
  }

  /** @param {string} text */
  function tellExpected(text) {
    postMessage({ expected: training.expected(text), text, step: training.learned });
  }

  /** @param {number} temperature */
  function tellSamples(temperature) {
    postMessage({ samples: training.makeUp(SAMPLED, temperature), step: training.learned, asked: true });
  }
}
