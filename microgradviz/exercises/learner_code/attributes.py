"""Attributes that an answer writes to and that nearly bear the name of one that counts, such as `gard`."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from difflib import get_close_matches
from types import CodeType, FunctionType
from typing import Any

from .libraries import walk_uses

_KNOWN = ("data", "grad", "label", "_prev", "_op", "_backward")


def misspelled_attributes(answer: Any) -> dict[str, str]:
    """Near misses among the attributes that an answer sets, each with the name that was meant; it is not run.

    Values take any attribute, so nobody else complains of `p.gard = 0.0`. A plural, `grads`, is a name of its own.

    Example:
        >>> def zero(values):
        ...     for v in values:
        ...         v.gard = 0.0
        >>> misspelled_attributes(zero)
        {'gard': 'grad'}
    """
    codes = [what.__code__ for what, home in walk_uses(answer) if isinstance(what, FunctionType) and not home]
    found = {}
    for name in dict.fromkeys(name for code in codes for name in _attributes_set(code)):
        near = get_close_matches(name, _KNOWN, n=1, cutoff=0.75)
        if near and name not in _KNOWN and name.removesuffix("s") not in _KNOWN:
            found[name] = near[0]
    return found


def _attributes_set(code: CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if step.opname == "STORE_ATTR":
            yield step.argval
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _attributes_set(inner)
