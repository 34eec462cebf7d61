// @ts-check
// The graph of one sample, read once, at work on many: predictions, every value over the plane, and every true gradient
// by reverse mode. The rules are those that travel with the trace; there are no others. Pure.

import { recompute } from "../recompute.js";
import { decode } from "../words.js";
import { carryOut, makeDesk } from "./terms.js";

/** @typedef {import("../steps.js").Trace} Trace */
/** @typedef {import("../words.js").Rule} Rule */
/** @typedef {import("./terms.js").Column} Column */
/** @typedef {import("./terms.js").Term} Term */
/** @typedef {import("./terms.js").Work} Work */
/**
 * A leaf whose number changes with the sample: column `x` of the inputs, or `y` of the targets.
 * @typedef {{ node: number, x?: number, y?: number }} Fed
 */
/**
 * Which values of a sample's graph are what. `params` is in the order of the parameter vector; `layers` runs from the
 * inputs to the prediction: of each unit its output, and the sum before its activation.
 * @typedef {{ params: number[], inputs: number[], targets: number[], predictions: number[], loss: number, fed: Fed[],
 *   layers: { units: number[], sums: number[] }[] }} Roles
 */
/** @typedef {ArrayLike<number>} Numbers */
/**
 * Of a unit, over the samples: its output, d output / d sum, and d the whole loss / d sum; and over a layer's units and
 * samples the root of the mean square of the last.
 * @typedef {{ outputs: Column[], slopes: Column[], sumGradients: Column[], rms: number }} LayerFlow
 */
/** @typedef {{ layers: LayerFlow[] }} Flow */
/** @typedef {ReturnType<typeof makeNetwork>} Network */

const ROWS = 256; // samples at once: more would leave the processor's cache

/**
 * @param {Trace} trace of the loss of one sample
 * @param {Record<string, Rule>} rules of its operations
 * @param {Roles} roles
 */
export function makeNetwork(trace, rules, roles) {
  /** @type {"mean" | "sum"} how the losses of the samples become one */
  let reduction = "mean";
  const desk = makeDesk(ROWS);
  const size = trace.op.length;
  const data = trace.op.map(() => desk.column());
  const into = inputEdges(trace);
  const forward = trace.op.map((op, i) => (op ? forwardWork(i) : []));
  for (const [i, x] of trace.data.entries()) if (!trace.op[i]) data[i].fill(Number(decode(x)));
  const width = Math.max(roles.inputs.length, ...roles.fed.map(({ x }) => (x ?? -1) + 1));
  const height = Math.max(roles.targets.length, ...roles.fed.map(({ y }) => (y ?? -1) + 1));
  /** @type {Map<string, Work[]>} */
  const written = new Map();
  const toLoss = lazily(() => upTo([roles.loss]));
  const toPredictions = lazily(() => upTo(roles.predictions));
  const train = lazily(() => backward(new Set(roles.params)));
  const sums = lazily(() => backward(new Set(roles.layers.flatMap((layer) => layer.sums))));
  const every = lazily(() => backward(new Set(trace.op.keys())));
  const slopes = lazily(() => roles.layers.map(slopeWork));
  return {
    trace, roles, count: roles.params.length, inputs: width,
    predictAll, values, losses, loss, gradients, sampleGradients, flow, plane, curve, sampleTrace, reduce,
  };

  /** How the losses of the samples become one, from now on. @param {"mean" | "sum"} how */
  function reduce(how) {
    reduction = how;
  }

  /** @param {number} i */
  function forwardWork(i) {
    const given = into[i].map((e) => data[trace.from[e]]);
    const rule = ruleOf(i);
    return rule.arity === null ? desk.total(data[i], given) : desk.write(data[i], desk.read(rule.formula, namesOf(i)));
  }

  /** @param {number} i */
  function ruleOf(i) {
    const rule = Object.hasOwn(rules, trace.op[i]) ? rules[trace.op[i]] : undefined;
    if (rule && (rule.arity === null || rule.arity === into[i].length)) return rule;
    throw new Error(`operation must be one of the table (got ${JSON.stringify(trace.op[i])})`);
  }

  /** @param {number} i @returns {Record<string, Term>} */
  function namesOf(i) {
    const constants = Object.entries(trace.params[i] ?? {}).map(([name, x]) => [name, { number: Number(decode(x)) }]);
    const columns = into[i].map((e) => [["x", "y"][trace.slot[e]], { column: data[trace.from[e]] }]);
    return Object.fromEntries([...constants, ...columns, ["out", { column: data[i] }]]);
  }

  /** The local derivative along an edge. @param {number} e @returns {Term} */
  function local(e) {
    const rule = ruleOf(trace.to[e]);
    return rule.arity === null ? { number: 1 } : desk.read(rule.locals[trace.slot[e]], namesOf(trace.to[e]));
  }

  /**
   * The backward pass as far as the gradients of some values need it; what is reached by one edge of slope 1 shares the
   * column of its user.
   * @param {Set<number>} wanted
   * @returns {{ work: Work[], grads: (Column | null)[] }}
   */
  function backward(wanted) {
    const needed = trace.op.map((_, i) => wanted.has(i));
    for (const [e, to] of trace.to.entries()) needed[to] ||= needed[trace.from[e]];
    /** @type {(Column | null)[]} */
    const grads = Array(size).fill(null);
    const landings = Array(size).fill(0);
    const reached = ancestors([roles.loss]);
    for (const [e, to] of trace.to.entries()) if (reached[to]) landings[trace.from[e]]++;
    grads[roles.loss] = desk.column();
    /** @type {Work[]} */
    const work = [];
    for (let i = size - 1; i >= 0; i--) {
      const times = grads[i];
      if (!times || !reached[i]) continue;
      for (const e of into[i]) {
        const source = trace.from[e];
        if (!needed[source]) continue;
        const slope = local(e);
        if (landings[source] === 1 && "number" in slope && slope.number === 1) {
          grads[source] = times;
          continue;
        }
        const adds = grads[source] !== null;
        work.push(...desk.write((grads[source] ??= desk.column()), slope, { times, adds }));
      }
    }
    return { work, grads };
  }

  /** @param {number[]} nodes @returns {boolean[]} what they are made of, themselves too */
  function ancestors(nodes) {
    /** @type {boolean[]} */
    const found = Array(size).fill(false);
    for (const node of nodes) found[node] = true;
    for (let i = size - 1; i >= 0; i--) if (found[i]) for (const e of into[i]) found[trace.from[e]] = true;
    return found;
  }

  /** The forward pass as far as some values need it. @param {number[]} nodes */
  function upTo(nodes) {
    const key = nodes.join();
    let work = written.get(key);
    if (!work) {
      const found = ancestors(nodes);
      written.set(key, (work = forward.filter((_, i) => found[i]).flat()));
    }
    return work;
  }

  /** @param {Numbers} params @param {number} count of the samples to come */
  function setParams(params, count) {
    if (params.length !== roles.params.length)
      throw new Error(`parameters must be ${roles.params.length} numbers (got ${params.length})`);
    for (let k = 0; k < params.length; k++)
      if (roles.params[k] >= 0) data[roles.params[k]].fill(params[k], 0, Math.min(count, ROWS));
  }

  /**
   * Samples into their leaves.
   * @param {Numbers} X row by row
   * @param {Numbers | null} y
   * @param {number} count
   * @param {(i: number) => number} row the number of the i-th of them
   */
  function feed(X, y, count, row) {
    for (const { node, x, y: target } of roles.fed) {
      const column = data[node];
      const [source, step, at] = x === undefined ? [y, height, target ?? 0] : [X, width, x];
      if (source) for (let i = 0; i < count; i++) column[i] = source[row(i) * step + at];
    }
  }

  /**
   * Some samples after others, as many at once as there is room for.
   * @param {Numbers} params
   * @param {Numbers} X
   * @param {Numbers | null} y
   * @param {Work[]} work
   * @param {(count: number, start: number) => void} done
   * @param {Numbers | null} [rows]
   */
  function inChunks(params, X, y, work, done, rows = null) {
    const samples = rows ? rows.length : width ? X.length / width : 1;
    setParams(params, samples);
    for (let start = 0; start < samples; start += ROWS) {
      const count = Math.min(ROWS, samples - start);
      feed(X, y, count, rows ? (i) => rows[start + i] : (i) => start + i);
      carryOut(work, count);
      done(count, start);
    }
    return samples;
  }

  /** Every prediction for every sample, row by row. @param {Numbers} params @param {Numbers} X */
  function predictAll(params, X) {
    const { predictions } = roles;
    const made = new Float64Array((width ? X.length / width : 1) * predictions.length);
    inChunks(params, X, null, toPredictions(), (count, start) => {
      for (const [k, node] of predictions.entries())
        for (let i = 0; i < count; i++) made[(start + i) * predictions.length + k] = data[node][i];
    });
    return made;
  }

  /** The loss of every sample. @param {Numbers} params @param {Numbers} X @param {Numbers} y */
  function losses(params, X, y) {
    const made = new Float64Array(width ? X.length / width : 1);
    inChunks(params, X, y, toLoss(), (count, start) =>
      made.set(data[roles.loss].subarray(0, count), start));
    return made;
  }

  /** @param {Numbers} params @param {Numbers} X @param {Numbers} y */
  function loss(params, X, y) {
    const each = losses(params, X, y);
    const sum = each.reduce((before, x) => before + x, 0);
    return reduction === "mean" ? sum / each.length : sum;
  }

  /** Every value of the graph for one sample. @param {Numbers} params @param {Numbers} x @param {Numbers | null} [y] */
  function values(params, x, y = null) {
    inChunks(params, x, y, upTo([...trace.op.keys()]), () => {}, [0]);
    return Float64Array.from(data, (column) => column[0]);
  }

  /**
   * The loss over the samples, and its derivative by every parameter.
   * @param {Numbers} params
   * @param {Numbers} X
   * @param {Numbers} y
   * @param {Numbers | null} [rows] the numbers of the samples; all if left out
   */
  function gradients(params, X, y, rows = null) {
    const grad = new Float64Array(roles.params.length);
    const sum = pass(train(), params, X, y, (count, _, grads) => {
      for (let k = 0; k < grad.length; k++) {
        const column = grads[roles.params[k]];
        if (!column) continue;
        let found = grad[k];
        for (let i = 0; i < count; i++) found += column[i];
        grad[k] = found;
      }
    }, rows);
    return { loss: sum, grad };
  }

  /**
   * Forward and backward over the samples; the loss.
   * @param {{ work: Work[], grads: (Column | null)[] }} back
   * @param {Numbers} params
   * @param {Numbers} X
   * @param {Numbers} y
   * @param {(count: number, start: number, grads: (Column | null)[]) => void} done
   * @param {Numbers | null} [rows]
   */
  function pass({ work, grads }, params, X, y, done, rows = null) {
    const samples = rows ? rows.length : width ? X.length / width : 1;
    /** @type {Column} */ (grads[roles.loss]).fill(reduction === "mean" ? 1 / samples : 1, 0, Math.min(samples, ROWS));
    let sum = 0;
    inChunks(params, X, y, toLoss(), (count, start) => {
      carryOut(work, count);
      for (let i = 0; i < count; i++) sum += data[roles.loss][i];
      done(count, start, grads);
    }, rows);
    return reduction === "mean" ? sum / samples : sum;
  }

  /**
   * The derivative of one sample's own loss by every value of the graph; nan where no path leads to the loss.
   * @param {Numbers} params
   * @param {Numbers} x
   * @param {Numbers} y
   */
  function sampleGradients(params, x, y) {
    const { work, grads } = every();
    const found = new Float64Array(size).fill(NaN);
    /** @type {Column} */ (grads[roles.loss]).fill(1);
    inChunks(params, x, y, toLoss(), (count) => {
      carryOut(work, count);
      for (const [i, column] of grads.entries()) if (column) found[i] = column[0];
    }, [0]);
    return found;
  }

  /** What d unit / d sum is worked out by. @param {{ units: number[], sums: number[] }} layer */
  function slopeWork({ units, sums: before }) {
    return units.map((unit, k) => {
      const column = desk.column().fill(1);
      const edges = into[unit].filter((e) => trace.from[e] === before[k]);
      const work = unit === before[k] ? []
        : edges.flatMap((e, n) => desk.write(column, local(e), { times: ones(), adds: n > 0 }));
      return { column, work };
    });
  }

  function ones() {
    return desk.column().fill(1);
  }

  /**
   * The gradients as they flow: of every unit, over all samples.
   * @param {Numbers} params
   * @param {Numbers} X
   * @param {Numbers} y
   * @returns {Flow}
   */
  function flow(params, X, y) {
    const samples = width ? X.length / width : 1;
    const layers = roles.layers.map(({ units }) => {
      const columns = () => units.map(() => new Float64Array(samples));
      return { outputs: columns(), slopes: columns(), sumGradients: columns(), rms: NaN };
    });
    pass(sums(), params, X, y, (count, start, grads) => {
      for (const [l, { units, sums: before }] of roles.layers.entries())
        for (const [u, unit] of units.entries()) {
          const slope = slopes()[l][u];
          carryOut(slope.work, count);
          layers[l].outputs[u].set(data[unit].subarray(0, count), start);
          layers[l].slopes[u].set(slope.column.subarray(0, count), start);
          const grad = grads[before[u]];
          if (grad) layers[l].sumGradients[u].set(grad.subarray(0, count), start);
        }
    });
    for (const layer of layers) layer.rms = rootMeanSquare(layer.sumGradients);
    return { layers };
  }

  /**
   * Values over a plane of the first two inputs, row by row, the ys from first to last; other inputs are 0.
   * @param {Numbers} params
   * @param {number[]} nodes
   * @param {Numbers} xs
   * @param {Numbers} ys
   */
  function plane(params, nodes, xs, ys) {
    const made = nodes.map(() => new Float32Array(xs.length * ys.length));
    const points = xs.length * ys.length;
    setParams(params, points);
    for (let start = 0; start < points; start += ROWS) {
      const count = Math.min(ROWS, points - start);
      for (const { node, x } of roles.fed) {
        if (x === undefined) continue;
        const column = data[node];
        for (let i = 0; i < count; i++) {
          const at = start + i;
          column[i] = x === 0 ? xs[at % xs.length] : x === 1 ? ys[Math.floor(at / xs.length)] : 0;
        }
      }
      carryOut(upTo(nodes), count);
      for (const [k, node] of nodes.entries()) made[k].set(data[node].subarray(0, count), start);
    }
    return made;
  }

  /** Values over the first input alone. @param {Numbers} params @param {number[]} nodes @param {Numbers} xs */
  function curve(params, nodes, xs) {
    return plane(params, nodes, xs, [0]);
  }

  /**
   * The graph of one sample at a moment: a trace, as the player takes it.
   * @param {Numbers} params
   * @param {Numbers} x
   * @param {Numbers} y
   * @returns {Trace}
   */
  function sampleTrace(params, x, y) {
    /** @type {Map<number, number>} */
    const numbers = new Map();
    for (const [k, node] of roles.params.entries()) if (node >= 0) numbers.set(node, params[k]);
    for (const { node, x: input, y: target } of roles.fed) {
      if (input !== undefined) numbers.set(node, x[input]);
      else if (target !== undefined) numbers.set(node, y[target]);
    }
    return recompute(trace, /** @type {any} */ ({ rules }), numbers);
  }
}

/** The edges into every value, by its inputs. @param {Trace} trace @returns {number[][]} */
function inputEdges(trace) {
  const into = trace.op.map(() => /** @type {number[]} */ ([]));
  for (const [e, to] of trace.to.entries()) into[to].push(e);
  return into;
}

/** @param {Column[]} columns */
function rootMeanSquare(columns) {
  let [sum, count] = [0, 0];
  for (const column of columns) {
    for (const x of column) sum += x * x;
    count += column.length;
  }
  return Math.sqrt(sum / count);
}

/** @template T @param {() => T} make @returns {() => T} */
function lazily(make) {
  /** @type {T[]} */
  const made = [];
  return () => (made.length ? made[0] : (made[0] = make()));
}
