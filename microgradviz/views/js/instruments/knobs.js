// @ts-check
// Knobs: numbers to drag, and a picture that the kernel draws anew as they move.

import { html } from "../core/dom.js";
import { numberText } from "../core/words.js";
import { listenForKeys } from "../kit/keys.js";
import { makeSlider } from "../kit/slider.js";
import { openWidget } from "../kit/widget.js";

const ALONE = "Run the cell to drag: the picture is drawn by your own code.";

/** @param {import("../core/model.js").Given} given */
function render(given) {
  const { model } = given;
  const { root, signal, hear, save, close } = openWidget(given, { name: "mv-knobs", label: "Knobs" });
  const [bar, status] = [html("div", "mv-knobs-bar"), html("p", "mv-quiet")];
  const picture = html("img", "mv-knobs-picture");
  status.setAttribute("role", "status");
  const knobs = /** @type {{ name: string, numbers: number[] }[]} */ (model.get("knobs")).map(makeKnob);
  bar.append(...knobs.map(({ part }) => part));
  root.append(bar, picture, status);
  hear(["at", "picture", "says"], show);
  listenForKeys(root, () => false, signal);
  show();
  return close;

  /** @param {{ name: string, numbers: number[] }} knob @param {number} k */
  function makeKnob({ name, numbers }, k) {
    const [part, told] = [html("label", "mv-knobs-knob"), html("span", "mv-knobs-told")];
    const { input, show: put } = makeSlider({
      label: name, signal,
      moved: (place) => {
        const at = [...model.get("at")];
        at[k] = place;
        save("at", at);
        showPlace();
      },
    });
    part.append(html("span", "", name), input, told);
    return { part, input, showPlace };

    function showPlace() {
      const place = model.get("at")[k];
      told.textContent = numberText(numbers[place]);
      put(place, told.textContent, [0, numbers.length - 1]);
    }
  }

  function show() {
    for (const { input, showPlace } of knobs) {
      showPlace();
      input.disabled = !model.get("live");
    }
    picture.src = `data:image/svg+xml,${encodeURIComponent(model.get("picture"))}`;
    picture.alt = model.get("alt");
    status.textContent = model.get("live") ? model.get("says") : ALONE;
  }
}

export default { render };
