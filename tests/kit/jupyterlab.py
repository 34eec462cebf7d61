"""A real JupyterLab for the browser tests.

Example::

    def test_a_cell_shows_its_widget(jupyter_lab, page):
        path = jupyter_lab.write("lesson.ipynb", "from microgradviz import *", "play('a * b', a=2, b=3)")
        jupyter_lab.open(page, path)
        jupyter_lab.run_all(page)
        page.get_by_role("button", name="Next").click()
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import nbformat.v4
from nbformat.sign import NotebookNotary

SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",  # no pop-up that asks, no request to another machine
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
}
IDLE = "window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
OPENED = f"(name) => {IDLE} && window.jupyterapp.shell.currentWidget.context.path === name"
IS_THERE = "Boolean(window.jupyterapp?.commands?.hasCommand('docmanager:open'))"
CLOSE = """async () => {
  for (const widget of [...(window.jupyterapp?.shell.widgets("main") ?? [])]) {
    if (!widget.context) continue;
    await widget.context.sessionContext.shutdown();
    widget.context.model.dirty = false; // or it asks whether to save
    widget.dispose();
  }
}"""


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class JupyterLab:
    """JupyterLab in a directory of its own: a context manager that starts and ends the server.

    The kernel and the widgets' front-end code come from the Python that runs the tests; configuration, data
    and IPython profile are empty directories, so nothing of the user's own Jupyter takes part.

    Args:
        directory: an empty directory; notebooks live in its `work`.

    Attributes:
        url: the server's address, without a slash at the end.
        root: the directory of the notebooks.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.root = directory / "work"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = directory / "server.log"
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "JupyterLab":
        self.root.mkdir()
        overrides = self.directory / "config" / "labconfig" / "default_setting_overrides.json"
        overrides.parent.mkdir(parents=True)
        overrides.write_text(json.dumps(SETTINGS))
        own = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "IPYTHONDIR": "ipython",
        }
        environment = {**os.environ, **{key: str(self.directory / name) for key, name in own.items()}}
        environment["JUPYTER_PREFER_ENV_PATH"] = "1"  # sys.prefix holds the front-end code of the widgets
        command = [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
            f"--ServerApp.root_dir={self.root}",
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={self.port}",
            "--ServerApp.port_retries=0",
            "--IdentityProvider.token=",
            "--ServerApp.disable_check_xsrf=True",
            "--LabApp.expose_app_in_browser=True",
            "--LabApp.extension_manager=readonly",  # the other one asks the package index
        ]
        with self.log.open("wb") as log:
            self._server = subprocess.Popen(
                command, cwd=self.root, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        try:
            self._wait_until_ready()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        assert self._server is not None
        if self._server.poll() is None:
            self._server.terminate()  # it shuts its kernels down
            try:
                self._server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._server.kill()
                self._server.wait()

    def _wait_until_ready(self, seconds: float = 60) -> None:
        assert self._server is not None
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self._server.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/api/status", timeout=5):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"JupyterLab did not start; its log:\n{self.log.read_text()[-3000:]}")

    def write(self, name: str, *cells: str) -> str:
        """Write a notebook of code cells into the root; returns its name."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
        notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, self.root / name)
        return name

    def copy(self, path: Path) -> str:
        """Copy an existing notebook into the root; returns its name."""
        return Path(shutil.copy(path, self.root)).name

    def trust(self, name: str) -> None:
        """Sign a notebook, as one is signed that was run here."""
        notary = NotebookNotary(data_dir=str(self.directory / "data"))
        notary.sign(nbformat.read(self.root / name, as_version=4))
        notary.store.close()

    def open(self, page: Any, name: str) -> None:
        """Open a notebook in the page and wait until its kernel is idle; JupyterLab itself is loaded once."""
        if page.url.startswith(f"{self.url}/lab") and page.evaluate(IS_THERE):
            command = "window.jupyterapp.commands.execute('docmanager:open', { path })"
            page.evaluate(f"(path) => {command}.then(() => null)", name)
        else:
            page.goto(f"{self.url}/lab/tree/{name}?reset")
        page.wait_for_function(OPENED, arg=name, timeout=60_000)

    def close(self, page: Any) -> None:
        """Close the notebooks of the page and end their kernels."""
        page.evaluate(CLOSE)

    def run_all(self, page: Any, timeout: float = 60) -> None:
        """Run every cell of the open notebook and wait until the kernel is idle again."""
        page.set_default_timeout(timeout * 1000)
        page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => null)")
        page.wait_for_function(IDLE)

    def theme(self, page: Any, name: str) -> None:
        """Change the theme, "JupyterLab Dark" or "JupyterLab Light", and wait until it is there."""
        command = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
        page.evaluate(f"{command}.then(() => null)", name)
        page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=name)
        page.wait_for_selector("#jupyterlab-splash", state="detached")

    def save(self, page: Any) -> dict[str, Any]:
        """Save the open notebook; returns what was stored."""
        path = page.evaluate(
            "async () => { await window.jupyterapp.commands.execute('docmanager:save');"
            " return window.jupyterapp.shell.currentWidget.context.path; }"
        )
        stored: dict[str, Any] = json.loads((self.root / path).read_text())
        return stored
