// @ts-check
// All that edits leaves: fields, numbers on cards, and what an edit does. In a picture of groups, why there is none.

import { html } from "./dom.js";
import { makeEditor } from "./editor.js";
import { makeEdits } from "./edits.js";
import { editOnCards } from "./oncards.js";

/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {Parameters<typeof makeEdits>[0]} Play */

/**
 * @param {Play & { box: HTMLElement, cards: import("./draw.js").Card[], alone: boolean, back: (leaf: number) => void,
 *   signal: AbortSignal }} options `alone` is a page without a kernel, `back` gives the focus to a card
 */
export function makeLeaves({ box, cards, alone, back, signal, ...play }) {
  const { plan, scene } = play;
  if (scene.parts) return noLeaves(scene);
  const { change, reset, renew } = makeEdits(play);
  const editor = makeEditor({ plan, scene, alone, change, reset, signal });
  const { type } = editOnCards({ box, plan, cards, editor, change, back, signal });
  const { part, unfold, fieldOf, cancel, refresh, say, numbers } = editor;
  return { part, unfold, fieldOf, cancel, refresh, say, numbers, type, renew };
}

/**
 * The same where nothing can be edited.
 * @param {Scene} scene
 * @returns {ReturnType<typeof makeLeaves>}
 */
function noLeaves(scene) {
  const part = html("section", "mv-edit");
  part.setAttribute("aria-label", "Edit leaves");
  part.append(html("h2", "", "Edit leaves"), html("p", "mv-quiet", scene.edit?.fixed ?? ""));
  const nothing = () => {};
  return {
    part, unfold: (shown) => { part.hidden = !shown || !scene.edit; }, fieldOf: () => null, cancel: () => false,
    refresh: nothing, say: nothing, numbers: () => [], type: nothing, renew: nothing,
  };
}
