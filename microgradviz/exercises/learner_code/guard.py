"""The one way in which a learner's code runs in the notebook's own process: in time, silently, and survived."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from typing import Generic, NamedTuple, TypeVar

from ...tracing import cut_text
from .alarm import with_time_limit

_T = TypeVar("_T")
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


class Ran(NamedTuple, Generic[_T]):
    """How a call of a learner's code went.

    Attributes:
        value: What it returned; None if it did not get that far.
        error: What it raised; an OutOfTime if it was stopped.
    """

    value: _T | None
    error: BaseException | None = None


def run_guarded(function: Callable[[], _T], seconds: float = 0.5, printed: PrintedText | None = None) -> Ran[_T]:
    """Call a function that runs a learner's code, or looks at it: in time, silently, and whatever it raises.

    Only the user's own interrupt gets out, and SystemExit ends nothing.

    Args:
        function: What to call; limits may stand inside each other.
        seconds: How long it may take.
        printed: Takes what it prints, which else goes nowhere.
    """
    printed = PrintedText() if printed is None else printed
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            return Ran(with_time_limit(function, seconds))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a learner's metaclass may raise whatever it likes
        return Ran(None, error)
