"""The machine's Firefox, driven by WebDriver BiDi, which it speaks itself: Playwright drives a Firefox of its own only.

Example::

    with Firefox(path, folder) as firefox:
        firefox.open(page.as_uri())
        firefox.click("button")
"""

import itertools
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import websocket

NO_FIREFOX = "Firefox is not installed: apt-get install firefox-esr"


class Firefox:
    """A headless Firefox with a profile of its own: a context manager.

    Args:
        path: The program.
        profile: An empty directory.
    """

    def __init__(self, path: str, profile: Path) -> None:
        self._command = [path, "--headless", "--profile", str(profile), "--remote-debugging-port", "0", "about:blank"]
        self._ids = itertools.count()
        self.problems: list[str] = []

    def __enter__(self) -> "Firefox":
        self._run = subprocess.Popen(self._command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        assert self._run.stderr
        address = next(found[1] for line in self._run.stderr if (found := re.search(r"BiDi listening on (\S+)", line)))
        self._socket = websocket.create_connection(f"{address}/session", suppress_origin=True, timeout=30)
        self.version = self._send("session.new", capabilities={})["capabilities"]["browserVersion"]
        self._send("session.subscribe", events=["log.entryAdded"])
        self._page = self._send("browsingContext.getTree")["contexts"][0]["context"]
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._run.terminate()
        self._run.communicate(timeout=20)

    def open(self, address: str) -> None:
        """Load a page, to its end."""
        self._send("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, code: str) -> Any:
        """What an expression of JavaScript gives, as JSON has it."""
        target = {"context": self._page}
        code = f"Promise.resolve({code}).then(JSON.stringify)"
        told = self._send("script.evaluate", expression=code, target=target, awaitPromise=True)
        assert told["type"] == "success", told["exceptionDetails"]["text"]
        return json.loads(told["result"].get("value", "null"))

    def click(self, selector: str) -> None:
        """Press the mouse where the element is."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.evaluate(f"{found}.scrollIntoView({{ block: 'center' }})")
        box = self.evaluate(f"{found}.getBoundingClientRect()")
        middle = {"x": round(box["x"] + box["width"] / 2), "y": round(box["y"] + box["height"] / 2)}
        self._act("pointer", {"type": "pointerMove", **middle}, *_down_up("pointer", button=0))

    def press(self, key: str) -> None:
        """Press a key, named by its code point of WebDriver's."""
        self._act("key", *_down_up("key", value=key))

    def _act(self, kind: str, *actions: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._page, actions=[{"type": kind, "id": kind, "actions": actions}])

    def _send(self, method: str, **params: Any) -> Any:
        """A command's result; the console's errors that come before it are kept."""
        asked = next(self._ids)
        self._socket.send(json.dumps({"id": asked, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv())
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.problems.append(told["params"]["text"])
            if told.get("id") == asked:
                assert told["type"] == "success", told
                return told["result"]


def _down_up(kind: str, **what: Any) -> list[dict[str, Any]]:
    return [{"type": f"{kind}{move}", **what} for move in ("Down", "Up")]
