// @ts-check
// A widget for any page that mounts an anywidget module by its address, such as a page of MyST or Jupyter Book: no
// kernel, its style inside. The body of the page's directive is what `to_json` writes.

import widget from "#widget";

/** @param {string} css */
function withStyle(css) {
  return { render };

  /** @param {import("./core/model.js").Given} given */
  function render({ model, el }) {
    const place = document.createElement("div");
    el.replaceChildren(place);
    dress(el, css);
    const close = widget.render({ model, el: place });
    return () => {
      close();
      el.replaceChildren();
    };
  }
}

/**
 * Bring the style to where an element is: to the page, or to the shadow tree that hides it.
 * @param {HTMLElement} el
 * @param {string} css
 */
function dress(el, css) {
  const root = /** @type {any} */ (el.getRootNode());
  if (!root.adoptedStyleSheets) { // the element is not in the page yet
    const style = document.createElement("style");
    style.textContent = css;
    el.prepend(style);
    return;
  }
  if (root.adoptedStyleSheets.some((/** @type {any} */ sheet) => sheet.text === css)) return;
  const sheet = Object.assign(new CSSStyleSheet(), { text: css });
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
}

export default withStyle;
