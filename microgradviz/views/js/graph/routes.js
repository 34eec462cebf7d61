// @ts-check
// The shapes of edges: smooth curves, arrow heads, and the place of what is written on them. Pure.

/** @typedef {[number, number]} Point */

const SHORT = 16; // px: a shorter stretch of a route is straight, such as a corner that is cut

/**
 * A route as the `d` of a smooth path that leaves and arrives level (upright, if the graph runs downward).
 * @param {Point[]} route
 * @param {boolean} down
 */
export function curve(route, down, straight = false) {
  let [x, y] = route[0];
  let d = `M${x} ${y}`;
  for (const [nx, ny] of route.slice(1)) {
    if (straight || x === nx || y === ny || Math.abs(down ? ny - y : nx - x) < SHORT) d += `L${nx} ${ny}`;
    else if (down) d += `C${x} ${(y + ny) / 2} ${nx} ${(y + ny) / 2} ${nx} ${ny}`;
    else d += `C${(x + nx) / 2} ${y} ${(x + nx) / 2} ${ny} ${nx} ${ny}`;
    [x, y] = [nx, ny];
  }
  return d;
}

/**
 * The head of an arrow that arrives at the end of a route.
 * @param {Point[]} route
 * @param {boolean} down
 * @param {number} size
 */
export function arrow(route, down, size) {
  const [x, y] = route[route.length - 1];
  const back = alongRoute(route, down) < 0 ? size : -size;
  const half = size * 0.55;
  return down ? `M${x - half} ${y + back}L${x} ${y}L${x + half} ${y + back}`
    : `M${x + back} ${y - half}L${x} ${y}L${x + back} ${y + half}`;
}

/**
 * Which way a route runs when it arrives: above 0 with the graph, below 0 against it.
 * @param {Point[]} route
 * @param {boolean} down
 */
function alongRoute(route, down) {
  const [[ax, ay], [bx, by]] = route.slice(-2);
  return down ? by - ay : bx - ax;
}

/**
 * The edge nearest to a place, none (-1) if all are farther than `reach`.
 * @param {Point[][]} routes
 * @param {boolean} down
 * @param {Point} place
 * @param {number} reach
 */
export function nearestRoute(routes, down, [px, py], reach) {
  let [best, least] = [-1, reach * reach];
  for (const [e, route] of routes.entries()) {
    for (let i = 1; i < route.length; i++) {
      const [[ax, ay], [bx, by]] = [route[i - 1], route[i]];
      if (
        Math.abs(px - (ax + bx) / 2) > Math.abs(ax - bx) / 2 + reach ||
        Math.abs(py - (ay + by) / 2) > Math.abs(ay - by) / 2 + reach
      )
        continue;
      let [x, y] = [ax, ay];
      for (let j = 1; j <= PIECES; j++) {
        const [nx, ny] = onStretch([ax, ay], [bx, by], down, j / PIECES);
        const far = toSegment(px, py, x, y, nx, ny);
        if (far < least) [best, least] = [e, far];
        [x, y] = [nx, ny];
      }
    }
  }
  return best;
}

const PIECES = 16; // straight ones that stand for a curve

/**
 * A point of the line that `curve` draws from one point of a route to the next.
 * @param {Point} from
 * @param {Point} to
 * @param {boolean} down
 * @param {number} t from 0 to 1
 * @returns {Point}
 */
function onStretch([ax, ay], [bx, by], down, t) {
  const straight = Math.abs(down ? by - ay : bx - ax) < SHORT;
  const [along, across] = straight ? [t, t] : [1.5 * t * (1 - t) + t ** 3, t * t * (3 - 2 * t)];
  return [ax + (bx - ax) * (down ? across : along), ay + (by - ay) * (down ? along : across)];
}

/**
 * Points along a route, on the line that `curve` draws.
 * @param {Point[]} route
 * @param {boolean} down
 * @returns {Point[]}
 */
export function pointsOf(route, down) {
  const points = [route[0]];
  for (let i = 1; i < route.length; i++)
    for (let j = 1; j <= PIECES; j++) points.push(onStretch(route[i - 1], route[i], down, j / PIECES));
  return points;
}

/**
 * How far each of some points is along the way through them, px.
 * @param {Point[]} points
 */
export function lengthsOf(points) {
  const far = [0];
  for (let i = 1; i < points.length; i++)
    far.push(far[i - 1] + Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]));
  return far;
}

/**
 * How far a point is from a stretch of a line, squared.
 * @param {number} px
 * @param {number} py
 * @param {number} ax
 * @param {number} ay
 * @param {number} bx
 * @param {number} by
 */
function toSegment(px, py, ax, ay, bx, by) {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return (px - ax - t * dx) ** 2 + (py - ay - t * dy) ** 2;
}

/**
 * Where to scroll to so that a stretch is in view with some air around it, moving only if it is not.
 * @param {number} now
 * @param {number} room
 * @param {number} from
 * @param {number} length
 */
export function scrollPlace(now, room, from, length) {
  const air = 24;
  if (from - air >= now && from + length + air <= now + room) return now;
  return Math.max(0, length > room ? from - air : from + length / 2 - room / 2);
}
