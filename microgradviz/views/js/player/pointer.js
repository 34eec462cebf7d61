// @ts-check
// What the pointer does in the picture: a click asks about a value, an edge or a word, or opens a part.

/**
 * @param {{ box: HTMLElement, groups: ReturnType<typeof import("./groups/groups.js").makeGroups> | null,
 *   viewport: ReturnType<typeof import("../graph/viewport.js").makeViewport>, signal: AbortSignal, explain: (node:
 *   number, ...told: string[]) => void,
 *   change: () => void, inspector: ReturnType<typeof import("./why/inspector.js").makeInspector> }} options `change`
 *   hears of the pointer over a number that can be changed
 */
export function listenToPointer({ box, groups, viewport, inspector, explain, change, signal }) {
  let closed = true; // before the first click of two
  for (const part of [box, ...(groups ? [groups.box] : [])]) {
    part.addEventListener("click", (event) => {
      if (part === box && groups?.enter(event)) return;
      if (event.detail < 2) closed = Boolean(inspector.part.hidden);
      const [node, edge] = viewport.meant(event);
      const word = /** @type {Element} */ (event.target).closest(".mv-key")?.textContent;
      if (node >= 0 && word) explain(node, word);
      else if (node >= 0) inspector.openNode(node, false);
      else if (edge >= 0) inspector.openEdge(edge, false);
    }, { signal });
    part.addEventListener("dblclick", (event) => {
      inspector.stay();
      // it edits, and asks nothing
      if (closed && /** @type {Element} */ (event.target).closest(".is-editable")) inspector.close();
    }, { capture: true, signal }); // before the field is there, which shall have the focus
    part.addEventListener("pointermove", (event) => {
      if (/** @type {Element} */ (event.target).closest(".mv-grip")) change();
      part.classList.toggle("is-over", Math.max(...viewport.meant(event)) >= 0);
    }, { signal });
  }
}
