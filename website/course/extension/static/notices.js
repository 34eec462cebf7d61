// A word at the corner of the page, in JupyterLab's own way.

/**
 * Say something; it stays until it is answered or closed.
 *
 * `type` is "info", "warning" or "error"; an action has a label and what to do when it is pressed. Gives what takes
 * the notice away.
 */
export async function notify(app, type, message, actions = [], autoClose = false) {
  const made = actions.map(({ label, act }) => ({ label, commandId: commandFor(app, act) }));
  const id = await app.commands.execute("apputils:notify", { type, message, options: { autoClose, actions: made } });
  return () => app.commands.execute("apputils:dismiss-notification", { id });
}

let count = 0;

/** A command of its own for what a button does: notices know commands only. */
function commandFor(app, act) {
  const id = `course:notice-${count++}`;
  app.commands.addCommand(id, { execute: act });
  return id;
}
