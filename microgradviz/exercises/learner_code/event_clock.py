"""A clock that code looks at while it runs, where no alarm can ring: Windows, another thread, the browser.

From Python 3.12 on, `sys.monitoring` tells when a function begins and when a loop goes round, and every 64th of these
events looks at the clock, which makes code take about twice as long. Python 3.11 has only the tracing of lines, and
traces the learner's own; whoever catches every exception there goes on.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import contextmanager
from os.path import dirname
from time import monotonic
from types import CodeType, FrameType
from typing import Any, TypeVar

_T = TypeVar("_T")
_BETWEEN = 63  # events that pass from one look at the clock to the next: a power of two, less one
_IDS = (4, 3, 5, 2)  # that a tool may have which watches code; 0 and 1 are those of debuggers and of coverage


class OutOfTime(BaseException):
    """Time is up; not an Exception, so that no `except Exception` swallows it."""


def call_with_clock(function: Callable[[], _T], seconds: float) -> _T:
    """Call the function and return what it returns; OutOfTime if it takes longer than that many seconds."""
    if _clock.begin(seconds):
        try:
            return function()
        finally:
            _clock.end()
    return _call_traced(function, seconds)


# No function of these is stopped as it begins, for it may put something back; a loop in it is, and the learner's own.
_PACKAGE = dirname(dirname(dirname(call_with_clock.__code__.co_filename)))
_LIBRARY = dirname(contextmanager.__code__.co_filename)
_NOT_THE_LEARNERS = (_PACKAGE, _LIBRARY, "<frozen ")
_DEEPEST = 5  # calls in each other that one `with` makes


def puts_back(frame: FrameType | None) -> bool:
    """Whether a `with` of the package or of a library is being entered or left, which must be done whole."""
    for _ in range(_DEEPEST):
        if frame is None:
            return False
        code = frame.f_code
        if code.co_name in ("__enter__", "__exit__") and code.co_filename.startswith(_NOT_THE_LEARNERS):
            return True
        frame = frame.f_back
    return False


class _Limit:
    __slots__ = ("end", "told")

    def __init__(self, seconds: float) -> None:
        self.end = monotonic() + seconds
        self.told = False  # whether the code has met its OutOfTime


class _EventClock:
    """The limits of all threads, which one tool of `sys.monitoring` keeps as long as there are any."""

    def __init__(self) -> None:
        self._monitoring: Any = getattr(sys, "monitoring", None)
        self._limits: dict[int, list[_Limit]] = {}  # by thread, the outermost first
        self._lock = threading.Lock()
        self._tool: int | None = None
        self._seen, self._between = 0, _BETWEEN

    def begin(self, seconds: float) -> bool:
        """Whether there is a limit now; False if this Python has no such events, or they are all taken."""
        if self._monitoring is None:
            return False
        with self._lock:
            if self._tool is None and not self._take_tool():
                return False
            self._limits.setdefault(threading.get_ident(), []).append(_Limit(seconds))
        return True

    def end(self) -> None:
        """Take the innermost limit of this thread away."""
        with self._lock:
            mine = self._limits[threading.get_ident()]
            mine.pop()
            self._between = _BETWEEN
            if not mine:
                del self._limits[threading.get_ident()]
            if not self._limits:
                self._free_tool()

    def _take_tool(self) -> bool:
        watch = self._monitoring
        self._tool = next((number for number in _IDS if watch.get_tool(number) is None), None)
        if self._tool is None:
            return False
        events = watch.events
        watch.use_tool_id(self._tool, "microgradviz's clock")
        watch.register_callback(self._tool, events.JUMP, self._jumps)
        watch.register_callback(self._tool, events.PY_START, self._begins)
        watch.set_events(self._tool, events.JUMP | events.PY_START)
        return True

    def _free_tool(self) -> None:
        watch, events = self._monitoring, self._monitoring.events
        watch.set_events(self._tool, 0)
        watch.register_callback(self._tool, events.JUMP, None)
        watch.register_callback(self._tool, events.PY_START, None)
        watch.free_tool_id(self._tool)
        self._tool = None

    def _jumps(self, code: CodeType, at: int, to: int) -> Any:
        if to > at:
            return self._monitoring.DISABLE  # no loop; Python tells no more of this place
        self._seen += 1
        return None if self._seen & self._between else self._look(code)

    def _begins(self, code: CodeType, at: int) -> Any:
        if code.co_filename.startswith(_NOT_THE_LEARNERS):
            return self._monitoring.DISABLE
        self._seen += 1
        return None if self._seen & self._between else self._look(code)

    def _look(self, code: CodeType) -> None:
        now = monotonic()
        late = [limit for limit in self._limits.get(threading.get_ident(), ()) if now > limit.end]
        if not late:
            return
        self._between = 0  # whoever swallows it meets another one at once, outside its try before long
        if all(limit.told for limit in late) and code.co_filename.startswith(_NOT_THE_LEARNERS):
            return
        for limit in late:
            limit.told = True
        raise OutOfTime


_clock = _EventClock()


def _call_traced(function: Callable[[], _T], seconds: float) -> _T:
    until = monotonic() + seconds
    seen, between = 0, _BETWEEN

    def look(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal seen, between
        if frame.f_code.co_filename.startswith(_NOT_THE_LEARNERS):
            return None
        seen += 1
        if not seen & between and monotonic() > until:
            between = 0
            leaving = frame.f_code.co_code[frame.f_lasti :][:6]  # None thrice is what a `with` is left with
            if leaving[:2] * 3 != leaving:
                raise OutOfTime
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        return function()
    finally:
        sys.settrace(before)
