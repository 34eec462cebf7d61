// @ts-check
// What is asked before it is told: the slope, and which h measures it best.

import { button, html } from "../../core/dom.js";
import { readNumber } from "../../core/numbers.js";
import { numberText } from "../../core/words.js";
import { makeField } from "../../kit/field.js";

/**
 * @param {{ model: import("../../core/model.js").Model, save: (name: string, value: unknown) => void,
 *   guessed: () => void, say: (text: string) => void, signal: AbortSignal }} options
 */
export function makeGuess({ model, save, guessed, say, signal }) {
  const [slope, valley] = [html("div", "mv-slope-guess"), html("div", "mv-slope-guess")];
  const [words, field] = [html("span", ""), makeField("your guess of the slope")];
  slope.append(words, field, button("Guess", take, signal, { name: "mv-button mv-primary" }));
  const found = html("span", "");
  const here = button("Here", () => {
    save("guessed_h", model.get("h"));
    guessed();
  }, signal, { label: "Here the error is smallest" });
  valley.append(found, here);
  /** Where each input stood when it was guessed. @type {Record<string, number>} */
  const places = {};
  return { slope, valley, draw, press, waits, knowsValley, at };

  /** Whether the slope is still to be guessed. */
  function waits() {
    return model.get("reveal") !== "now" && of() === null;
  }

  /** Whether it may be seen which h is best. */
  function knowsValley() {
    return !waits() && (model.get("reveal") !== "h" || model.get("guessed_h") > 0);
  }

  /** What was guessed for the input that is nudged. @returns {number | null} */
  function of() {
    return model.get("guesses")?.[model.get("along")] ?? null;
  }

  /** What was guessed for just this place. @param {number} x */
  function at(x) {
    return (places[model.get("along")] ?? x) === x ? of() : null;
  }

  function take() {
    const x = readNumber(field.value);
    if (x === null || !Number.isFinite(x)) return say("A guess must be a number such as 3, −0.5 or 2/3.");
    places[model.get("along")] = model.get("at")[model.get("along")];
    save("guesses", { ...model.get("guesses"), [model.get("along")]: x });
    field.value = "";
    guessed();
  }

  /** Enter in the field. @param {string} key @param {Element} target */
  function press(key, target) {
    return key === "Enter" && target === field && (take(), true);
  }

  /** @param {import("./curve.js").Shown} shown @param {string} f what the result is called */
  function draw({ name, x }, f) {
    slope.hidden = !waits();
    words.textContent = `Your guess: the slope of ${f} at ${name} = ${numberText(x)}`;
    const told = model.get("guessed_h");
    valley.hidden = model.get("reveal") !== "h" || waits();
    here.hidden = told > 0;
    found.textContent = told > 0 ? `You guessed that h = ${numberText(told)} has the smallest error.`
      : "Where is the error smallest? Move h there, and say";
  }
}
