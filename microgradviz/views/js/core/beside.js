// @ts-check
// Numbers beside those of a play: our engine's, or the right ones where a fault made them wrong. Pure.

import { givenAgain } from "./recompute.js";
import { isConstant, nameOf } from "./names.js";
import { isFolded } from "./steps.js";
import { decode, MINUS, numberText, short } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./steps.js").Fault} Fault */
/** @typedef {import("./words.js").Tagged} Tagged */
/**
 * Columns, as views/beside.py tells; `compared` and `remarks` are those of a comparison.
 * @typedef {{ name: string, node: number[], data: Tagged[], grad: Tagged[], because: (number | null)[][],
 *   compared?: number, remarks?: string[] }} Beside
 */
/**
 * @typedef {import("./sentences.js").Words & { faults: Fault[], beside?: Beside | null, bare?: boolean,
 *   edit?: import("./recompute.js").Editable }} Scene
 */
/**
 * One number beside another: of which value's data or grad, from which step on, `place` in the order of what happens,
 * and the value whose fault it is, if any.
 * @typedef {{ node: number, what: "data" | "grad", own: number, other: number, from: number, place: number,
 *   because: number | null }} Pair
 */

const LETTERS = 12; // of a name on a tag

/**
 * All pairs of numbers, in the order of the play: a gradient counts when nothing more arrives at it.
 * @param {Plan} plan
 * @param {Scene} scene
 * @returns {Pair[]}
 */
export function pairsBeside(plan, scene) {
  const { beside } = scene;
  if (!beside || plan.right) return []; // a play of = in place of += is no engine's
  const { trace, contributions, steps, operations, total } = plan;
  /** @type {Map<number, [number, number, number]>} */
  const settled = new Map([[trace.root, [operations + 1, 0, Number(decode(trace.seed))]]]); // step, place, number
  for (const [k, { kind, begin, end }] of steps.entries()) {
    if (kind !== "push") continue;
    for (let i = begin; i < end; i++)
      settled.set(trace.from[contributions[i].edge], [k, i + 1, contributions[i].after]);
  }
  /** @type {Pair[]} */
  const pairs = [];
  for (const [at, node] of beside.node.entries()) {
    const [data, grad] = [decode(beside.data[at]), decode(beside.grad[at])];
    const [inData, inGrad] = beside.because[at];
    const from = plan.computedAt[node];
    if (data !== null)
      pairs.push({
        node, what: "data", own: plan.data[node] ?? NaN, other: data, from, place: from - steps.length, because: inData,
      });
    if (grad === null || scene.bare || !trace.order.length) continue;
    const [step, place, own] = settled.get(node) ?? [total, contributions.length + 1, 0];
    pairs.push({ node, what: "grad", own, other: grad, from: step, place, because: inGrad });
  }
  const seen = pairs.filter(({ node }) => !isFolded(plan, node)); // unless there are no others
  return (seen.length ? seen : pairs).sort((a, b) => a.place - b.place || a.node - b.node);
}

/**
 * Whether the numbers are still those that were compared: an edit makes others.
 * @param {Plan} plan
 * @param {Scene} scene
 */
export function isCurrent(plan, scene) {
  return scene.beside?.compared === undefined || givenAgain(plan.trace, scene) === null;
}

/**
 * A number that is told from its partner: four digits, or as many as it takes.
 * @param {number} own
 * @param {number} other
 */
export function otherText(own, other) {
  const text = numberText(other);
  if (text !== numberText(own)) return text;
  for (let digits = 5; digits < 17; digits++) {
    const [a, b] = [own, other].map((x) => String(Number(x.toPrecision(digits))));
    if (a !== b) return b.replace(/-/g, MINUS);
  }
  return String(other).replace(/-/g, MINUS);
}

/**
 * What a comparison found, in sentences; the first is about the first difference, if there is one.
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {Pair[]} pairs
 * @returns {string[]}
 */
export function verdictOf(plan, scene, pairs) {
  const { name, compared = 0, remarks = [] } = /** @type {Beside} */ (scene.beside);
  if (!isCurrent(plan, scene))
    return ["These are other numbers than those that were compared; Reset, under More, brings them back."];
  if (!pairs.length) {
    const what = scene.bare || !plan.trace.order.length ? "the data" : "data and gradient";
    const all =
      compared === 1 ? "the one value compared agrees" : `all ${compared.toLocaleString("en")} values compared agree`;
    return [
      compared ? `Beside ${name}, ${what} of ${all}.` : "No value can be compared.",
      ...remarks,
    ];
  }
  const [first] = pairs;
  const count = new Set(pairs.map(({ node }) => node)).size;
  const others =
    count > 1 ? ` ${(count - 1).toLocaleString("en")} more ${count === 2 ? "value differs" : "values differ"}.` : "";
  const both = `${otherText(first.other, first.own)}, ${name} ${otherText(first.own, first.other)}`;
  return [`The first difference is ${placeOf(plan, scene, first)}: ${both}.${others}`, ...remarks];
}

/**
 * What is wrong because of a fault elsewhere, by step, as marks for the cards.
 * @param {Plan} plan
 * @param {Scene} scene
 * @returns {Map<number, Fault[]>}
 */
export function consequencesByStep(plan, scene) {
  /** @type {Map<number, Fault[]>} */
  const found = new Map();
  for (const pair of pairsBeside(plan, scene)) {
    const { node, because, from, other, own } = pair;
    if (because === null || because === node) continue;
    const name = short(scene.name[because], LETTERS);
    const text = `${placeOf(plan, scene, pair)} is wrong because of ${name}: ${otherText(own, other)} would be right`;
    found.set(from, [...(found.get(from) ?? []), { kind: `wrong because of ${name}`, text, node, edge: null }]);
  }
  return found;
}

/**
 * Faults and what follows from them, both by step.
 * @param {Map<number, Fault[]>} faults
 * @param {Plan} plan
 * @param {Scene} scene
 */
export function withConsequences(faults, plan, scene) {
  const all = new Map(faults);
  for (const [k, found] of consequencesByStep(plan, scene)) all.set(k, [...(all.get(k) ?? []), ...found]);
  return all;
}

/** `b.grad`, `b`, `the gradient of the constant 3` @param {Plan} plan @param {Scene} scene @param {Pair} pair */
function placeOf(plan, scene, { node, what }) {
  const name = nameOf(scene, node);
  if (isConstant(plan, node)) return what === "grad" ? `the gradient of the constant ${name}` : `the constant ${name}`;
  return what === "grad" ? `${name}.grad` : name;
}
