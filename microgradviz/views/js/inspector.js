// @ts-check
// Why this number: a panel that answers for one value or one edge. It stays as the steps go on, and grows with them.

import { html } from "./dom.js";
import { evaluateLocal, measure } from "./rules.js";
import { gradientOf, inputsOf, nameOf, partial, ruleFor, ruleOf, sentence, slopeRule } from "./sentences.js";
import { same, stateAt } from "./steps.js";
import { arrivedAt, countText, edgesOf, makeWhy, sumOf } from "./why.js";
import { MINUS, numberText, short } from "./words.js";

/** @typedef {import("./steps.js").Plan} Plan */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./why.js").Why} Why */
/** @typedef {{ k: number, arrived: Set<number>, state: import("./steps.js").State, over: boolean }} Now what is known at a step */

const MOST_NEIGHBOURS = 12; // inputs or users listed
const MOST_FACTORS = 9; // of a product written out
const MOST_STOPS = 7; // of a path written out
const ORDINALS = ["1st", "2nd", "3rd"];

/**
 * @param {{ plan: Plan, scene: Scene, spot: (edges: number[], slopes: number[]) => void,
 *   ask: (node: number, edge: number) => void, back: (node: number) => void, signal: AbortSignal }} options
 *   `back` gives the focus to a card
 */
export function makeInspector({ plan, scene, spot, ask, back, signal }) {
  const { trace } = plan;
  const part = html("section", "mv-why");
  part.hidden = true;
  /** @type {Why | null} */
  let why = null;
  let node = -1;
  let at = 0;
  /** @type {HTMLElement | null} */
  let pinned = null;
  /** @type {number[]} */
  let pins = [];
  /** @type {((now: Now) => void)[]} */
  let parts = [];
  return { part, openNode, openEdge, close, show };

  /** @param {number} i @param {boolean} focus */
  function openNode(i, focus) {
    node = i;
    ask(i, -1);
    const title = short(scene.title[i], 200);
    begin(title, `About ${title}`, [valuePart(i), whyPart(i)], focus);
  }

  /** @param {number} e @param {boolean} focus */
  function openEdge(e, focus) {
    node = trace.from[e];
    ask(-1, e);
    const title = `${nameOf(scene, node)} → ${nameOf(scene, trace.to[e])}${placeOf(e)}`;
    begin(title, `About the edge ${title}`, [slopePart(e), carriedPart(e)], focus);
  }

  /** Whether there was something to close. */
  function close() {
    if (part.hidden) return false;
    part.hidden = true;
    part.replaceChildren();
    [parts, pinned, pins] = [[], null, []];
    light([]);
    ask(-1, -1);
    back(node);
    return true;
  }

  /** @param {number} k */
  function show(k) {
    at = k;
    if (part.hidden) return;
    const over = k >= plan.total;
    const now = { k, arrived: arrivedAt(plan, k), state: stateAt(plan, k), over };
    for (const write of parts) write(now);
  }

  /**
   * @param {string} title
   * @param {string} label
   * @param {{ element: HTMLElement, write: (now: Now) => void }[]} columns
   * @param {boolean} focus
   */
  function begin(title, label, columns, focus) {
    const hadFocus = part.contains(/** @type {Document} */ (part.getRootNode()).activeElement);
    [pinned, pins] = [null, []];
    light([]);
    const head = html("div", "mv-why-head");
    const heading = html("h3", "mv-why-title", title);
    heading.tabIndex = -1;
    const end = button("Close", "mv-button mv-close", close);
    head.append(heading, end);
    const body = html("div", "mv-why-body");
    body.append(...columns.map((column) => column.element));
    part.setAttribute("aria-label", label);
    part.replaceChildren(head, body);
    part.hidden = false;
    parts = columns.map((column) => column.write);
    show(at);
    if (focus || hadFocus) heading.focus();
    else if (part.getBoundingClientRect().top > window.innerHeight - 120) part.scrollIntoView({ block: "nearest" });
  }

  /** What a value is made of. @param {number} i */
  function valuePart(i) {
    const column = section("Value");
    const line = html("p", "mv-why-line");
    const rule = html("p", "mv-why-quiet");
    column.append(line, rule);
    const made = Array.isArray(trace.line?.[i]) ? trace.line[i] : null;
    if (made) column.append(html("p", "mv-why-quiet", `made in ${short(String(made[0]), 80)}, line ${Number(made[1])}`));
    const writes = [
      neighbours(column, "Inputs", range(plan.firstEdge[i], plan.firstEdge[i + 1]), trace.from),
      neighbours(column, "Users", trace.from.flatMap((from, e) => (from === i ? [e] : [])), trace.to),
    ];
    return { element: column, write };

    /** @param {Now} now */
    function write(now) {
      const k = plan.computedAt[i];
      const known = now.k >= k;
      const given = trace.label[i] === undefined ? `a constant, ${numberText(plan.data[i])}` : `${nameOf(scene, i)} = ${numberText(plan.data[i])}, given`;
      line.textContent = !trace.op[i] ? given : known ? sentence(plan, scene, k) : `${short(scene.title[i], 60)}, not computed yet`;
      rule.textContent = trace.op[i] && known && k !== plan.operations ? ruleOf(plan, scene, k) : "";
      for (const more of writes) more(now);
    }
  }

  /**
   * Buttons that move on to the values beside this one, and to the edges between.
   * @param {HTMLElement} column
   * @param {string} name
   * @param {number[]} edges
   * @param {number[]} others the value at the other end of every edge
   * @returns {(now: Now) => void}
   */
  function neighbours(column, name, edges, others) {
    if (!edges.length) return () => {};
    const list = html("ul", "mv-why-list");
    list.setAttribute("aria-label", name);
    const shown = edges.slice(0, MOST_NEIGHBOURS).map((e) => {
      const item = html("li", "mv-why-row");
      const card = button("", "mv-link", () => openNode(others[e], true));
      const edge = button("", "mv-link mv-edge", () => openEdge(e, true));
      item.append(card, edge);
      list.append(item);
      lightWhile(edge, () => [e]);
      return { e, card, edge };
    });
    if (edges.length > shown.length) list.append(html("li", "mv-why-quiet", `and ${edges.length - shown.length} more`));
    column.append(html("p", "mv-why-key", name), list);
    return ({ state }) => {
      for (const { e, card, edge } of shown) {
        card.textContent = `${short(scene.title[others[e]], 40)} = ${numberText(state.data[others[e]])}`.replace(/ = –$/, "");
        edge.textContent = `edge × ${known(e, state) ? numberText(plan.local[e]) : "–"}`;
        edge.setAttribute("aria-label", `edge ${nameOf(scene, trace.from[e])} → ${nameOf(scene, trace.to[e])}${placeOf(e)}`);
      }
    };
  }

  /** All paths from the result, and their sum. @param {number} i */
  function whyPart(i) {
    why ??= makeWhy(plan, scene.rules, scene.faults);
    const { kept, left, count, slopes } = why;
    const name = gradientOf(plan, scene, i);
    const column = section("Why this gradient");
    const root = nameOf(scene, trace.root);
    if (!count[i]) {
      column.append(html("p", "mv-why-line", "No path leads here from the result, so no gradient can arrive."));
      return { element: column, write: () => {} };
    }
    const isRoot = i === trace.root;
    const about = isRoot
      ? `It is the result itself: ∂${root}/∂${root} = 1.`
      : `Each path from ${root} to ${nameOf(scene, i)} adds the product of its local derivatives:`;
    const list = html("ol", "mv-terms");
    list.setAttribute("aria-label", `Paths from ${root}`);
    const terms = kept[i].map((path) => {
      const edges = edgesOf(path);
      const item = html("li", "");
      const press = button("", "mv-term", () => pin(press, edges));
      const [way, product, value] = [html("span", "mv-way", wayText(edges)), html("span", "mv-product"), html("span", "mv-amount")];
      press.append(way, product, value);
      press.setAttribute("aria-pressed", "false");
      lightWhile(press, () => edges);
      item.append(press);
      list.append(item);
      return { path, edges, press, product, value };
    });
    const rest = (left[i] ?? []).length ? html("li", "mv-term mv-rest") : null;
    const [restWords, restSum] = [html("span", "mv-way"), html("span", "mv-amount")];
    rest?.append(restWords, restSum);
    if (rest) list.append(rest);
    const total = html("p", "mv-total");
    const [totalWords, totalSum] = [html("span", "mv-way"), html("span", "mv-amount")];
    total.append(totalWords, totalSum);
    const alarm = html("p", "mv-why-alarm");
    column.append(html("p", "mv-why-quiet", about), ...(isRoot ? [] : [list]), total, alarm);
    return { element: column, write };

    /** @param {Now} now */
    function write({ k, arrived, state, over }) {
      const counts = (/** @type {number} */ e) => over || arrived.has(e);
      for (const { path, edges, press, product, value } of terms) {
        const here = isRoot || counts(path.edge);
        press.classList.toggle("is-later", !here);
        product.textContent = k < plan.operations && !here ? "" : productText(edges, slopes);
        value.textContent = here ? numberText(path.product) : "not yet";
        press.setAttribute("aria-label", [wayText(edges), product.textContent && `${product.textContent} =`, value.textContent].filter(Boolean).join(": "));
      }
      const parts = left[i] ?? [];
      const [come, later] = [parts.filter((p) => counts(p.edge)), parts.filter((p) => !counts(p.edge))];
      const sum = why ? sumOf(/** @type {Why} */ (why), plan, i, counts) : NaN;
      const number = (/** @type {typeof parts} */ some) => some.reduce((n, p) => n + p.count, 0n);
      rest?.classList.toggle("is-later", !come.length);
      const notYet = come.length && later.length ? ` (${countText(number(later))} others not yet)` : "";
      restWords.textContent = `and ${countText(number(come.length ? come : later))} more, together${notYet}`;
      const restTotal = come.reduce((s, p) => s + p.sum, 0);
      restSum.textContent = come.length ? numberText(restTotal) : "not yet";
      const begun = isRoot ? k > plan.operations || over : over || arrived.size > 0 && terms.some(({ path }) => arrived.has(path.edge)) || come.length > 0;
      const all = over || (why?.out[i].every(counts) ?? false);
      const paths = count[i] === 1n ? "1 path" : `${countText(count[i])} paths`;
      const is = state.grad[i];
      const wrong = begun && (is === null ? over && trace.order.length > 0 && sum !== 0 : !same(is, sum));
      const told = terms.reduce((s, { path }) => (counts(path.edge) ? s + path.product : s), restTotal);
      const adds = isRoot || !begun || same(told, sum) || Math.abs(told - sum) <= 1e-6 * roughly(terms, restTotal);
      totalWords.textContent = isRoot ? name : `${all ? `${paths}${count[i] === 1n ? "" : ", their sum"}` : `${paths}, the sum so far`} = ${wrong ? `what ${name} should be` : name}`;
      totalSum.textContent = begun ? numberText(sum) : "–";
      alarm.textContent = [
        wrong ? `⚠ ${name} is ${is === null ? "still empty" : numberText(is)}. The sum of the paths, ${numberText(sum)}, is what it should be${all ? "" : " by now"}.` : "",
        begun && over && !trace.order.length ? "No backward pass was recorded: this is what it would give." : "",
        adds ? "" : "The terms alone do not add up to it: with factors such as 0 and ∞ the order of adding and multiplying matters, and backward adds first.",
      ].filter(Boolean).join(" ");
    }
  }

  /** A local derivative: its formula, its number, and what nudging shows. @param {number} e */
  function slopePart(e) {
    const column = section("Local derivative");
    const [line, formula, check] = [html("p", "mv-why-line"), html("p", "mv-why-quiet"), html("p", "mv-check")];
    column.append(line, formula, check);
    const [source, user] = [trace.from[e], trace.to[e]];
    const rule = ruleFor(scene, trace.op[user]);
    const inputs = inputsOf(plan, user);
    const fits = rule && (rule.arity === null || rule.arity === inputs.length) ? rule : undefined;
    const numbers = inputs.map((i) => plan.data[i]);
    const params = trace.params[user] ?? {};
    const slope = plan.local[e];
    return { element: column, write };

    /** @param {Now} now */
    function write({ state }) {
      const what = partial(plan, scene, user, source);
      const ready = known(e, state);
      line.textContent = ready ? `${what} = ${slope === null ? "not known" : numberText(slope)}` : `${what}: ${nameOf(scene, user)} is not computed yet`;
      formula.textContent = fits && ready ? slopeRule(plan, fits, user, fits.arity === null ? 0 : trace.slot[e]) : "";
      if (!fits && ready) formula.textContent = "No formula is known for this operation.";
      check.replaceChildren(...(fits && ready ? checked(fits) : []));
    }

    /** @param {import("./words.js").Rule} rule */
    function checked(rule) {
      const claimed = slope ?? evaluateLocal(rule, trace.slot[e], numbers, params, plan.data[user]);
      const found = measure(rule, trace.slot[e], numbers, params, claimed);
      if (!found) return ["It cannot be measured here."];
      const name = nameOf(scene, source) + (placeOf(e) ? " (this input only)" : "");
      const words = `Measured by nudging ${name} by ±${plainText(found.h)}: ${plainText(found.slope)} `;
      const kink = `⚠ a kink: the slope is ${numberText(found.low)} to the left and ${numberText(found.high)} to the right; the rule takes ${numberText(claimed)}`;
      const verdict = found.agrees ? "✓ agrees" : found.kink ? kink : `✗ differs from ${numberText(claimed)}`;
      return [words, html("span", found.agrees ? "mv-agrees" : "mv-differs", verdict)];
    }
  }

  /** What an edge adds to a gradient, and where it runs. @param {number} e */
  function carriedPart(e) {
    const column = section("What it carries");
    const line = html("p", "mv-why-line");
    column.append(line);
    const [source, user] = [trace.from[e], trace.to[e]];
    const list = html("ul", "mv-why-list");
    for (const [name, i] of /** @type {[string, number][]} */ ([["from", source], ["to", user]])) {
      const item = html("li", "mv-why-row");
      item.append(html("span", "mv-why-key", name), button(short(scene.title[i], 40), "mv-link", () => openNode(i, true)));
      list.append(item);
    }
    column.append(list);
    return { element: column, write };

    /** @param {Now} now */
    function write({ k }) {
      const end = k > plan.operations ? plan.steps[k].end : 0;
      const sent = plan.contributions.slice(0, end).findLast((c) => c.edge === e);
      const product = `${gradientOf(plan, scene, user)} × ${partial(plan, scene, user, source)}`;
      line.textContent = sent
        ? `${product} = ${numberText(sent.arriving)} × ${numberText(plan.local[e])} = ${numberText(sent.amount)}, its part of ${gradientOf(plan, scene, source)}`
        : `${product}, its part of ${gradientOf(plan, scene, source)}: ${k >= plan.total ? "it never came" : "not yet"}`;
    }
  }

  /** @param {number} e @param {import("./steps.js").State} state */
  function known(e, state) {
    return state.data[trace.to[e]] !== null;
  }

  /** Which input an edge is, where two run between the same values. @param {number} e */
  function placeOf(e) {
    const [from, to] = [trace.from[e], trace.to[e]];
    const twins = range(plan.firstEdge[to], plan.firstEdge[to + 1]).filter((other) => trace.from[other] === from);
    const slot = trace.slot[e];
    return twins.length > 1 ? ` (${ORDINALS[slot] ?? `${slot + 1}th`} input)` : "";
  }

  /** @param {number[]} edges */
  function wayText(edges) {
    const stops = edges.map((e) => nameOf(scene, trace.from[e]) + placeOf(e));
    return middleOut([nameOf(scene, trace.root), ...stops], MOST_STOPS).join(" → ");
  }

  /** @param {HTMLElement} press @param {number[]} edges */
  function pin(press, edges) {
    pinned?.setAttribute("aria-pressed", "false");
    pinned = pinned === press ? null : press;
    pinned?.setAttribute("aria-pressed", "true");
    pins = pinned ? edges : [];
    light(edges);
  }

  /** Light a path; with no edges, the one that is pinned, if any. @param {number[]} edges */
  function light(edges) {
    spot(edges.length ? edges : pins, why?.slopes ?? plan.local.map((x) => x ?? NaN));
  }

  /** @param {HTMLElement} element @param {() => number[]} edges */
  function lightWhile(element, edges) {
    for (const event of ["pointerenter", "focus"]) element.addEventListener(event, () => light(edges()), { signal });
    for (const event of ["pointerleave", "blur"]) element.addEventListener(event, () => light([]), { signal });
  }

  /** @param {string} text @param {string} name @param {() => unknown} action */
  function button(text, name, action) {
    const made = /** @type {HTMLButtonElement} */ (html("button", name, text));
    made.type = "button";
    made.addEventListener("click", action, { signal });
    return made;
  }
}

/** @param {string} title */
function section(title) {
  const made = html("div", "mv-why-part");
  made.append(html("h4", "mv-why-name", title));
  return made;
}

/** @param {number[]} edges @param {number[]} slopes */
function productText(edges, slopes) {
  const factors = middleOut(["1", ...edges.map((e) => numberText(slopes[e]))], MOST_FACTORS);
  return factors.join(" × ");
}

/** The beginning and the end of a long list. @param {string[]} all @param {number} most */
function middleOut(all, most) {
  return all.length <= most ? all : [...all.slice(0, most - 3), "…", ...all.slice(-2)];
}

/** @param {number} from @param {number} to */
function range(from, to) {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** How large the terms of a sum are. @param {{ path: { product: number } }[]} terms @param {number} rest */
function roughly(terms, rest) {
  return terms.reduce((sum, { path }) => sum + Math.abs(path.product), Math.abs(rest));
}

/** Ten digits, as a measurement deserves. @param {number} x */
function plainText(x) {
  return Number.isFinite(x) ? String(Number(x.toPrecision(10))).replace(/-/g, MINUS) : numberText(x);
}
