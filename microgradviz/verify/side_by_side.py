"""Two engines side by side: which values of two traces are partners, and where their numbers differ."""

from __future__ import annotations

from collections import Counter
from math import isfinite, isnan
from struct import pack, unpack
from typing import TYPE_CHECKING, NamedTuple

from ..tracing import Trace, count_text, cut_text, right_numbers, value_names

if TYPE_CHECKING:
    from collections.abc import Sequence

TOLERANCE = 1e-9  # of the largest number that went into the sum
_SINGLE = 1e-5  # the same if the other's numbers are of single precision
_SLOPE = 1e-6  # a local derivative such as 1 − out × out is known to 1e-15 only, however small it is
_NAMED = 4  # values without a partner that a sentence names
_LETTERS = 24  # of a name


class SideBySide(NamedTuple):
    """How the numbers of one trace compare with another's.

    Attributes:
        name: What to call the other engine.
        compared: How many values have a partner.
        data: The partner's data, of the values where it differs.
        grad: The same of gradients; 0 where none arrived.
        remarks: What else is to be said, in sentences.
    """

    name: str
    compared: int
    data: dict[int, float]
    grad: dict[int, float]
    remarks: list[str]


def compare_with_ours(mine: Trace) -> SideBySide:
    """A trace beside what our own engine makes of the same expression at the same leaves."""
    data, grad = right_numbers(mine)
    known = [i for i, x in enumerate(data) if x is not None]
    unknown = [i for i, x in enumerate(data) if x is None or (mine.order and grad[i] is None)]
    remarks = [_listed(mine, unknown, "cannot be computed by our engine")] if unknown else []
    return _compare(
        mine, "ours", {i: i for i in known}, data, grad, TOLERANCE, remarks + _no_backward(_goes_back(mine), True)
    )


def compare_traces(mine: Trace, other: Trace) -> SideBySide:
    """Two traces side by side, value by value; see `match_values` for which belong together.

    A difference is more than 1e-9 of the largest number that went into a value, or 1e-5 if all numbers of a torch
    result fit into single precision; nan equals nan. A gradient that never came counts as 0.
    """
    pairs = match_values(mine, other)
    names = {"torch": "PyTorch", "microgradviz": "ours"}
    name = names.get(other.engine, "other") if other.engine != mine.engine else "other"
    remarks = []
    taken = set(pairs.values())
    lonely = [i for i in range(len(mine)) if i not in pairs], [j for j in range(len(other)) if j not in taken]
    if lonely[0]:
        remarks.append(_listed(mine, lonely[0], "no partner in the other expression", "has", "have"))
    if lonely[1]:
        remarks.append("Of the other expression, " + _listed(other, lonely[1], "no partner here", "has", "have"))
    tolerance = TOLERANCE
    if other.engine == "torch" and all(map(_is_single, other.data)):
        tolerance = _SINGLE
        remarks.append("Compared to 1e−5, because PyTorch's numbers fit into single precision.")
    remarks += _no_backward(_goes_back(mine), _goes_back(other))
    grad: list[float | None] = [x or 0.0 for x in other.gradients()] if other.order else [None] * len(other)
    return _compare(
        mine, name, pairs, other.data, grad, tolerance, remarks, torch="torch" in (mine.engine, other.engine)
    )


def match_values(mine: Trace, other: Trace) -> dict[int, int]:
    """The partners of values: those of one name, then, of the others, those at one place with an equal operation.

    Places are counted in topological order, from the result back as far as operations agree, and from the first value
    on.

    Example:
        >>> from microgradviz import trace
        >>> match_values(trace("a * b + 1", a=2, b=3), trace("b + 1", b=3))
        {1: 0, 3: 1, 4: 2}
    """
    here, there = _unique_names(mine), _unique_names(other)
    pairs = {i: there[name] for name, i in here.items() if name in there}
    taken = set(pairs.values())
    left = [i for i in _topological_order(mine) if i not in pairs]
    right = [j for j in _topological_order(other) if j not in taken]
    for way in (-1, 1):
        for i, j in zip(left[::way], right[::way], strict=False):
            if mine.op[i] != other.op[j] or i in pairs or j in taken:
                break
            pairs[i] = j
            taken.add(j)
    return dict(sorted(pairs.items()))


def _compare(
    mine: Trace, name: str, pairs: dict[int, int], data: Sequence[float | None], grad: Sequence[float | None],
    tolerance: float, remarks: list[str], *, torch: bool = False,
) -> SideBySide:  # fmt: skip
    in_data, in_grad = _sizes(mine)
    held = mine.gradients()
    found = SideBySide(name, len(pairs), {}, {}, remarks)
    for i, j in pairs.items():
        x, slope = data[j], grad[j]
        kept = not (torch and isnan(mine.data[i]) != isnan(x or 0.0))  # torch does not keep every number
        if x is not None and kept and _differ(mine.data[i], x, in_data[i], tolerance):
            found.data[i] = x
        if slope is not None and mine.order and _differ(held[i] or 0.0, slope, in_grad[i], tolerance):
            found.grad[i] = slope
    return found


def _sizes(trace: Trace) -> tuple[list[float], list[float]]:
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
            grad[trace.sources[e]] += grad[i] * max(abs(trace.local[e] or 0.0), _SLOPE)
    return data, grad


def _differ(x: float, y: float, size: float, tolerance: float) -> bool:
    if x == y or (isnan(x) and isnan(y)):
        return False
    if not (isfinite(x) and isfinite(y)):
        return True
    return abs(x - y) > tolerance * max(abs(x), abs(y), size if isfinite(size) else 0.0)


def _unique_names(trace: Trace) -> dict[str, int]:
    times = Counter(trace.label.values())
    return {name: i for i, name in trace.label.items() if times[name] == 1}


def _topological_order(trace: Trace) -> list[int]:
    """The values below the result, inputs first and in their order: the same for one expression in any engine."""
    first = trace.first_edges()
    order, seen, stack = [], {trace.root}, [(trace.root, first[trace.root])]
    while stack:
        i, e = stack.pop()
        if e == first[i + 1]:
            order.append(i)
            continue
        stack.append((i, e + 1))
        source = trace.sources[e]
        if source not in seen:
            seen.add(source)
            stack.append((source, first[source]))
    return order


def _goes_back(trace: Trace) -> bool:
    return bool(trace.order) or not any(trace.op)


def _no_backward(mine: bool, other: bool) -> list[str]:
    return [] if mine == other else [f"{'The other' if mine else 'Yours'} has no backward pass: only data is compared."]


def _listed(trace: Trace, values: list[int], what: str, one: str = "", many: str = "") -> str:
    """Such as `2 values have no partner in the other expression: v1, c.`"""
    named = value_names(trace)
    shown = ", ".join(cut_text(named[i], _LETTERS) for i in values[:_NAMED])
    more = f" and {len(values) - _NAMED:,} more" if len(values) > _NAMED else ""
    verb = one if len(values) == 1 else many
    return f"{count_text(len(values), 'value')} {verb + ' ' if verb else ''}{what}: {shown}{more}."


def _is_single(x: float) -> bool:
    if not isfinite(x):
        return True
    try:
        return bool(unpack("f", pack("f", x))[0] == x)
    except OverflowError:
        return False
