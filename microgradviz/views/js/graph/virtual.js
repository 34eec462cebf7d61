// @ts-check
// Of a large picture, only the cards and edges near what is seen are in the document. The others are kept up with the
// step as well, and come in before they are scrolled into view.

/** @typedef {import("./draw.js").Box} Box */

const FEW_CARDS = 100; // are always there
const [MARGIN, LEAST] = [0.9, 0.75]; // screens on every side: what is put in, and what has to be left of it
const HIDDEN = "Cards out of sight come in as you get to them; the table under More has every value at once";

/**
 * @param {{ box: HTMLElement, graph: ReturnType<typeof import("./draw.js").drawGraph>, scale: () => number,
 *   signal: AbortSignal }} options `box` is what scrolls
 */
export function keepNearby({ box, graph, scale, signal }) {
  const { picture, scene, cards, lines, shown } = graph;
  if (shown.length <= FEW_CARDS) return { look() {}, hold() {}, fill() {} };
  const places = shown.map((i) => ({ x: scene.x[i], y: scene.y[i], width: scene.w[i], height: scene.h }));
  const drawn = scene.drawn ?? [...scene.routes.keys()];
  const [shelf, edges] = [".mv-cards", ".mv-edges"].map((name) => /** @type {Element} */ (picture.querySelector(name)));
  const putCards = layer(shelf, shown.map((i) => cards[i].group), places);
  const putEdges = layer(edges, drawn.map((e) => lines[e]), drawn.map((e) => around(scene.routes[e])));
  let there = { x: 0, y: 0, width: -1, height: -1 }; // where all cards and edges are in the document
  let size = ""; // of what is seen, when they were put in
  let held = -1; // the card that stays
  picture.setAttribute("aria-description", `${picture.getAttribute("aria-description")}. ${HIDDEN}`);
  const watcher = new ResizeObserver(look);
  for (const element of [box, picture]) watcher.observe(element);
  signal.addEventListener("abort", () => watcher.disconnect());
  box.addEventListener("scroll", look, { signal });
  return { look, hold, fill };

  /** Put in what has come near, and take out the rest, if there is need of it. */
  function look() {
    const by = scale();
    const seen = {
      x: box.scrollLeft / by, y: box.scrollTop / by, width: box.clientWidth / by, height: box.clientHeight / by,
    };
    const now = `${seen.width} ${seen.height}`;
    if (now === size && holds(there, grown(seen, LEAST))) return;
    size = now;
    put(grown(seen, MARGIN));
  }

  /** The card of a value stays in the document, wherever the picture is scrolled to. @param {number} node */
  function hold(node) {
    const before = held; // the focus may still be on its way from there
    held = node;
    put(there, before);
  }

  /**
   * Put in the whole picture, for those who read it at once, or until `then` calls what it is given.
   * @param {(empty: () => void) => void} then
   */
  function fill(then = queueMicrotask) {
    const before = there;
    put({ x: 0, y: 0, width: scene.width, height: scene.height });
    then(() => put(before));
  }

  /** @param {Box} within @param {number} [also] a further card */
  function put(within, also = -1) {
    there = within;
    putCards(within, [held, also].map((i) => shown.indexOf(i)));
    putEdges(within, []);
  }
}

/**
 * Elements of one parent, side by side, of which some are out of it.
 * @param {Element} parent
 * @param {SVGElement[]} elements in their order
 * @param {Box[]} places
 * @returns {(within: Box, held: number[]) => void} puts in those within a box, or held, and takes out the others
 */
function layer(parent, elements, places) {
  const end = elements.at(-1)?.nextSibling ?? null;
  let inside = new Set(elements.keys());
  return (within, held) => {
    const wanted = new Set([...elements.keys()].filter((i) => touch(places[i], within) || held.includes(i)));
    for (const i of inside) if (!wanted.has(i)) elements[i].remove();
    let next = end;
    for (const i of [...wanted].reverse()) {
      if (!inside.has(i)) parent.insertBefore(elements[i], next);
      next = elements[i];
    }
    inside = wanted;
  };
}

/** The box around a route. @param {[number, number][]} route @returns {Box} */
function around(route) {
  const [xs, ys] = [0, 1].map((way) => route.map((point) => point[way]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** @param {Box} box @param {number} by shares of its size */
function grown({ x, y, width, height }, by) {
  return { x: x - by * width, y: y - by * height, width: (1 + 2 * by) * width, height: (1 + 2 * by) * height };
}

/** @param {Box} a @param {Box} b */
function touch(a, b) {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

/** @param {Box} outer @param {Box} inner */
function holds(outer, inner) {
  return outer.x <= inner.x && outer.y <= inner.y
    && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height;
}
