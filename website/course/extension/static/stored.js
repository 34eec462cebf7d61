// A saved lesson names the widgets of a Python that is gone; JupyterLab would say "Loading widget..." for ever. Without
// their names it shows what is saved beside them, as in a lesson that never ran: the still picture, and text.

import { onEachDocument } from "./documents.js";

const WIDGET = "application/vnd.jupyter.widget-view+json";

/** @param {import("./notices.js").App} app */
export function forgetGoneWidgets(app) {
  const opened = new Set(); // Python lives as long as the page: what is opened again may still have its widgets
  onEachDocument(app, async (view) => {
    const { context } = view;
    if (opened.has(context.path)) return;
    opened.add(context.path);
    await context.ready;
    if (!context.model.cells) return;
    const { dirty } = context.model;
    for (const cell of context.model.cells) if (cell.type === "code") forgetWidgets(cell.outputs);
    context.model.dirty = dirty; // nothing that the learner would have to save
  });
}

/** @param {any} outputs a cell's */
function forgetWidgets(outputs) {
  for (let i = 0; i < outputs.length; i++) {
    const output = outputs.get(i).toJSON();
    if (!output.data?.[WIDGET]) continue;
    const { [WIDGET]: _, ...data } = output.data;
    outputs.set(i, { ...output, data });
  }
}
