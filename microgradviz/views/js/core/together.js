// @ts-check
// What changes together is told once.

/**
 * A function that may be called often: `changed` then hears once of all that happened in this turn.
 * @param {() => void} changed
 * @param {AbortSignal} signal after which it hears nothing
 */
export function tellOnce(changed, signal) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      if (!signal.aborted) changed();
    });
  };
}
