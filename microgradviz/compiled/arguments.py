"""What compile is given: the parameters, and the arguments of the function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ..engine import Value
from ..train import listed
from .recording import TURN


class Arguments:
    """What the function's arguments are called, and how many it takes."""

    def __init__(self, fn: Callable[..., Any]) -> None:
        try:
            self._signature = inspect.signature(fn)
        except (TypeError, ValueError):
            raise TypeError(f"fn must have a signature that can be read (got {fn!r})") from None
        for p in self._signature.parameters.values():
            if p.kind is inspect.Parameter.KEYWORD_ONLY and p.default is inspect.Parameter.empty:
                raise TypeError(f"fn must take its sample by position, or have a default (got {p.name} after the *)")
        kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        self.names = [p.name for p in self._signature.parameters.values() if p.kind in kinds]

    def names_of(self, arrays: Sequence[Any]) -> list[str]:
        """A name for each of the arrays that the step was called with."""
        try:
            self._signature.bind(*arrays)
        except TypeError:
            takes = ", ".join(self.names) or "none"
            raise TypeError(
                f"step must be given one array for each argument of fn: {takes} (got {len(arrays)})"
            ) from None
        return [*self.names, *(f"more{i}_" for i in range(len(arrays)))][: len(arrays)]


def parameters(params: Sequence[Value] | None, fn: Any) -> list[Value]:
    """The leaves to find gradients for: those given, or else those of the function.

    Raises:
        TypeError: If there are none, or something is not a leaf.
        ValueError: If one is named twice.
    """
    if params is None:
        if not hasattr(fn, "parameters"):
            raise TypeError("params must be given: the Values to find gradients for, such as model.parameters()")
        params = fn.parameters()
    found = listed(params)
    with TURN:
        for p in found:
            if type(p) is not Value or p.inputs:
                what = "a result of operations" if isinstance(p, Value) else type(p).__name__
                raise TypeError(f"params must be leaf Values (got {what})")
    if len(set(found)) < len(found):
        raise ValueError("params must not name a Value twice: its gradient would be counted twice")
    return found
