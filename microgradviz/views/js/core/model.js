// @ts-check
// What a page and a kernel share: anywidget's model, or the stand-in of the exported page.

/**
 * @typedef {{ get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   on: (event: string, listener: (...told: any[]) => void) => void,
 *   off: (event: string, listener: (...told: any[]) => void) => void, send?: (message: any) => void }} Model
 *   `send` is there where a kernel may be
 * @typedef {{ model: Model, el: HTMLElement }} Given what a widget is rendered with
 */

/**
 * What anywidget's model does, as far as our widgets need it, where there is no kernel.
 * @param {Record<string, any>} values
 * @returns {Model}
 */
export function standIn(values) {
  /** @type {Map<string, (() => void)[]>} */
  const listeners = new Map();
  const heard = (/** @type {string} */ event) => listeners.get(event) ?? [];
  return {
    get: (name) => values[name],
    set: (name, value) => {
      values[name] = value;
      for (const listener of heard(`change:${name}`)) listener();
    },
    save_changes: () => {},
    on: (event, listener) => void listeners.set(event, [...heard(event), listener]),
    off: (event, listener) => void listeners.set(event, heard(event).filter((other) => other !== listener)),
  };
}
