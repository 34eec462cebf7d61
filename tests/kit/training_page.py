"""A page of a training widget without a browser: Node.js runs its code, and the widget here is its kernel."""

import base64
import json
import subprocess
from pathlib import Path
from typing import Any, Self

SCRIPT = Path(__file__).with_name("training_page.mjs")


class TrainingPage:
    """The page of a widget; `kernel=False` is an exported one."""

    def __init__(self, node: str, widget: Any, *, kernel: bool = True) -> None:
        self.widget, self.kernel, self.asked = widget, kernel, []
        self._page = subprocess.Popen(
            [node, str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        widget.send = self._answer
        self._write({**widget.page_values(), "kernel": kernel})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._page.stdin
        assert self._page.stdout
        self._page.stdin.close()
        self._page.wait(10)
        self._page.stdout.close()

    def act(self, name: str, *given: Any, run: int = 0) -> Any:
        """Do something, and answer as the kernel until it is done; what it gave."""
        self._write({"act": [name, *given], "run": run})
        while True:
            told = self._read()
            if "send" in told:
                self._hear(told["send"])
            elif "error" in told:
                raise RuntimeError(told["error"])
            else:
                return told["result"]

    def steps(self, count: int, run: int = 0) -> int:
        """Take so many steps, and wait until they are taken, or the run has ended; where it is."""
        until = self.act("now", run=run)["step"] + count
        while True:
            now = self.act("now", run=run)["step"]
            if now >= until or self.act("look", run=run)["state"] in ("ended", "failed", "alone", "silent"):
                return now
            if not self.act("advance", until - now, run=run) and not self.kernel:
                return now

    def _hear(self, message: Any) -> None:
        self.asked.append(message)
        self.widget._hear(self.widget, message, [])

    def _answer(self, message: Any, buffers: Any = ()) -> None:
        told = [base64.b64encode(bytes(buffer)).decode() for buffer in buffers or ()]
        self._write({"message": message, "buffers": told})

    def _write(self, what: Any) -> None:
        assert self._page.stdin
        self._page.stdin.write(json.dumps(what) + "\n")

    def _read(self) -> Any:
        assert self._page.stdout
        line = self._page.stdout.readline()
        assert line, "the page has ended"
        return json.loads(line, object_hook=_untagged)


def _untagged(found: dict[str, Any]) -> Any:
    return float(found["number"].replace("Infinity", "inf")) if set(found) == {"number"} else found
