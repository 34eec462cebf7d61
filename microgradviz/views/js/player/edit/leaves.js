// @ts-check
// All that edits leaves: fields, numbers on cards, and what an edit does.

import { makeEditor } from "./editor.js";
import { makeEdits } from "./edits.js";
import { editOnCards } from "./on_cards.js";

/** @typedef {Parameters<typeof makeEdits>[0]} Play */
/** @typedef {ReturnType<typeof import("../groups/groups.js").makeGroups>} Groups */

/**
 * @param {Play & { box: HTMLElement, groups: Groups | null, card: (leaf: number) => import("../../graph/draw.js").Card | undefined,
 *   alone: boolean, back: (leaf: number) => void, signal: AbortSignal }} options `alone` is a page without a kernel,
 *   `back` gives the focus to a card
 */
export function makeLeaves({ box, groups, card, alone, back, signal, ...play }) {
  const { plan, scene } = play;
  const { change, reset, renew } = makeEdits(play);
  const seen = (/** @type {number} */ leaf) => !groups || Boolean(card(leaf)?.key); // a closed group hides its leaves
  const editor = makeEditor({ plan, scene, alone, seen, change, reset, signal });
  const { type } = editOnCards({ boxes: groups ? [box, groups.box] : [box], plan, card, editor, change, back, signal });
  const { part, unfold, fieldOf, cancel, refresh, relist, say, numbers } = editor;
  return { part, unfold, fieldOf, cancel, refresh, relist, say, numbers, type, renew };
}
