// @ts-check
// Numbers that travel: a token slides along an edge, meets a factor, becomes the product, and lands.

import { svg } from "../core/dom.js";
import { labelWidth } from "./labels.js";
import { lengthsOf, pointsOf } from "./routes.js";

/** @typedef {import("./routes.js").Point} Point */
/**
 * One number on its way along a route, from a place before it to one behind it, if those are given.
 * @typedef {{ route: Point[], text: string, way: "is-forward" | "is-backward", meets?: { text: string },
 *   becomes?: string,
 *   from?: Point, into?: Point }} Move `meets` is the factor at half way, `becomes` the number from there on
 */

const [LONGEST, SHORTEST] = [600, 150]; // ms: of a motion, and of a step that has one
export const MOST = 12; // tokens at once
const [LEAVES, MEETS, GOES_ON, ARRIVES] = [0.18, 0.38, 0.6, 0.82]; // shares of the time
const [PAD, HEIGHT] = [2, 20]; // px, of a token, which is a little larger than a label

/**
 * How long a motion takes, if there is one, for a step every so many ms.
 * @param {number} interval
 */
export function motionTime(interval) {
  return interval < SHORTEST ? 0 : Math.min(LONGEST, 0.8 * interval);
}

/**
 * Move tokens in a layer of a picture, in the picture's own coordinates. Timers end a motion: a browser holds back
 * animations and frames of what is out of sight, or out of the document.
 * @param {{ layer: SVGElement, down: boolean, signal?: AbortSignal }} options
 */
export function makeMotion({ layer, down, signal }) {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {number | undefined} */
  let timer;
  let landed = () => {};
  signal?.addEventListener("abort", () => window.clearTimeout(timer));
  return { play, land, moving: () => timer !== undefined };

  /**
   * Move all at once, and say when they have landed: now, if nothing moves. Whether they are on their way.
   * @param {Move[]} moves
   * @param {number} ms
   * @param {() => void} done
   * @param {boolean} [back] as a film that runs backward
   */
  function play(moves, ms, done, back = false) {
    land();
    if (!moves.length || moves.length > MOST || !(ms > 0) || calm.matches) {
      done();
      return false;
    }
    landed = done;
    timer = window.setTimeout(land, ms);
    for (const move of moves)
      layer.append(...tokensOf(move, down, { duration: ms, fill: "both", direction: back ? "reverse" : "normal" }));
    return true;
  }

  /** What is on its way is there. */
  function land() {
    if (timer === undefined) return;
    window.clearTimeout(timer);
    timer = undefined;
    layer.replaceChildren();
    landed();
  }
}

/**
 * The forms that a number has on its way, one seen after the other.
 * @param {Move} move
 * @param {boolean} down
 * @param {KeyframeAnimationOptions} timing
 */
function tokensOf(move, down, timing) {
  const { text, meets, becomes = text, way } = move;
  const forms = meets ? [text, `${text} ${meets.text}`, becomes] : [text];
  const turns = meets ? [0, MEETS, (MEETS + 2 * GOES_ON) / 3, 1] : [0, 1];
  const path = pathOf(move, down);
  return forms.map((words, i) => {
    const token = svg("g", { class: `mv-token ${way}` });
    const width = labelWidth(words) + 2 * PAD;
    token.append(
      svg("rect", { x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, rx: HEIGHT / 2 }),
      svg("text", { y: 4.3 }, words),
    );
    token.animate(path, timing);
    if (forms.length > 1) token.animate(seenBetween(turns[i], turns[i + 1]), timing);
    return token;
  });
}

/**
 * Where a token is: it lifts off, leaves, rests where it meets something, goes on, arrives.
 * @param {Move} move
 * @param {boolean} down
 */
function pathOf({ route, meets, from, into }, down) {
  const points = pointsOf(route, down);
  const [first, last] = [points[0], points[points.length - 1]];
  const far = lengthsOf(points);
  const [leaves, arrives] = [from ? LEAVES : 0, into ? ARRIVES : 1];
  const legs = meets ? [[leaves, MEETS, 0, 0.5], [GOES_ON, arrives, 0.5, 1]] : [[leaves, arrives, 0, 1]];
  const frames = [frame(from ?? first, 0)];
  if (from) frames.push(frame(from, leaves / 4, 1.25), frame(from, leaves / 2));
  for (const [begin, end, here, there] of legs) {
    for (let i = 0; i <= PIECES; i++) {
      const u = i / PIECES;
      const eased = u * u * (3 - 2 * u);
      frames.push(frame(pointAt(points, far, here + (there - here) * eased), begin + (end - begin) * u));
    }
  }
  frames.push(frame(into ?? last, into ? (2 + arrives) / 3 : 1), frame(into ?? last, 1));
  return frames;
}

const PIECES = 12; // straight ones, of a leg

/** @param {Point} place @param {number} offset @param {number} [size] */
function frame([x, y], offset, size = 1) {
  return { transform: `translate(${x}px, ${y}px) scale(${size})`, offset };
}

/** @param {number} begin @param {number} end shares of the time */
function seenBetween(begin, end) {
  const frames = [{ opacity: 1, offset: begin }, { opacity: 1, offset: end }];
  if (begin > 0) frames.unshift({ opacity: 0, offset: 0 }, { opacity: 0, offset: begin });
  if (end < 1) frames.push({ opacity: 0, offset: end }, { opacity: 0, offset: 1 });
  return frames;
}

/**
 * The place at a share of a way.
 * @param {Point[]} points
 * @param {number[]} far how far each is along it
 * @param {number} share
 * @returns {Point}
 */
function pointAt(points, far, share) {
  const at = share * far[far.length - 1];
  let i = 1;
  while (i < far.length - 1 && far[i] < at) i++;
  const part = (at - far[i - 1]) / (far[i] - far[i - 1] || 1);
  const [[ax, ay], [bx, by]] = [points[i - 1], points[i]];
  return [ax + (bx - ax) * part, ay + (by - ay) * part];
}
