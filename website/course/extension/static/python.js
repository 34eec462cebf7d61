// Two things that Python does otherwise in the browser, said when they happen: it begins anew with each visit, and a
// running cell cannot be stopped.

import { onEachDocument } from "./documents.js";
import { notify } from "./notices.js";
import { sharedPackage } from "./shared.js";

// JupyterLab cuts a notice after 140 letters.
const NOT_RUN = "Python knows only what ran since it started, and cells above did not. Run them, and then this one again.";
const NO_STOP = "The browser cannot stop a running cell. Python can begin anew: what you wrote stays, its variables are gone.";
const STOP = "notebook:interrupt-kernel"; // the menu's own command ends in it too

/**
 * @param {import("./notices.js").App} app
 * @param {import("./shared.js").Shared} shared
 */
export async function watchPython(app, shared) {
  let takeAway = () => {};
  /** @type {typeof notify} */
  const say = async (...said) => {
    takeAway();
    takeAway = await notify(...said);
    return takeAway;
  };
  app.commands.commandExecuted.connect((/** @type {any} */ _, /** @type {{ id: string }} */ { id }) => {
    const session = app.shell.currentWidget?.sessionContext;
    if (id !== STOP || session?.session?.kernel?.status !== "busy") return;
    void say(app, "warning", NO_STOP, [{ label: "Begin anew", act: () => session.restartKernel() }]);
  });
  const { NotebookActions } = await sharedPackage(shared, "@jupyterlab/notebook");
  const hasRun = watchRuns(app, NotebookActions);
  NotebookActions.executed.connect((/** @type {any} */ _, /** @type {any} */ { notebook, cell, error }) => {
    // this kernel says "<class 'NameError'>"
    if (!/\bNameError\b/.test(error?.errorName) || hasRun.all(codeAbove(notebook, cell))) return;
    const act = () => app.commands.execute("notebook:run-all-above");
    const back = () => ((notebook.activeCellIndex = notebook.widgets.indexOf(cell)), act());
    void say(app, "info", NOT_RUN, [{ label: "Run the cells above", act: back }]);
  });
}

/** The cells of code above a cell that hold any. */
function codeAbove(/** @type {any} */ notebook, /** @type {any} */ cell) {
  const above = notebook.widgets.slice(0, notebook.widgets.indexOf(cell));
  return above.map((/** @type {any} */ { model }) => model).filter(isCode);
}

const isCode = (/** @type {any} */ model) => model.type === "code" && model.sharedModel.getSource().trim() !== "";

/**
 * Remember which cells ran since their Python began.
 * @param {import("./notices.js").App} app
 * @param {any} NotebookActions
 */
function watchRuns(app, NotebookActions) {
  let ran = new WeakSet();
  NotebookActions.executed.connect((/** @type {any} */ _, /** @type {any} */ { cell }) => ran.add(cell.model));
  onEachDocument(app, ({ sessionContext }) =>
    sessionContext?.statusChanged.connect((/** @type {any} */ _, /** @type {string} */ status) => {
      if (/restarting$/.test(status)) ran = new WeakSet();
    }),
  );
  return { all: (/** @type {any[]} */ models) => models.every((model) => ran.has(model)) };
}
