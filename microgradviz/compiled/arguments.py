"""What compile is given, the parameters and the function's arguments, and their names in generated code."""

from __future__ import annotations

import builtins
import inspect
import keyword
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from ..engine import FUNCTIONS, Value
from ..train import params_as_list
from .arrays import Shape
from .recording import PARAMS_LOCK

_USED = """
    step forward params samples seed total results out
    nan array where full_like logical_and logical_or logical_not
"""
_TAKEN = {*FUNCTIONS, *keyword.kwlist, *dir(builtins), *_USED.split()}
_OURS = re.compile(r"v\d+|(rows|weights|grads|shares|back)\d.*|grad_.*|_.*|.{31,}")
_WORD = re.compile(r"[A-Za-z]\w*", re.ASCII)


class Arguments:
    """The names of a function's arguments.

    Attributes:
        names: Those that can be given by position.

    Raises:
        TypeError: If fn has no signature, or an argument that must be given by keyword.
    """

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
        """A name for each array that the step was called with.

        Raises:
            TypeError: If there are more arrays than fn takes, or fewer.
        """
        try:
            self._signature.bind(*arrays)
        except TypeError:
            takes = ", ".join(self.names) or "none"
            raise TypeError(
                f"step must be given one array for each argument of fn: {takes} (got {len(arrays)})"
            ) from None
        return [*self.names, *(f"more{i}_" for i in range(len(arrays)))][: len(arrays)]


def find_params(params: Sequence[Value] | None, fn: Any) -> list[Value]:
    """The leaves to find gradients for: those given, or else `fn.parameters()`.

    Raises:
        TypeError: If there are none to be found, or something is not a leaf.
        ValueError: If one is named twice.
    """
    if params is None:
        if not hasattr(fn, "parameters"):
            raise TypeError("params must be given: the Values to find gradients for, such as model.parameters()")
        params = fn.parameters()
    found = params_as_list(params)
    with PARAMS_LOCK:
        for p in found:
            if type(p) is not Value or p.inputs:
                what = "a result of operations" if isinstance(p, Value) else type(p).__name__
                raise TypeError(f"params must be leaf Values (got {what})")
    if len(set(found)) < len(found):
        raise ValueError("params must not name a Value twice: its gradient would be counted twice")
    return found


def leaf_names(arguments: Sequence[str], shapes: Sequence[Shape], params: Iterable[str]) -> list[str]:
    """Names for generated code: one for each number of a sample, then one for each parameter, all different.

    What is no name of plain letters and digits, or is taken, is replaced: `input0` of a sample, `p0` of the parameters.

    Args:
        arguments: The names of the function's arguments.
        shapes: For each of them the shape of one sample.
        params: The parameters' labels.

    Example:
        >>> leaf_names(["x", "y"], [(2,), ()], ["w[0]", "b", "b", "import"])
        ['x0', 'x1', 'y', 'w_0', 'b', 'p2', 'p3']
    """
    wanted = [(f"{arguments[i]}{'_'.join(map(str, place))}", "input") for i, *place in places_of(shapes)]
    first = len(wanted)
    wanted += [(re.sub(r"\W+", "_", label).strip("_"), "p") for label in params]
    names: dict[str, None] = {}
    for i, (name, kind) in enumerate(wanted):
        names[_unused_name(name, f"{kind}{i if i < first else i - first}", names)] = None
    return [*names]


def places_of(shapes: Sequence[Shape]) -> list[tuple[int, ...]]:
    """The places of a sample's numbers: for each the number of its argument, then its indices.

    Example:
        >>> places_of([(2,), ()])
        [(0, 0), (0, 1), (1,)]
    """
    return [(i, *place) for i, shape in enumerate(shapes) for place in product(*map(range, shape))]


def _unused_name(name: str, otherwise: str, known: Iterable[str]) -> str:
    for candidate in (name, otherwise):
        safe = _WORD.fullmatch(candidate) and candidate not in _TAKEN and not _OURS.fullmatch(candidate)
        if safe and candidate not in known:
            return candidate
    return _unused_name(f"{otherwise}x", f"{otherwise}y", known)
