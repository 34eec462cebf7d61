"""Watching one backward pass of somebody else's engine: who passed its gradient on, when, and what that changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ..tracing import Trace, nearly_same
from .foreign import attribute_as_float, report_reads, unique_objects


class Visit(NamedTuple):
    """One call of a value's `_backward`: who, and each input's grad before and after."""

    user: int
    before: dict[int, float]
    after: dict[int, float]


class _Enough(BaseException):
    """Ends a backward pass that goes on and on; not an Exception, so that no `except Exception` swallows it."""


def watch_backward(trace: Trace, values: list[Any], inputs: list[list[Any]]) -> list[Visit]:
    """The visits of one backward pass from zero; sets the trace's seed and, if something went wrong, its note.

    Where inputs are held in sets, which are gone through in another order each time that a program runs, the pass goes
    through them as the operands were written; unless the gradients that the values hold came of the sets' own order.
    """
    sets = [isinstance(getattr(value, "_prev", None), set | frozenset) for value in values]
    visits = _watch(trace, values, inputs, as_written=True)
    if not any(sets) or not any(trace.grad) or _holds(values, trace.grad):
        return visits
    seed, note = trace.seed, trace.note
    others = _watch(trace, values, inputs, as_written=False)
    if _holds(values, trace.grad):
        return others
    trace.seed, trace.note = seed, note
    return visits


def _holds(values: list[Any], grads: Sequence[float | None]) -> bool:
    """Whether the values hold these gradients."""
    found = [attribute_as_float(value.grad, "grad") for value in values]
    return all(grad is not None and nearly_same(now, grad) for now, grad in zip(found, grads, strict=True))


def _watch(trace: Trace, values: list[Any], inputs: list[list[Any]], *, as_written: bool) -> list[Visit]:
    root = values[-1]
    visits: list[Visit] = []
    most = max(2_000, 20 * len(values))  # recursion without a visited set repeats itself exponentially
    looked = 0

    def looks() -> None:
        nonlocal looked
        looked += 1
        if looked > most:
            raise _Enough

    def wrapped(i: int, original: Callable[[], Any]) -> Callable[[], Any]:
        sources = sorted({*trace.sources[first[i] : first[i + 1]]})

        def _backward() -> Any:
            if not visits:
                trace.seed = attribute_as_float(root.grad, "grad")
            if len(visits) >= most:
                raise _Enough
            settle()
            before = {source: attribute_as_float(values[source].grad, "grad") for source in sources}
            visits.append(Visit(i, before, dict(before)))
            under_way.append((visits[-1], dict(before)))
            try:
                return original()
            finally:
                settle()
                under_way.pop()
                if under_way:
                    under_way[-1][1].update(
                        {source: attribute_as_float(values[source].grad, "grad") for source in under_way[-1][1]}
                    )

        return _backward

    def settle() -> None:
        """Book on the visit under way what has changed since it began, or since the last visit inside it ended."""
        if under_way:
            visit, since = under_way[-1]
            for source, old in since.items():
                now = since[source] = attribute_as_float(values[source].grad, "grad")
                visit.after[source] = now if nearly_same(old, visit.after[source]) else visit.after[source] + now - old

    first = trace.first_edges()
    under_way: list[tuple[Visit, dict[int, float]]] = []  # more than one, if a `_backward` calls others

    originals: list[tuple[Any, Any, Any]] = []
    for i, value in enumerate(values):
        value.grad = 0.0
        if inputs[i]:
            originals.append((value, value._backward, getattr(value, "_prev", None)))
            value._backward = wrapped(i, value._backward)
            with suppress(AttributeError, TypeError):  # a property, say: then the order is the engine's own
                order = unique_objects(inputs[i]) if as_written else list(value._prev)
                value._prev = report_reads(value._prev, order, looks)
    try:
        if callable(getattr(root, "backward", None)):
            root.backward()
        else:
            root.grad = 1.0
            for i in range(len(values) - 1, -1, -1):
                if inputs[i]:
                    values[i]._backward()
            trace.note = (
                f"The class {type(root).__name__} has no backward() yet: "
                "each _backward is called here in the right order."
            )
        if not visits and inputs[-1]:
            trace.note = f"No backward pass: backward() of {type(root).__name__} calls no _backward."
    except _Enough:
        count = f"{max(len(visits), looked):,}"
        trace.note = f"backward() was stopped after {count} visits: it visits values again and again."
    except RecursionError:
        trace.note = "backward() raised RecursionError: the graph is too deep for a function that calls itself."
    except Exception as error:
        trace.note = f"backward() raised {type(error).__name__}: {error}"
    finally:
        for value, backward, held in originals:
            value._backward = backward
            with suppress(AttributeError, TypeError):
                value._prev = held
    return visits


def record_visits(trace: Trace, visits: list[Visit], assigns: set[int]) -> None:
    """Fill in the order, and the contributions that were not what the local derivatives say."""
    trace.order = [visit.user for visit in visits]
    first = trace.first_edges()
    grads = [0.0] * len(trace)
    grads[trace.root] = trace.seed
    k = 0
    for user, before, after in visits:
        edges = range(first[user], first[user + 1])
        last = {trace.sources[e]: e for e in edges}
        jumped = {source for source, found in before.items() if not nearly_same(grads[source], found)}
        for source in jumped:
            grads[source] = before[source]
        for e in edges:
            source, local = trace.sources[e], trace.local[e]
            amount = grads[user] * (local or 0.0)
            start, end = grads[source], grads[source] + amount
            if user in assigns:
                end = amount
            if last[source] == e and not nearly_same(end, after[source]):
                end = after[source]
            if source in jumped or not nearly_same(end, start + amount):
                trace.observed.append((k, start, end))
            grads[source] = end
            jumped.discard(source)
            k += 1
