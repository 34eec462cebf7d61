// @ts-check
// The only places where elements are made: text goes in as text, never as markup.

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} name its class
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, name, text = "") {
  const element = document.createElement(tag);
  element.className = name;
  if (text) element.textContent = text;
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 * @returns {SVGElement}
 */
export function svg(tag, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text) element.textContent = text;
  return element;
}

/**
 * @param {string} text
 * @param {() => unknown} action
 * @param {AbortSignal} signal
 * @param {{ name?: string, label?: string }} [options] its class, and its name where the text does not say enough
 */
export function button(text, action, signal, { name = "mv-button", label } = {}) {
  const made = html("button", name, text);
  made.type = "button";
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && action(), { signal });
  return made;
}

/** @param {HTMLElement} element @param {boolean} disabled */
export function disable(element, disabled) {
  element.setAttribute("aria-disabled", String(disabled)); // not `disabled`: the focus would be lost
}
