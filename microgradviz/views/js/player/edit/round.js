// @ts-check
// Numbers that are slid, dragged or nudged come out plain. Pure.

/**
 * The nearest multiple of a step.
 * @param {number} x
 * @param {number} step
 */
export function roundToStep(x, step) {
  return Number((Math.round(x / step) * step).toPrecision(10)) + 0; // never −0
}

/**
 * A number moved by a few steps, without the digits that only rounding makes.
 * @param {number} x
 * @param {number} by
 */
export function plainSum(x, by) {
  return by ? Number((x + by).toPrecision(12)) + 0 : x;
}
