// @ts-check
// The nudge h on a strip, whose curve is the error that each h makes; and the same as a table.

import { difference, NUDGES, nearestNudge, slopeAndError } from "../../core/differences.js";
import { numberText } from "../../core/words.js";
import { makeStrip } from "../../kit/strip.js";
import { cell, makeTable, makeTableToggle, markCurrent, row } from "../../kit/table.js";

const LEAST = 1e-18; // an error of 0 stands here
const LISTED = [...NUDGES.keys()].filter((k) => k % 10 === 0).reverse(); // each power of ten, 1 first
const TICKS = [0, 40, 80, 120, 160].map((k) => /** @type {[number, string]} */ ([k, numberText(NUDGES[k])]));

/** @param {{ choose: (h: number) => void, signal: AbortSignal }} options */
export function makeErrors({ choose, signal }) {
  const last = NUDGES.length - 1;
  const strip = makeStrip({ label: "h, the nudge", ticks: TICKS, last, choose: (k) => choose(NUDGES[k]), signal });
  const table = makeTable({
    label: "Table of nudges", region: "The slope that each nudge shows, and its error", heads: ["h", "Slope", "Off by"],
  });
  const rows = LISTED.map((k) => row([cell("th", numberText(NUDGES[k]), "row"), cell("td"), cell("td")]));
  table.body.append(...rows);
  const toggle = makeTableToggle(table.part, () => write(), signal);
  let write = () => {};
  return { strip: strip.part, table: table.part, toggle, draw };

  /**
   * @param {number} h
   * @param {import("./looks.js").Look} look
   * @param {boolean} symmetric
   * @param {boolean} valley whether the errors are shown
   */
  function draw(h, look, symmetric, valley) {
    const k = nearestNudge(h);
    const heights = look.errors.map((e) => (valley && Number.isFinite(e) ? Math.log10(Math.max(e, LEAST)) : NaN));
    const words = `h = ${numberText(h)}`;
    const spoken = valley ? `${words}, error ${numberText(look.errors[k])}` : words;
    strip.draw(k, heights, spoken, [words, valley ? "the lower the line, the smaller the error" : ""]);
    toggle.hidden = !valley;
    table.part.hidden ||= !valley;
    write = () => {
      table.caption.textContent = `${symmetric ? "Symmetric" : "One-sided"}; exact: ${numberText(look.exact)}`;
      for (const [i, line] of rows.entries()) {
        const { slope } = difference(look.at(NUDGES[LISTED[i]]), NUDGES[LISTED[i]], symmetric);
        const written = slopeAndError(slope, look.exact);
        line.children[1].textContent = written.slope;
        line.children[2].textContent = written.off || numberText(look.errors[LISTED[i]]);
        markCurrent(line, LISTED[i] === k);
      }
    };
    if (!table.part.hidden) write();
  }
}
