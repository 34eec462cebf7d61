// @ts-check
// Python, apart from the page: it can be ended where a question takes too long.

const PYODIDE = new URL("../lite/static/pyodide/", import.meta.url).href;

/** @type {Promise<(request: string) => string>} */
const python = load();
python.then(() => postMessage({ ready: true }), (error) => postMessage({ broken: String(error?.message ?? error) }));

onmessage = async ({ data: { id, request } }) => {
  const answer = await python;
  try {
    postMessage({ id, answer: JSON.parse(answer(JSON.stringify(request))) });
  } catch (error) {
    postMessage({ broken: String(error) });
  }
};

async function load() {
  const [{ loadPyodide }, archive] = await Promise.all([import(`${PYODIDE}pyodide.mjs`), get("python.zip")]);
  const pyodide = await loadPyodide({ indexURL: PYODIDE });
  const packages = pyodide.runPython("import sys; next(path for path in sys.path if path.endswith('site-packages'))"); // where its bytecode was made
  pyodide.unpackArchive(archive, "zip", { extractDir: packages });
  return pyodide.runPython("from answers import answer; answer");
}

/** @param {string} name */
async function get(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name} did not come (${response.status})`);
  return response.arrayBuffer();
}
