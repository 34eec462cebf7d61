// @ts-check
// A curve of more points than there are pixels: of each pixel the least and the greatest stay. Pure.

/**
 * @param {number[][]} points from left to right
 * @returns {number[][]}
 */
export function inPixels(points) {
  if (points.length < 1000) return points;
  /** @type {number[][]} */
  const kept = [];
  for (let begin = 0; begin < points.length;) {
    let end = begin;
    let [least, most] = [begin, begin];
    for (; end < points.length && Math.floor(points[end][0]) === Math.floor(points[begin][0]); end++) {
      const y = points[end][1];
      if (!(y >= points[least][1])) least = end;
      if (!(y <= points[most][1])) most = end;
    }
    for (const at of [...new Set([begin, least, most, end - 1])].sort((a, b) => a - b)) kept.push(points[at]);
    begin = end;
  }
  return kept;
}

/** Where an axis of steps ends: 1, 2 or 5 times a power of ten. @param {number} last */
export function niceEnd(last) {
  const power = 10 ** Math.floor(Math.log10(Math.max(last, 100)));
  return ([1, 2, 5].find((n) => n * power >= last) ?? 10) * power;
}
