// @ts-check
// A run whose steps a kernel takes: the page asks, with two requests out, and stops by not asking again. No elements
// here.

/** @param {any} given @returns {import("./runs.js").Run} */
export function makeKernelRun(given) {
  throw new Error(`a kernel's run is not here yet (got ${given.about.name})`);
}
