// What the course adds to JupyterLite, in both of its views.

import { watchStorage } from "./storage.js";
import { isInLab, watchVersions } from "./versions.js";

/** The plugins that JupyterLab starts; `shared` are the packages that it shares. */
export function makePlugins(shared) {
  return [
    {
      id: "@microgradviz/course:storage",
      description: "Says where the browser keeps nothing, or no more.",
      autoStart: true,
      activate: (app) => watchStorage(app),
    },
    {
      id: "@microgradviz/course:versions",
      description: "Shows a lesson's version, and offers a newer one beside the learner's own.",
      autoStart: true,
      activate: (app) => watchVersions(app, shared),
    },
    {
      id: "@microgradviz/course:first-lesson",
      description: "Opens JupyterLab on the first lesson, where nothing is open.",
      autoStart: true,
      activate: (app) => void openFirstLesson(app),
    },
  ];
}

async function openFirstLesson(app) {
  await app.restored;
  const isOpen = [...app.shell.widgets("main")].some((view) => view.context);
  if (isInLab() && !isOpen && !new URLSearchParams(location.search).has("path")) {
    const { firstLesson } = document.querySelector("script[data-first-lesson]").dataset;
    await app.commands.execute("docmanager:open", { path: firstLesson });
  }
}
