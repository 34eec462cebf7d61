// @ts-check
// The exported page: a widget that needs no kernel, no server and no network.

import { standIn } from "./core/model.js";
import widget from "#widget";

open();

function open() {
  const data = /** @type {HTMLElement} */ (document.querySelector(".mv-values"));
  const el = /** @type {HTMLElement} */ (document.querySelector("main"));
  const model = standIn(JSON.parse(data.textContent ?? ""));
  const close = widget.render({ model, el });
  const player = /** @type {HTMLElement | null} */ (el.querySelector(".microgradviz[data-step]"));
  if (window === window.parent) player?.focus({ preventScroll: true }); // the keys are its own there
  Object.assign(window, { microgradviz: { model, close } }); // for those who script the page
}
