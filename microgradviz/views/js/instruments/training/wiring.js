// @ts-check
// Which parameter leads from which unit to which, read off the graph of one sample. Pure.

/**
 * Column 0 holds the inputs, the columns after it the layers.
 * @typedef {{ param: number, from: [number, number] }} Wire a weight; column and row of what it is multiplied by
 * @typedef {{ node: number, sum: number, op: string, bias: number, wires: Wire[] }} Unit `bias` is −1 without one
 * @typedef {{ inputs: string[], layers: Unit[][] }} Wiring
 */

/**
 * @param {import("../../core/training/network.js").Network} network
 * @param {string[]} names of the inputs
 * @returns {Wiring}
 */
export function wiringOf({ trace, roles, inputs }, names) {
  /** @type {Map<number, number>} */
  const params = new Map(roles.params.map((node, k) => [node, k]));
  /** @type {Map<number, [number, number]>} */
  const placed = new Map(roles.fed.filter(({ x }) => x !== undefined).map(({ node, x }) => [node, [0, Number(x)]]));
  const into = trace.op.map(() => /** @type {number[]} */ ([]));
  for (const [e, to] of trace.to.entries()) into[to].push(trace.from[e]);
  const layers = roles.layers.map(({ units, sums }, l) => {
    const found = units.map((node, u) => ({ node, sum: sums[u], op: trace.op[node], ...madeOf(sums[u]) }));
    for (const [u, node] of units.entries()) placed.set(node, [l + 1, u]);
    return found;
  });
  const called = Array.from({ length: inputs }, (_, k) => names[k] ?? `x${k + 1}`);
  return { inputs: called, layers };

  /** What a sum adds up: products of a parameter and a unit, and a parameter alone. @param {number} sum */
  function madeOf(sum) {
    let bias = -1;
    /** @type {Wire[]} */
    const wires = [];
    const left = [sum];
    const seen = new Set(left);
    while (left.length) {
      const at = /** @type {number} */ (left.pop());
      const param = into[at].map((i) => params.get(i)).find((k) => k !== undefined);
      const from = into[at].map((i) => placed.get(i)).find(Boolean);
      if (trace.op[at] === "mul" && param !== undefined && from) wires.push({ param, from });
      else if (params.has(at)) bias = Number(params.get(at));
      else if (!placed.has(at))
        for (const i of into[at]) if (!seen.has(i)) {
          seen.add(i);
          left.push(i);
        }
    }
    return { bias, wires: wires.sort((a, b) => a.from[0] - b.from[0] || a.from[1] - b.from[1]) };
  }
}
