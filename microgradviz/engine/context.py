"""What surrounds the making of a value: the group it belongs to, and whether to record its past and its line."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import ContextDecorator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType, TracebackType
    from typing import Any

_LOCK = threading.Lock()
_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep

SAMPLE = "sample"  # the group of what a net computes when it is called

current_group: Group | None = None
modes = 0  # how many no_grad and record_lines are open in all threads: one cheap test on the engine's fast path


class Group:
    """A named part of the graph, such as a layer or a neuron, inside another one or at the top."""

    __slots__ = ("name", "parent")

    def __init__(self, name: str, parent: Group | None = None) -> None:
        self.name, self.parent = name, parent

    def __repr__(self) -> str:
        return f"Group({self.name!r})" if self.parent is None else f"Group({self.name!r}, {self.parent!r})"


class group:
    """Values made inside `with group("layer 1"):` belong together in pictures and traces.

    Groups nest. They carry no meaning for the arithmetic.

    Example:
        >>> from microgradviz import Value
        >>> with group("hidden"):
        ...     h = Value(2.0) * 3
        >>> h.group.name
        'hidden'
    """

    __slots__ = ("_before", "name")

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> Group:
        global current_group
        self._before = current_group
        current_group = inner = Group(self.name, current_group)
        return inner

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        global current_group
        current_group = self._before


class _Mode(ContextDecorator):
    """A context manager, and a decorator, that counts for each thread how often it is entered."""

    def __init__(self) -> None:
        self.here = threading.local()

    def __call__(self, function: Callable[..., Any] | None = None) -> Any:
        return self if function is None else super().__call__(function)

    def on(self) -> bool:
        return bool(getattr(self.here, "depth", 0))

    def __enter__(self) -> None:
        global modes
        with _LOCK:
            modes += 1
        self.here.depth = getattr(self.here, "depth", 0) + 1

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        global modes
        with _LOCK:
            modes -= 1
        self.here.depth -= 1


class _NoGrad(_Mode):
    """`with no_grad():` operations give leaves: numbers without a past, as in PyTorch. Only this thread is affected.

    `@no_grad()` above a function does the same for each call of it.

    Example:
        >>> from microgradviz import Value
        >>> a = Value(2.0)
        >>> with no_grad():
        ...     b = a * 3
        >>> b.data, b.inputs
        (6.0, ())
    """


class _RecordLines(_Mode):
    """`with record_lines():` each operation notes the file and line of the code that asked for it, in `.line`.

    It costs about a quarter of the engine's speed, so it is off unless asked for.
    """


class _Recording(_Mode):
    """`with recording(record):` no operation is carried out; record(op, inputs) says what it gives. compile uses it."""

    def __call__(self, record: Callable[..., Any] | None = None) -> _Recording:  # type: ignore[override]
        self.here.next = record
        return self

    def recorder(self) -> Any:
        """What `record` is in this thread; None if nothing is recorded."""
        return getattr(self.here, "record", None)

    def __enter__(self) -> None:
        super().__enter__()
        self.here.around = [*getattr(self.here, "around", ()), self.recorder()]
        self.here.record = self.here.next

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        super().__exit__(kind, error, at)
        self.here.record = self.here.around.pop()


no_grad = _NoGrad()
record_lines = _RecordLines()
recording = _Recording()


def calling_frame() -> FrameType:
    """The nearest frame outside this package: that of the code which called it."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    return frame


def calling_line() -> tuple[str, int]:
    """File and line number of the nearest code outside this package."""
    frame = calling_frame()
    return frame.f_code.co_filename, frame.f_lineno
