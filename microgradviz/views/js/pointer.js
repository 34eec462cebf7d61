// @ts-check
// What the pointer does in the picture: a click asks about a value or an edge, or opens a part.

/**
 * @param {{ box: HTMLElement, parted: ReturnType<typeof import("./parted.js").makeParted> | null,
 *   sight: ReturnType<typeof import("./sight.js").makeSight>, signal: AbortSignal,
 *   inspector: ReturnType<typeof import("./inspector.js").makeInspector> }} options
 */
export function listenToPointer({ box, parted, sight, inspector, signal }) {
  box.addEventListener("dblclick", inspector.stay, { signal });
  for (const part of [box, ...(parted ? [parted.box] : [])]) {
    part.addEventListener("click", (event) => {
      if (part === box && parted?.enter(event)) return;
      const [node, edge] = sight.meant(event);
      if (node >= 0) inspector.openNode(node, false);
      else if (edge >= 0) inspector.openEdge(edge, false);
    }, { signal });
    part.addEventListener("pointermove", (event) => {
      part.classList.toggle("is-over", Math.max(...sight.meant(event)) >= 0);
    }, { signal });
  }
}
