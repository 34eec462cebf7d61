// @ts-check
// On paper: the whole picture, also of a graph of which only the nearby cards are in the document.

/**
 * @param {((then: (empty: () => void) => void) => void) | undefined} fill puts the whole picture in; it is told when to empty it again
 * @param {AbortSignal} signal
 */
export function listenToPrinter(fill, signal) {
  if (!fill) return;
  window.addEventListener("beforeprint", () => fill((empty) => window.addEventListener("afterprint", empty, { once: true, signal })), { signal });
}
