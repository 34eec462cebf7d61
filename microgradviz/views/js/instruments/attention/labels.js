// @ts-check
// Where words beside arrows stand: where they cover least of the arrows, of the tips and of each other.

/** @typedef {[number, number]} Point px */
/** @typedef {{ x: number, y: number, anchor: "start" | "middle" | "end" }} Spot as a text in a picture has it */
/** @typedef {{ told: string, from: Point, to: Point, fixed?: boolean }} Labelled an arrow and its words */
/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

const LETTER = 7.5; // px, at most
const HEIGHT = 15;
const TIP = 8; // px, its radius
const TURNS = [0, 1, -1, 2, -2, 3, -3, 4].map((eighths) => (eighths * Math.PI) / 4);
const ASIDE = -Math.PI / 2;
const LATER = 3; // px that may be covered rather than that words leave their first place for the next

/**
 * A spot for the words of each arrow: around its tip, or along it if it has none to drag.
 * @param {Labelled[]} all @param {[Point, Point][]} lines what else lies there @param {number} width of the picture
 * @returns {Spot[]}
 */
export function spotsOf(all, lines, width) {
  const [tips, edges] = [all.filter(({ fixed }) => !fixed), [...lines, ...all.map(pathOf)]];
  /** @type {Box[]} */
  const taken = tips.map(({ to: [x, y] }) => ({ left: x - TIP, top: y - TIP, width: 2 * TIP, height: 2 * TIP }));
  return all.map((each) => {
    const tried = spotsAround(each).map((spot, later) => {
      const box = boxOf(spot, each.told);
      const outside = Math.max(0, -box.left) + Math.max(0, box.left + box.width - width);
      const covered = sum(edges.map((edge) => lengthWithin(edge, box))) + sum(taken.map((one) => shared(one, box)));
      return { spot, box, cost: covered + 10 * outside + LATER * later };
    });
    const best = tried.reduce((one, other) => (other.cost < one.cost ? other : one));
    taken.push(best.box);
    return best.spot;
  });
}

/** @param {Labelled} arrow @returns {[Point, Point]} */
function pathOf({ from, to }) {
  return [from, to];
}

/** @param {Labelled} arrow */
function spotsAround({ from, to, fixed }) {
  const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
  if (!fixed) return TURNS.map((by) => spotBeside(to, turn + by));
  const along = (/** @type {number} */ share) =>
    /** @type {Point} */ (from.map((x, c) => x + share * (to[c] - x)));
  return [
    ...[0.5, 0.8, 0.3].flatMap((share) => [ASIDE, -ASIDE].map((by) => spotBeside(along(share), turn + by))),
    ...TURNS.map((by) => spotBeside(to, turn + by)),
  ];
}

/** @param {Point} point @param {number} turn @returns {Spot} */
function spotBeside([x, y], turn) {
  const across = Math.cos(turn);
  const anchor = across < -0.4 ? "end" : across > 0.4 ? "start" : "middle";
  return { x: x + 13 * across, y: y + 17 * Math.sin(turn) + 4, anchor };
}

/** @param {Spot} spot @param {string} told @returns {Box} */
export function boxOf({ x, y, anchor }, told) {
  const width = LETTER * told.length;
  return { left: x - { start: 0, middle: 0.5, end: 1 }[anchor] * width, top: y - 12, width, height: HEIGHT };
}

/** How much of a line lies in a box, in px. @param {[Point, Point]} line @param {Box} box */
export function lengthWithin([[x0, y0], [x1, y1]], { left, top, width, height }) {
  let [first, last] = [0, 1];
  for (const [at, by, low, high] of [[x0, x1 - x0, left, left + width], [y0, y1 - y0, top, top + height]]) {
    if (by === 0 && (at < low || at > high)) return 0;
    if (by === 0) continue;
    const [enters, leaves] = [(low - at) / by, (high - at) / by].sort((a, b) => a - b);
    [first, last] = [Math.max(first, enters), Math.min(last, leaves)];
  }
  return Math.max(0, last - first) * Math.hypot(x1 - x0, y1 - y0);
}

/** What two boxes share, in px along a side of that area. @param {Box} a @param {Box} b */
function shared(a, b) {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? Math.sqrt(across * down) : 0;
}

/** @param {number[]} xs */
function sum(xs) {
  return xs.reduce((total, x) => total + x, 0);
}
