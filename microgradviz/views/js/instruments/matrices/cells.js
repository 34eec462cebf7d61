// @ts-check
// What each number of y = W·x + b is made of, and which others belong to it. Pure: every number comes from the trace.

import { decode, numberText } from "../../core/words.js";

/** @typedef {[string, number, number]} Place a table, a row and a column */
/** @typedef {import("../../core/words.js").Tagged} Tagged */
/**
 * @typedef {{ through: Place, factor: Place | null, amount: Tagged, before: Tagged, after: Tagged }} Share
 *   what one path adds to a gradient
 * @typedef {{ name: string, data: Tagged, grad: Tagged, shares: Share[], meant?: Tagged,
 *   terms?: { of: Place[], amount?: Tagged }[] }} Cell
 * @typedef {{ name: string, shape: string, cells: Cell[][] }} Table
 * @typedef {Record<string, Table>} Tables
 * @typedef {{ place: Place, grad: boolean }} Spot a number that is drawn: a value, or its gradient
 * @typedef {{ words: string, comes: string, sum: string, lit: Spot[] }} Line one line of what is told of a number
 */

/** @param {Tables} tables @param {Place} place */
export function cellAt(tables, [key, r, c]) {
  return tables[key].cells[r][c];
}

/** @param {Spot} spot */
export function idOf({ place, grad }) {
  return `${grad ? "d" : ""}${place.join(":")}`;
}

/** What a number is called, as a kernel knows it too. @param {Tables} tables @param {Spot} spot */
export function codeOf(tables, { place, grad }) {
  return `${grad ? "d" : ""}${cellAt(tables, place).name}`;
}

/** @param {Tables} tables @param {Spot} spot */
export function nameOf(tables, { place, grad }) {
  return `${grad ? "∂L/∂" : ""}${cellAt(tables, place).name}`;
}

/** @param {Tables} tables @param {Spot} spot */
export function numberOf(tables, { place, grad }) {
  const { data, grad: rate } = cellAt(tables, place);
  return numberText(decode(grad ? rate : data));
}

/**
 * The number that a name stands for, if any does: a kernel can send anything.
 * @param {Tables} tables
 * @param {string} code
 */
export function findSpot(tables, code) {
  return allSpots(tables).find((spot) => codeOf(tables, spot) === code) ?? null;
}

/** Whether what arrives at y arrives as it is at W·x. @param {Tables} tables */
export function passesOn(tables) {
  return tables.z.shape === tables.y.shape;
}

/** @param {Tables} tables @returns {Spot[]} */
function allSpots(tables) {
  return Object.entries(tables).flatMap(([key, { cells }]) =>
    cells.flatMap((row, r) => row.flatMap((_, c) =>
      [false, true].map((grad) => ({ place: /** @type {Place} */ ([key, r, c]), grad })))));
}

/**
 * All that is told of a number, line by line.
 * @param {Tables} tables
 * @param {Spot} spot
 * @returns {Line[]}
 */
export function linesOf(tables, spot) {
  const [key] = spot.place;
  if (spot.grad) return key === "y" ? [arrival(tables, spot)] : shareLines(tables, spot);
  if (key === "z") return productLines(tables, spot.place);
  return key === "y" ? sumLines(tables, spot.place) : useLines(tables, spot.place);
}

/** @param {Tables} tables @param {Spot} spot @returns {Line} */
function arrival(tables, { place }) {
  const value = { place, grad: false };
  const words = `It arrives: L is the sum of every ${tables.y.name} times such a number.`;
  return { words, comes: "", sum: "", lit: [value] };
}

/** The contributions to a gradient. @param {Tables} tables @param {Spot} spot @returns {Line[]} */
function shareLines(tables, { place }) {
  return cellAt(tables, place).shares.map(({ through, factor, amount, before, after }) => {
    const from = { place: arrivesAt(tables, through), grad: true };
    const other = factor && { place: factor, grad: false };
    const comes = numberOf(tables, from);
    const path = `L → ${cellAt(tables, from.place).name} → ${cellAt(tables, place).name}`;
    return {
      words: path,
      comes: other ? `${bracketed(comes)} × ${bracketed(numberOf(tables, other))} = ${text(amount)}` : comes,
      sum: `${text(before)} + ${bracketed(text(amount))} = ${text(after)}`,
      lit: [from, ...(other ? [other] : [])],
    };
  });
}

/** @param {Tables} tables @param {Place} place of W·x @returns {Place} where its gradient is drawn */
function arrivesAt(tables, [key, r, c]) {
  return key === "z" && passesOn(tables) ? ["y", r, c] : [key, r, c];
}

/** @param {Tables} tables @param {Place} place of W·x @returns {Line[]} */
function productLines(tables, place) {
  return (cellAt(tables, place).terms ?? []).map(({ of, amount }) => {
    const lit = of.map((each) => ({ place: each, grad: false }));
    return {
      words: lit.map((each) => nameOf(tables, each)).join(" × "),
      comes: `${lit.map((each) => bracketed(numberOf(tables, each))).join(" × ")} = ${text(amount)}`,
      sum: "", lit,
    };
  });
}

/** @param {Tables} tables @param {Place} place of y @returns {Line[]} */
function sumLines(tables, place) {
  const [product, bias] = (cellAt(tables, place).terms ?? []).map(({ of }) => of[0]);
  const told = [product, bias].map((each, k) => {
    const spot = { place: each, grad: false };
    const [number, name] = [numberOf(tables, spot), nameOf(tables, spot)];
    const [words, comes] = k ? [`the bias ${name}`, `+ ${bracketed(number)}`] : [`their sum ${name}`, number];
    return { words, comes, sum: "", lit: [spot] };
  });
  return [...productLines(tables, product), ...told];
}

/** Where a number goes. @param {Tables} tables @param {Place} place @returns {Line[]} */
function useLines(tables, place) {
  const user = place[0] === "b" ? "y" : "z";
  const same = (/** @type {Place} */ other) => String(other) === String(place);
  return tables[user].cells.flatMap((row, r) => row.flatMap((cell, c) => {
    const term = cell.terms?.find(({ of }) => of.some(same));
    if (!term) return [];
    const into = { place: /** @type {Place} */ ([user, r, c]), grad: false };
    const factor = term.of.filter((other) => !same(other)).map((other) => ({ place: other, grad: false }));
    const comes = factor.map((each) => `× ${nameOf(tables, each)} = ${numberOf(tables, each)}`).join("");
    return [{ words: `into ${cell.name}`, comes, sum: "", lit: [into, ...factor] }];
  }));
}

/** What was meant, where stretching made another number of it. @param {Tables} tables @param {Spot} spot */
export function meantOf(tables, { place, grad }) {
  const { meant } = cellAt(tables, place);
  return meant === undefined || grad ? "" : text(meant);
}

/** @param {Tagged | undefined} x */
function text(x) {
  return numberText(decode(x));
}

/** @param {string} number */
function bracketed(number) {
  return number.startsWith("−") ? `(${number})` : number;
}
