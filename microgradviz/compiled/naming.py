"""What generated code calls the numbers of a sample and the parameters: names that are safe in a program."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Sequence
from itertools import product

from ..engine import FUNCTIONS
from .batches import Shape

_USED = """
    step forward params samples seed total results out
    nan array where full_like logical_and logical_or logical_not
"""
_TAKEN = {*FUNCTIONS, *keyword.kwlist, *dir(builtins), *_USED.split()}
_OURS = re.compile(r"v\d+|(rows|weights|biases|grads|shares|back)\d.*|grad_.*|_.*|.{31,}")
_WORD = re.compile(r"[A-Za-z]\w*", re.ASCII)


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
