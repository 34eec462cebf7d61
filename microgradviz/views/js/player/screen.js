// @ts-check
// Where the picture is seen: its box, which scrolls, its size in the page and in Present, and what of it is there.

import { html } from "../core/dom.js";
import { makeViewport } from "../graph/viewport.js";
import { keepNearby } from "../graph/virtual.js";
import { makeZoom } from "../graph/zoom.js";
import { makePresent } from "../kit/present.js";
import { watchSize } from "../kit/widget.js";
import { listenToPrinter } from "./print.js";

/**
 * @param {{ picture: ReturnType<typeof import("./groups/picture.js").makePicture>, root: HTMLElement,
 *   save: (name: string, value: unknown) => void, signal: AbortSignal }} options
 */
export function makeScreen({ picture: { groups, graph }, root, save, signal }) {
  const box = html("div", "mv-graph");
  const present = makePresent({ root, save, fit: () => viewport.zoom(null), signal });
  const viewport = makeViewport({ root, box, graph, inside: () => groups?.inside() ?? null, larger: present.larger });
  const nearby = groups ? null : keepNearby({ box, graph, scale: viewport.scale, signal });
  const zoom = makeZoom({ box, size: graph.scene, scale: viewport.scale, set: viewport.zoom, signal });
  const whole = () => (graph.land(), nearby?.fill(), [{ picture: graph.picture, title: "" }]);
  listenToPrinter(groups?.pictures ?? graph.land, nearby?.fill, signal);
  return {
    box, present, viewport, zoom, pictures: groups?.pictures ?? whole, open,
    hold: (/** @type {number} */ i) => nearby?.hold(i),
    reveal: (/** @type {number} */ i) => viewport.reveal([viewport.boxOf(i)]),
  };

  /** Put the picture in, with something in view. @param {import("../graph/draw.js").Box[]} first */
  function open(first) {
    box.append(graph.picture);
    viewport.reveal(first);
    nearby?.look();
    watchSize(root, viewport.fit, signal);
  }
}
