"""Our own engine beside another: where the numbers of a trace are not those that ours makes of the same expression."""

from __future__ import annotations

from math import isfinite, isnan
from typing import TYPE_CHECKING, NamedTuple

from ..tracing import Trace, count_text, cut_text, right_numbers, value_names

if TYPE_CHECKING:
    from collections.abc import Sequence

TOLERANCE = 1e-9  # of the largest number that went into the sum
_SLOPE = 1e-6  # a local derivative such as 1 − out × out is known to 1e-15 only, however small it is
_TINY = 1e-16  # below it, it is no such difference
_NAMED = 4  # values without a number of ours that a sentence names
_LETTERS = 24  # of a name


class SideBySide(NamedTuple):
    """How the numbers of a trace compare with those of our own engine.

    Attributes:
        compared: How many values our engine can compute.
        data: Our data, of the values where it differs.
        grad: The same of gradients; 0 where none arrived.
        remarks: What else is to be said, in sentences.
    """

    compared: int
    data: dict[int, float]
    grad: dict[int, float]
    remarks: list[str]


def compare_with_ours(trace: Trace) -> SideBySide:
    """A trace beside what our own engine makes of the same expression at the same leaves.

    A difference is more than 1e-9 of the largest number that went into a value; nan equals nan.
    """
    data, grad = right_numbers(trace)
    in_data, in_grad = term_sizes(trace)
    held = trace.gradients()
    found = SideBySide(sum(x is not None for x in data), {}, {}, [])
    for i, (x, slope) in enumerate(zip(data, grad, strict=True)):
        if x is not None and differ(trace.data[i], x, in_data[i]):
            found.data[i] = x
        if x is not None and slope is not None and trace.order and differ(held[i] or 0.0, slope, in_grad[i]):
            found.grad[i] = slope
    unknown = [i for i, x in enumerate(data) if x is None or (trace.order and grad[i] is None)]
    if unknown:
        found.remarks.append(_listed(trace, unknown))
    if any(trace.op) and not trace.order:
        found.remarks.append("Yours has no backward pass: only data is compared.")
    return found


def term_sizes(trace: Trace) -> tuple[list[float], list[float]]:
    """How large the terms were that every data and gradient came from: where they cancel, rounding errors do not."""
    first = trace.first_edges()
    data = [abs(x) for x in trace.data]
    for i, op in enumerate(trace.op):
        if op:
            edges = range(first[i], first[i + 1])
            data[i] = sum(abs(trace.local[e] or 0.0) * data[trace.sources[e]] for e in edges)
    grad = [0.0] * len(trace)
    grad[trace.root] = 1.0
    for i in reversed(range(len(trace))):
        for e in range(first[i], first[i + 1]):
            slope = abs(trace.local[e] or 0.0)
            grad[trace.sources[e]] += grad[i] * (slope if 0 < slope < _TINY else max(slope, _SLOPE))
    return data, grad


def differ(x: float, y: float, size: float) -> bool:
    """Whether two numbers differ by more than rounding, of terms of this size."""
    if x == y or (isnan(x) and isnan(y)):
        return False
    if not (isfinite(x) and isfinite(y)):
        return True
    return abs(x - y) > TOLERANCE * max(abs(x), abs(y), size if isfinite(size) else 0.0)


def _listed(trace: Trace, values: Sequence[int]) -> str:
    """Such as `2 values cannot be computed by our engine: v1, c.`"""
    named = value_names(trace)
    shown = ", ".join(cut_text(named[i], _LETTERS) for i in values[:_NAMED])
    more = f" and {len(values) - _NAMED:,} more" if len(values) > _NAMED else ""
    return f"{count_text(len(values), 'value')} cannot be computed by our engine: {shown}{more}."
