// Everything with an equation in it that the player says of some traces: reads [{ trace, words }, …], writes one list of
// texts for each. A chain of paths and their sum is written as the panel shows it, one line for each.

import { readFileSync } from "node:fs";

const home = new URL("../../microgradviz/views/js/", import.meta.url);
const of = (path) => import(new URL(path, home));
const [{ edgesOf, pathsFromResult, sumOf }, { checkOf, productText, sumShown }] = [await of("core/paths.js"), await of("core/reasons.js")];
const [{ sentence }, { ruleOf }, { makePlan }] = [await of("core/sentences.js"), await of("core/slopes.js"), await of("core/steps.js")];
const [{ numberText, preciseText }, { formulaAt, linesOf }] = [await of("core/words.js"), await of("player/formula.js")];

const given = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(given.map(({ trace, words }) => [...new Set(said(trace, words))])));

function said(trace, words) {
  const texts = [];
  for (const options of [{}, { by: "node" }, { accumulate: false }, { by: "node", accumulate: false }]) {
    const plan = makePlan(trace, options);
    for (const k of plan.steps.keys()) texts.push(sentence(plan, words, k), ruleOf(plan, words, k));
  }
  const plan = makePlan(trace);
  const { lines } = linesOf(plan);
  for (const { numbers } of formulaAt(plan, words, lines, plan.operations)) texts.push(numbers.map(({ text }) => text).join(""));
  for (const e of trace.from.keys()) texts.push(checkOf(plan, words, e)[0]);
  const why = pathsFromResult(plan, words.rules, []);
  for (const i of trace.op.keys()) texts.push(...sums(plan, why, i));
  return texts;
}

function sums(plan, why, i) {
  const paths = why.kept[i].map((path) => ({ product: path.product, edges: edgesOf(path) }));
  if (!paths.length || i === plan.trace.root) return [];
  const rest = why.left[i] ? why.left[i].reduce((sum, part) => sum + part.sum, 0) : null;
  const sum = sumOf(why, plan, i, () => true);
  const { digits, sign } = sumShown(paths, rest, sum, why.slopes);
  const shown = paths.map(({ edges, product }) => productText(edges, why.slopes, product, digits));
  const terms = [...shown.map(([, , amount]) => amount), ...(rest === null ? [] : [preciseText(rest, digits)])];
  return [...shown.map((row) => row.join(" ")), `${terms.join(" + ")} ${sign} ${numberText(sum)}`];
}
