"""Attributes that an answer gave to a value by a slip: `p.gard = 0.0` makes one, and nothing complains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from ...engine import Value
from ..probes import Node

_MEANT = ("data", "grad", "label", "_backward")  # what an answer has reason to write


@contextmanager
def attributes_written() -> Iterator[set[str]]:
    """Collects the names of all attributes that values are given meanwhile, in this and every other thread."""
    names: set[str] = set()

    def write(value: Any, name: str, given: Any) -> None:
        names.add(name)
        object.__setattr__(value, name, given)

    kinds: tuple[Any, ...] = (Value, Node)
    for kind in kinds:
        kind.__setattr__ = write
    try:
        yield names
    finally:
        for kind in kinds:
            del kind.__setattr__


def near_miss(names: Iterable[str]) -> str:
    """A sentence about the first of the names that is nearly one of a value's own; "" if there is none.

    Example:
        >>> near_miss(["data", "gard", "momentum"])
        '`gard` is an attribute of your own; did you mean `grad`?'
    """
    for name in sorted(names):
        near = get_close_matches(name, _MEANT, 1, 0.75) if not hasattr(Value, name) else []
        if near:
            return f"`{name}` is an attribute of your own; did you mean `{near[0]}`?"
    return ""
