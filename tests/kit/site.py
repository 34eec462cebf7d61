"""The built site, served as a host of static files would, and its notebooks in the tests' hands."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

SUB_PATH = "/microgradviz/"  # a site need not stand at the root of its host

TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm"}

CURRENT = "window.jupyterapp?.shell?.currentWidget"
IDLE = f"{CURRENT}?.sessionContext?.session?.kernel?.status === 'idle'"
SHOWN = f"(path) => {CURRENT}?.context?.isReady && {CURRENT}.context.path === path"
OPENED = f"(path) => {IDLE} && {CURRENT}.context.isReady && {CURRENT}.context.path === path"
CODE_CELLS = f"[...{CURRENT}.content.widgets].filter((cell) => cell.model.type === 'code')"


# Python runs in a worker: here is one that never answers.
NO_KERNEL = """
const Real = Worker;
window.Worker = class extends EventTarget {
  constructor(url, options) {
    if (!String(url).includes("comlink")) return new Real(url, options);
    super();
  }
  postMessage() {}
  terminate() {}
};
"""


class _Files(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def translate_path(self, path: str) -> str:
        if not path.startswith(SUB_PATH):
            return str(Path(self.directory) / "there-is-nothing-outside-the-site")
        return super().translate_path(path.removeprefix(SUB_PATH.rstrip("/")))

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port below a sub-path; gives its address, with a slash at its end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{SUB_PATH}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def wait_for_kernel(page: Any, path: str, seconds: float = 120) -> None:
    """Wait until a notebook is open and its kernel idle."""
    page.wait_for_function(OPENED, arg=path, timeout=seconds * 1000)


def wait_for_notebook(page: Any, path: str, seconds: float = 120) -> None:
    """Wait until a notebook is open, be there a kernel or not."""
    page.wait_for_function(SHOWN, arg=path, timeout=seconds * 1000)


def notices(page: Any) -> list[str]:
    """What the page says in its corner."""
    return [text.strip() for text in page.locator(".Toastify__toast-body").all_inner_texts() if text.strip()]


def run_all(page: Any, seconds: float = 120) -> None:
    """Run every cell of the open notebook; an error in one does not keep this waiting."""
    page.set_default_timeout(seconds * 1000)
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => null)")
    page.wait_for_function(IDLE)


def run_cell(page: Any, code: str, seconds: float = 60) -> str:
    """Run code in a new cell at the notebook's end; what it showed, as text."""
    page.set_default_timeout(seconds * 1000)
    return str(page.evaluate(_RUN, code)).strip()


_RUN = """async (code) => {
  const panel = window.jupyterapp.shell.currentWidget;
  const notebook = panel.content;
  notebook.deselectAll();
  notebook.activeCellIndex = notebook.widgets.length - 1;
  await window.jupyterapp.commands.execute("notebook:insert-cell-below");
  notebook.activeCell.model.sharedModel.setSource(code);
  const cell = notebook.activeCell;
  await window.jupyterapp.commands.execute("notebook:run-cell");
  return cell.outputArea.node.innerText;
}"""


def cells(page: Any) -> list[dict[str, Any]]:
    """The open notebook's code cells: source, tags and outputs, as the notebook's file would have them."""
    found: list[dict[str, Any]] = page.evaluate(f"() => {CODE_CELLS}.map((cell) => cell.model.toJSON())")
    return found


def errors(page: Any) -> list[str]:
    """The errors of the open notebook's cells: what each says."""
    outputs = [output for cell in cells(page) for output in cell["outputs"]]
    return [f"{o['ename']}: {o['evalue']}" for o in outputs if o["output_type"] == "error"]
