"""Limits around a learner's code in the notebook's own process: time, output, and what must not end the kernel.

Time is kept by an alarm signal where there is one and the code runs in the main thread, as in Jupyter on Linux and
macOS. Elsewhere (Windows, another thread, a kernel inside the browser) every line of Python that runs looks at the
clock, which is slower but needs neither signals nor threads. Both stop Python code only: a single endless call into C,
such as sum(itertools.count()), goes on until the kernel is ended, and without signals so may code that catches every
exception.
"""

from __future__ import annotations

import io
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from time import monotonic
from types import FrameType
from typing import Any, TypeVar

from ...tracing import cut_text
from ..base import Row
from ..judging import Outcome
from ..probes import Inputs

_T = TypeVar("_T")
_KEPT, _LONGEST_LINE = 1000, 60  # letters of what is printed
_USUAL_SECONDS = 2.0  # of a case: what has more of them trains a model
_NEXT_ALARM = 0.05  # s: code that swallows the first alarm meets another one, outside its try before long


class OutOfTime(BaseException):
    """Time is up; not an Exception, so that no `except Exception` swallows it."""


def with_time_limit(function: Callable[[], _T], seconds: float) -> _T:
    """Call the function and return what it returns.

    Raises:
        OutOfTime: If it takes longer than that many seconds.
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _by_alarm(function, seconds)
    return _by_lines(function, seconds)


def _by_alarm(function: Callable[[], _T], seconds: float) -> _T:
    running = True

    def ring(number: int, frame: FrameType | None) -> None:
        if running:
            raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _NEXT_ALARM)
    try:
        return function()
    finally:
        running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _by_lines(function: Callable[[], _T], seconds: float) -> _T:
    end = monotonic() + seconds

    def look(frame: FrameType, event: str, arg: Any) -> Any:
        if monotonic() > end:
            raise OutOfTime
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        return function()
    finally:
        sys.settrace(before)


def try_quietly(function: Callable[[], _T], seconds: float = 0.5) -> _T | None:
    """What a function returns; None if it raises, or takes longer than so many seconds."""
    try:
        return with_time_limit(function, seconds)
    except KeyboardInterrupt:
        raise
    except BaseException:  # a learner's metaclass may raise whatever it likes
        return None


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
            why = "does it loop forever?" if row.seconds <= _USUAL_SECONDS else "does it take too many steps?"
            return Outcome(error="OutOfTime", text=f"stopped after {row.seconds:g} seconds: {why}")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit, say: the kernel stays
            return Outcome.read({"error": type(error).__name__})
