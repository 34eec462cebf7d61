"""The machine's Chromium, and what a test watches its pages for."""

import os
import re
import shutil
from collections.abc import Callable
from typing import Any

NO_CHROMIUM = "Chromium is not installed: apt-get install chromium"


def find_chromium(*, with_profiles: bool = False) -> str | None:
    """The path of Chromium or Chrome, or None; `with_profiles`, one that reads the settings of a profile."""
    # The shell is the same browser without windows and profiles: it takes two thirds of the time.
    shell = () if with_profiles else ("chromium-headless-shell",)
    for name in (*shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        path = shutil.which(name)
        if path:
            return path
    for path in (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ):
        if os.path.exists(path):
            return path
    return None


CHROMIUM_ARGS = [
    "--no-sandbox",  # it runs as root in containers, and opens our own pages only
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",  # offline, for certain
]
# What Jupyter says of its own accord where a notebook opens or closes while it asks the kernel for a debugger; and
# anywidget, when a busy machine takes two seconds to begin a widget. A widget that does not come fails its test anyway.
JUPYTERS_OWN = re.compile(
    r"Canceled future for (debug|create_subshell)_request message before replies were done"
    r"|\[anywidget\] Failed to initialize model\."
)
AT_HOME = re.compile(r"(file|data|blob|about):|(http|ws)://(127\.0\.0\.1|localhost)[:/]")


class Watch:
    """What went wrong in the pages of one test: console errors, exceptions, requests to other machines.

    Attributes:
        problems: one sentence each, in order.
        allowed: patterns of problems that the test expects; extend it with `allow`.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.allowed: list[re.Pattern[str]] = [JUPYTERS_OWN]

    def allow(self, pattern: str) -> None:
        """Expect problems whose sentence matches the regular expression."""
        self.allowed.append(re.compile(pattern))

    def attach(self, page: Any) -> None:
        """Watch a page."""
        for event, listener in self._listeners():
            page.on(event, listener)

    def detach(self, page: Any) -> None:
        """Watch a page no longer."""
        for event, listener in self._listeners():
            page.remove_listener(event, listener)

    def _listeners(self) -> list[tuple[str, Callable[[Any], None]]]:
        return [
            ("console", self._console),
            ("pageerror", self._exception),
            ("request", self._request),
            ("websocket", self._request),
        ]

    def settle(self) -> None:
        """Fail if there were problems that no pattern allows; those that there were are forgotten."""
        unexpected = [p for p in self.problems if not any(a.search(p) for a in self.allowed)]
        self.problems.clear()
        assert not unexpected, "the page had problems:\n" + "\n".join(unexpected)

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.problems.append(f"console error: {message.text} ({message.location.get('url', '')})")

    def _exception(self, error: Any) -> None:
        self.problems.append(f"exception in the page: {error}")

    def _request(self, request: Any) -> None:
        if not AT_HOME.match(request.url):
            self.problems.append(f"request to another machine: {request.url[:200]}")
