"""Watching somebody else's engine at work: a learner's, micrograd's.

Two experiments, after which everything is as it was. First each value alone: its `_backward` is called with its own
grad at 1 and its inputs' grads at 0, then at 64, which shows its local derivatives and tells `=` from `+=`. Then the
engine's own `backward()` runs once from zero with every `_backward` wrapped, which shows the order and the amounts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .foreign import distinct, operation, walk
from .tracing import Trace
from .words import row

_PROBE = 64.0
_MOST_VISITS = 200_000  # recursion without a visited set repeats itself exponentially; stop watching there
_MISSING = object()


class Visit(NamedTuple):
    """One call of a value's `_backward`: who, and each input's grad before and after."""

    user: int
    before: dict[int, float]
    after: dict[int, float]


class _Enough(BaseException):
    """Ends a backward pass that goes on and on; not an Exception, so that no `except Exception` swallows it."""


def observe(root: Any, *, names_in: Callable[[list[Any]], dict[int, str]], limit: int | None = None) -> Trace:
    """The trace of an object of any class with `data` and `_prev`, and of its backward pass if it has one."""
    values, inputs = walk(root, limit=limit)
    index = {id(value): i for i, value in enumerate(values)}
    labels = {i: v.label for i, v in enumerate(values) if isinstance(getattr(v, "label", None), str) and v.label}
    found = names_in([v for i, v in enumerate(values) if i not in labels])
    labels.update({index[key]: name for key, name in found.items()})
    named = [operation(getattr(v, "_op", ""), len(x)) if x else ("", {}) for v, x in zip(values, inputs, strict=True)]
    trace = Trace(
        op=[name for name, _ in named],
        data=[_float(v.data, "data") for v in values],
        grad=[_float(v.grad, "grad") if hasattr(v, "grad") else None for v in values],
        label=dict(sorted(labels.items())),
        params={i: params for i, (_, params) in enumerate(named) if params},
        group=[-1] * len(values),
        groups=[],
        line={},
        sources=[index[id(x)] for some in inputs for x in some],
        targets=[i for i, some in enumerate(inputs) for _ in some],
        slot=[slot for some in inputs for slot in range(len(some))],
        local=[None for some in inputs for _ in some],
        order=[],
        engine="observed",
    )
    missing = next((name for name in ("grad", "_backward") if any(not hasattr(v, name) for v in values)), "")
    if missing:
        trace.note = f"No backward pass: the class {type(root).__name__} has no {missing} yet."
        return trace
    saved = [(v, v.data, v.grad, vars(v).get("_backward", _MISSING) if hasattr(v, "__dict__") else v._backward)
             for v in values]  # fmt: skip
    try:
        _watch(trace, values, inputs)
    finally:
        for value, data, grad, backward in saved:
            value.data, value.grad = data, grad
            if backward is not _MISSING:
                value._backward = backward
            elif "_backward" in vars(value):
                del value._backward
    return trace


def _watch(trace: Trace, values: list[Any], inputs: list[list[Any]]) -> None:
    try:
        for value in values:
            value.grad, value._backward = 0.0, value._backward
    except (AttributeError, TypeError) as error:
        trace.note = f"No backward pass: grad and _backward of {type(values[0]).__name__} must be assignable ({error})."
        return
    try:
        assigns = _probe(trace, values, inputs)
    except Exception as error:
        trace.note = f"No backward pass: a _backward raised {type(error).__name__}: {error}."
        return
    _record(trace, _run(trace, values, inputs), assigns)


def _probe(trace: Trace, values: list[Any], inputs: list[list[Any]]) -> set[int]:
    """Fill in the local derivatives; return the values whose `_backward` assigns where it should add."""
    assigns = set()
    first = trace.first_edges()
    for i, (value, some) in enumerate(zip(values, inputs, strict=True)):
        if not some:
            continue
        alone = distinct(some)
        zero, high = ({id(x): _called(value, alone, start)[id(x)] for x in alone} for start in (0.0, _PROBE))
        for x in alone:
            edges = [e for e in range(first[i], first[i + 1]) if values[trace.sources[e]] is x]
            adds = _close(high[id(x)], _PROBE + zero[id(x)])
            if not adds and _close(high[id(x)], zero[id(x)]):
                assigns.add(i)
            for e, local in zip(edges, _shared(trace, i, edges, zero[id(x)], adds), strict=True):
                trace.local[e] = local
    return assigns


def _called(value: Any, inputs: list[Any], start: float) -> dict[int, float]:
    for x in inputs:
        x.grad = start
    value.grad = 1.0
    value._backward()
    return {id(x): _float(x.grad, "grad") for x in inputs}


def _shared(trace: Trace, i: int, edges: list[int], change: float, adds: bool) -> list[float]:
    """What several edges from one input changed together, told apart: by the table where it knows, else evenly."""
    if len(edges) == 1:
        return [change]
    own = range(trace.first_edges()[i], trace.first_edges()[i + 1])
    known = row(trace.op[i], len(own), trace.params.get(i, ()))
    if known is not None:
        constants = [trace.params[i][name] for name in known.params]
        _, slopes = known.run_ieee(*(trace.data[trace.sources[e]] for e in own), *constants)
        right = [slopes[trace.slot[e]] for e in edges]
        if _close(change, sum(right) if adds else right[-1]):
            return right
    return [change / len(edges) if adds else change] * len(edges)


def _run(trace: Trace, values: list[Any], inputs: list[list[Any]]) -> list[Visit]:
    """The visits of one backward pass from zero; sets the trace's seed and, if something went wrong, its note."""
    root = values[-1]
    visits: list[Visit] = []

    def wrapped(i: int, original: Callable[[], Any]) -> Callable[[], Any]:
        alone = distinct(inputs[i])
        places = {id(x): trace.sources[e] for e, x in enumerate_edges(i)}

        def _backward() -> Any:
            if not visits:
                trace.seed = _float(root.grad, "grad")
            if len(visits) >= _MOST_VISITS:
                raise _Enough
            before = {places[id(x)]: _float(x.grad, "grad") for x in alone}
            result = original()
            visits.append(Visit(i, before, {places[id(x)]: _float(x.grad, "grad") for x in alone}))
            return result

        return _backward

    first = trace.first_edges()

    def enumerate_edges(i: int) -> list[tuple[int, Any]]:
        return [(e, values[trace.sources[e]]) for e in range(first[i], first[i + 1])]

    originals = [value._backward for value in values]
    for i, value in enumerate(values):
        value.grad = 0.0
        if inputs[i]:
            value._backward = wrapped(i, originals[i])
    try:
        if callable(getattr(root, "backward", None)):
            root.backward()
        else:
            root.grad = 1.0
            for value in reversed(values):
                value._backward()
            trace.note = (
                f"The class {type(root).__name__} has no backward() yet: "
                "each _backward is called here in the right order."
            )
    except _Enough:
        trace.note = f"backward() was stopped after {_MOST_VISITS:,} visits: it visits values again and again."
    except Exception as error:
        trace.note = f"backward() raised {type(error).__name__}: {error}"
    return visits


def _record(trace: Trace, visits: list[Visit], assigns: set[int]) -> None:
    """Fill in the order, and the contributions that were not what the local derivatives say."""
    trace.order = [visit.user for visit in visits]
    first = trace.first_edges()
    grads = [0.0] * len(trace)
    grads[trace.root] = trace.seed
    k = 0
    for user, before, after in visits:
        edges = range(first[user], first[user + 1])
        last = {trace.sources[e]: e for e in edges}
        for source, found in before.items():
            grads[source] = grads[source] if _close(grads[source], found) else found
        for e in edges:
            source, local = trace.sources[e], trace.local[e]
            amount = grads[user] * (local or 0.0)
            start, end = grads[source], grads[source] + amount
            if user in assigns:
                end = amount
            if last[source] == e and not _close(end, after[source]):
                end = after[source]
            if not _close(end, start + amount):
                trace.observed.append((k, start, end))
            grads[source] = end
            k += 1


def _float(x: Any, what: str) -> float:
    try:
        return float(x)
    except (TypeError, ValueError, OverflowError):
        text = repr(x)
        raise TypeError(f"{what} must be a real number (got {text if len(text) <= 60 else text[:59] + '…'})") from None


def _close(x: float, y: float) -> bool:
    return x == y or (x != x and y != y) or abs(x - y) <= 1e-9 * max(1.0, abs(x), abs(y))
