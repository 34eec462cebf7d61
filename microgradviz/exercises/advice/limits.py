"""Limits around a learner's code in the notebook's own process: time, output, and what must not end the kernel."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

from ...tracing import cut_text
from ..base import Row
from ..judging import Outcome, out_of_time
from ..probes import Inputs
from .event_clock import OutOfTime
from .time_limit import with_time_limit

_KEPT, _LONGEST_LINE = 1000, 60  # letters of what is printed


class PrintedText(io.TextIOBase):
    """Stands in for stdout: counts the lines, and keeps the beginning alone."""

    def __init__(self) -> None:
        self._beginning, self._ends, self._unfinished = "", 0, False

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._beginning += text[: _KEPT - len(self._beginning)]
        self._ends += text.count("\n")
        if text:
            self._unfinished = not text.endswith("\n")
        return len(text)

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return self._ends + self._unfinished

    def first_lines(self, most: int) -> list[str]:
        """The first lines that are not empty, long ones cut, without what no page can show."""
        found = [cut_text(line.strip(), _LONGEST_LINE) for line in self._beginning.splitlines()]
        return [line for line in found if line][:most]


@contextmanager
def swallow_prints() -> Iterator[PrintedText]:
    """Let what is printed inside go nowhere; gives what there was."""
    printed = PrintedText()
    with redirect_stdout(printed), redirect_stderr(printed):
        yield printed


class CaseRunner:
    """Runs the probe of one case after another on a learner's answer, within limits: calling it gives an outcome.

    No exception of the answer gets out, but the user's own interrupt does; after one timeout nothing more is tried.
    """

    def __init__(self) -> None:
        self.stopped = False

    def __call__(self, row: Row, answer: Any, inputs: Inputs) -> Outcome:
        if self.stopped:
            return Outcome(error="OutOfTime", text="not tried, because of that")
        try:
            return with_time_limit(lambda: row.outcome(answer, inputs), row.seconds)
        except OutOfTime:
            self.stopped = True
            return out_of_time(row.seconds)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit, say: the kernel stays
            return Outcome.read({"error": type(error).__name__})
