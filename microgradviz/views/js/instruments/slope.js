// @ts-check
// The slope instrument: a curve with a point to drag, the slope by a nudge beside the exact one, and h on a slider.
// Where a lesson asks for it, a guess comes first.

import { difference, NUDGES, nearestNudge } from "../core/differences.js";
import { button, disable, html } from "../core/dom.js";
import { listenForKeys } from "../kit/keys.js";
import { makePresent } from "../kit/present.js";
import { makeSaveButton } from "../kit/still.js";
import { openWidget, watchSize } from "../kit/widget.js";
import { makeCurve } from "./slope/curve.js";
import { makeErrors } from "./slope/errors.js";
import { makeGuess } from "./slope/guess.js";
import { makeInputs } from "./slope/inputs.js";
import { makeLens } from "./slope/lens.js";
import { makeLook } from "./slope/looks.js";
import { linesOf, sentenceOf } from "./slope/sentences.js";

const CLOSER = 10; // times smaller
const NARROW = 620; // px: below, all stands in one column

/** @param {import("../core/model.js").Given} given */
function render(given) {
  const { model } = given;
  const { root, signal, hear, save, close } = openWidget(given, {
    name: "mv-slope", label: `The slope of ${model.get("title")}`,
  });
  const later = hear(["at", "along", "h", "symmetric", "guesses", "guessed_h"], () => draw(look()));
  const look = makeLook(model);
  const curve = makeCurve({ move: (x) => moveTo(model.get("along"), x), nudge, signal });
  const inputs = makeInputs({
    model, moveTo, nudged: (name) => choose("along", name), say: (text) => (status.textContent = text), signal,
  });
  const digits = html("div", "mv-slope-digits");
  const lens = makeLens();
  const errors = makeErrors({ choose: (h) => choose("h", h), signal });
  const guess = makeGuess({
    model, save, guessed: () => (later(), curve.point.focus({ preventScroll: true })),
    say: (text) => (status.textContent = text), signal,
  });
  const status = html("p", "mv-slope-status");
  status.setAttribute("role", "status");
  const choices = [makeChoice("one-sided", false), makeChoice("symmetric", true)];
  const closer = button("closer", () => nudge(model.get("h") / CLOSER), signal, {
    label: "closer: h ten times smaller",
  });
  const present = makePresent({ root, save, fit: later, signal });
  const picture = () => [{ picture: curve.picture, title: "" }];
  place();
  watchSize(root, later, signal);
  hear(["size"], () => present.show(model.get("size")));
  draw(look());
  present.show(model.get("size"));
  listenForKeys(root, (key, target) => {
    if (key === "Escape") return present.leave();
    const onPoint = /** @type {Element} */ (target) === curve.point;
    return inputs.press(key, target) || guess.press(key, target) || (onPoint && curve.press(key));
  }, signal);
  return close;

  function place() {
    const [head, side, sides, tools] = ["head", "side", "sides", "tools"].map((name) =>
      html("div", `mv-slope-${name}`),
    );
    head.append(html("p", "mv-slope-title", model.get("title")), inputs.part);
    side.append(guess.slope, digits, lens.part);
    tools.append(errors.toggle, present.enter, present.exit, makeSaveButton(() => "slope", picture, signal));
    sides.append(closer, ...choices, tools);
    root.append(head, curve.part, side, sides, errors.strip, guess.valley, status, errors.table);
  }

  /** @param {string} text @param {boolean} both */
  function makeChoice(text, both) {
    const choice = button(text, () => choose("symmetric", both), signal);
    choice.dataset.both = String(both);
    return choice;
  }

  /** @param {string} name @param {unknown} value */
  function choose(name, value) {
    save(name, value);
    later();
  }

  /** To the nearest h that there is: the other end was dragged, or is to be closer. @param {number} h */
  function nudge(h) {
    choose("h", NUDGES[nearestNudge(Math.max(Math.abs(h), NUDGES[0]))]);
  }

  /** @param {string} name of an input @param {number} x */
  function moveTo(name, x) {
    const [lowest, highest] = model.get("limits")[name];
    if (x < lowest || x > highest) {
      const reach = Math.max(highest - lowest, Math.abs(x) / 2) / 2;
      model.set("limits", { ...model.get("limits"), [name]: [x - reach, x + reach] });
    }
    choose("at", { ...model.get("at"), [name]: x });
  }

  /** @param {import("./slope/looks.js").Look} seen */
  function draw(seen) {
    const [h, symmetric, along] = ["h", "symmetric", "along"].map((name) => model.get(name));
    const x = model.get("at")[along];
    const ends = difference(seen.at(h), h, symmetric);
    const asked = { guess: guess.at(x), waits: guess.waits() };
    const shown = { x, h, symmetric, name: along, here: seen.here, exact: seen.exact, ...asked, ...ends };
    root.classList.toggle("is-narrow", root.clientWidth < NARROW);
    curve.draw({ ...shown, points: seen.curve, limits: model.get("limits")[along] });
    lens.draw({ ...shown, near: seen.near });
    errors.draw(h, seen, symmetric, guess.knowsValley());
    inputs.draw(shown, seen.curve, seen.tied);
    guess.draw(shown, model.get("output"));
    disable(closer, h <= NUDGES[0]);
    for (const choice of choices)
      choice.setAttribute("aria-pressed", String(choice.dataset.both === String(symmetric)));
    digits.replaceChildren(...linesOf(seen, shown, model.get("output")));
    status.textContent = sentenceOf(seen, shown, model.get("output"), guess.knowsValley());
  }
}

export default { render };
