"""Names for values from the code that holds them: the `a` of `a = Value(2.0)`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Any

_MOST_ITEMS = 10_000  # of one variable: looking through more would be felt


def names_in_frame(frame: FrameType, values: Iterable[Any]) -> dict[int, str]:
    """What the frame's variables call these objects: {id(object): name}.

    Locals come before globals and the first binding wins; items of a list, tuple or dict are `w[0]`, `w['a']`.
    Names that begin with an underscore are nobody's business, nor are a notebook's In and Out.
    """
    return names_in_scopes(_scopes(frame), values)


def names_in_scopes(scopes: Sequence[Mapping[str, Any]], values: Iterable[Any]) -> dict[int, str]:
    """The same for variables that were taken from a frame before."""
    wanted = {id(value) for value in values}
    found: dict[int, str] = {}
    for name, thing in _objects(scopes):
        if id(thing) in wanted:
            found.setdefault(id(thing), name)
    return found


@contextmanager
def record_locals(function: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    """Within it, a call of the function leaves its local variables, as they are when it returns, in the dict.

    Where a profiler is at work it is left alone, and the dict stays empty.
    """
    code = getattr(function, "__code__", None)
    found: dict[str, Any] = {}
    if code is None or sys.getprofile() is not None:
        yield found
        return

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "return" and frame.f_code is code:
            found.clear()
            found.update(frame.f_locals)

    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(None)


def objects_in_frame(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """All that the frame's variables hold, by name, in the order in which `names_in_frame` looks."""
    return _objects(_scopes(frame))


def parameters_of(frame: FrameType) -> tuple[str, ...]:
    """The names under which the frame's function got what it was given."""
    code = frame.f_code
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _scopes(frame: FrameType) -> list[Mapping[str, Any]]:
    return [frame.f_locals] if frame.f_locals is frame.f_globals else [frame.f_locals, frame.f_globals]


def _objects(scopes: Sequence[Mapping[Any, Any]]) -> Iterator[tuple[str, Any]]:
    """What the variables hold, then the items of what they hold, each with how it is called."""
    # What is no identifier is a temporary of the interpreter or of pytest, such as `.0` or `@py_assert5`.
    visible = [
        (name, thing)
        for scope in scopes
        for name, thing in list(scope.items())
        if isinstance(name, str) and name.isidentifier() and not name.startswith("_") and name not in ("In", "Out")
    ]
    yield from visible
    for name, thing in visible:
        for place, item in islice(_places(thing), _MOST_ITEMS):
            yield name + place, item


def _places(thing: Any, inside: bool = False) -> Iterator[tuple[str, Any]]:
    """The items of a list, tuple or dict, and of lists and tuples in it, each as it is written after the name."""
    if type(thing) in (list, tuple):
        pairs: Iterable[tuple[Any, Any]] = enumerate(thing)
    elif type(thing) is dict and not inside:
        pairs = list(islice(thing.items(), _MOST_ITEMS))
    else:
        return
    for key, item in pairs:
        if type(key) in (str, int):
            yield f"[{key!r}]", item
            if not inside:
                yield from ((f"[{key!r}]{place}", inner) for place, inner in _places(item, inside=True))
