// @ts-check
// The cards of closed parts: a name, how many values, how far the play has come, the norm of the gradient.

import { svg } from "../core/dom.js";
import { numberText, short } from "../core/words.js";
import { partName, partSize, progressOf } from "./parts.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./draw.js").Card} Card */

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
  return scene.clusters.map(({ part, x, y, w }) => {
    const [begin, end] = [parts.begin[part], parts.end[part]];
    const name = short(partName(parts, part), 60);
    const title = svg("text", { class: "mv-title", x: 10, y: 18 });
    const size = partSize(parts, part);
    const group = svg("g", {
      class: "mv-card mv-cluster", role: "group", tabindex: -1, "data-part": part, transform: `translate(${x} ${y})`,
    });
    if (parts.copies[part])
      for (const by of [8, 4])
        group.append(svg("rect", { class: "mv-behind", x: by, y: by, width: w, height: scene.h, rx: 8 }));
    group.append(svg("rect", { width: w, height: scene.h, rx: 8 }), title);
    group.append(svg("text", { class: "mv-key", x: 10, y: 35.5 }, size));
    const [data, grad] = [35.5, 51].map((at) =>
      svg("text", { class: at < 40 ? "mv-data" : "mv-grad", x: w - 10, y: at }),
    );
    group.append(svg("text", { class: "mv-key", x: 10, y: 51 }, "‖grad‖"), data, grad);
    const [back, front] = ["mv-rail", "mv-fill"].map((kind) =>
      svg("rect", { class: kind, x: 10, y: scene.h - 3.5, width: w - 20, height: 2, rx: 1 }),
    );
    group.append(back, front);
    shelf.append(group);
    const card = { group, data, grad, key: null };
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

    /** @param {import("../core/steps.js").State} state */
    function write(state) {
      const { computed, operations, reached, norm } = progressOf(plan, state, begin, end);
      const leaves = operations === 0;
      data.textContent = leaves ? "given"
        : computed < operations ? `${Math.floor((100 * computed) / operations)} %`
        : outputText(state);
      grad.textContent = numberText(norm);
      const backward = reached > 0;
      const share = backward ? reached / (end - begin) : leaves ? 0 : computed / operations;
      front.setAttribute("width", String(Math.round(share * (w - 20))));
      front.classList.toggle("is-backward", backward);
      const far = leaves ? "given"
        : computed < operations ? `${computed} of ${operations} operations computed`
        : "computed";
      group.setAttribute(
        "aria-label",
        `group ${sign}${name}, ${size}, ${far}, gradient norm ${norm === null ? "not yet known" : numberText(norm)}`,
      );
    }

    /**
     * The number a part comes to, if it is one part and comes to one.
     * @param {import("../core/steps.js").State} state
     */
    function outputText(state) {
      const found = results.get(part);
      return found === undefined ? "✓" : numberText(state.data[found]);
    }
  });
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
