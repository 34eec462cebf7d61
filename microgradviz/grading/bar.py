"""How far a batch has come: one line on the terminal, and none where there is no terminal."""

from __future__ import annotations

import sys
from time import monotonic

_WIDTH = 30  # of the bar, in letters
_EVERY = 0.1  # s between two drawings


class Bar:
    """Draws a line on stderr; call it with what is done, of how many."""

    def __init__(self) -> None:
        self._begin, self._first, self._drawn = monotonic(), -1, 0.0

    def __call__(self, done: int, of: int) -> None:
        if self._first < 0:
            self._first = done
        now = monotonic()
        if sys.stderr.isatty() and (now - self._drawn > _EVERY or done == of):
            self._drawn = now
            print(
                f"\r\x1b[K{line(done, of, done - self._first, now - self._begin)}", end="", file=sys.stderr, flush=True
            )

    def end(self) -> None:
        """Leave the line as it is."""
        if self._drawn:
            print(file=sys.stderr)


def line(done: int, of: int, new: int, seconds: float) -> str:
    """The line itself.

    Args:
        done: How many are done.
        of: How many there are.
        new: How many of them were done in this run.
        seconds: How long it took.

    Example:
        >>> line(250, 1000, 250, 25.0)
        '━━━━━━━                        250 of 1,000 · 10.0/s · 1 min left'
    """
    speed = new / seconds if seconds > 0 else 0.0
    left = f" · {_time((of - done) / speed)} left" if speed and done < of else ""
    return f"{'━' * (_WIDTH * done // max(of, 1)):{_WIDTH}} {done:,} of {of:,} · {speed:.1f}/s{left}"


def _time(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{seconds:.0f} s" if minutes < 1 else f"{minutes} min" if minutes < 90 else f"{minutes / 60:.0f} h"
