"""The arrays of a step: the samples that it is called with, and those that hold its parameters and gradients."""

from __future__ import annotations

from array import array as python_array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..engine import as_float

Shape = tuple[int, ...]


@dataclass(eq=False)
class Batch:
    """Samples, checked and of one shape; `make_batch` makes one.

    Attributes:
        count: How many samples.
        shapes: For each argument the shape of one sample: () for a number, (k,) for a list of k numbers.
        columns: For each argument its numbers, one row for each sample: a matrix of NumPy, or a list of lists.
        rows: Where these samples stand among those that the step was called with.
        result: For which of a program's results these samples are.
    """

    count: int
    shapes: tuple[Shape, ...]
    columns: Sequence[Any]
    rows: Sequence[int] = ()
    result: int = 0

    def first(self) -> Batch:
        """The first sample alone."""
        return replace(self, count=1, columns=[column[:1] for column in self.columns])


class UnequalRowsError(ValueError):
    """Rows of an array are of several lengths."""


def make_batches(arrays: Sequence[Any], names: Sequence[str], read: Any) -> list[Batch]:
    """The arrays as batches, one for each shape that samples have.

    Args:
        arrays: One for each argument of the function, with one row for each sample.
        names: What errors call them.
        read: `read_numpy` or `read_lists`.

    Raises:
        TypeError: If an array holds something that is not a real number.
        ValueError: If an array has no rows, or not as many as another, or a sample has rows of several lengths itself.
    """
    for array, name in zip(arrays, names, strict=True):
        if hasattr(array, "mask") and hasattr(array, "filled"):  # of NumPy's: asarray would forget what is masked
            raise TypeError(f"{name} must not be a masked array; leave its masked rows out, or give {name}.filled(0.0)")
    try:
        return [_one_batch(arrays, names, read)]
    except UnequalRowsError:
        _require_equal_counts([len(array) for array in arrays], names)
        groups: dict[tuple[Shape, ...], list[int]] = {}
        for i, sample in enumerate(zip(*arrays, strict=True)):
            groups.setdefault(tuple(map(_shape, sample)), []).append(i)
        if len(groups) < 2:
            raise
    return [_one_batch([[array[i] for i in rows] for array in arrays], names, read, rows) for rows in groups.values()]


def _one_batch(arrays: Sequence[Any], names: Sequence[str], read: Any, rows: Sequence[int] = ()) -> Batch:
    found = [read(array, name) for array, name in zip(arrays, names, strict=True)]
    counts = [len(column) for column, _ in found]
    _require_equal_counts(counts, names)
    if counts and not counts[0]:
        raise ValueError("arrays must have at least one row: the mean loss of no samples is not defined")
    shapes = tuple(shape for _, shape in found)
    return Batch(counts[0] if counts else 1, shapes, [column for column, _ in found], rows)


def _require_equal_counts(counts: Sequence[int], names: Sequence[str]) -> None:
    if len(set(counts)) > 1:
        got = ", ".join(f"{count} for {name}" for count, name in zip(counts, names, strict=True))
        raise ValueError(f"every array must have one row for each sample (got {got})")


def read_lists(array: Any, name: str) -> tuple[list[list[float]], Shape]:
    """An array as a list of rows, each a flat list of floats, and the shape that a row had.

    Raises:
        TypeError: If it is not an array or a list, or holds something that is not a real number.
        ValueError: If its rows are of several lengths.
    """
    array = array.tolist() if hasattr(array, "tolist") else array
    if not isinstance(array, list | tuple):
        raise TypeError(f"{name} must be an array or a list, one row for each sample (got {type(array).__name__})")
    array = [row.tolist() if hasattr(row, "tolist") else row for row in array]
    shape = _shape(array[0]) if array else ()
    return [list(_flat(row, shape, name)) for row in array], shape


def _shape(row: Any) -> Shape:
    if hasattr(row, "shape"):
        return tuple(row.shape)
    return (len(row), *(_shape(row[0]) if row else ())) if isinstance(row, list | tuple) else ()


def _flat(row: Any, shape: Shape, name: str) -> Any:
    if not shape:
        yield row if type(row) is float else as_float(row, f"a number of {name}")
        return
    if not isinstance(row, list | tuple) or len(row) != shape[0]:
        raise UnequalRowsError(f"{name} must have rows of one length in each sample (got {shape} and {_shape(row)})")
    for x in row:
        yield from _flat(x, shape[1:], name)


def read_numpy(array: Any, name: str) -> tuple[Any, Shape]:
    """An array as NumPy's matrix of doubles, one row for each sample, and the shape that a row had.

    Raises:
        TypeError: If it is not an array or a list, or holds something that is not a real number.
        ValueError: If its rows are of several lengths.
    """
    import numpy as np

    try:
        found = np.asarray(array)
    except ValueError:
        raise UnequalRowsError(f"{name} must have rows of one length in each sample") from None
    if found.dtype.kind not in "biuf" or not found.ndim:  # such as an array of object: each is looked at
        rows, shape = read_lists(array, name)
        return np.array(rows, np.float64), shape
    shape = found.shape[1:]
    return np.ascontiguousarray(found.reshape(len(found), -1) if len(found) else found, np.float64), shape


def make_zeros(count: int, backend: str) -> Any:
    """So many zeros: NumPy's array, or Python's where the backend does not use NumPy."""
    if backend == "python":
        return python_array("d", bytes(8 * count))
    import numpy as np

    return np.zeros(count)


def add_up(arrays: Sequence[Any]) -> Any:
    """The sum of arrays that make_zeros made, one by one number."""
    if not hasattr(arrays[0], "dtype"):
        return [sum(numbers) for numbers in zip(*arrays, strict=True)]
    import numpy as np

    with np.errstate(all="ignore"):  # infinity and nan are results here, not accidents
        return np.add.reduce(arrays)


def overwrite(places: Any, numbers: Any, name: str) -> None:
    """Put new numbers into an array that stays where it is: machine code knows its address, and others hold it too.

    Args:
        places: The array.
        numbers: As many real numbers.
        name: What errors call the array.

    Raises:
        TypeError: If one is not a real number.
        ValueError: If there are more of them, or fewer.

    Example:
        >>> places = make_zeros(2, "python")
        >>> overwrite(places, [1, 2.5], "params")
        >>> places.tolist()
        [1.0, 2.5]
    """
    if numbers is places:  # after `step.params -= ...`
        return
    if getattr(numbers, "dtype", "none") == getattr(places, "dtype", "") and numbers.shape == places.shape:
        places[:] = numbers
        return
    given = [*numbers] if hasattr(numbers, "__iter__") else None
    if given is None or len(given) != len(places):
        got = type(numbers).__name__ if given is None else f"{len(given)} numbers"
        raise ValueError(f"{name} must be as many numbers as there are parameters: {len(places)} (got {got})")
    for i, number in enumerate([as_float(number, f"a number of {name}") for number in given]):
        places[i] = number
