// @ts-check
// The graph of one sample, tens of thousands of scalars wide: values of one operation that need not wait for each other
// are worked out together. The rules are those of the table of operations, which come with the graph. Pure.

import { carryOut, makeDesk } from "../../microgradviz/views/js/core/training/terms.js";

/** @typedef {import("../../microgradviz/views/js/core/training/terms.js").Work} Work */
/** @typedef {{ formula: string, locals: string[], arity: number | null }} Rule `arity` null for a sum of any number */
/**
 * Values in topological order, with "" for a leaf, and the edges into them, value after value; constants of operations
 * by the number of the value. `fed` are the leaves that change from sample to sample.
 * @typedef {{ op: string[], data: number[], constants: Record<string, Record<string, number>>, from: number[], to: number[],
 *   rules: Record<string, Rule>, params: number[], fed: number[], predictions: number[], loss: number }} Graph
 */
/** Values `start` to `end`, in their new order; `sources[slot]` are their inputs. @typedef {{ start: number, end: number,
 *   sources: Int32Array[], wanted: boolean[], op: Operation | null, firsts: Int32Array }} Batch */
/** @typedef {{ forward: Work[], backward: Work[][] }} Operation */

/** @param {Graph} graph */
export function makeWideGraph({ op, data: given, constants, from, to, rules, params, fed, predictions, loss }) {
  const size = op.length;
  const into = op.map(() => /** @type {number[]} */ ([]));
  for (const [e, user] of to.entries()) into[user].push(from[e]);
  const { order, kinds } = inBatches();
  const place = new Int32Array(size);
  for (const [i, value] of order.entries()) place[value] = i;
  const [values, grads] = [new Float64Array(size), new Float64Array(size)];
  for (let i = 0; i < size; i++) values[place[i]] = op[i] ? 0 : given[i];
  const [places, inputs, outputs] = [params, fed, predictions].map((nodes) => nodes.map((i) => place[i]));
  const root = place[loss];
  const needed = dependants(params);
  const batches = kinds.map(batchOf);
  const desk = makeDesk(Math.max(...batches.map(({ start, end }) => end - start)));
  const [x, y, out, times, product] = [1, 2, 3, 4, 5].map(() => desk.column());
  /** @type {Map<string, Operation>} */
  const operations = new Map();
  for (const [k, batch] of batches.entries()) batch.op = operationOf(kinds[k].value);
  return { predict, lossOf, gradients };

  /** The batches, each after all that it needs, and the values in their order. */
  function inBatches() {
    const depth = new Int32Array(size);
    /** @type {Map<string, { depth: number, value: number, values: number[] }>} */
    const found = new Map();
    for (let i = 0; i < size; i++) {
      for (const source of into[i]) depth[i] = Math.max(depth[i], depth[source] + 1);
      const key = `${depth[i]} ${kindOf(i)}`;
      const batch = found.get(key) ?? { depth: depth[i], value: i, values: [] };
      found.set(key, batch);
      batch.values.push(i);
    }
    const sorted = [...found.values()].sort((a, b) => a.depth - b.depth);
    const all = sorted.flatMap((batch) => batch.values);
    let start = 0;
    const ranges = sorted.map(({ value, values: { length } }) => ({ value, start, end: (start += length) }));
    return { order: all, kinds: ranges.filter(({ value }) => op[value]) };
  }

  /** What must be equal of values that are worked out together. @param {number} i */
  function kindOf(i) {
    return constants[i] ? `${op[i]} ${JSON.stringify(constants[i])}` : op[i];
  }

  /** @param {number[]} leaves @returns {Uint8Array} which values depend on them */
  function dependants(leaves) {
    const found = new Uint8Array(size);
    for (const i of leaves) found[i] = 1;
    for (let i = 0; i < size; i++) if (into[i].some((source) => found[source])) found[i] = 1;
    return found;
  }

  /** @param {{ value: number, start: number, end: number }} kind @returns {Batch} */
  function batchOf({ value, start, end }) {
    const members = order.slice(start, end);
    const sums = rules[op[value]].arity === null;
    const firsts = [0];
    if (sums) for (const i of members) firsts.push((firsts.at(-1) ?? 0) + into[i].length);
    const slots = sums ? [members.flatMap((i) => into[i])] : into[value].map((_, slot) => members.map((i) => into[i][slot]));
    return {
      start, end, op: null, firsts: Int32Array.from(firsts),
      sources: slots.map((sources) => Int32Array.from(sources, (i) => place[i])),
      wanted: slots.map((sources) => sources.some((i) => needed[i])),
    };
  }

  /** The loops of an operation, over columns that all batches of it share; none for a sum. @param {number} value */
  function operationOf(value) {
    const rule = rules[op[value]];
    if (rule.arity === null) return null;
    const kind = kindOf(value);
    const known = operations.get(kind);
    if (known) return known;
    const numbers = Object.entries(constants[value] ?? {}).map(([name, number]) => [name, { number }]);
    const names = { ...Object.fromEntries(numbers), x: { column: x }, y: { column: y }, out: { column: out } };
    const operation = {
      forward: desk.write(out, desk.read(rule.formula, names)),
      backward: rule.locals.map((local) => desk.write(product, desk.read(local, names), { times })),
    };
    operations.set(kind, operation);
    return operation;
  }

  /** @param {ArrayLike<number>} numbers of the parameters @param {ArrayLike<number>} sample of what is fed */
  function forward(numbers, sample) {
    for (let k = 0; k < places.length; k++) values[places[k]] = numbers[k];
    for (let k = 0; k < inputs.length; k++) values[inputs[k]] = sample[k];
    for (const { start, end, sources, op: operation, firsts } of batches) {
      if (!operation) addUp(values, start, end, sources[0], firsts);
      else {
        fetchInputs(sources, end - start);
        carryOut(operation.forward, end - start);
        values.set(out.subarray(0, end - start), start);
      }
    }
  }

  /** @param {Int32Array[]} sources @param {number} count */
  function fetchInputs(sources, count) {
    gather(values, sources[0], x, count);
    if (sources.length > 1) gather(values, sources[1], y, count);
  }

  /** @param {ArrayLike<number>} numbers @param {ArrayLike<number>} sample @returns {number[]} */
  function predict(numbers, sample) {
    forward(numbers, sample);
    return outputs.map((i) => values[i]);
  }

  /** @param {ArrayLike<number>} numbers @param {ArrayLike<number>} sample */
  function lossOf(numbers, sample) {
    forward(numbers, sample);
    return values[root];
  }

  /** The loss of a sample, and its derivative by every parameter. @param {ArrayLike<number>} numbers @param {ArrayLike<number>} sample */
  function gradients(numbers, sample) {
    forward(numbers, sample);
    grads.fill(0);
    grads[root] = 1;
    for (const { start, end, sources, wanted, op: operation, firsts } of batches.toReversed()) {
      if (!operation) spread(grads, start, end, sources[0], firsts);
      else {
        const count = end - start;
        fetchInputs(sources, count);
        out.set(values.subarray(start, end));
        times.set(grads.subarray(start, end));
        for (const [slot, work] of operation.backward.entries()) {
          if (!wanted[slot]) continue;
          carryOut(work, count);
          scatter(product, sources[slot], grads, count);
        }
      }
    }
    return { loss: values[root], grad: Float64Array.from(places, (i) => grads[i]) };
  }
}

/** @param {Float64Array} values @param {Int32Array} at @param {Float64Array} into @param {number} count */
function gather(values, at, into, count) {
  for (let i = 0; i < count; i++) into[i] = values[at[i]];
}

/** @param {Float64Array} amounts @param {Int32Array} at @param {Float64Array} into @param {number} count */
function scatter(amounts, at, into, count) {
  for (let i = 0; i < count; i++) into[at[i]] += amounts[i];
}

/** Sums, each from left to right. @param {Float64Array} values @param {number} start @param {number} end @param {Int32Array} at @param {Int32Array} firsts */
function addUp(values, start, end, at, firsts) {
  for (let i = 0; i < end - start; i++) {
    let sum = 0;
    for (let e = firsts[i]; e < firsts[i + 1]; e++) sum += values[at[e]];
    values[start + i] = sum;
  }
}

/** A sum hands on its gradient as it is. @param {Float64Array} grads @param {number} start @param {number} end @param {Int32Array} at @param {Int32Array} firsts */
function spread(grads, start, end, at, firsts) {
  for (let i = 0; i < end - start; i++) {
    const grad = grads[start + i];
    for (let e = firsts[i]; e < firsts[i + 1]; e++) grads[at[e]] += grad;
  }
}
