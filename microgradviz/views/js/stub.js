// @ts-check
// What a widget carries where its kind shares one code: the way to the model that holds it. Here alone is code made of
// text, which is what anywidget does with this very file.

export default { render };

/** @param {{ model: any, el: HTMLElement, signal?: AbortSignal }} given */
async function render({ model, el, signal }) {
  const shared = await model.widget_manager.get_model(model.get("_code").replace("IPY_MODEL_", ""));
  shared.loaded ??= load(shared.get("code"), shared.get("css")); // once, for all widgets that share it
  const { default: widget } = await shared.loaded;
  return signal?.aborted ? undefined : widget.render({ model, el });
}

/** @param {string} code @param {string} css */
async function load(code, css) {
  const sheets = /** @type {(CSSStyleSheet & { text?: string })[]} */ (document.adoptedStyleSheets);
  if (!sheets.some(({ text }) => text === css)) {
    const sheet = Object.assign(new CSSStyleSheet(), { text: css });
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
