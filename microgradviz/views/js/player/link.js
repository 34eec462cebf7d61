// @ts-check
// The kernel's part in editing: it is told of every edit, takes them in, and says so. A kernel that says nothing is
// noticed; a page without a kernel has nobody to tell.

/** @typedef {import("../core/model.js").Model} Model */
/** @typedef {import("../core/words.js").Tagged} Tagged */

const PATIENCE = 1700; // ms
const SILENCE = "The kernel does not answer: it is busy, was restarted, or is gone. These numbers are the page's own.";

/**
 * @param {Model} model
 * @param {(text: string) => void} say
 */
export function makeLink(model, say) {
  const there = () => model.get("acknowledged") !== undefined;
  const told = () => model.get("edit")?.number ?? 0;
  const pending = () => there() && told() > model.get("acknowledged");
  /** @type {number | undefined} */
  let timer;
  let text = "";
  model.on("change:acknowledged", heard);
  return { there, pending, tell, text: () => text, close };

  /** @param {[string, Tagged][]} leaves all that can be edited, by name */
  function tell(leaves) {
    if (!there()) return;
    model.set("edit", { number: told() + 1, leaves });
    model.save_changes();
    timer ??= window.setTimeout(() => notice(SILENCE), PATIENCE); // counted from the first edit without an answer
  }

  function heard() {
    window.clearTimeout(timer);
    timer = pending() ? window.setTimeout(() => notice(SILENCE), PATIENCE) : undefined;
    const trouble = model.get("trouble");
    notice(trouble ? `Your function cannot follow: ${trouble}. These numbers are the page's own.` : "");
  }

  /** @param {string} words */
  function notice(words) {
    if (words !== text) say((text = words));
  }

  function close() {
    window.clearTimeout(timer);
    model.off("change:acknowledged", heard);
  }
}
