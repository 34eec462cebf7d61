"""Watching somebody else's engine at work: a learner's, micrograd's.

Two experiments, after which everything is as it was. First each value alone: its `_backward` is called with its own
grad at 1 and its inputs' grads at 0, then at 64, which shows its local derivatives and tells `=` from `+=`. Then the
engine's own `backward()` runs once from zero with every `_backward` wrapped, which shows the order and the amounts.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import Any

from ..tracing import Trace, nearly_same, value_names
from .foreign import attribute_as_float, op_of_value, trace_of_objects, unique_objects, walk_graph
from .observe_backward import record_visits, watch_backward

_PROBE = 64.0


class _Raised(Exception):
    """A value's own `_backward` raised."""

    def __init__(self, user: int, error: Exception) -> None:
        super().__init__(user, error)
        self.user, self.error = user, error


def trace_by_observing(
    root: Any, *, names_in: Callable[[list[Any]], dict[int, str]], limit: int | None = None
) -> Trace:
    """The trace of an object of any class with `data` and `_prev`, and of its backward pass if it has one."""
    values, inputs = walk_graph(root, limit=limit)
    ops = [op_of_value(v, x) if x else ("", {}) for v, x in zip(values, inputs, strict=True)]
    trace = trace_of_objects(values, inputs, ops, names_in)
    missing = next((name for name in ("grad", "_backward") if any(not hasattr(v, name) for v in values)), "")
    if missing:
        trace.note = f"No backward pass: the class {type(root).__name__} has no {missing} yet."
        return trace
    with redirect_stdout(StringIO()):  # what rules print, they print for those who call them
        kept = [_keep(value) for value in values]
        try:
            _watch(trace, values, inputs)
        finally:
            for value, own, touched in kept:
                _put_back(value, own, touched)
        if trace.order and not trace.note and None in trace.grad:  # it ended, so it ends
            trace.note = _from_none(root, values)
    return trace


def _keep(value: Any) -> tuple[Any, dict[str, Any] | None, dict[str, Any]]:
    own = dict(vars(value)) if hasattr(value, "__dict__") else None
    return value, own, {name: getattr(value, name) for name in ("data", "grad", "_prev", "_backward")}


def _put_back(value: Any, own: dict[str, Any] | None, touched: dict[str, Any]) -> None:
    if own is not None:  # all of it: some engines leave marks such as `visited`
        vars(value).clear()
        vars(value).update(own)
    for name, old in touched.items():  # slots and properties
        now = getattr(value, name)
        if now is not old and not (name == "_backward" and now == old):
            with suppress(AttributeError, TypeError):  # what cannot be set was not changed
                setattr(value, name, old)


def _watch(trace: Trace, values: list[Any], inputs: list[list[Any]]) -> None:
    if dead := next((i for i, value in enumerate(values) if inputs[i] and value._backward is None), None):
        user = value_names(trace)[dead]
        trace.note = f"No backward pass: the _backward of {user} is None: store the function, without calling it."
        return
    try:
        for value in values:
            value.grad, value._backward = 0.0, value._backward
    except Exception as error:
        trace.note = f"No backward pass: grad and _backward of {type(values[0]).__name__} must be assignable ({error})."
        return
    try:
        assigns = _probe(trace, values, inputs)
    except _Raised as raised:
        user, why = value_names(trace)[raised.user], raised.error
        trace.note = f"No backward pass: the _backward of {user} raised {type(why).__name__}: {why}."
        return
    record_visits(trace, watch_backward(trace, values, inputs), assigns)


def _from_none(root: Any, values: list[Any]) -> str:
    """A note if grads are None before backward(), and it cannot add to that; what was watched began at 0."""
    kept = [_keep(value) for value in values]
    try:
        root.backward()
    except Exception as error:
        return (
            f"grad is None before backward(), which then raises {type(error).__name__}: {error}. "
            "Begin with 0.0, as this picture does."
        )
    finally:
        for value, own, touched in kept:
            _put_back(value, own, touched)
    return ""


def _probe(trace: Trace, values: list[Any], inputs: list[list[Any]]) -> set[int]:
    """Fill in the local derivatives; return the values whose `_backward` assigns where it should add."""
    assigns = set()
    first = trace.first_edges()
    for i, (value, some) in enumerate(zip(values, inputs, strict=True)):
        if not some:
            continue
        alone, own = unique_objects(some), range(first[i], first[i + 1])
        try:
            zero, high = _called(value, alone, 0.0), _called(value, alone, _PROBE)
        except Exception as error:
            raise _Raised(i, error) from None
        for x in alone:
            edges = [e for e in own if values[trace.sources[e]] is x]
            adds = nearly_same(high[id(x)], _PROBE + zero[id(x)])
            if not adds and nearly_same(high[id(x)], zero[id(x)]):
                assigns.add(i)
            for e, local in zip(edges, _shared(trace, own, edges, zero[id(x)], adds), strict=True):
                trace.local[e] = local
    return assigns


def _called(value: Any, inputs: list[Any], start: float) -> dict[int, float]:
    closures = [x._backward for x in inputs]
    for x in inputs:
        x.grad, x._backward = start, _nothing  # some engines go on to the inputs from inside `_backward`
    value.grad = 1.0
    value._backward()
    for x, closure in zip(inputs, closures, strict=True):
        x._backward = closure
    return {id(x): attribute_as_float(x.grad, "grad") for x in inputs}


def _nothing() -> None:
    pass


def _shared(trace: Trace, own: range, edges: list[int], change: float, adds: bool) -> list[float]:
    """What several edges from one input changed together, told apart: by the table where it knows, else evenly."""
    if len(edges) == 1:
        return [change]
    i = trace.targets[own[0]]
    known = trace.operation(i, len(own))
    if known is not None:
        _, slopes = known.run_ieee(*(trace.data[trace.sources[e]] for e in own))
        right = [slopes[trace.slot[e]] for e in edges]
        if nearly_same(change, sum(right)) or (not adds and nearly_same(change, right[-1])):
            return right
    return [change / len(edges) if adds else change] * len(edges)
