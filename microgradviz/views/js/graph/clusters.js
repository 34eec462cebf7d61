// @ts-check
// The cards of closed parts: a name, and the units inside with their numbers; or what the part comes to; or how many
// values it has, how far the play has come in it, and the norm of its gradients.

import { svg } from "../core/dom.js";
import { numberText, short } from "../core/words.js";
import { makeUnitCard } from "../kit/unit_card.js";
import { partSize, progressOf } from "./parts.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./draw.js").Card} Card */
/** @typedef {import("../core/steps.js").State} State */

const NORM = "‖grad‖ is how large all its gradients are together: the root of the sum of their squares";

/**
 * Draw a card for each closed part of a picture, and let every value in it be found there.
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {Card[]} cards by value
 * @param {SVGElement} shelf
 */
export function drawClusters(plan, scene, cards, shelf) {
  const { parts } = scene;
  if (!parts || !scene.clusters) return [];
  const results = resultsOf(plan, parts, scene.clusters.map(({ part }) => part));
  return scene.clusters.map(({ part, x, y, w, h }) => {
    const [begin, end] = [parts.begin[part], parts.end[part]];
    const [name, size] = [short(parts.name[part], 60), partSize(parts, part)];
    const title = svg("text", { class: "mv-title", x: 10, y: 18 });
    const group = svg("g", {
      class: "mv-card mv-cluster", role: "group", tabindex: -1, "data-part": part, transform: `translate(${x} ${y})`,
    });
    group.append(svg("rect", { width: w, height: h, rx: 8 }), title);
    const [data, grad] = ["mv-data", "mv-grad"].map((kind) => svg("text", { class: kind, x: w - 10 }));
    const card = { group, data, grad, key: null };
    const units = parts.units[part];
    const told = units.length ? makeUnits(plan, group, units)
      : results.has(part) ? makeResult(card, Number(results.get(part)))
      : makeProgress(plan, card, [begin, end], [w, h]);
    shelf.append(group);
    let sign = "";
    for (let i = begin; i < end; i++) cards[i] = card;
    blame();
    return { write, blame };

    /** Say whether something in it is wrong. */
    function blame() {
      const wrong = scene.faults.some(({ node }) => node !== null && node >= begin && node < end);
      sign = wrong ? "⚠ " : "";
      title.textContent = short(sign + name, Math.floor((w - 20) / 7));
    }

    /** @param {State} state */
    function write(state) {
      group.setAttribute("aria-label", `group ${sign}${name}, ${size}, ${told(state)}`);
    }
  });
}

/**
 * The units inside, each a card with its numbers; what writes them says them in words.
 * @param {Plan} plan
 * @param {SVGElement} group
 * @param {import("./parts.js").Unit[]} units
 */
function makeUnits(plan, group, units) {
  const made = units.map(([label, node, x, y, width]) => {
    const unit = makeUnitCard({ label, width });
    unit.group.setAttribute("transform", `translate(${x} ${y})`);
    group.append(unit.group);
    return { label, node, show: unit.show, given: !plan.trace.op[node] && plan.trace.label[node] === undefined };
  });
  return (/** @type {State} */ { data, grad }) =>
    made.map(({ label, node, show, given }) => {
      show(data[node], given ? "" : grad[node]);
      return `${label} ${numbersOf(data[node], grad[node])}`;
    }).join("; ");
}

/** The one value that others use. @param {Card} card @param {number} result */
function makeResult({ group, data, grad }, result) {
  writeRows(group, [["data", data], ["grad", grad]]);
  return (/** @type {State} */ state) => {
    data.textContent = numberText(state.data[result]);
    grad.textContent = numberText(state.grad[result]);
    return numbersOf(state.data[result], state.grad[result]);
  };
}

/**
 * @param {Plan} plan
 * @param {Card} card
 * @param {[number, number]} stretch of its values
 * @param {[number, number]} size
 */
function makeProgress(plan, { group, data, grad }, [begin, end], [w, h]) {
  const count = `${(end - begin).toLocaleString("en")} values`;
  writeRows(group, [[count, data], ["‖grad‖", grad]]);
  group.append(svg("title", {}, NORM));
  const [back, front] = ["mv-rail", "mv-fill"].map((kind) =>
    svg("rect", { class: kind, x: 10, y: h - 3.5, width: w - 20, height: 2, rx: 1 }),
  );
  group.append(back, front);
  return (/** @type {State} */ state) => {
    const { computed, operations, reached, norm } = progressOf(plan, state, begin, end);
    const leaves = operations === 0;
    const done = computed === operations;
    data.textContent = leaves ? "given" : done ? "✓" : `${Math.floor((100 * computed) / operations)} %`;
    grad.textContent = numberText(norm);
    const share = reached ? reached / (end - begin) : leaves ? 0 : computed / operations;
    front.setAttribute("width", String(Math.round(share * (w - 20))));
    front.classList.toggle("is-backward", reached > 0);
    const far = leaves ? "given" : done ? "computed" : `${computed} of ${operations} operations computed`;
    return `${far}, gradient norm ${norm === null ? "not yet known" : numberText(norm)}`;
  };
}

/** @param {SVGElement} group @param {[string, SVGElement][]} rows */
function writeRows(group, rows) {
  for (const [at, [key, text]] of rows.entries()) {
    const y = 35.5 + 15.5 * at;
    text.setAttribute("y", String(y));
    group.append(svg("text", { class: "mv-key", x: 10, y }, key), text);
  }
}

/** @param {number | null} data @param {number | null} grad */
function numbersOf(data, grad) {
  const [value, slope] = [data, grad].map((x) => (x === null ? "not yet known" : numberText(x)));
  return `data ${value}, grad ${slope}`;
}

/**
 * The one value of each part that others use, for those parts that have one.
 * @param {Plan} plan
 * @param {import("./parts.js").Columns} parts
 * @param {number[]} shown
 */
function resultsOf(plan, parts, shown) {
  const { from, to, op, root } = plan.trace;
  const at = new Int32Array(op.length).fill(-1);
  for (const part of shown) at.fill(part, parts.begin[part], parts.end[part]);
  /** @type {Map<number, number>} */
  const found = new Map(at[root] >= 0 ? [[at[root], root]] : []);
  const several = new Set();
  for (let e = 0; e < from.length; e++) {
    const part = at[from[e]];
    if (part < 0 || part === at[to[e]]) continue;
    if ((found.get(part) ?? from[e]) !== from[e]) several.add(part);
    found.set(part, from[e]);
  }
  for (const part of several) found.delete(part);
  return found;
}
