"""What compile is given: the parameters, and the arguments of the function; and what generated code calls them."""

from __future__ import annotations

import builtins
import inspect
import keyword
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from ..engine import FUNCTIONS, Value
from ..train import listed
from .arrays import Shape
from .recording import TURN

_USED = """
    step forward params samples seed total results out
    nan array where full_like logical_and logical_or logical_not
"""
_TAKEN = {*FUNCTIONS, *keyword.kwlist, *dir(builtins), *_USED.split()}
_OURS = re.compile(r"v\d+|(rows|weights|biases|grads|shares|back)\d.*|grad_.*|_.*|.{31,}")
_WORD = re.compile(r"[A-Za-z]\w*", re.ASCII)


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


def leaf_names(arguments: Sequence[str], shapes: Sequence[Shape], params: Iterable[str]) -> list[str]:
    """One name for each number of a sample, then for each parameter, all different.

    A name that is missing, taken, or not made of plain letters and digits is replaced by one of ours.

    Example:
        >>> leaf_names(["x", "y"], [(2,), ()], ["w[0]", "b", "b", "import"])
        ['x0', 'x1', 'y', 'w_0', 'b', 'p2', 'p3']
    """
    names: list[str] = []
    for argument, shape in zip(arguments, shapes, strict=True):
        places = ["_".join(map(str, place)) for place in product(*map(range, shape))]
        names += [_free(f"{argument}{place}", f"input{len(names) + i}", names) for i, place in enumerate(places)]
    known = set(names)
    for i, label in enumerate(params):
        found = _free(re.sub(r"\W+", "_", label).strip("_"), f"p{i}", known)
        known.add(found)
        names.append(found)
    return names


def _free(name: str, otherwise: str, known: Iterable[str]) -> str:
    for candidate in (name, otherwise):
        safe = _WORD.fullmatch(candidate) and candidate not in _TAKEN and not _OURS.fullmatch(candidate)
        if safe and candidate not in known:
            return candidate
    return _free(f"{otherwise}x", f"{otherwise}y", known)
