// A word at the corner of the page, in JupyterLab's own way.

/**
 * @typedef {any} App JupyterLab's own, or the notebook view's; they ship no types for a page without a bundler.
 * @typedef {{ label: string, act: () => unknown }} Action
 */

/**
 * Say something; it stays until it is answered or closed. Gives what takes it away.
 * @param {App} app
 * @param {"info" | "warning" | "error"} type
 * @param {string} message at most 140 letters: the rest is cut off
 * @param {Action[]} actions
 * @returns {Promise<() => unknown>}
 */
export async function notify(app, type, message, actions = []) {
  const made = actions.map(({ label, act }) => ({ label, commandId: commandFor(app, act) }));
  const id = await app.commands.execute("apputils:notify", { type, message, options: { autoClose: false, actions: made } });
  return () => app.commands.execute("apputils:dismiss-notification", { id });
}

let count = 0;

/**
 * A command of its own for what a button does: notices know commands only.
 * @param {App} app
 * @param {() => unknown} act
 */
function commandFor(app, act) {
  const id = `course:notice-${count++}`;
  app.commands.addCommand(id, { execute: act });
  return id;
}
