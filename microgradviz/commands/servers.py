"""The JupyterLabs that run on this machine, as they announce themselves, and the ports they listen on."""

from __future__ import annotations

import errno
import json
import os
import socket
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

_PATIENCE = 2.0  # seconds for a server to answer
_TRIES = 50
_WIDGETS = ("anywidget", "jupyterlab_widgets")
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a proxy does not know this machine


class Server(NamedTuple):
    """A running server.

    Attributes:
        folder: What its notebooks are in.
        url: Its address, with a slash at its end.
        token: What lets a browser in; "" if nothing does, or a password.
        started: When, in seconds since 1970.
        prefix: The environment of the `microgradviz lab` that started it; "" if something else did.
    """

    folder: Path
    url: str
    token: str
    started: float
    prefix: str

    def address(self, place: str) -> str:
        """Where a place on it is opened in a browser: what it is asked for lets the browser in."""
        return f"{self.url}{place}{f'?token={self.token}' if self.token else ''}"


def running_servers() -> Iterator[Server]:
    """The servers of this user that answer; none if Jupyter is not installed."""
    try:
        from jupyter_core.paths import jupyter_runtime_dir
    except ImportError:
        return
    for path in sorted(Path(jupyter_runtime_dir()).glob("jpserver-*.json")):
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            mark = _mark(path.parent, told["pid"])
            prefix = mark.read_text(encoding="utf-8") if mark.exists() else ""
            found = Server(Path(told["root_dir"]), told["url"], told["token"], path.stat().st_mtime, prefix)
            answers = _answers(found)
        except (OSError, ValueError, LookupError, TypeError):
            continue  # being written, or left behind
        if answers:
            yield found


@contextmanager
def mark_this_server() -> Iterator[None]:
    """While a server runs in this process, others can tell in which environment its kernels run."""
    from jupyter_core.paths import jupyter_runtime_dir

    mark = _mark(Path(jupyter_runtime_dir()), os.getpid())
    with suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text(sys.prefix, encoding="utf-8")
    try:
        yield
    finally:
        with suppress(OSError):
            mark.unlink()


def _mark(folder: Path, pid: int) -> Path:
    return folder / f"microgradviz-{pid}"


def widgets_installed() -> float:
    """When the widgets' code that JupyterLab reads as it starts was installed, in seconds since 1970."""
    times = [0.0]
    for name in _WIDGETS:
        with suppress(PackageNotFoundError, OSError):
            found = distribution(name)
            files = (file for file in found.files or () if file.name in ("RECORD", "package.json"))
            times += [os.stat(str(found.locate_file(file))).st_mtime for file in files]
    return max(times)


def _answers(server: Server) -> bool:
    """Whether it is there: what a server that was killed had announced stays behind."""
    if not server.url.startswith(("http://", "https://")):
        return False
    with _DIRECT.open(f"{server.url}api", timeout=_PATIENCE) as response:
        return "version" in json.load(response)


def free_port(first: int) -> int:
    """The first port from `first` on that nobody listens on.

    Raises:
        ValueError: If there is none near, or the system keeps them for itself.
    """
    for port in range(first, min(first + _TRIES, 65536)):
        try:
            if _is_free(port):
                return port
        except PermissionError:
            raise ValueError(f"--port must be one that you may listen on (got {port}); try --port 8888") from None
    raise ValueError(f"--port must have a free one after it (got {first}, and the {_TRIES} after it are busy)")


def _is_free(port: int) -> bool:
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        try:
            with socket.socket(family) as tried:
                if os.name == "posix":  # there it only passes over connections that have ended
                    tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                tried.bind((host, port))
        except PermissionError:
            raise
        except OSError as error:
            if family == socket.AF_INET or error.errno == errno.EADDRINUSE:
                return False  # else there is no IPv6 here
    return True
