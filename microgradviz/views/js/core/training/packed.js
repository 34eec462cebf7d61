// @ts-check
// Columns of numbers as text that travels in JSON, and a history as a notebook saves it. Pure.

import { makeHistory } from "./history.js";

/** @typedef {import("./history.js").History} History */
/** @typedef {import("./history.js").Moment} Moment */
/**
 * What is left of a run in a notebook: the losses, and as many moments as there is room for, each with what the
 * optimiser remembers behind its parameters.
 * @typedef {{ steps: string, losses: string, heldOut: string, at: string, rates: string, numbers: string,
 *   remembered: number, start: number }} Packed
 */

const MOST_ROWS = 1500;
const MOST_MOMENTS = 400;
const MOST_NUMBERS = 19_000; // in base64, with the rows, below 300 KB

/** Numbers as base64 of doubles, lowest byte first. @param {ArrayLike<number>} numbers */
export function pack(numbers) {
  const bytes = new Uint8Array(8 * numbers.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < numbers.length; i++) view.setFloat64(8 * i, numbers[i], true);
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text);
}

/** @param {string} text @returns {Float64Array} */
export function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return doubles(bytes);
}

/** @param {ArrayBufferView | ArrayBuffer} bytes */
export function doubles(bytes) {
  const view = ArrayBuffer.isView(bytes) ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new DataView(bytes);
  return Float64Array.from({ length: view.byteLength >> 3 }, (_, i) => view.getFloat64(8 * i, true));
}

/**
 * @param {History} history
 * @param {number} start the number of the start that the run had
 * @param {number} [runs] how many share the room
 * @returns {Packed | null} none if not even one moment has room
 */
export function packHistory(history, start, runs = 1) {
  const { steps, losses, heldOut } = history.columns();
  const { moments } = history;
  const width = moments.length ? numbersOf(moments[0]).length : 1;
  const kept = thinned(moments, Math.min(MOST_MOMENTS, Math.floor(MOST_NUMBERS / width)) / runs);
  if (!kept.length) return null;
  const told = new Set([...thinned([...steps], MOST_ROWS / runs), ...kept.map(({ step }) => step)]);
  const rows = [...steps.keys()].filter((i) => told.has(steps[i]));
  const numbers = new Float64Array(kept.length * width);
  for (const [i, moment] of kept.entries()) numbers.set(numbersOf(moment), i * width);
  return {
    steps: pack(rows.map((i) => steps[i])), losses: pack(rows.map((i) => losses[i])),
    heldOut: pack(rows.map((i) => heldOut[i])), at: pack(kept.map(({ step }) => step)),
    rates: pack(kept.map(({ rate }) => rate)), numbers: pack(numbers), start,
    remembered: moments[0]?.memory?.history.length ?? 0,
  };
}

/** A history as it was packed. @param {Packed} packed @param {number} count of parameters @returns {History} */
export function unpackHistory({ steps, losses, heldOut, at, rates, numbers, remembered }, count) {
  const history = makeHistory();
  const [all, loss, held, places, rate, flat] = [steps, losses, heldOut, at, rates, numbers].map(unpack);
  const width = places.length ? flat.length / places.length : 0;
  /** @type {Map<number, number>} */
  const found = new Map([...places].map((step, i) => [step, i]));
  for (const [row, step] of all.entries()) {
    const i = found.get(step);
    if (i === undefined) {
      history.addLoss(step, loss[row], held[row]);
      continue;
    }
    const part = (/** @type {number} */ k) => flat.slice(i * width + k * count, i * width + (k + 1) * count);
    const memory = { steps: step, history: Array.from({ length: remembered }, (_, k) => part(k + 1)) };
    const moment = { step, loss: loss[row], heldOut: held[row], params: part(0), rate: rate[i], memory };
    history.add(moment);
    history.pin(moment);
  }
  return history;
}

/** @param {Moment} moment */
function numbersOf({ params, memory }) {
  return [...params, ...(memory?.history ?? []).flatMap((column) => [...column])];
}

/**
 * At most so many of a list, evenly, the first and the last among them.
 * @template T
 * @param {T[]} list
 * @param {number} most
 */
function thinned(list, most) {
  const count = Math.floor(most);
  if (list.length <= count) return list;
  if (count < 2) return list.slice(list.length - count);
  return Array.from({ length: count }, (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))]);
}
