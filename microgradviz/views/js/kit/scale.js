// @ts-check
// How large a picture is drawn: as large as there is room, with letters that are neither tiny nor huge.

const LETTER = 13; // px: the numbers on a card at scale 1
const LARGEST = 20 / LETTER; // beyond, letters are no pleasure in a page
const LEAST = 0.7; // if all of it is in view then,
const CLOSE = 0.85; // the same where a closer look is promised,
const LEGIBLE = 0.9; // and if it is not
const LARGE = [1190, 669]; // px: a screen on which what is presented is as large as in a page
const MOST_LARGER = 3.2;
const AMPLE = 1.6; // times what is legible in Present is as large as it gets

/** @typedef {{ width: number, height: number }} Size */

/**
 * The scale that suits a picture: it fills the room if it stays legible; else it scrolls, sideways if need be.
 * @param {Size} picture at scale 1
 * @param {Size} room
 * @param {{ larger: number, close?: boolean }} options `larger` is that of Present, 0 without; `close` rather scrolls
 */
export function suitableScale(picture, room, { larger, close = false }) {
  const legible = Math.max(LEGIBLE, larger);
  const least = larger ? legible : close ? CLOSE : LEAST;
  const [wide, high] = [room.width / picture.width, room.height / picture.height];
  const whole = Math.min(wide, high, larger ? AMPLE * legible : LARGEST);
  if (whole >= least) return whole;
  return wide >= least ? Math.min(wide, Math.max(1, legible)) : legible;
}

/** What a box has for a picture: as high as it may get. @param {HTMLElement} box @returns {Size} */
export function roomIn(box) {
  const style = getComputedStyle(box);
  const [left, right, top, bottom] = [style.paddingLeft, style.paddingRight, style.paddingTop, style.paddingBottom].map(
    parseFloat,
  );
  const most = parseFloat(style.maxHeight);
  return { width: box.clientWidth - left - right, height: (most || box.clientHeight) - top - bottom };
}

/** How much larger than in a page all is in Present, on a window of a size. @param {Size} window */
export function presentScale({ width, height }) {
  return Math.min(Math.max(Math.min(width / LARGE[0], height / LARGE[1]), 1), MOST_LARGER);
}
