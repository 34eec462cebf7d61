// First of all in each page of the course, before JupyterLite.

(() => {
  if (location.protocol === "file:") {
    document.addEventListener("DOMContentLoaded", () => document.body.replaceChildren(...needsServer()));
    return;
  }
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { version = "", firstLesson = "" } = script.dataset;

  // JupyterLite takes its own service worker for one of an older version, and ends it while the kernel starts, unless
  // it finds a version noted from an earlier visit: the kernel would then be without the files.
  const worker = new URL("service-worker.js?enableCache=false", script.src);
  try {
    localStorage.setItem(`${worker.href}-version`, version);
  } catch {
    // storage is blocked: there is no service worker then, and the page says so (extension/static/storage.js)
  }

  const here = new URL(location.href);
  if (/\/notebooks\/(index\.html)?$/.test(here.pathname) && !here.searchParams.has("path")) {
    here.searchParams.set("path", firstLesson);
    location.replace(here.href);
  }

  /** What to do where a page was opened from the disk. */
  function needsServer() {
    const folder = decodeURIComponent(new URL("../..", location.href).pathname).replace(/(?<=.)\/$/, "");
    return [
      element("h1", "This page needs a web server"),
      element("p", "The browser does not run Python in a page that is opened from the disk. Any server of files will do:"),
      element("pre", `python -m http.server --directory "${folder}"`),
      element("p", "Then open http://localhost:8000/lite/ in the browser."),
    ];
  }

  function element(/** @type {string} */ tag, /** @type {string} */ text) {
    const made = document.createElement(tag);
    made.textContent = text;
    made.style.cssText = "margin: 1rem; font-family: system-ui, sans-serif; white-space: pre-wrap";
    return made;
  }
})();
