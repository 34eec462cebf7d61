// How JupyterLab takes an extension: a container of modules, as a bundler would write it. Ours need no bundler.

(() => {
  const plugins = new URL("plugins.js", document.currentScript.src);
  let shared;
  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB["@microgradviz/course"] = {
    init: (scope) => (shared = scope), // the packages that JupyterLab shares with its extensions
    get: async () => {
      const { makePlugins } = await import(plugins);
      const made = makePlugins(shared);
      return () => ({ __esModule: true, default: made });
    },
  };
})();
