// @ts-check
// The page of the GPT: what its worker tells is shown, and asked for.

import { html } from "../../microgradviz/views/js/core/dom.js";
import { numberText } from "../../microgradviz/views/js/core/words.js";
import { makeStrip } from "../../microgradviz/views/js/kit/strip.js";

const WINDOW = 20; // names whose losses become one point of the curve: single names jump
const SHOWN = 8; // letters with a bar
const LETTERS = ".abcdefghijklmnopqrstuvwxyz";
const RECORDING = "Python records the graph of a name: tens of thousands of scalars.";

open();

function open() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const [train, anew, more] = ["train", "anew", "more"].map(find);
  const [seed, text, temperature] = ["seed", "text", "temperature"].map((id) => /** @type {HTMLInputElement} */ (find(id)));
  const progress = /** @type {HTMLProgressElement} */ (find("progress"));
  const strip = makeStrip({ label: "Look back", choose: lookBack, signal: new AbortController().signal });
  find("strip").append(strip.part);
  let [state, many, step, seconds] = ["loading", 1000, 0, 0];
  /** @type {number[]} */
  let losses = [];
  /** @type {Map<number, string[]>} the names made up, by the number of names learned */
  let made = new Map();
  /** @type {number | null} the point of the curve that is looked at, null for the newest */
  let looked = null;

  seed.value = seedOf(location.hash);
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = (event) => heard({ broken: event.message || "its code did not come" });
  train.addEventListener("click", toggle);
  anew.addEventListener("click", () => state !== "loading" && begin());
  seed.addEventListener("change", () => state !== "loading" && begin());
  text.addEventListener("input", askExpected);
  temperature.addEventListener("input", () => {
    find("warmth").textContent = temperature.value;
  });
  more.addEventListener("click", () => isThere() && worker.postMessage({ ask: "sample", temperature: Number(temperature.value) }));
  window.addEventListener("hashchange", () => {
    if (seedOf(location.hash) === seed.value || state === "loading") return;
    seed.value = seedOf(location.hash);
    begin();
  });

  /** @param {any} data */
  function heard(data) {
    if (data.broken !== undefined) {
      state = "broken";
      say(`The GPT could not be made here (${data.broken}). Load the page again; if that does not help, a part of the site is missing.`, true);
    } else if (data.stage === "python") begin();
    else if (data.stage === "graph") arrived(data);
    else if (data.losses) learned(data);
    else if (data.unseen) finished(data);
    else if (data.samples) shown(data);
    else if (data.expected) drawBars(data);
    enable();
  }

  function begin() {
    seed.value = seedOf(`#seed=${seed.value}`);
    history.replaceState(null, "", `#seed=${seed.value}`);
    [state, step, seconds, losses, made, looked] = ["loading", 0, 0, [], new Map(), null];
    find("strip").hidden = find("end").hidden = true;
    find("made").replaceChildren();
    say(RECORDING);
    count();
    worker.postMessage({ ask: "begin", seed: Number(seed.value) });
  }

  /** @param {{ values: number, parameters: number, names: number }} told */
  function arrived({ values, parameters, names }) {
    [state, many] = ["ready", names];
    say(`${values.toLocaleString("en")} scalars, ${parameters.toLocaleString("en")} of them parameters, with random weights. Below are names that it makes up now. Press Train.`);
    askExpected();
  }

  function toggle() {
    if (!isThere() || step === many) return;
    state = state === "training" ? "ready" : "training";
    worker.postMessage({ ask: state === "training" ? "train" : "pause" });
    if (state === "training") say("");
    enable();
  }

  /** @param {{ losses: number[], step: number, seconds: number }} told */
  function learned(told) {
    losses.push(...told.losses);
    [step, seconds] = [told.step, told.seconds];
    count();
    drawStrip();
  }

  /** @param {{ unseen: number, counted: number, names: number }} told */
  function finished({ unseen, counted, names }) {
    state = "ready";
    const last = mean(losses.slice(-100));
    say(`It has read ${many.toLocaleString("en")} names. The mean loss of the last hundred is ${numberText(last)}; at the beginning it was ${numberText(mean(losses.slice(0, WINDOW)))}.`);
    find("result").textContent = `On ${names} names that it has never seen, its mean loss is ${numberText(unseen)}. Whoever counts, in the same ${many.toLocaleString("en")} names, which letter follows which, and guesses by that, gets ${numberText(counted)} on them. So it ${unseen < counted ? "has learned more than which letter follows which" : "is no better than counting"}.`;
    find("end").hidden = false;
    askExpected();
  }

  /** @param {{ samples: string[], step: number, asked?: boolean }} told */
  function shown({ samples, step: at, asked }) {
    made.set(at, samples);
    if (looked === null || asked) showNames(at);
    if (!asked) askExpected();
    if (asked) looked = null;
  }

  /** @param {number} at */
  function showNames(at) {
    const names = made.get(at) ?? [];
    find("made-title").textContent = at ? `Names that it makes up after ${at.toLocaleString("en")} names` : "Names that it makes up before it has learned";
    find("made").replaceChildren(...names.map((name) => html("li", "", name || "(nothing)")));
  }

  /** Back to a point of the curve, with the names made up by then. @param {number} place */
  function lookBack(place) {
    looked = place === means().length - 1 ? null : place;
    drawStrip();
    const known = [...made.keys()].filter((at) => at <= (looked === null ? step : (place + 1) * WINDOW));
    showNames(Math.max(...known));
  }

  function means() {
    return Array.from({ length: Math.floor(losses.length / WINDOW) }, (_, k) => mean(losses.slice(k * WINDOW, (k + 1) * WINDOW)));
  }

  function drawStrip() {
    const heights = means();
    find("strip").hidden = heights.length < 2;
    if (heights.length < 2) return;
    const place = looked ?? heights.length - 1;
    const [to, from] = [(place + 1) * WINDOW, place * WINDOW + 1];
    const now = `loss ${numberText(heights[place])}`;
    strip.draw(place, heights, `names ${from} to ${to}, ${now}`, [now, `mean of names ${from} to ${to}; all letters alike: ${numberText(Math.log(LETTERS.length))}`]);
  }

  function askExpected() {
    if (!isThere()) return;
    const typed = text.value.toLowerCase();
    const strange = [...typed].find((letter) => LETTERS.indexOf(letter) < 1);
    text.setAttribute("aria-invalid", String(Boolean(strange)));
    if (strange) {
      find("about").textContent = `It knows the letters a to z only (got ${strange}).`;
      find("bars").replaceChildren();
    } else worker.postMessage({ ask: "expect", text: typed });
  }

  /** @param {{ expected: number[], text: string, step: number }} told */
  function drawBars({ expected, text: typed, step: at }) {
    if (typed !== text.value.toLowerCase()) return;
    const order = [...expected.keys()].sort((a, b) => expected[b] - expected[a]).slice(0, SHOWN);
    find("bars").replaceChildren(...order.map((k) => bar(k ? LETTERS[k] : "the end", expected[k])));
    const rest = order.reduce((left, k) => left - expected[k], 1);
    find("about").textContent = `After ${at.toLocaleString("en")} names. The other ${LETTERS.length - SHOWN} share ${percent(rest)}.`;
  }

  /** @param {string} letter @param {number} share */
  function bar(letter, share) {
    const [item, line] = [html("li", ""), html("span", "gpt-bar")];
    line.style.width = `${100 * share}%`;
    item.append(html("b", "", letter), line, html("span", "", percent(share)));
    return item;
  }

  function count() {
    [progress.max, progress.value] = [many, step];
    find("count").textContent = `${step.toLocaleString("en")} of ${many.toLocaleString("en")} names, ${seconds.toFixed(1)} s`;
  }

  function enable() {
    train.textContent = state === "training" ? "Pause" : step && step < many ? "Go on" : "Train";
    train.setAttribute("aria-disabled", String(!isThere() || step === many));
    for (const button of [anew, more]) button.setAttribute("aria-disabled", String(!isThere()));
  }

  /** Whether there is a GPT to be asked. */
  function isThere() {
    return state === "ready" || state === "training";
  }

  /** @param {string} words @param {boolean} [wrong] */
  function say(words, wrong = false) {
    find("said").textContent = words;
    find("said").classList.toggle("is-wrong", wrong);
  }
}

/** The seed in an address, 0 if there is none. @param {string} hash */
function seedOf(hash) {
  const found = /^#seed=(\d{1,6})$/.exec(hash);
  return found ? String(Number(found[1])) : "0";
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** @param {number[]} numbers */
function mean(numbers) {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}

/** @param {string} id @returns {HTMLElement} */
function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
