// @ts-check
// Python, apart from the page: it can be ended where a question takes too long.

import { loadPython } from "./load_python.js";

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
  const pyodide = await loadPython(new URL("python.zip", import.meta.url));
  return pyodide.runPython("from answers import answer; answer");
}
