// @ts-check
// Where a field over the plane has one height: a line in pieces, by marching squares. Pure.

/**
 * @param {ArrayLike<number>} field row by row
 * @param {ArrayLike<number>} xs
 * @param {ArrayLike<number>} ys
 * @param {number} level
 * @returns {[number, number][][]} pairs of points
 */
export function boundary(field, xs, ys, level) {
  const [wide, high] = [xs.length, ys.length];
  /** @type {[number, number][][]} */
  const pieces = [];
  for (let j = 0; j + 1 < high; j++)
    for (let i = 0; i + 1 < wide; i++) {
      /** @type {[number, number][]} */
      const found = [];
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
      const heights = corners.map(([x, y]) => field[y * wide + x] - level);
      for (const [k, [x, y]] of corners.entries()) {
        const [a, b] = [heights[k], heights[(k + 1) % 4]];
        if (a < 0 === b < 0 || !Number.isFinite(a + b)) continue;
        const share = a / (a - b);
        const [endX, endY] = corners[(k + 1) % 4];
        found.push([xs[x] + share * (xs[endX] - xs[x]), ys[y] + share * (ys[endY] - ys[y])]);
      }
      if (found.length === 4) {
        const middle = heights[0] + heights[1] + heights[2] + heights[3] < 0;
        if (middle === heights[0] < 0) pieces.push([found[0], found[1]], [found[2], found[3]]);
        else pieces.push([found[3], found[0]], [found[1], found[2]]);
      } else if (found.length === 2) pieces.push(found);
    }
  return pieces;
}
