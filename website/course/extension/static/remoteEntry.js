// How JupyterLab takes an extension: a container of modules, as a bundler would write it. Ours need no bundler.

(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const plugins = new URL("plugins.js", script.src).href;
  const page = /** @type {any} */ (window);
  let shared = {};
  page._JUPYTERLAB ??= {};
  page._JUPYTERLAB["@microgradviz/course"] = {
    init: (/** @type {any} */ scope) => (shared = scope), // the packages that JupyterLab shares with its extensions
    get: async () => {
      const { makePlugins } = await import(plugins);
      const made = makePlugins(shared);
      return () => ({ __esModule: true, default: made });
    },
  };
})();
