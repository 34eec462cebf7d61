// @ts-check
// What a column of a trace or a scene may hold, and what to say of one that holds something else. Pure.

/** @typedef {(x: any) => boolean} Test */
/** @typedef {[Test, string]} Kind what it must be, as a test and in words */

const LARGEST = 1e6; // px
const NARROWEST = 60; // px: a card that has room for what stands in it
const TAGS = ["NaN", "Infinity", "-Infinity"];

/** @type {Kind} */
export const TEXT = [(x) => typeof x === "string", "text"];
/** @type {Kind} */
export const LENGTH = [(x) => Number.isFinite(x) && Math.abs(x) <= LARGEST, "lengths in px"];
/** @type {Kind} */
export const WIDTH = [(x) => LENGTH[0](x) && x >= NARROWEST, `widths of ${NARROWEST} px or more`];
/** @type {Kind} */
export const AMOUNT = [(x) => Number.isFinite(x) || (isObject(x) && TAGS.includes(x.$f)), "numbers"];
/** @type {Kind} */
export const MAYBE = [(x) => x === null || AMOUNT[0](x), "numbers"];
/** @type {Kind} */
export const TEXTS = [(x) => Array.isArray(x) && x.every(TEXT[0]), "lists of text"];
/** @type {Kind} */
export const PARAMS = [(x) => isObject(x) && Object.values(x).every(AMOUNT[0]), "objects of numbers"];
/** @type {Kind} */
export const PLACE = [(x) => Array.isArray(x) && TEXT[0](x[0]) && Number.isInteger(x[1]), "pairs of a file and a line"];
/** @type {Kind} */
const POINT = [(x) => Array.isArray(x) && x.length === 2 && x.every(LENGTH[0]), "points"];
/** @type {Kind} */
export const ROUTE = [(x) => Array.isArray(x) && x.length > 1 && x.every(POINT[0]), "lists of points"];
/** @type {Kind} */
export const LEAF = [(x) => Array.isArray(x) && x.length === 2 && TEXT[0](x[0]) && AMOUNT[0](x[1]), "pairs of a name and a number"];
/** @type {Kind} */
export const WRITTEN_RULE = [
  (x) => isObject(x) && TEXT[0](x.notation) && TEXT[0](x.formula) && TEXTS[0](x.locals) && TEXTS[0](x.params)
    && (x.arity === null ? x.locals.length === 1 : x.arity === x.locals.length), // any number of inputs have one rule
  "rules of operations",
];

/**
 * @param {string} name
 * @param {any} list
 * @param {number} count how many there must be; NaN for any number
 * @param {Kind} kind
 */
export function wrongList(name, list, count, [fits, words]) {
  if (!Array.isArray(list)) return `${name} must be a list${count >= 0 ? ` of ${count}` : ""}.`;
  if (count >= 0 && list.length !== count) return `${name} must be a list of ${count}.`;
  const bad = list.findIndex((x) => !fits(x));
  return bad < 0 ? "" : `${name} must hold ${words} (got ${shown(list[bad])}).`;
}

/** @param {any} x */
export function isObject(x) {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}

/** @param {any} x */
export function shown(x) {
  const text = JSON.stringify(x) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
