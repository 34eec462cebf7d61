// @ts-check
// Numbers that travel: a token slides along an edge, meets a factor, becomes the product, and lands.

import { svg } from "../core/dom.js";
import { ARRIVES, BECOMES, GOES_ON, LANDS, LEAVES, MEETS } from "../core/moments.js";
import { labelWidth } from "./labels.js";
import { lengthsOf, pointsOf } from "./routes.js";

/** @typedef {import("./routes.js").Point} Point */
/**
 * One number on its way along a route, from a place before it to one behind it, if those are given.
 * @typedef {{ route: Point[], text: string, way: "is-forward" | "is-backward", meets?: { text: string, from?: Point },
 *   becomes?: string, joins?: string, lands?: string, from?: Point, into?: Point }} Move `meets` is the factor at half
 *   way, which comes from its own card, `becomes` the product from there on, `joins` the sum that it is added to, and
 *   `lands` what comes of it
 */

export const MOST = 12; // tokens at once
const [PAD, HEIGHT] = [2, 20]; // px, of a token, which is a little larger than a label

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
 * The forms that a number has on its way, one seen after the other, and the factor that it meets.
 * @param {Move} move
 * @param {boolean} down
 * @param {KeyframeAnimationOptions} timing
 */
function tokensOf(move, down, timing) {
  const { text, meets, becomes = text, joins, lands = becomes, way, from, into } = move;
  const path = pathOf(move, down);
  if (!meets) return [moved(token([[text, way]]), path, timing)];
  /** @type {[string, string][][]} */
  const forms = [[[text, way]], [[text, way], [" × ", ""], [meets.text, "is-forward"]], [[becomes, way]]];
  const turns = [0, MEETS, BECOMES, ARRIVES];
  if (joins) forms.push([[joins, way]]);
  else turns[3] = LANDS;
  forms.push([[lands, way]]);
  if (joins) turns.push(LANDS);
  turns.push(1);
  const tokens = forms.map((words, i) => {
    const made = moved(token(words), path, timing);
    made.animate(seenBetween(turns[i], turns[i + 1]), timing);
    return made;
  });
  if (!meets.from || !from || !into) return tokens;
  const points = pointsOf(move.route, down);
  const there = pointAt(points, lengthsOf(points), 0.5);
  const flight = [frame(meets.from, 0), frame(meets.from, LEAVES, 1.25), frame(there, MEETS), frame(there, 1)];
  const factor = moved(token([[meets.text, "is-forward"]]), flight, timing);
  factor.animate(seenBetween(0, MEETS), timing);
  return [...tokens, factor];
}

/** A number in a frame; each part of it in its own colour. @param {[string, string][]} words */
function token(words) {
  const text = words.map(([word]) => word).join("");
  const width = labelWidth(text) + 2 * PAD;
  const made = svg("g", { class: `mv-token ${words[0][1]}` });
  const line = svg("text", { y: 4.3 });
  for (const [word, way] of words) line.append(svg("tspan", { class: way }, word));
  made.append(svg("rect", { x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, rx: HEIGHT / 2 }), line);
  return made;
}

/** @param {SVGElement} made @param {Keyframe[]} path @param {KeyframeAnimationOptions} timing */
function moved(made, path, timing) {
  made.animate(path, timing);
  return made;
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
  const [leaves, arrives] = [from ? LEAVES : 0, into ? (meets ? ARRIVES - 0.03 : 0.82) : 1];
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
  const settled = meets ? ARRIVES : (2 + arrives) / 3;
  frames.push(frame(into ?? last, into ? settled : 1), frame(into ?? last, 1));
  return frames;
}

const PIECES = 12; // straight ones, of a leg

/** @param {Point} place @param {number} offset @param {number} [size] */
function frame([x, y], offset, size = 1) {
  return { transform: `translate(${x}px, ${y}px) scale(${size})`, offset };
}

/** @param {number} begin @param {number} end shares of the time */
export function seenBetween(begin, end) {
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
