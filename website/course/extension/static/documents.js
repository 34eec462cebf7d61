// The documents of the page, as they come to the front.

/**
 * Do something once with each view of a document, when it first comes to the front.
 * @param {import("./notices.js").App} app
 * @param {(view: any) => unknown} act
 */
export function onEachDocument(app, act) {
  const seen = new WeakSet();
  const look = () => {
    const view = app.shell.currentWidget;
    if (!view?.context || seen.has(view)) return;
    seen.add(view);
    act(view);
  };
  app.shell.currentChanged?.connect(look);
  look();
}
