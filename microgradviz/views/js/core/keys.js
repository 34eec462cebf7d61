// @ts-check
// The keyboard. Notebooks listen for keys everywhere (JupyterLab while they bubble, Notebook 7 while they are
// captured at the document), so ours are caught at the window, before them, and go no further.

const SCROLLS = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End| )$/;

/**
 * @param {HTMLElement} root only keys from within it are handled
 * @param {Record<string, () => unknown>} actions by name of the key; those of Escape and with Control say whether there was need of it
 * @param {AbortSignal} signal ends the listening
 */
export function listenForKeys(root, actions, signal) {
  window.addEventListener("keydown", handle, { capture: true, signal });

  /** @param {KeyboardEvent} event */
  function handle(event) {
    const path = event.composedPath();
    if (!path.includes(root)) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && undone(event, path[0])) return event.stopImmediatePropagation();
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    if (event.key === "Escape") { // the host's, unless there is something to close
      if (!actions.Escape?.()) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      return;
    }
    if (event.shiftKey && event.key === "Enter") return; // the host runs the cell
    const target = /** @type {HTMLElement} */ (path[0]);
    if (isTyped(target)) return;
    event.stopImmediatePropagation();
    if (target.matches("input, select")) return; // the slider's own keys
    if (SCROLLS.test(event.key) && target.closest(".mv-table-box")) return;
    if (target.matches("button") && (event.key === " " || event.key === "Enter")) return; // presses the button
    const action = actions[event.shiftKey ? `Shift+${event.key}` : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Whether a key took something back, or brought it again; if not, it is the host's. @param {KeyboardEvent} event @param {any} target */
  function undone(event, target) {
    if (isTyped(target) && !target.matches(".mv-number")) return false;
    const done = actions[`Control+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`]?.();
    if (done) event.preventDefault();
    return Boolean(done);
  }
}

/** @param {HTMLElement} target */
function isTyped(target) {
  return target.isContentEditable || target.matches("textarea, input:not([type=range])");
}
