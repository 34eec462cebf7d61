// @ts-check
// Python in a worker: Pyodide, which lies beside JupyterLite's files, and an archive of modules beside the page.

const PYODIDE = new URL("../lite/static/pyodide/", import.meta.url).href;

/**
 * @param {URL} archive the modules that Python is to find
 * @returns {Promise<any>} Pyodide
 */
export async function loadPython(archive) {
  const [{ loadPyodide }, modules] = await Promise.all([import(`${PYODIDE}pyodide.mjs`), fetchBytes(archive)]);
  const pyodide = await loadPyodide({ indexURL: PYODIDE });
  const packages = pyodide.runPython("import sys; next(path for path in sys.path if path.endswith('site-packages'))"); // where its bytecode was made
  pyodide.unpackArchive(modules, "zip", { extractDir: packages });
  return pyodide;
}

/** @param {URL} address */
async function fetchBytes(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname.split("/").at(-1)} did not come (${response.status})`);
  return response.arrayBuffer();
}
