// @ts-check
// What is known of a unit or a weight that is pointed at: its number, its gradient, its update, and the formula.

import { html, svg } from "../../core/dom.js";
import { numberText } from "../../core/words.js";
import { makeUnitCard, UNIT } from "../../kit/unit_card.js";
import { cell, row } from "../../kit/table.js";

/** @typedef {import("../../core/training/history.js").Moment} Moment */
/** @typedef {import("./wiring.js").Wire} Wire */
/** @typedef {{ wire: Wire, to: [number, number] } | { unit: [number, number] }} Subject */

const HINT = "Point at a unit or a line, or go there with Tab and the arrows: there are its numbers.";
const MOST = 8; // parameters that are listed, and terms that are written out

/** @param {import("./stage.js").Stage} stage */
export function makeDetail(stage) {
  const { run, wiring } = stage;
  const part = html("section", "mv-detail");
  part.setAttribute("aria-label", "What is pointed at");
  const [title, formula, table] = [html("b", "mv-detail-title"), html("p", "mv-detail-formula"), html("table", "")];
  const hint = html("p", "mv-quiet", HINT);
  const shown = html("div", "mv-detail-card");
  part.append(hint, title, shown, formula, table);
  /** @type {Subject | null} */
  let told = null;
  return { part, show, renew, words };

  /** What is told of a weight, in one sentence. */
  function words() {
    const [heads, numbers] = [...table.rows].map(({ cells }) => [...cells].slice(1).map((one) => one.textContent));
    return `${title.textContent}: ${heads.map((head, k) => `${head} ${numbers[k]}`).join(", ")}`;
  }

  /** @param {Subject} subject @param {Moment | null} moment */
  function show(subject, moment) {
    told = subject;
    if (moment) renew(moment);
  }

  /** @param {Moment} moment */
  function renew(moment) {
    hint.hidden = Boolean(told);
    if (!told || !run.network) return;
    const { trace, roles } = run.network;
    const grads = run.gradientsAt(moment);
    const added = run.updateAt(moment);
    const nameOf = (/** @type {number} */ k) => run.about.parameters[k] ?? trace.label[roles.params[k]] ?? `p${k + 1}`;
    const params = "wire" in told ? [told.wire.param] : paramsOf(told.unit);
    title.textContent = "wire" in told ? wireTitle(told) : stage.nameOf(...told.unit);
    [shown.textContent, formula.textContent] = ["", ""];
    if ("unit" in told) tellUnit(told.unit, moment);
    table.replaceChildren(
      row(["parameter", "value", "gradient (all samples)", "next step adds"].map((text) => cell("th", text, "col"))),
      ...params.slice(0, MOST).map((k) => row([
        cell("th", nameOf(k), "row"), ...[moment.params[k], grads?.[k], added?.[k]]
          .map((x) => cell("td", numberText(x ?? null))),
      ])),
      ...(params.length > MOST ? [row([cell("td", `… and ${params.length - MOST} more`)])] : []),
    );
  }

  /** @param {[number, number]} unit */
  function paramsOf([l, u]) {
    const { bias, wires } = wiring.layers[l][u];
    return [...(bias < 0 ? [] : [bias]), ...wires.map(({ param }) => param)];
  }

  /** @param {{ wire: Wire, to: [number, number] }} subject */
  function wireTitle({ wire: { from: [c, r] }, to }) {
    return `Weight from ${c ? stage.nameOf(c - 1, r) : wiring.inputs[r]} to ${stage.nameOf(to[0] - 1, to[1])}`;
  }

  /**
   * The sum and the output with their numbers, for the sample that is chosen.
   * @param {[number, number]} unit
   * @param {Moment} moment
   */
  function tellUnit([l, u], { params }) {
    const network = /** @type {import("../../core/training/network.js").Network} */ (run.network);
    const { node, sum, op, bias, wires } = wiring.layers[l][u];
    const [x, y] = [stage.row(stage.sample), stage.target(stage.sample)];
    const values = network.values(params, x, y);
    const card = makeUnitCard({ label: `n${u + 1}` });
    card.show(values[node], network.sampleGradients(params, x, y)[node]);
    const [width, height] = [UNIT.width + 2, card.height + 2];
    const picture = svg("svg", { width, height, viewBox: `-1 -1 ${width} ${height}` });
    picture.append(card.group);
    shown.append(picture);
    const terms = wires.slice(0, MOST).map(({ param, from: [c, r] }) =>
      `${bracketed(params[param])} × ${bracketed(c ? values[wiring.layers[c - 1][r].node] : x[r])}`);
    const written = [...(bias < 0 ? [] : [numberText(params[bias])]), ...terms, ...(wires.length > MOST ? ["…"] : [])];
    const out = node === sum ? "" : `; ${op}(${numberText(values[sum])}) = ${numberText(values[node])}`;
    formula.textContent = `Sample ${stage.sample + 1}: ${written.join(" + ")} = ${numberText(values[sum])}${out}`;
  }
}

/** @param {number} x */
function bracketed(x) {
  return x < 0 ? `(${numberText(x)})` : numberText(x);
}
