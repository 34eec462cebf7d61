// What the course adds to JupyterLite, in both of its views.

import { keepHeadings } from "./headings.js";
import { watchPython } from "./python.js";
import { watchStorage } from "./storage.js";
import { forgetGoneWidgets } from "./stored.js";
import { isInLab, watchVersions } from "./versions.js";

/** @typedef {import("./notices.js").App} App */

/**
 * The plugins that JupyterLab starts.
 * @param {import("./shared.js").Shared} shared the packages that it shares
 */
export function makePlugins(shared) {
  return [
    {
      id: "@microgradviz/course:storage",
      description: "Says where the browser keeps nothing, or no more.",
      autoStart: true,
      activate: watchStorage,
    },
    {
      id: "@microgradviz/course:versions",
      description: "Shows a lesson's version, and offers a newer one beside the learner's own.",
      autoStart: true,
      activate: (/** @type {App} */ app) => watchVersions(app, shared),
    },
    {
      id: "@microgradviz/course:stored",
      description: "Shows the still picture of a widget whose Python is gone.",
      autoStart: true,
      activate: forgetGoneWidgets,
    },
    {
      id: "@microgradviz/course:python",
      description: "Says that Python began anew, or cannot be stopped, where a learner meets it.",
      autoStart: true,
      activate: (/** @type {App} */ app) => void watchPython(app, shared),
    },
    {
      id: "@microgradviz/course:headings",
      description: "Opens a page at the heading that a link names.",
      autoStart: true,
      activate: keepHeadings,
    },
    {
      id: "@microgradviz/course:first-lesson",
      description: "Opens JupyterLab on the first lesson, where nothing is open.",
      autoStart: true,
      activate: (/** @type {App} */ app) => void openFirstLesson(app),
    },
  ];
}

/** @param {App} app */
async function openFirstLesson(app) {
  await app.restored;
  const isOpen = [...app.shell.widgets("main")].some((view) => view.context);
  if (isInLab() && !isOpen && !new URLSearchParams(location.search).has("path")) {
    const script = /** @type {HTMLElement} */ (document.querySelector("script[data-first-lesson]"));
    await app.commands.execute("docmanager:open", { path: script.dataset.firstLesson });
  }
}
