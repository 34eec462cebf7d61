"""A limit of time around a learner's code, in the notebook's own process.

Time is kept by an alarm signal where there is one and the code runs in the main thread, as in Jupyter on Linux and
macOS. Elsewhere (Windows, another thread, a kernel inside the browser) the running code itself looks at the clock,
see `event_clock.py`. Both stop Python code only: a single endless call into C, such as sum(itertools.count()), goes on
until the kernel is ended.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from time import monotonic
from types import FrameType
from typing import TypeVar

from .event_clock import OutOfTime, call_with_clock, puts_back

_T = TypeVar("_T")
_NEXT_ALARM = 0.05  # s: code that swallows the first alarm meets another one, outside its try before long
_AT_ONCE = 0.001  # s


def with_time_limit(function: Callable[[], _T], seconds: float) -> _T:
    """Call the function and return what it returns; limits may stand inside each other.

    Raises:
        OutOfTime: If it takes longer than that many seconds.
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _with_alarm(function, seconds)
    return call_with_clock(function, seconds)


def _with_alarm(function: Callable[[], _T], seconds: float) -> _T:
    running = True

    def ring(number: int, frame: FrameType | None) -> None:
        if running and not puts_back(frame):
            raise OutOfTime

    begin = monotonic()
    left, then = signal.setitimer(signal.ITIMER_REAL, 0)  # the alarm of a limit around this one, or somebody else's
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, left or seconds), _NEXT_ALARM)
    try:
        return function()
    finally:
        running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (monotonic() - begin), _AT_ONCE), then)
