// @ts-check
// The training viewer: a network that learns in front of you, and any moment of it opens in the player.

import { button, html } from "../core/dom.js";
import { openRuns } from "../core/training/runs.js";
import { makeField } from "../kit/field.js";
import { makeOpened } from "../kit/opened.js";
import { makePresent } from "../kit/present.js";
import { openWidget, watchSize } from "../kit/widget.js";
import player from "../player/index.js";
import { makePalette } from "./training/colours.js";
import { makeByHand } from "./training/by_hand.js";
import { makeControls } from "./training/controls.js";
import { makeFindings } from "./training/findings.js";
import { drawFlows, makeFlowPane } from "./training/flow.js";
import { makeLosses } from "./training/losses.js";
import { makeNetworkPane } from "./training/network.js";
import { makePlanePane } from "./training/plane.js";
import { makeSaving } from "./training/saving.js";
import { saidBy, sentenceOf } from "./training/sentences.js";
import { makeStage } from "./training/stage.js";
import { makeSurfacePane } from "./training/surface.js";
import { makeParameterTable } from "./training/table.js";
import { makeTiles } from "./training/tiles.js";

/** @typedef {import("../core/training/history.js").Moment} Moment */

const [NARROW, MOST_TILES] = [640, 4]; // px; samples that have tiles beside a plane
const SMALL = { name: "mv-button mv-small" };
const WORK = 14; // ms of a frame for steps
const OVER = ["ended", "failed", "alone"]; // states of a run that takes no more steps

/** @param {import("../core/model.js").Given} given */
function render(given) {
  let end = open(given, again);
  return () => end();

  /** The runs are others. @param {import("../core/training/runs.js").About[]} runs */
  function again(runs) {
    end();
    given.model.set("runs", runs);
    given.model.set("saved", []);
    end = open(given, again);
    /** @type {HTMLElement | null} */ (given.el.querySelector(".mv-primary"))?.focus({ preventScroll: true });
  }
}

/**
 * @param {import("../core/model.js").Given} given
 * @param {(runs: import("../core/training/runs.js").About[]) => void} again
 */
function open(given, again) {
  const { model } = given;
  const { root, signal, hear, save, close } = openWidget(given, { name: "mv-training", label: "Training" });
  const runs = openRuns(model, later, signal);
  const palette = makePalette(root, later, signal);
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let shown = model.get("step") ?? -1; // −1 is the newest
  let playing = false;
  let due = 0; // steps, in parts too, that time asks for
  let [frame, before, drawing] = [0, 0, 0];
  let slow = false; // an update is on its way in slow motion
  const main = html("div", "mv-training-main mv-training-stack");
  const alike = runs.length > 1 && runs[0].title === runs[1].title;
  const names = runs.map(({ title }, k) => (runs.length < 2 ? "" : alike ? `${title} ${"AB"[k]}` : title));
  const sides = runs.map((run, k) => makeSide(run, k));
  const controls = makeControls({ runs, names, actions: { toggle, step, reset, renew, rate }, signal });
  const status = html("p", "mv-training-status");
  status.setAttribute("role", "status");
  const newest = button("Newest", () => choose(-1), signal, SMALL);
  const branch = button("Train on from here", () => (goOnFromHere(), play()), signal, SMALL);
  const findings = makeFindings(sides.map(({ stage }) => stage), signal);
  const table = makeParameterTable(sides.map(({ stage }) => stage), signal);
  const present = makePresent({ root, save: (name, value) => save(name, value), fit: later, signal });
  const saving = makeSaving({
    name: () => `training-step-${moments()[0].step}`, pictures: () => sides.flatMap((side) => side.pictures()),
    last: () => losses.picture, signal,
  });
  const sampleField = makeField("Sample", "mv-field mv-training-sample");
  const twin = runs.length > 1 && runs[0].about.parameters === runs[1].about.parameters;
  const beside = button(twin ? "One alone" : "Try beside", () => {
    const [about] = model.get("runs");
    again(twin ? [about] : [about, { ...about }]);
  }, signal);
  const [{ loop, about: first }] = runs;
  beside.hidden = !twin && (runs.length > 1 || !loop || first.runner !== "page");
  const losses = makeLosses({ runs, names, choose, openBroken, tools: [newest, branch, ...pickers()], signal });
  const opened = makeOpened({
    root, main, player, press, words: "Back to training", signal,
    closed: () => (later(), controls.play.focus({ preventScroll: true })),
  });
  let branching = false; // the rate was changed in the past: Play goes on from there
  place();
  listen();
  draw();
  return () => {
    for (const due of [frame, drawing]) cancelAnimationFrame(due);
    close();
  };

  /** What there is of one run. @param {import("../core/training/runs.js").Run} run @param {number} index */
  function makeSide(run, index) {
    const stage = makeStage(run, names[index], palette.now, (params) => put(run, params));
    const part = html("div", "mv-training-stack");
    if (names[index]) part.append(html("p", `mv-training-name is-run-${index + 1}`, names[index]));
    const openSample = (/** @type {number} */ k, held = false) => openMoment(index, k, held);
    const wanted = (/** @type {string} */ name) => run.network && model.get("show").includes(name);
    const network = wanted("network") ? makeNetworkPane({ stage, signal }) : null;
    const plane = wanted("plane") && stage.area.length ? makePlanePane({ stage, open: openSample, signal }) : null;
    const tiled = wanted("plane") && (run.data.samples <= MOST_TILES || !plane);
    const tiles = tiled ? makeTiles({ stage, open: openSample, signal }) : null;
    const flow = wanted("flow") ? makeFlowPane({ stage, signal }) : null;
    const hand = run.network ? makeByHand({ stage, signal }) : null;
    const wide = run.about.parameters.length > 1;
    const surface = wide && wanted("surface") ? makeSurfacePane({ stage, later, signal }) : null;
    const panes = html("div", "mv-training-panes");
    const [left, right] = [0, 1].map(() => html("div", "mv-training-stack mv-training-column"));
    const above = network ?? surface ?? plane ?? hand;
    if (above) left.append(above.part);
    for (const pane of [plane, hand, tiles]) if (pane && pane !== above) right.append(pane.part);
    panes.append(left, right);
    part.append(panes);
    if (network) (tiles ? left : right).append(network.detail);
    const more = html("div", "mv-training-stack");
    for (const pane of [flow, network && surface]) if (pane) more.append(pane.part);
    if (!run.network) part.append(html("p", "mv-quiet", run.about.why));
    return {
      stage, part, more, network, flow, surface,
      roomy: network ? left : above && above !== hand ? right : null,
      /** @param {Moment} moment */
      draw: (moment) => {
        for (const pane of [network, plane, hand, tiles, surface]) pane?.draw(moment);
        flow?.read(moment);
      },
      pictures: () => {
        network?.fill();
        plane?.fill();
        const flows = flow?.plots.map(({ picture }) => picture) ?? [];
        const pictures = [network?.picture, plane?.picture, ...flows, surface?.picture];
        return pictures.flatMap((picture) => (picture ? [{ picture, title: "" }] : []));
      },
    };
  }

  function place() {
    const [head, tools, all, more] = ["row", "row mv-training-tools", "all", "all"].map((name) =>
      html("div", `mv-training-${name}`));
    tools.append(findings.toggle, table.toggle, ...saving, present.enter, present.exit);
    const titles = new Set(runs.map(({ title }) => title).filter(Boolean));
    head.append(html("p", "mv-training-title", [...titles].join(" and ") || "Training"), tools);
    for (const both of [all, more]) both.classList.toggle("is-two", sides.length > 1);
    all.append(...sides.map(({ part }) => part));
    more.append(...sides.map((side) => side.more).filter((part) => part.firstChild));
    more.hidden = !more.firstChild;
    controls.part.append(beside);
    main.append(head, controls.part, status, all, losses.part, findings.part, more, table.part);
    if (sides.length === 1) sides[0].roomy?.append(losses.part);
    root.append(main, opened.part);
  }

  /** What chooses a sample, and opens it. */
  function pickers() {
    const openers = names.map((name, k) =>
      button(`Open ${name}`.trim(), () => openMoment(k, sides[k].stage.sample), signal, SMALL));
    const sample = html("label", "mv-training-row mv-training-pick");
    sample.append("Sample", sampleField, `of ${runs[0].data.samples}`);
    return runs[0].network ? [sample, ...openers] : [];
  }

  function listen() {
    watchSize(root, later, signal);
    hear(["step"], () => {
      if (model.get("step") !== shown) choose(model.get("step"), false);
    });
    hear(["size"], () => present.show(model.get("size")));
    present.show(model.get("size") ?? "fit");
    sampleField.addEventListener("change", () => {
      for (const { stage } of sides) stage.sample = Math.round(Number(sampleField.value) || 1) - 1;
      later();
    }, { signal });
  }

  /** @param {string} key @param {HTMLElement} target */
  function press(key, target) {
    if (key === "Escape") return present.leave();
    if (target.closest("input")) return false;
    if (sides.some((side) => side.network?.press(key, target) || side.surface?.press(key, target))) return true;
    const done = {
      " ": toggle, ArrowRight: step, ArrowLeft: stepBack, Home: () => choose(0), End: () => choose(-1),
      p: present.toggle,
    }[key];
    done?.();
    return Boolean(done);
  }

  // ---- time

  function last() {
    return Math.max(...runs.map(({ now }) => now.step));
  }

  /** How far all runs have come that still can go on. */
  function time() {
    const going = runs.filter(({ state }) => !OVER.includes(state));
    return Math.min(...(going.length ? going : runs).map(({ now }) => now.step));
  }

  /** The moments that are shown, of every run one. */
  function moments() {
    const at = shown < 0 ? time() : shown;
    return runs.map((run) => (at >= run.now.step ? run.now : run.moment(at)));
  }

  function toggle() {
    if (playing) halt();
    else play();
  }

  function play() {
    if (branching) goOnFromHere();
    for (const { flow } of sides) flow?.keep();
    playing = true;
    [due, before] = [0, performance.now()];
    if (last() === 0 && !calm.matches && controls.speed() > 1) inSlowMotion();
    frame = requestAnimationFrame(tick);
    later();
  }

  function halt() {
    cancelAnimationFrame(frame);
    for (const { network } of sides) network?.pulses.stop();
    for (const run of runs) run.stop();
    slow = playing = false;
    save("step", shown);
    later();
  }

  /** @param {number} time */
  function tick(time) {
    if (!playing) return;
    frame = requestAnimationFrame(tick);
    const passed = Math.min(Math.max(time - before, 0), 100) / 1000;
    before = time;
    if (slow) return;
    const speed = controls.speed();
    due = Math.min(due + passed * speed, Math.max(speed, 1));
    const whole = Math.floor(due);
    if (whole < 1) return;
    if (speed < 1 && !calm.matches && shown < 0) inSlowMotion();
    else go(whole);
    due -= whole;
    if (!Number.isFinite(due)) due = 0;
    if (runs.every(({ state }) => OVER.includes(state)) && shown < 0) halt();
  }

  /** So many steps on: through what has been, then beyond it. @param {number} steps */
  function go(steps) {
    if (shown >= 0 && shown < last()) {
      shown = shown + steps >= last() ? -1 : shown + steps;
      later();
    } else {
      shown = -1;
      const [first, ...others] = runs.filter(({ state }) => !OVER.includes(state));
      const taken = first?.advance(steps, WORK / runs.length) ?? 0;
      for (const run of others) run.advance(taken);
    }
  }

  /** One step, after its gradients have run back. */
  function inSlowMotion() {
    slow = true;
    let left = sides.length;
    const done = () => {
      if (--left) return;
      slow = false;
      go(1);
    };
    later();
    for (const [k, { network }] of sides.entries()) network ? network.pulses.start(moments()[k], done) : done();
  }

  function step() {
    if (playing || slow) return;
    if (branching) goOnFromHere();
    if (shown >= 0 || calm.matches) go(1);
    else inSlowMotion();
  }

  function stepBack() {
    choose(Math.max(moments()[0].step - 1, 0));
  }

  /** @param {number} step @param {boolean} [tell] */
  function choose(step, tell = true) {
    if (playing) halt();
    branching = false;
    shown = step < 0 || step >= last() ? -1 : step;
    if (tell) save("step", shown);
    later();
  }

  function reset() {
    begin(runs[0].start.index);
  }

  function renew() {
    begin((runs[0].start.index + 1) % runs[0].about.starts.length);
  }

  /** @param {number} index of a start */
  function begin(index) {
    halt();
    for (const run of runs) run.reset(index);
    choose(-1);
  }

  /** @param {number} k @param {number} to */
  function rate(k, to) {
    runs[k].setRate(to);
    branching = shown >= 0;
    later();
  }

  /**
   * Other parameters, from which a run goes on.
   * @param {import("../core/training/runs.js").Run} run
   * @param {Float64Array} params
   */
  function put(run, params) {
    if (playing) halt();
    if (!run.fixed) goOnFromHere();
    shown = -1;
    run.place?.(params);
    later();
  }

  function goOnFromHere() {
    branching = false;
    if (shown < 0) return;
    for (const run of runs) run.branch(shown);
    shown = -1;
  }

  // ---- a moment in the player

  /** @param {number} k which run @param {number} sample @param {boolean} [held] */
  async function openMoment(k, sample, held = false) {
    halt();
    const [run, moment] = [runs[k], moments()[k]];
    if (!held) for (const { stage } of sides) stage.sample = sample;
    try {
      const values = await run.openMoment(moment, sample, held);
      const what = `Step ${moment.step}, ${held ? "held-out sample" : "sample"} ${sample + 1}`;
      if (!signal.aborted) opened.show(values, what, "The gradients here are those of this sample alone.");
    } catch (error) {
      status.textContent = `This moment cannot be opened: ${error instanceof Error ? error.message : error}`;
    }
  }

  /** The first step whose numbers are none. @param {number} k which run */
  function openBroken(k) {
    choose(runs[k].history.firstNaN ?? -1);
    openMoment(k, sides[k].stage.sample);
  }

  // ---- what is seen

  function later() {
    drawing ||= requestAnimationFrame(() => {
      drawing = 0;
      if (!signal.aborted && !main.hidden) draw();
    });
  }

  function draw() {
    root.classList.toggle("is-narrow", root.clientWidth < NARROW);
    palette.read();
    const now = moments();
    for (const [k, side] of sides.entries()) side.draw(now[k]);
    drawFlows(sides.flatMap(({ flow }) => flow ?? []));
    const at = Math.max(...now.map((moment) => moment.step));
    losses.draw(at);
    controls.show(playing);
    root.dataset.step = String(at);
    const past = shown >= 0;
    newest.hidden = !past;
    branch.hidden = !past || runs.some(({ fixed }) => fixed);
    if (!sampleField.matches(":focus")) sampleField.value = String(sides[0].stage.sample + 1);
    table.show(now);
    findings.show(now, playing);
    if (slow) status.textContent = "The gradients run back through the network; then every parameter takes its step.";
    else if (!playing) status.textContent = sentenceOf(runs, now, { past, branching, last: last() });
    else status.textContent = saidBy(runs) || "Training …";
  }
}

export default { render };
