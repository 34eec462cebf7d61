// @ts-check
// The keyboard of an instrument. Notebooks listen for keys everywhere, so ours are caught at the window, before them, and
// go no further: d d on a card must not delete its cell.

/**
 * @param {HTMLElement} root only keys from within it are handled
 * @param {(key: string, target: HTMLElement, shift: boolean) => unknown} press whether it did something
 * @param {AbortSignal} signal
 */
export function keepKeys(root, press, signal) {
  window.addEventListener("keydown", (event) => {
    const path = event.composedPath();
    const target = /** @type {HTMLElement} */ (path[0]);
    if (!path.includes(root) || event.ctrlKey || event.metaKey || event.altKey || /^(Tab|Escape)$/.test(event.key)) return;
    if (event.shiftKey && event.key === "Enter") return; // the host runs the cell
    event.stopImmediatePropagation();
    if (press(event.key, target, event.shiftKey)) event.preventDefault();
  }, { capture: true, signal });
}
