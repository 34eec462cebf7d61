"""What a fault leads to: every value whose number is wrong, with the right one, and the value where the fault is."""

from __future__ import annotations

from typing import NamedTuple

from .words import nearly_same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .columns import Columns
    from .faults import Fault

_CLOSE = 1e-6  # as near as a local derivative must be to the table's
_AT_A_GRADIENT = ("wrong local derivative", "lost contribution", "wrong contribution", "wrong seed")
_ON_THE_WAY = ("wrong order", "not visited")  # the value's own gradient may be right: what it passed on is not


class Consequence(NamedTuple):
    """A value with a wrong number.

    Attributes:
        node: The value.
        data: What its data should be; None if it is right.
        grad: The same of its gradient.
        data_cause: The value where the fault is, which may be this one; None if its data is right.
        grad_cause: The same of its gradient; None also if no fault explains it.
    """

    node: int
    data: float | None
    grad: float | None
    data_cause: int | None
    grad_cause: int | None


def find_consequences(trace: Columns, faults: Iterable[Fault]) -> list[Consequence]:
    """The values of somebody's engine whose numbers are wrong, and because of which faults.

    Args:
        trace: What happened.
        faults: What is wrong with it, as `find_faults` tells.
    """
    found = list(faults)
    in_data = {fault.node for fault in found if fault.kind == "wrong data"}
    at_gradient = {_place(trace, fault) for fault in found if fault.kind in _AT_A_GRADIENT}
    on_the_way = {fault.node for fault in found if fault.kind in _ON_THE_WAY}
    if trace.engine != "observed" or not (in_data or at_gradient or on_the_way):
        return []
    data, grad = right_numbers(trace)
    inputs_of, held = trace.inputs(), trace.gradients()
    data_cause: dict[int, int] = {}
    for i, (ought, inputs) in enumerate(zip(data, inputs_of, strict=True)):
        if ought is not None and not nearly_same(trace.data[i], ought, _CLOSE):
            cause = i if i in in_data else next((data_cause[j] for j in inputs if j in data_cause), None)
            if cause is not None:
                data_cause[i] = cause
    users: list[list[int]] = [[] for _ in trace.op]
    for source, target in zip(trace.sources, trace.targets, strict=True):
        users[source].append(target)
    grad_cause: dict[int, int | None] = {}
    for i in reversed(range(len(trace))):
        ought = grad[i]
        if ought is None or nearly_same(held[i] or 0.0, ought, _CLOSE):
            continue
        causes = [i] if i in at_gradient else []
        for user in users[i]:
            near = [user, *inputs_of[user]]
            causes += [user] if user in on_the_way else []
            causes += [cause for cause in [grad_cause.get(user), *map(data_cause.get, near)] if cause is not None]
        grad_cause[i] = next(iter(causes), None)
    return [
        Consequence(
            i,
            data[i] if i in data_cause else None,
            grad[i] if i in grad_cause else None,
            data_cause.get(i),
            grad_cause.get(i),
        )
        for i in sorted({*data_cause, *grad_cause})
    ]


def right_numbers(trace: Columns) -> tuple[list[float | None], list[float | None]]:
    """What our own engine makes of the same expression at the same leaves; None where the table cannot tell.

    An operation that the table does not have is taken as it was, as long as its inputs are right. Gradients are told
    only where there was a backward pass.

    Returns:
        Of every value its data, and its gradient, 0 where none arrives.
    """
    data: list[float | None] = list(trace.data)
    local: list[float | None] = list(trace.local)
    first = trace.first_edges()
    for i, inputs in enumerate(trace.inputs()):
        own = slice(first[i], first[i + 1])
        numbers = [data[j] for j in inputs]
        known = trace.operation(i, len(inputs))
        right = [x is not None and nearly_same(x, trace.data[j], _CLOSE) for x, j in zip(numbers, inputs, strict=True)]
        if trace.engine == "torch" and None in trace.local[own]:
            known = None  # a tensor of several numbers: its norm follows from no rule
        if known is not None and None not in numbers:
            data[i], slopes = known.run_ieee(*numbers)
            if not (all(right) and None not in local[own] and known.at_kink(*numbers)):
                local[own] = slopes
        elif not all(right):
            data[i], local[own] = None, [None] * len(numbers)
    return data, _right_gradients(trace, first, local)


def _right_gradients(trace: Columns, first: list[int], local: list[float | None]) -> list[float | None]:
    if not trace.order:
        return [None] * len(trace)
    grad: list[float | None] = [0.0] * len(trace)
    grad[trace.root] = 1.0
    reached = {trace.root}
    for i in reversed(range(len(trace))):
        arriving = grad[i]
        for e in range(first[i], first[i + 1]) if i in reached else ():
            source, slope = trace.sources[e], local[e]
            before = grad[source]
            reached.add(source)
            known = arriving is not None and slope is not None and before is not None
            grad[source] = before + arriving * slope if known else None  # type: ignore[operator]
    return grad


def _place(trace: Columns, fault: Fault) -> int | None:
    return fault.node if fault.edge is None else trace.sources[fault.edge]
