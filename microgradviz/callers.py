"""Names for values from the code that holds them: the `a` of `a = Value(2.0)`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from itertools import islice
from types import FrameType
from typing import Any

_HERE = os.path.dirname(__file__) + os.sep
_MOST_ITEMS = 10_000  # of one list: looking through more would be felt


def caller() -> FrameType:
    """The nearest frame outside this package: the code that called it."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    return frame


def names_in(frame: FrameType, values: Iterable[Any]) -> dict[int, str]:
    """What the frame's variables call these objects: {id(object): name}.

    Locals come before globals and the first binding wins; items of a list, tuple or dict are `w[0]`, `w['a']`.
    Names that begin with an underscore are nobody's business, nor are a notebook's In and Out.
    """
    wanted = {id(value) for value in values}
    found: dict[int, str] = {}
    scopes = [frame.f_locals] if frame.f_locals is frame.f_globals else [frame.f_locals, frame.f_globals]
    for scope in scopes:
        _plain(scope, wanted, found)
    for scope in scopes:
        _items(scope, wanted, found)
    return found


def _visible(scope: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(n, x) for n, x in list(scope.items()) if not n.startswith(("_", ".")) and n not in ("In", "Out")]


def _plain(scope: Mapping[str, Any], wanted: set[int], found: dict[int, str]) -> None:
    for name, thing in _visible(scope):
        if id(thing) in wanted:
            found.setdefault(id(thing), name)


def _items(scope: Mapping[str, Any], wanted: set[int], found: dict[int, str]) -> None:
    for name, thing in _visible(scope):
        if type(thing) in (list, tuple):
            pairs: Iterable[tuple[Any, Any]] = enumerate(islice(thing, _MOST_ITEMS))
        elif type(thing) is dict:
            pairs = islice(list(thing.items()), _MOST_ITEMS)
        else:
            continue
        for key, item in pairs:
            if id(item) in wanted and isinstance(key, str | int):
                found.setdefault(id(item), f"{name}[{key!r}]")
            elif type(item) in (list, tuple):
                for j, inner in enumerate(islice(item, _MOST_ITEMS)):
                    if id(inner) in wanted:
                        found.setdefault(id(inner), f"{name}[{key!r}][{j}]")
