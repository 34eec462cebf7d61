"""The arrays that a step keeps its parameters and gradients in: one number after the other, never moved."""

from __future__ import annotations

from array import array
from importlib.util import find_spec
from typing import Any

from ..engine import as_float


def flat(count: int, backend: str) -> Any:
    """So many zeros: an array of NumPy, or, where that is not used or not there, of Python."""
    if backend == "python" or not find_spec("numpy"):
        return array("d", bytes(8 * count))
    import numpy as np

    return np.zeros(count)


def write(places: Any, numbers: Any, name: str) -> None:
    """New numbers into an array that stays where it is: the machine knows its place, and so does whoever holds it.

    Raises:
        TypeError: If one is not a real number.
        ValueError: If there are more of them, or fewer.

    Example:
        >>> places = flat(2, "python")
        >>> write(places, [1, 2.5], "params")
        >>> places.tolist()
        [1.0, 2.5]
    """
    if numbers is places:  # after `step.params -= ...`
        return
    if getattr(numbers, "dtype", "") == getattr(places, "dtype", None) and numbers.shape == places.shape:
        places[:] = numbers
        return
    given = [*numbers] if hasattr(numbers, "__iter__") else None
    if given is None or len(given) != len(places):
        got = type(numbers).__name__ if given is None else f"{len(given)} numbers"
        raise ValueError(f"{name} must be as many numbers as there are parameters: {len(places)} (got {got})")
    for i, number in enumerate([as_float(number, f"a number of {name}") for number in given]):
        places[i] = number
