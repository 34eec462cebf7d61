// @ts-check
// One update in slow motion: the true gradients run back along the lines, each a disc with the gradient as its area.

import { svg } from "../../core/dom.js";
import { numberText } from "../../core/words.js";
import { rounded, set } from "../../kit/plot.js";

/** @typedef {import("../../core/training/history.js").Moment} Moment */
/** @typedef {{ wire: import("./wiring.js").Wire, to: [number, number], line: SVGElement, hit: SVGElement }} Line */

const [FULL, LARGEST] = [8, 20]; // px: the radius of the run's scale, and the largest that is drawn
const LEG = 420; // ms from one layer to the one before

/**
 * @param {{ stage: import("./stage.js").Stage, layer: SVGElement, wires: Line[],
 *   signal: AbortSignal }} options
 */
export function makePulses({ stage: { run, wiring }, layer, wires, signal }) {
  let scale = 0; // the gradient whose disc has the full radius; one a run
  let frame = 0;
  signal.addEventListener("abort", () => cancelAnimationFrame(frame));
  return { part: layer, start, stop, legend };

  function legend() {
    return scale ? `Discs: gradients, hollow below 0; large: ${numberText(scale)}.` : "";
  }

  /**
   * @param {Moment} moment
   * @param {() => void} done
   */
  function start(moment, done) {
    stop();
    const grads = run.gradientsAt(moment);
    if (!grads) return done();
    scale ||= largest(grads);
    const legs = wiring.layers.length;
    const pulses = wires.map(({ wire: { param, from }, to, line }) => {
      const disc = svg("circle", { class: `mv-pulse${grads[param] < 0 ? " is-negative" : ""}`, visibility: "hidden" });
      const radius = Math.min(FULL * Math.sqrt(Math.abs(grads[param]) / scale), LARGEST);
      set(disc, { r: radius.toFixed(2) });
      return { disc, path: /** @type {SVGPathElement} */ (line), leg: legs - to[0], from, radius };
    });
    layer.replaceChildren(...pulses.map(({ disc }) => disc));
    const begun = performance.now();
    const tick = (/** @type {number} */ time) => {
      const at = (time - begun) / LEG;
      for (const { disc, path, leg } of pulses) {
        const share = at - leg;
        const there = share >= 0 && share <= 1;
        if (there) {
          const { x, y } = path.getPointAtLength((1 - share) * path.getTotalLength());
          set(disc, { cx: x, cy: y });
        }
        disc.setAttribute("visibility", there ? "visible" : "hidden");
      }
      if (at < legs) frame = requestAnimationFrame(tick);
      else {
        stop();
        done();
      }
    };
    frame = requestAnimationFrame(tick);
  }

  function stop() {
    cancelAnimationFrame(frame);
    layer.replaceChildren();
  }

  /** A round number about so large as the largest of the first gradients. @param {Float64Array} grads */
  function largest(grads) {
    const most = grads.reduce((found, x) => Math.max(found, Math.abs(x)), 0);
    return Number.isFinite(most) && most > 0 ? rounded(most, most / 2) || most : 1;
  }
}
