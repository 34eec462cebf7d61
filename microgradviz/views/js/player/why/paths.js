// @ts-check
// Why this gradient: all paths from the result, and their sum as far as it has come.

import { button } from "../../core/dom.js";
import { gradientOf, nameOf } from "../../core/names.js";
import { countText, edgesOf, sumOf } from "../../core/paths.js";
import { pathText, productText, sumShown } from "../../core/reasons.js";
import { nearlyEqual } from "../../core/steps.js";
import { numberText, preciseText } from "../../core/words.js";
import { add, lightWhile, sumRow } from "./rows.js";

const ODD = "With ∞ among them the terms do not add up to it: backward adds before it multiplies.";

/** @type {import("./rows.js").Fill} */
export function fillPaths(panel, column, i) {
  const { plan, scene, why } = panel;
  const { trace } = plan;
  const { left, count, out } = why();
  const [isRoot, root] = [i === trace.root, nameOf(scene, trace.root)];
  if (!count[i]) {
    add(column, "p", "", `No path leads here from ${root}.`);
    return () => {};
  }
  if (why().kept[i].some((path) => edgesOf(path).some((e) => plan.local[e] === null))) {
    add(column, "p", "", "A path leads through tensors: what arrives is known, their local derivatives are not.");
    return () => {};
  }
  const each = `Each path from ${root} to ${nameOf(scene, i)} adds the product of its local derivatives:`;
  add(column, "p", "mv-quiet", isRoot ? `It is the result itself: ∂${root}/∂${root} = 1.` : each);
  const list = add(column, "ol", "mv-terms");
  list.setAttribute("aria-label", `Paths from ${root}`);
  const terms = listTerms(panel, list, i);
  const rest = makeRest(list, left[i] ?? []);
  const total = sumRow(column, "p", "mv-total");
  const alarm = add(column, "p", "mv-alarm");
  return ({ k, sent, state, tells }) => {
    const over = k >= plan.passed;
    const arrived = new Set(sent.map(({ edge }) => edge));
    const counts = (/** @type {number} */ e) => over || arrived.has(e);
    const restSum = rest.sum(counts);
    const sum = sumOf(why(), plan, i, counts);
    const { digits, sign } = sumShown(terms.come(counts), restSum, sum, why().slopes);
    terms.write(digits, counts, k < plan.operations ? () => false : tells);
    rest.write(digits, counts);
    const begun = over || (isRoot ? k > plan.operations : out[i].some(counts));
    const [is, name] = [state.grad[i], gradientOf(plan, scene, i)];
    const wrong = begun && trace.order.length > 0 && !nearlyEqual(is ?? 0, sum);
    const far = out[i].every(counts) ? "their sum" : "the sum so far";
    const paths = count[i] === 1n ? "1 path" : `${countText(count[i])} paths, ${far}`;
    const what = wrong || !trace.order.length ? `what ${name} should be` : name;
    total.write(isRoot ? what : `${paths} ${begun ? sign : "="} ${what}`, begun ? numberText(sum) : "–");
    const told = terms.sum(counts) + (restSum ?? 0);
    const odd = begun && !isRoot && Number.isNaN(told) && !Number.isNaN(sum);
    const should = `⚠ ${name} is ${numberText(is)}; the sum of the paths, ${numberText(sum)}, is what it should be.`;
    alarm.textContent = wrong ? should : odd ? ODD : "";
  };
}

/**
 * The paths that are told one by one.
 * @param {import("./rows.js").Panel} panel
 * @param {HTMLElement} list
 * @param {number} i
 */
function listTerms(panel, list, i) {
  const { plan, scene, why, light, signal } = panel;
  const { kept, slopes } = why();
  const terms = (i === plan.trace.root ? [] : kept[i]).map((path) => {
    const edges = edgesOf(path);
    const press = button("", () => light(edges), signal, { name: "mv-term" });
    add(list, "li", "").append(press);
    add(press, "span", "mv-way", pathText(plan, scene, edges));
    lightWhile(panel, press, edges);
    return { path, edges, press, product: add(press, "span", "mv-product"), amount: add(press, "span", "mv-amount") };
  });
  /** @typedef {(edge: number) => boolean} Counts whether what came along an edge is in */
  return {
    come: (/** @type {Counts} */ counts) =>
      terms.filter(({ path }) => counts(path.edge)).map(({ path, edges }) => ({ product: path.product, edges })),
    sum: (/** @type {Counts} */ counts) =>
      terms.reduce((so, { path }) => (counts(path.edge) ? so + path.product : so), 0),
    write,
  };

  /** @param {number} digits @param {Counts} counts @param {(edge: number) => boolean} tells */
  function write(digits, counts, tells) {
    for (const { path, edges, press, product, amount } of terms) {
      const come = counts(path.edge);
      press.classList.toggle("is-later", !come);
      const [factors, sign, result] = productText(edges, slopes, path.product, digits);
      product.textContent = edges.every(tells) ? `${factors}${come ? ` ${sign}` : ""}` : "";
      amount.textContent = come ? result : "not yet";
    }
  }
}

/** The paths that are told as one. @param {HTMLElement} list @param {import("../../core/paths.js").Part[]} parts */
function makeRest(list, parts) {
  const row = sumRow(list, "li", "mv-term");
  row.row.hidden = !parts.length;
  const many = countText(parts.reduce((n, part) => n + part.count, 0n));
  return { sum, write };

  /** What of them has come; null before anything has. @param {(edge: number) => boolean} counts */
  function sum(counts) {
    const come = parts.filter(({ edge }) => counts(edge));
    return come.length ? come.reduce((so, part) => so + part.sum, 0) : null;
  }

  /** @param {number} digits @param {(edge: number) => boolean} counts */
  function write(digits, counts) {
    const [so, all] = [sum(counts), parts.every(({ edge }) => counts(edge))];
    const far = so !== null && !all ? " so far" : "";
    row.write(`and ${many} more, together${far}`, so === null ? "not yet" : preciseText(so, digits));
  }
}
