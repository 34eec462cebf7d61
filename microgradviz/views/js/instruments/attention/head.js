// @ts-check
// One head at any arrows: every number and gradient, from the graph that travels with it. Pure.

import { recompute } from "../../core/recompute.js";
import { makePlan, stateAt } from "../../core/steps.js";
import { bracketed, numberText } from "../../core/words.js";

/** @typedef {[number, number]} Arrow */
/** @typedef {{ query: Arrow[], key: Arrow[], value: Arrow[] }} Arrows of each kind one for each letter */
/** @typedef {ReturnType<ReturnType<typeof makeHead>["at"]>} Moment */
/** @typedef {{ words: string, comes: string }} Line */

/** @param {{ trace: import("../../core/steps.js").Trace, scene: any }} play @param {string[]} names of the letters */
export function makeHead({ trace, scene }, names) {
  const places = new Map(Object.entries(trace.label).map(([i, label]) => [label, Number(i)]));
  return { at, weights };

  /** @param {Arrows} arrows @param {number} asks */
  function traceAt(arrows, asks) {
    /** @type {Map<number, number>} */
    const numbers = new Map();
    const put = (/** @type {string} */ label, /** @type {Arrow} */ arrow) => {
      for (const [c, x] of arrow.entries()) numbers.set(/** @type {number} */ (places.get(`${label}[${c}]`)), x);
    };
    put("query", arrows.query[asks]);
    for (const [j, name] of names.entries()) {
      put(`key_${name}`, arrows.key[j]);
      put(`value_${name}`, arrows.value[j]);
    }
    return recompute(trace, scene, numbers);
  }

  /** All numbers by their labels. @param {Arrows} arrows @param {number} asks */
  function at(arrows, asks) {
    const now = traceAt(arrows, asks);
    const plan = makePlan(now);
    const { data, grad } = stateAt(plan, plan.passed);
    const of = (/** @type {(number | null)[]} */ all, /** @type {string} */ label) =>
      Number(all[places.get(label) ?? -1]);
    const both = (/** @type {(number | null)[]} */ all, /** @type {string} */ label) =>
      /** @type {Arrow} */ ([0, 1].map((c) => of(all, `${label}[${c}]`)));
    return {
      trace: now, names, asked: names[asks],
      number: (/** @type {string} */ label) => of(data, label),
      grad: (/** @type {string} */ label) => of(grad, label),
      arrow: (/** @type {string} */ label) => both(data, label),
      arrowGrad: (/** @type {string} */ label) => both(grad, label),
      weights: names.map((name) => of(data, `weight_${name}`)),
      total: of(data, names.length > 1 ? "total" : `exp_${names[0]}`),
    };
  }

  /** A row for each letter's query. @param {Arrows} arrows */
  function weights(arrows) {
    return names.map((_, asks) => at(arrows, asks).weights);
  }
}

/** @param {Arrow} arrow */
export function arrowText(arrow) {
  return `(${arrow.map(numberText).join(", ")})`;
}

/**
 * How the numbers of a letter come about, on the way that is looked at.
 * @param {Moment} now
 * @param {string} name
 * @param {"forward" | "backward"} way
 * @param {boolean} worked whether weights may be told
 * @returns {Line[]}
 */
export function linesOf(now, name, way, worked) {
  const [query, key, value] = [now.arrow("query"), now.arrow(`key_${name}`), now.arrow(`value_${name}`)];
  const number = (/** @type {string} */ label) => numberText(now.number(label));
  const gradient = (/** @type {string} */ label) => numberText(now.grad(label));
  const product = (/** @type {Arrow} */ one, /** @type {Arrow} */ other) =>
    one.map((x, c) => `${bracketed(numberText(x))} × ${bracketed(numberText(other[c]))}`).join(" + ");
  if (way === "forward") {
    const mixed = now.names.map((other, j) =>
      `${worked ? numberText(now.weights[j]) : `weight ${other}`} × ${arrowText(now.arrow(`value_${other}`))}`);
    return [
      { words: `score ${name}`, comes: `(${product(query, key)}) ÷ √2 = ${number(`score_${name}`)}` },
      {
        words: `weight ${name}`,
        comes: `exp(score) ÷ total = ${number(`exp_${name}`)} ÷ ${numberText(now.total)} = `
          + (worked ? number(`weight_${name}`) : "?"),
      },
      { words: "output", comes: `${mixed.join(" + ")}${worked ? ` = ${arrowText(now.arrow("output"))}` : ""}` },
    ];
  }
  const left = `${bracketed(gradient(`weight_${name}`))} − ${bracketed(number("L"))}`;
  return [
    {
      words: `∂L/∂weight ${name}`,
      comes: `what arrives · value = ${product(now.arrowGrad("output"), value)} = ${gradient(`weight_${name}`)}`,
    },
    {
      words: `∂L/∂score ${name}`,
      comes: `weight × (∂L/∂weight − L) = ${number(`weight_${name}`)} × (${left}) = ${gradient(`score_${name}`)}`,
    },
    {
      words: `∂L/∂key ${name}`,
      comes: `∂L/∂score × query ÷ √2 = ${bracketed(gradient(`score_${name}`))} × ${arrowText(query)} ÷ √2 = `
        + arrowText(now.arrowGrad(`key_${name}`)),
    },
  ];
}
