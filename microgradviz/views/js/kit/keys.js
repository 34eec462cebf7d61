// @ts-check
// The keyboard. Notebooks listen for keys everywhere (JupyterLab while they bubble, Notebook 7 while they are
// captured at the document), so ours are caught at the window, before them, and go no further: d d on a card must not
// delete its cell.

const SCROLLS = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End| )$/;

/**
 * @param {HTMLElement} root only keys from within it are handled
 * @param {(key: string, target: HTMLElement) => unknown} press hears of a key, as "a", "Shift+ArrowLeft" or "Control+z"
 *   (⌘ is Control); whether it did something. What is typed into a field, Escape and Control go on to the host if not.
 * @param {AbortSignal} signal ends the listening
 */
export function listenForKeys(root, press, signal) {
  window.addEventListener("keydown", (event) => {
    const path = event.composedPath();
    const target = /** @type {HTMLElement} */ (path[0]);
    const held = event.ctrlKey || event.metaKey;
    if (!path.includes(root) || event.altKey || event.key === "Tab") return;
    if (event.shiftKey && event.key === "Enter") return; // the host runs the cell
    const key = `${event.shiftKey ? "Shift+" : ""}${held ? event.key.toLowerCase() : event.key}`;
    const done = !(isItsOwn(event.key, target) && !held) && press(held ? `Control+${key}` : key, target);
    if (done) event.preventDefault();
    if (done || !(held || event.key === "Escape" || isTyped(target))) event.stopImmediatePropagation();
  }, { capture: true, signal });
}

/** Whether keys write into it. @param {HTMLElement} target */
export function isTyped(target) {
  return target.isContentEditable || target.matches("textarea, input:not([type=range])");
}

/**
 * Whether a key does something to what has the focus without our help.
 * @param {string} key
 * @param {HTMLElement} target
 */
function isItsOwn(key, target) {
  if (key === "Escape") return false;
  if (target.matches("button")) return key === " " || key === "Enter";
  return target.matches("input[type=range], select") || (SCROLLS.test(key) && Boolean(target.closest(".mv-table-box")));
}
