// @ts-check
// The graph: cards and edges in SVG. Drawn once; a step then changes only what it must.

import { withConsequences } from "../core/beside.js";
import { svg } from "../core/dom.js";
import { altOf } from "../core/recompute.js";
import { gradientAt, stateAt, unreachable } from "../core/steps.js";
import { numberText, short } from "../core/words.js";
import { makeBeside } from "./beside.js";
import { drawClusters } from "./clusters.js";
import { flash, makeGhosts } from "./ghosts.js";
import { highlightPath, highlightRun, highlightStep } from "./highlight.js";
import { faultsInSight } from "./fold.js";
import { DENSE, makePlaces } from "./labels.js";
import { BECOMES } from "../core/moments.js";
import { makeMotion, seenBetween } from "./motion.js";
import { movesOf } from "./moves.js";
import { makeNudge } from "./nudge.js";
import { arrow, curve } from "./routes.js";
import { roomsTaken } from "./rooms.js";
import { badge, edgeBadge, makeFaultTags } from "./tags.js";
import { makeUsed } from "./used.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("../core/steps.js").Fault} Fault */
/** @typedef {import("../core/words.js").Rule} Rule */
/**
 * Where the cards stand and what is written on them; layout/scene.py tells the rest.
 * @typedef {{ x: number[], y: number[], w: number[], h: number, tall?: Float64Array, routes: [number, number][][],
 *   labels: (import("./labels.js").Place | null)[], width: number, height: number, heading?: string, bare?: boolean,
 *   by_hand?: boolean, stage?: string[], stages?: import("../core/steps.js").Stage[], name: string[], title:
 *   string[], short: string[], rules: Record<string, Rule>, faults: Fault[], alt: string,
 *   rankdir: string, gap: number, edit?: import("../core/recompute.js").Editable, fold?: import("./fold.js").Fold,
 *   narrow?: import("./fold.js").Upright | import("./fold.js").NarrowParts,
 *   shapes?: Record<string, import("./parts.js").Shape>,
 *   beside?: import("../core/beside.js").Beside | null, parts?: import("./parts.js").Columns, shown?: number[], drawn?:
 *   number[], lead?: Int32Array, clusters?: import("./parts.js").Cluster[],
 *   fans?: Map<[number, number][], [number, number][][]> }} Scene
 * `by_hand` says that the gradients are the learner's to find. `fold` is the picture
 * without the constants in it. With `shown`, only those values and `drawn` edges are drawn; `lead` tells which of them
 * stands for an edge, and `tall` how high the card is in which a value is.
 */
/** @typedef {import("../core/steps.js").State} State */
/**
 * @typedef {{ group: SVGElement, data: SVGElement, grad: SVGElement, key: SVGElement | null }}
 *   Card that of a part has no key
 */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/**
 * @typedef {{ from: number, ms: number, landed?: () => void }} Walk from which neighbouring step one comes,
 *   and how long the numbers travel; `landed` hears that they are there
 */

const WIDEST = 8.2; // px, of a digit of a card in bold
const KEYS = "Up and down move over the values, Shift with the arrows along the edges, Enter asks why";

/**
 * Draw the graph of a plan.
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {Map<number, Fault[]>} faults by step
 * @param {AbortSignal} [signal] ends what moves
 * @returns {{ picture: SVGElement, cards: Card[], lines: SVGElement[], shown: number[], scene: Scene,
 *   renew: (told: boolean) => void,
 *   show: (k: number, asked?: number, walk?: Walk, state?: State, run?: import("./parts.js").Run) => Box[],
 *   land: () => void, moving: () => boolean, spot: (edges: number[], slopes: number[]) => void,
 *   ask: (node: number, edge: number) => void,
 *   ghost: (former: import("./ghosts.js").Former, fresh: boolean) => void }}
 */
export function drawGraph(plan, scene, faults, signal) {
  const { trace } = plan;
  const down = scene.rankdir === "TB";
  const picture = svg("svg", {
    class: `mv-picture${(scene.drawn ?? scene.routes).length > DENSE ? " is-dense" : ""}`,
    viewBox: `0 0 ${scene.width} ${scene.height}`, role: "group", "aria-label": scene.alt.split(":")[0],
    "aria-description": KEYS,
  });
  const edges = svg("g", { class: "mv-edges" });
  /** @type {SVGElement[]} */
  const lines = [];
  for (const e of scene.drawn ?? scene.routes.keys()) {
    const drawn = scene.fans?.get(scene.routes[e]) ?? [scene.routes[e]];
    const d = drawn.map((route) => curve(route, down, drawn.length > 1) + arrow(route, down, 6)).join("");
    lines[e] = svg("path", { d, "data-edge": e });
    edges.append(lines[e]);
  }
  const lineOf = (/** @type {number} */ e) => lines[scene.lead ? scene.lead[e] : e];
  const { placeOf, placesOf } = makePlaces(scene);
  const used = makeUsed(plan, scene, lineOf, placeOf);
  const shelf = svg("g", { class: "mv-cards" });
  const blank = blankCard();
  const shown = scene.shown ?? [...trace.op.keys()];
  /** @type {Card[]} */
  const cards = [];
  for (const i of shown) shelf.append((cards[i] = drawCard(blank, plan, scene, i)).group);
  const clusters = scene.clusters ? drawClusters(plan, scene, cards, shelf) : [];
  const beside = makeBeside(plan, scene, cards);
  const overlay = svg("g", { class: "mv-lit", "aria-hidden": "true" });
  const marks = svg("g", { class: "mv-marks", "aria-hidden": "true" });
  const front = svg("g", { class: "mv-lit", "aria-hidden": "true" });
  const travelling = svg("g", { class: "mv-lit", "aria-hidden": "true" });
  const motion = makeMotion({ layer: travelling, down, signal });
  const [below, above] = [1, 2].map(() => svg("g", { class: "mv-spot", "aria-hidden": "true" }));
  const taken = () => (faults.size ? roomsTaken(scene, plan) : []);
  const newTags = () => makeFaultTags(
    scene, faultsInSight(plan, withConsequences(faults, plan, scene)), cards.map((card) => card.group), taken());
  let tags = newTags();
  const nudge = makeNudge(plan, scene, cards, placeOf);
  const ghosts = makeGhosts(scene, cards, () =>
    [front, tags.layer, nudge.layer, used.layer, used.sums].flatMap((one) => [...one.children]));
  const under = [edges, used.layer, used.sums, marks, overlay, below, shelf];
  picture.append(...under, nudge.layer, ghosts.layer, tags.layer, front, travelling, above);

  const cut = unreachable(trace);
  const rate = plan.along === null ? "grad" : "rate";
  /** @type {(number | null | undefined)[]} */
  const shownData = [];
  /** @type {(number | null | undefined | string)[]} */
  const shownGrad = [];
  /** @type {Map<number, number>} */
  let wrong = new Map();
  /** @type {Element[]} */
  let lit = [];
  /** @type {Record<string, (Element | undefined)[]>} */
  const marked = {};
  /** @type {{ mark: Element, from: number }[]} and the step at which it is known */
  let badges = [];
  blame();
  const { land, moving } = motion;
  return { picture, cards, lines, shown, scene, show, land, moving, renew, spot, ask, ghost };

  /** The plan has other numbers. @param {boolean} told whether the picture's words may tell them */
  function renew(told) {
    for (const cluster of clusters) cluster.blame();
    used.show(0);
    if (told) picture.setAttribute("aria-label", short(altOf(plan, scene), 600));
    blame();
    tags.show(-1);
    const others = newTags();
    tags.layer.replaceWith(others.layer);
    tags = others;
  }

  /** Mark the cards and edges where something is wrong. */
  function blame() {
    for (const { mark } of badges) mark.remove();
    badges = [];
    /** @type {Map<string, number>} the places, each with its first step */
    const places = new Map();
    for (const [k, found] of faultsInSight(plan, faults)) {
      for (const { node, edge } of found) {
        const place = `${node ?? -1} ${node === null ? edge : -1}`;
        places.set(place, Math.min(k, places.get(place) ?? k));
      }
    }
    for (const [place, from] of places) {
      const [node, edge] = place.split(" ").map(Number);
      const [card, route] = [cards[node]?.group, scene.routes[edge]];
      if (card) badges.push({ mark: card.appendChild(badge(scene.w[node] - 4, 2)), from });
      else if (route) badges.push({ mark: marks.appendChild(edgeBadge(route, taken())), from });
    }
  }

  /**
   * Light a path in place of what the step lights; with no edges, all is as it was.
   * @param {number[]} path
   * @param {number[]} slopes
   */
  function spot(path, slopes) {
    const found = highlightPath(plan, scene, placesOf, path, slopes);
    mark("is-spot", found.nodes.map((i) => cards[i]?.group));
    picture.classList.toggle("is-tracing", path.length > 0);
    below.replaceChildren(...found.under);
    above.replaceChildren(...found.over);
  }

  /**
   * Mark what somebody asks about: a value, or an edge; -1 is none.
   * @param {number} node
   * @param {number} edge
   */
  function ask(node, edge) {
    mark("is-asked", [cards[node]?.group, lineOf(edge)]);
  }

  /**
   * What numbers were, beside them; those of a fresh edit come in sight.
   * @param {import("./ghosts.js").Former} former
   * @param {boolean} fresh
   */
  function ghost(former, fresh) {
    ghosts.show(former);
    if (fresh) flash(cards, former);
  }

  /** @param {string} name @param {(Element | undefined)[]} elements */
  function mark(name, elements) {
    for (const element of marked[name] ?? []) element?.classList.remove(name);
    for (const element of (marked[name] = elements)) element?.classList.add(name);
  }

  /**
   * @param {number} k
   * @param {number} [asked] a later step that is asked about: it is lit, and its numbers are left out
   * @param {Walk} [walk] if the numbers travel: they and the tint wait until they have landed
   * @param {State} [state]
   * @param {import("./parts.js").Run} [run] what the step is part of
   */
  function show(k, asked = 0, walk = undefined, state = stateAt(plan, k), run = undefined) {
    motion.land();
    const found = run && run.part >= 0 ? highlightRun(plan, scene, run)
      : highlightStep(plan, scene, placesOf, asked || k, asked > 0);
    const back = walk !== undefined && walk.from > k;
    const arrive = () => {
      writeAll(k, state);
      unlight();
      for (const [node, name] of found.nodes) light(cards[node]?.group, name);
      for (const [edge, name] of found.edges) light(lineOf(edge), name);
      for (const node of found.factors) light(cards[node]?.group, "is-factor");
      overlay.replaceChildren(...found.wires, ...found.halos);
      front.replaceChildren(...found.chips, ...found.tags);
      ghosts.lay();
      walk?.landed?.();
    };
    if (!motion.play(walk ? movesOf(plan, scene, back ? walk.from : k) : [], walk?.ms ?? 0, arrive, back))
      return found.boxes;
    if (back) writeAll(k, state);
    unlight();
    const { edges, wires, chips, factors } = back ? highlightStep(plan, scene, placesOf, walk.from) : found;
    for (const [edge, name] of edges) light(lineOf(edge), name);
    for (const node of factors) light(cards[node]?.group, "is-factor");
    overlay.replaceChildren(...wires);
    front.replaceChildren(...chips);
    const timing = { duration: walk?.ms, fill: /** @type {FillMode} */ ("both") };
    if (!back) for (const chip of chips) chip.animate(seenBetween(BECOMES, 1), timing); // the token has it until then
    return found.boxes;
  }

  /** @param {number} k @param {State} state */
  function writeAll(k, state) {
    const oughts = new Map([...state.right, ...beside.oughts(k)]);
    const written = shown.filter((i) => {
      const data = state.data[i];
      const grad = gradientAt(plan, state, k, i, cut);
      if (Object.is(data, shownData[i]) && Object.is(grad, shownGrad[i]) && wrong.has(i) === oughts.has(i))
        return false;
      [shownData[i], shownGrad[i]] = [data, grad];
      write(cards[i], i, data, grad, oughts.get(i));
      return true;
    });
    wrong = oughts;
    for (const { mark, from } of badges) mark.classList.toggle("is-ahead", from > k);
    beside.show(k, written);
    tags.show(k);
    const { begin, end, kind } = plan.steps[k];
    used.show(begin, kind === "update" ? 0 : end); // what is lit has its own
    nudge.show(k);
    for (const cluster of clusters) cluster.write(state);
  }

  function unlight() {
    for (const element of lit) element.classList.remove("is-forward", "is-backward", "is-update", "is-factor");
    lit = [];
  }

  /** @param {Element | undefined} element @param {string} name */
  function light(element, name) {
    if (!element) return;
    element.classList.add(name);
    lit.push(element);
  }

  /**
   * @param {Card} card
   * @param {number} i
   * @param {number | null} data
   * @param {number | null | string} grad
   * @param {number | undefined} ought
   */
  function write(card, i, data, grad, ought) {
    card.data.textContent = numberText(data);
    const never = typeof grad === "string";
    card.grad.textContent = never ? "" : numberText(grad) + (ought === undefined ? "" : " ⚠");
    for (const shown of [card.data, card.grad]) fit(shown, scene.w[i] - 54);
    if (card.key) {
      card.key.textContent = never ? grad : rate;
      fit(card.key, never && grad.length > 16 ? scene.w[i] - 20 : Infinity);
    }
    card.group.classList.toggle("is-wrong", ought !== undefined);
    const words = never ? grad : `${rate} ${grad === null ? "not yet known" : numberText(grad)}`;
    const known = data === null ? "not yet known" : numberText(data);
    const should = ought === undefined ? "" : `, wrong: ${numberText(ought)} would be right`;
    card.group.setAttribute(
      "aria-label", `${short(scene.title[i], 200)}, data ${known}${scene.bare ? "" : `, ${words}${should}`}`,
    );
  }
}

/**
 * A long number is drawn closer, or it would run into the word on its left.
 * @param {SVGElement} shown
 * @param {number} room px
 */
function fit(shown, room) {
  if ((shown.textContent ?? "").length * WIDEST > room) {
    shown.setAttribute("textLength", String(room));
    shown.setAttribute("lengthAdjust", "spacingAndGlyphs");
  } else if (shown.hasAttribute("textLength")) shown.removeAttribute("textLength");
}

/** A card without its words; copying one is twice as fast as making one. */
function blankCard() {
  const group = svg("g", { class: "mv-card", role: "group", tabindex: -1 });
  group.append(svg("rect", { rx: 8 }), svg("text", { class: "mv-title", x: 10, y: 18 }));
  group.append(svg("text", { class: "mv-key", x: 10, y: 35.5 }, "data"), svg("text", { class: "mv-data", y: 35.5 }));
  group.append(svg("text", { class: "mv-key", x: 10, y: 51 }, "grad"), svg("text", { class: "mv-grad", y: 51 }));
  return group;
}

/**
 * @param {SVGElement} blank
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {number} i
 * @returns {Card}
 */
function drawCard(blank, plan, scene, i) {
  const w = scene.w[i];
  const group = /** @type {SVGElement} */ (blank.cloneNode(true));
  const [rect, title, , data, key, grad] = /** @type {SVGElement[]} */ (/** @type {unknown} */ (group.childNodes));
  group.setAttribute("data-node", String(i));
  group.setAttribute("transform", `translate(${scene.x[i]} ${scene.y[i]})`);
  if (!plan.trace.op[i]) group.classList.add("is-leaf");
  else if (i === plan.trace.root) group.classList.add("is-result");
  rect.setAttribute("width", String(w));
  rect.setAttribute("height", String(scene.h));
  data.setAttribute("x", String(w - 10));
  grad.setAttribute("x", String(w - 10));
  title.textContent = scene.short[i];
  if (scene.short[i].endsWith("…")) group.append(svg("title", {}, short(scene.title[i], 2000)));
  if (scene.edit && Object.hasOwn(scene.edit.leaves, i)) {
    group.classList.add("is-editable");
    data.before(svg("rect", { class: "mv-grip", x: 42, y: 22, width: w - 47, height: 16.5, rx: 4 }));
  }
  return { group, data, grad, key };
}
