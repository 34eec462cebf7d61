// @ts-check
// Forward mode: how fast every value changes along one leaf, carried with the data from the leaf to the result. Pure.

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./steps.js").Trace} Trace */

/**
 * The rates of all values along a leaf; null where it does not lead.
 * @param {Trace} trace
 * @param {(number | null)[]} local
 * @param {number | null} along
 * @returns {(number | null)[]}
 */
export function ratesAlong(trace, local, along) {
  /** @type {(number | null)[]} */
  const rates = new Array(trace.op.length).fill(null);
  if (along === null) return rates;
  rates[along] = 1;
  for (const [e, source] of trace.from.entries()) {
    const [rate, user] = [rates[source], trace.to[e]];
    if (rate !== null) rates[user] = (rates[user] ?? 0) + rate * (local[e] ?? NaN);
  }
  return rates;
}

/**
 * The edges along which a rate comes to a value.
 * @param {{ from: number[] }} trace
 * @param {number[]} firstEdge
 * @param {(number | null)[]} rates
 * @param {number} node
 */
export function carriedInto({ from }, firstEdge, rates, node) {
  const all = Array.from({ length: firstEdge[node + 1] - firstEdge[node] }, (_, i) => firstEdge[node] + i);
  return all.filter((e) => rates[from[e]] !== null);
}

/**
 * What follows once the data of a value is there: every edge brings its amount, and several are added up.
 * @param {Trace} trace
 * @param {number[]} firstEdge
 * @param {(number | null)[]} rates
 * @param {number} node
 * @returns {Step[]}
 */
export function rateSteps(trace, firstEdge, rates, node) {
  const edges = carriedInto(trace, firstEdge, rates, node);
  /** @type {Step[]} */
  const steps = edges.map((edge) => ({ kind: "carry", node, begin: 0, end: 0, edge }));
  return edges.length > 1 ? [...steps, { kind: "sum", node, begin: 0, end: 0 }] : steps;
}

/** What an edge brings. @param {Plan} plan @param {number} e */
export function amountAlong({ trace, rates, local }, e) {
  return (rates[trace.from[e]] ?? 0) * (local[e] ?? NaN);
}

/** The amounts that come to a value. @param {Plan} plan @param {number} node */
export function amountsInto(plan, node) {
  return carriedInto(plan.trace, plan.firstEdge, plan.rates, node).map((e) => amountAlong(plan, e));
}

/** The rates that are known after step k. @param {Plan} plan @param {number} k @returns {(number | null)[]} */
export function ratesAt({ trace, rates, computedAt, steps }, k) {
  const left = new Set(steps.slice(k + 1).map(({ node }) => node));
  return rates.map((rate, i) => (computedAt[i] > k || (trace.op[i] && left.has(i)) ? null : rate ?? 0));
}

/** The edges that have brought their amount before step k. @param {Plan} plan @param {number} k */
export function edgesCarried({ steps }, k) {
  return steps.slice(0, k).flatMap(({ edge }) => edge ?? []);
}
