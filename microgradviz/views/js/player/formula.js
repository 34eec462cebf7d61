// @ts-check
// The whole expression in one line, or in a few where parts have names, with names or with numbers. Pure.

import { computeRule, equation, paramsIn } from "../core/equation.js";
import { inputsOf, isConstant, isTensor, nameOf, ruleFor } from "../core/names.js";
import { computedIn, isKnown } from "../core/steps.js";
import { expression, expressionOfNumbers, numberText } from "../core/words.js";

/** @typedef {import("../core/steps.js").Plan} Plan */
/** @typedef {import("../core/sentences.js").Words} Words */
/** @typedef {{ text: string, lit: boolean }} Piece */
/** @typedef {{ node: number, names: Piece[], numbers: Piece[] }} Line a part of the expression, written twice */

const MOST_OPERATIONS = 40; // in one line; of a longer expression the named parts get lines of their own
const MOST_LINES = 6;
const MOST_SUMMANDS = 12;
const [BEGIN, END] = ["\u0001", "\u0002"]; // around what is lit; no name holds them, see `visible`
// How strongly an operation binds, and what stands in it without brackets: left, right.
const ATOM = { binds: 9, needs: [0, 0] };
const BINDING = {
  sum: { binds: 1, needs: [1, 2] }, product: { binds: 2, needs: [2, 3] }, sign: { binds: 1, needs: [4, 4] },
  power: { binds: 4, needs: [9, 9] },
};

/**
 * Which values get lines of their own, in the order of their computation; the result is the last.
 * @param {Plan} plan
 * @returns {{ lines: number[], left: number }} the lines, and how many earlier ones there is no room for
 */
export function linesOf(plan) {
  const parts = partsOf(plan);
  return { lines: parts.slice(-MOST_LINES), left: Math.max(0, parts.length - MOST_LINES) };
}

/**
 * Which values other lines tell by their names, whether or not there is room for their own: written out wherever they
 * are used, parts that are each used twice would double the text at every one of them.
 * @param {Plan} plan
 */
function partsOf(plan) {
  const { trace } = plan;
  const uses = new Array(trace.op.length).fill(0);
  const reached = new Uint8Array(trace.op.length);
  reached[trace.root] = 1;
  for (let e = trace.to.length - 1; e >= 0; e--) {
    if (!reached[trace.to[e]]) continue;
    reached[trace.from[e]] = 1;
    uses[trace.from[e]]++;
  }
  const operations = [...trace.op.keys()].filter((i) => trace.op[i] && reached[i]);
  const long = operations.length > MOST_OPERATIONS;
  const parts = operations.filter((i) => i === trace.root || uses[i] > 1 || (long && trace.label[i] !== undefined));
  return parts.length ? parts : [trace.root];
}

/**
 * The expression as it stands after step k.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number[]} lines
 * @param {number} k
 * @returns {Line[]}
 */
export function formulaAt(plan, words, lines, k) {
  const step = plan.steps[k];
  const own = new Set(partsOf(plan));
  const nodes = step.kind === "forward" ? computedIn(step) : step.kind === "seed" ? [step.node] : [];
  const lit = { nodes: new Set(nodes), edges: new Set() };
  for (let i = step.begin; i < step.end; i++) lit.edges.add(plan.contributions[i].edge);
  return lines.map((node) => {
    if (!plan.trace.op[node])
      return { node, names: pieces(nameOf(words, node)), numbers: pieces(`= ${numberText(plan.data[node])}`) };
    const opened = unfolded(plan, node, own);
    const shown = isKnown(plan, node, k) ? wholeEquation(plan, words, node, opened) : null;
    const number = shown?.write ?? numberText;
    const bare = [...opened].flatMap((i) => [i, ...inputsOf(plan, i)])
      .some((i) => plan.data[i] === null || isTensor(plan, i));
    const [names, numbers] = [false, true].map((asNumbers) =>
      write(plan, words, node, { own, opened, lit, k, asNumbers, number }),
    );
    return {
      node,
      names: pieces(`${nameOf(words, node)} = ${names}`),
      numbers: pieces(`= ${bare ? "" : numbers}${shown ? `${bare ? "" : ` ${shown.sign} `}${shown.result}` : ""}`),
    };
  });
}

/**
 * The values that a line writes out, the outer ones first, as many as there is room for; of the rest it tells the
 * names.
 * @param {Plan} plan
 * @param {number} node
 * @param {Set<number>} own
 */
function unfolded(plan, node, own) {
  const opened = new Set([node]);
  for (const i of opened) {
    for (let e = plan.firstEdge[i]; e < plan.firstEdge[i + 1] && opened.size < MOST_OPERATIONS; e++) {
      const input = plan.trace.from[e];
      if (plan.trace.op[input] && !own.has(input)) opened.add(input);
    }
  }
  return opened;
}

/**
 * What a line comes to, with the digits it needs; what nobody can work out from what is written is left as it is.
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} top
 * @param {Set<number>} opened
 */
function wholeEquation(plan, words, top, opened) {
  const { trace, data, firstEdge } = plan;
  const inside = [...opened].sort((a, b) => a - b); // inputs come before users
  const result = data[top] ?? NaN;
  const numbers = inside.flatMap((i) =>
    inputsOf(plan, i)
      .filter((input) => !opened.has(input))
      .map((input) => data[input]),
  );
  const unknown = inside.some((i) => {
    const [rule, count] = [ruleFor(words, trace.op[i]), firstEdge[i + 1] - firstEdge[i]];
    return !rule || (rule.arity === null ? count > MOST_SUMMANDS || !count : rule.arity !== count);
  });
  if (unknown) return { write: numberText, sign: "=", result: numberText(result) };
  return equation((over, number) => {
    /** @type {Map<number, any>} */
    const values = new Map();
    for (const i of inside) {
      const rule = /** @type {import("../core/words.js").Rule} */ (ruleFor(words, trace.op[i]));
      values.set(
        i,
        computeRule(
          rule, inputsOf(plan, i).map((input) => values.get(input) ?? number(data[input])),
          paramsIn(rule, trace.params[i] ?? {}, over, number), over,
        ),
      );
    }
    return values.get(top);
  }, numbers, result);
}

/**
 * @param {Plan} plan
 * @param {Words} words
 * @param {number} top
 * @param {{ own: Set<number>, opened: Set<number>, lit: { nodes: Set<number>, edges: Set<any> }, k: number,
 *   asNumbers: boolean, number: import("../core/equation.js").Write }} how
 */
function write(plan, words, top, how) {
  const { trace } = plan;
  /** @type {Map<number, { text: string, binds: number }>} */
  const written = new Map();
  for (const i of [...how.opened].sort((a, b) => a - b)) written.set(i, operation(i)); // inputs come before users
  const { text } = written.get(top) ?? { text: "" };
  return how.lit.nodes.has(top) ? mark(text) : text;

  /** @param {number} i */
  function operation(i) {
    const rule = ruleFor(words, trace.op[i]);
    const edges = [...Array(plan.firstEdge[i + 1] - plan.firstEdge[i]).keys()].map((s) => plan.firstEdge[i] + s);
    const { binds, needs } = bindingOf(rule, trace.op[i], edges.length, trace.params[i] ?? {});
    const inputs = edges.map((e, slot) => {
      const input = trace.from[e];
      const inner = input === top ? undefined : written.get(input);
      const plain = inner ? inner.text : leaf(input);
      const tight = inner ? inner.binds >= needs[Math.min(slot, 1)] : !collides(rule, plain, slot);
      const text = how.lit.edges.has(e) || (inner && how.lit.nodes.has(input)) ? mark(plain) : plain;
      return tight ? text : `(${text})`;
    });
    if (rule?.arity === null && edges.length === 1)
      return { text: inputs[0], binds: written.get(trace.from[edges[0]])?.binds ?? BINDING.sign.binds };
    if (rule?.arity === null && edges.length && edges.length <= MOST_SUMMANDS)
      return { text: inputs.join(" + "), binds };
    return {
      text: expression(rule, trace.op[i], inputs, trace.params[i] ?? {}, how.asNumbers ? how.number : numberText),
      binds,
    };
  }

  /** A value that is not written out. @param {number} i */
  function leaf(i) {
    if (how.asNumbers && isKnown(plan, i, how.k)) return how.number(plan.data[i]);
    return isConstant(plan, i) ? numberText(plan.data[i]) : nameOf(words, i);
  }
}

/**
 * Whether a negative number needs brackets here, by the rule of the sentences.
 * @param {import("../core/words.js").Rule | undefined} rule
 * @param {string} text
 * @param {number} slot
 */
function collides(rule, text, slot) {
  if (!rule || !text.startsWith("−")) return false;
  const others = new Array(Math.max(slot + 1, rule.arity ?? 2)).fill(1);
  others[slot] = -1;
  return (
    expressionOfNumbers(rule, "", others, Object.fromEntries(rule.params.map((name) => [name, 1]))).includes("(−1)") &&
    !/^\w+\(/.test(rule.notation)
  );
}

/**
 * How strongly an operation binds, read off its notation.
 * @param {import("../core/words.js").Rule | undefined} rule
 * @param {string} op
 * @param {number} count
 * @param {Record<string, any>} params
 */
function bindingOf(rule, op, count, params) {
  if (!rule || (rule.arity !== null && rule.arity !== count)) return ATOM;
  if (rule.arity === null) return count > 1 && count <= MOST_SUMMANDS ? BINDING.sum : ATOM;
  const bare = expression(rule, op, new Array(count).fill("x"), params);
  if (/^\w+\([^()]*\)$|^\|[^|]*\|$/.test(bare)) return ATOM;
  if (/^x [+−] /.test(bare)) return BINDING.sum;
  if (/^x [×÷] /.test(bare)) return BINDING.product;
  if (/^−/.test(bare)) return BINDING.sign;
  if (/^√|^x(⁻?[⁰¹²³⁴-⁹]| \^)/.test(bare)) return BINDING.power;
  return { binds: 0, needs: [9, 9] };
}

/** @param {string} text */
function mark(text) {
  return BEGIN + text + END;
}

/**
 * A text in pieces, those between marks lit; a mark within a mark changes nothing.
 * @param {string} text
 * @returns {Piece[]}
 */
function pieces(text) {
  const found = [];
  let [depth, piece] = [0, ""];
  for (const c of text + BEGIN) {
    if (c !== BEGIN && c !== END) {
      piece += c;
      continue;
    }
    if (c === BEGIN ? depth === 0 : depth === 1) {
      if (piece) found.push({ text: piece, lit: depth > 0 });
      piece = "";
    }
    depth += c === BEGIN ? 1 : -1;
  }
  return found;
}
