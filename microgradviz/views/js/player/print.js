// @ts-check
// On paper: the whole picture, also of a graph of which only the nearby cards are in the document.

/**
 * @param {() => unknown} land ends what moves
 * @param {((then: (empty: () => void) => void) => void) | undefined} fill puts the whole picture in; it is told when
 *   to empty it again
 * @param {AbortSignal} signal
 */
export function listenToPrinter(land, fill, signal) {
  const later = (/** @type {() => void} */ empty) =>
    window.addEventListener("afterprint", empty, { once: true, signal });
  window.addEventListener("beforeprint", () => {
    land();
    fill?.(later);
  }, { signal });
}
