"""What is wrong with a trace, in words: each fault with the value or the edge where it shows."""

from __future__ import annotations

from math import isfinite, isinf, isnan
from typing import NamedTuple

from .words import nearly_same, number_text, ordinal, signed_text, value_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..engine import Op
    from .columns import Columns


class Fault(NamedTuple):
    """Something wrong: its kind, a sentence, and the value (`node`) or edge where to look."""

    kind: str
    text: str
    node: int | None = None
    edge: int | None = None


def find_faults(trace: Columns) -> list[Fault]:
    """All faults of a trace, those of the forward pass first."""
    named = value_names(trace)
    if trace.engine == "torch":  # in its own order and precision; only what is not finite is worth a word
        return [f for f in [*_data(trace, named), *_locals(trace, named)] if f.kind == "non-finite"]
    return [
        *_data(trace, named),
        *_locals(trace, named),
        *_seed(trace, named),
        *_order(trace, named),
        *_contributions(trace, named),
        *_stale(trace, named),
    ]


def _data(trace: Columns, named: list[str]) -> Iterator[Fault]:
    """Values that are not what their inputs give, and those where nan or infinity came in."""
    for i, inputs in enumerate(trace.inputs()):
        numbers = [trace.data[j] for j in inputs]
        if i in trace.unknown:
            continue
        if _born(trace.data[i], numbers):
            how = f"from {_list(numbers)}" if numbers else "and is a leaf"
            yield Fault("non-finite", f"{named[i]} is {number_text(trace.data[i])} {how}: it was born here", node=i)
        known = trace.operation(i, len(inputs))
        if known is None:
            continue
        now, _ = known.run_ieee(*numbers)
        if trace.engine == "microgradviz" and not nearly_same(now, trace.data[i], 0.0):
            yield Fault(
                "inputs changed",
                f"{named[i]} is {number_text(trace.data[i])}, but its inputs now give {number_text(now)}: "
                "an input was changed after the forward pass; the gradients are those of the old numbers",
                node=i,
            )
        elif trace.engine != "microgradviz" and not nearly_same(now, trace.data[i], 1e-9):
            alone = trace.engine == "observed" and len(inputs) > len({*inputs})
            yield Fault(
                "wrong data",
                f"{named[i]} is {number_text(trace.data[i])}, "
                f"but {known.notation} of {_list(numbers, number_text)} is {number_text(now)}: "
                f"{'its _prev lacks an input, ' if alone else ''}"
                "the operation computes something else, or an input was changed after the forward pass",
                node=i,
            )


def _locals(trace: Columns, named: list[str]) -> Iterator[Fault]:
    """Edges whose local derivative is not that of the operation, or not finite where its numbers are."""
    first = trace.first_edges()
    told: set[int] = set()
    for i, inputs in enumerate(trace.inputs()):
        numbers = [trace.data[j] for j in inputs]
        known = trace.operation(i, len(inputs)) if trace.engine == "observed" else None
        slopes = known.run_ieee(*numbers)[1] if known and not known.at_kink(*numbers) else None
        for e in range(first[i], first[i + 1]):
            local, slot = trace.local[e], trace.slot[e]
            if local is None:
                continue
            if known is not None and slopes is not None and not nearly_same(slopes[slot], local, 1e-6):
                twice = [x for x in range(first[i], first[i + 1]) if trace.sources[x] == trace.sources[e]]
                if len(twice) > 1:  # a `_backward` shows only what all of them bring together
                    if twice[0] not in told:
                        told.add(twice[0])
                        ought = sum(slopes[trace.slot[x]] for x in twice)
                        total = sum(trace.local[x] or 0.0 for x in twice)
                        yield Fault(
                            "wrong local derivative",
                            f"{named[trace.sources[e]]} is an input of {named[i]} {len(twice)} times: its local "
                            f"derivatives must sum to {number_text(ought)}, "
                            f"but this engine's sum to {number_text(total)}",
                            edge=e,
                        )
                    continue
                yield Fault(
                    "wrong local derivative",
                    f"{_along(trace, named, e)} must be {number_text(slopes[slot])}, "
                    f"the slope of {_at(known, slot, numbers)}, but this engine uses {number_text(local)}",
                    edge=e,
                )
            elif _born(local, [trace.data[i], *numbers]):
                yield Fault(
                    "non-finite", f"{_along(trace, named, e)} is {number_text(local)}: it was born here", edge=e
                )


def _seed(trace: Columns, named: list[str]) -> Iterator[Fault]:
    if trace.order and trace.seed != 1:
        yield Fault(
            "wrong seed",
            f"the gradient of {named[trace.root]} must be 1 when backward begins (it was {number_text(trace.seed)}): "
            "set self.grad = 1.0 first",
            node=trace.root,
        )


def _order(trace: Columns, named: list[str]) -> Iterator[Fault]:
    """Values that passed their gradient on before all of it had arrived, or more than once, or never."""
    if not trace.order or _in_order(trace):
        return
    grads = trace.gradients()
    visits: dict[int, list[int]] = {}
    for at, i in enumerate(trace.order):
        visits.setdefault(i, []).append(at)
    last_user: dict[int, int] = {}
    for source, target in zip(trace.sources, trace.targets, strict=True):
        if target in visits:
            last = visits[target][-1]
            if source not in last_user or last > visits[last_user[source]][-1]:
                last_user[source] = target
    for i, op in enumerate(trace.op):
        if not op:
            continue
        if i not in visits:
            if not grads[i]:
                continue  # nothing to pass on
            yield Fault("not visited", f"{named[i]} never passed its gradient on to its inputs", node=i)
        elif len(visits[i]) > 1:
            yield Fault(
                "wrong order",
                f"{named[i]} passed its gradient on {len(visits[i])} times; "
                "it must do so once, after all of it has arrived",
                node=i,
            )
        elif i in last_user and visits[last_user[i]][-1] > visits[i][0]:
            user = named[last_user[i]]
            yield Fault(
                "wrong order",
                f"{named[i]} passed its gradient on before {user} had sent its part: visit {user} first",
                node=i,
            )


def _in_order(trace: Columns) -> bool:
    """Whether each operation passed its gradient on once, after all that use it."""
    at = {i: place for place, i in enumerate(trace.order)}
    return (
        len(at) == len(trace.order)
        and all([i in at for i, op in enumerate(trace.op) if op])
        and all([s not in at or at.get(t, at[s]) < at[s] for s, t in zip(trace.sources, trace.targets, strict=True)])
    )


def _contributions(trace: Columns, named: list[str]) -> Iterator[Fault]:
    """Contributions that were lost or changed on the way, and gradients where nan or infinity was born."""
    if not trace.observed and all([g is None or isfinite(g) for g in trace.gradients()]):
        return  # what is not finite stays so in the sum
    odd = {k for k, _, _ in trace.observed}
    now: dict[int, float] = {trace.root: trace.seed}
    for k, c in enumerate(trace.replay_backward()):
        source, user = trace.sources[c.edge], trace.targets[c.edge]
        name = _grad_of(trace, named, source)
        arriving, summed = now.get(user, 0.0), now.get(source, 0.0)
        local = trace.local[c.edge]
        if k in odd:
            if not nearly_same(c.before, summed, 1e-9):
                text = (
                    f"{name} was {number_text(summed)} so far, but {number_text(c.before)} "
                    f"when {number_text(c.amount)} arrived from {named[user]}: something else changed it in between"
                )
                yield Fault("wrong contribution", text, node=source, edge=c.edge)
            if nearly_same(c.after, c.amount, 1e-9) and not nearly_same(c.before, 0.0, 0.0):
                text = (
                    f"{name} was {number_text(c.before)} and {number_text(c.amount)} arrived from {named[user]}: "
                    f"it must become {number_text(c.before + c.amount)}, but became {number_text(c.after)}; "
                    "write += instead of ="
                )
                yield Fault("lost contribution", text, node=source, edge=c.edge)
            elif not nearly_same(c.after, c.before + c.amount, 1e-9):
                bare = local is not None and nearly_same(c.after, c.before + local, 1e-9)
                text = (
                    f"{name} was {number_text(c.before)} and {number_text(c.amount)} should have arrived from "
                    f"{named[user]}, but it became {number_text(c.after)}"
                    + (f": multiply the local derivative by the gradient of {named[user]}" if bare else "")
                )
                yield Fault("wrong contribution", text, node=source, edge=c.edge)
        if local is not None and _born(c.amount, [arriving, local]):
            text = f"{number_text(arriving)} × {number_text(local)} is {number_text(c.amount)}: it is born here"
            yield Fault("non-finite", text, edge=c.edge)
        elif _born(c.after, [c.before, c.amount]):
            text = f"{number_text(c.before)} + {number_text(c.amount)} is {number_text(c.after)}: it is born here"
            yield Fault("non-finite", text, edge=c.edge)
        now[source] = c.after


def _stale(trace: Columns, named: list[str]) -> Iterator[Fault]:
    """Gradients in the objects that are not what one backward pass from zero gives."""
    if not trace.order or not trace.grad[trace.root]:
        return  # backward has not been called yet
    for i, fresh in enumerate(trace.gradients()):
        held = trace.grad[i]
        if held is not None and fresh is not None and not nearly_same(held, fresh, 1e-9):
            yield Fault(
                "stale gradient",
                f"{_grad_of(trace, named, i)} holds {number_text(held)}, "
                f"but one backward pass from zero gives {number_text(fresh)}: something of an "
                "earlier pass is in it; set gradients to zero before backward",
                node=i,
            )


def _grad_of(trace: Columns, named: list[str], i: int) -> str:
    """Such as `a.grad`; of a constant, whose name is its number, in words."""
    return f"{named[i]}.grad" if trace.op[i] or i in trace.label else f"the grad of {named[i]}"


def _born(x: float, made_of: list[float]) -> bool:
    """Whether nan or infinity came in here: nan may be born of infinity, as ∞ × 0 is."""
    return (isnan(x) and not any(map(isnan, made_of))) or (isinf(x) and all(map(isfinite, made_of)))


def _along(trace: Columns, named: list[str], e: int) -> str:
    """Such as `the local derivative along a → e`, or `a → f (2nd)` where several run between the same values."""
    source, target = trace.sources[e], trace.targets[e]
    twins = sum(ends == (source, target) for ends in zip(trace.sources, trace.targets, strict=True))
    return f"the local derivative along {named[source]} → {named[target]}" + (
        f" ({ordinal(trace.slot[e])})" if twins > 1 else ""
    )


def _at(op: Op, slot: int, numbers: list[float]) -> str:
    """Such as `x × y by x at x = 2, y = −3`."""
    if op.arity is None:
        return op.notation
    by = f" by {'xy'[slot]}" if op.arity == 2 else ""
    inputs = ", ".join(f"{name} = {number_text(x)}" for name, x in zip("xy", numbers, strict=False))
    return f"{op.notation}{by} at {inputs}"


def _list(numbers: list[float], text: Callable[[float], str] = signed_text) -> str:
    words = [*map(text, numbers)]
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
