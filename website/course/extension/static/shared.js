// The packages that JupyterLab shares with its extensions.

/** @typedef {Record<string, Record<string, { get: () => Promise<() => any> }>>} Shared name -> version -> how to get it */

/**
 * @param {Shared} shared
 * @param {string} name
 */
export async function sharedPackage(shared, name) {
  const factory = await Object.values(shared[name])[0].get();
  return factory();
}
