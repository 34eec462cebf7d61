"""The steps of a trace, forward then backward: how many there are, and what is known and lit after each."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from math import nan
from operator import index
from typing import NamedTuple

from .columns import Columns, Contribution
from .stages import Stage, find_stages
from .words import MINUS, number_text, sum_texts

_MOST_EDGES = 400  # of a picture in which sums are written


def count_operations(trace: Columns) -> int:
    """The number of forward steps."""
    return sum(map(bool, trace.op))


def forward_steps(trace: Columns, by: str) -> list[list[int]]:
    """The values that each forward step computes."""
    if by == "stage":
        return [stage.nodes for stage in require_stages(trace) if stage.nodes]
    return [[i] for i, op in enumerate(trace.op) if op]


def count_forward_steps(trace: Columns, by: str) -> int:
    """The number of the last forward step."""
    return len(forward_steps(trace, by)) if by == "stage" else count_operations(trace)


def require_stages(trace: Columns) -> list[Stage]:
    """The stages of a neuron with its loss.

    Raises:
        ValueError: If it is something else.
    """
    stages = find_stages(trace)
    if not stages:
        raise ValueError(
            "by='stage' must be given with a neuron and its loss, such as 'sigmoid' or 'L = (tanh(x*w + b) - y)**2', "
            "that a backward pass has run through (got another graph); by='node' has fewer steps, too"
        )
    return stages


def contributions_per_step(trace: Columns, by: str, folded: Collection[int] = ()) -> list[int]:
    """The number of contributions in each backward step; the first step begins backward.

    What a gradient brings to folded constants alone is no step of its own: it belongs to the step before.
    """
    if by == "stage":
        return [stage.pushes for stage in require_stages(trace) if not stage.nodes]
    first = trace.first_edges()
    sizes = [0]
    for i in trace.order:
        edges = range(first[i], first[i + 1])
        for begin, end in [(edges.start, edges.stop)] if by == "node" else [(e, e + 1) for e in edges]:
            if begin == end or (folded and all(trace.sources[e] in folded for e in range(begin, end))):
                sizes[-1] += end - begin
            else:
                sizes.append(end - begin)
    return sizes


def rate_steps(trace: Columns, along: int) -> list[int]:
    """The value that each step of forward mode is about, as `rateSteps` in js/core/rates.js.

    First its data; then a step for each edge that brings a rate, and one for the sum of several.
    """
    first, led, steps = trace.first_edges(), {along}, []
    for i, op in enumerate(trace.op):
        bringing = sum(trace.sources[e] in led for e in range(first[i], first[i + 1]))
        if bringing:
            led.add(i)
        if op:
            steps += [i] * (1 + bringing + (bringing > 1))
    return steps


def last_step(
    trace: Columns,
    by: str,
    gradients: bool = True,
    updates: int = 0,
    *,
    folded: Collection[int] = (),
    along: int | None = None,
) -> int:
    """The number of the last step: operations, what begins backward and passes it on, and updates.

    In forward mode, `along` a leaf, those of `rate_steps`.
    """
    if along is not None:
        return len(rate_steps(trace, along))
    backward = len(contributions_per_step(trace, by, folded)) if trace.order and gradients else 0
    return count_forward_steps(trace, by) + backward + updates


def require_step(
    trace: Columns,
    by: str,
    step: int,
    gradients: bool = True,
    updates: int = 0,
    *,
    folded: Collection[int] = (),
    along: int | None = None,
) -> int:
    """The step, if there is one of that number.

    Raises:
        TypeError: If it is not a whole number.
        ValueError: If there is none.
    """
    last = last_step(trace, by, gradients, updates, folded=folded, along=along)
    try:
        number = index(step)
    except TypeError:
        raise TypeError(f"step must be a whole number from 0 to {last} (got {step!r})") from None
    if not 0 <= number <= last:
        raise ValueError(f"step must be from 0 to {last} (got {step!r})")
    return int(number)


class StepState(NamedTuple):
    """One step of a play.

    Attributes:
        data: Every value's number; None where it is not computed yet.
        grad: Every value's gradient as far as it is known; None where nothing has arrived yet.
        backward: Whether the step belongs to the backward pass.
        nodes: The values that the step is about.
        edges: The edges that are lit.
        told: The edges whose local derivative has been used so far, those that are lit among them.
        amounts: What flowed along each of them.
        contribution_texts: What is written where a contribution lands, such as "+ 6", by the value.
        sums: What several contributions have added up to so far, by the value: the ways to write it, such as
            "3 + 3 = 6", the longest first.
    """

    data: list[float | None]
    grad: list[float | None]
    backward: bool
    nodes: list[int]
    edges: list[int]
    told: list[int]
    amounts: dict[int, float]
    contribution_texts: dict[int, str]
    sums: dict[int, list[str]]


def state_at_step(
    trace: Columns, by: str, step: int, *, accumulate: bool = True, folded: Collection[int] = ()
) -> StepState:
    """What is known after a step; folded constants are not lit."""
    computed = forward_steps(trace, by)
    count = len(computed)
    late = {i for nodes in computed[step:] for i in nodes}
    data = [None if i in late else trace.known_data(i) for i in range(len(trace))]
    grad: list[float | None] = [None] * len(trace)
    if step <= count:
        now = computed[step - 1] if step else []
        edges = [e for e, target in enumerate(trace.targets) if target in now]
        return StepState(data, grad, False, now, edges, [], {}, {}, {})
    grad[trace.root] = trace.seed
    sizes = contributions_per_step(trace, by, folded)[: step - count]
    played = list(islice(trace.replay_backward(accumulate=accumulate), sum(sizes)))
    nobody = {k for k, _, after in trace.observed if after is None}
    for k, c in enumerate(played):
        grad[trace.sources[c.edge]] = None if k in nobody else c.after
    if len(sizes) == 1 and by != "stage":
        return StepState(data, grad, True, [trace.root], [], [], {}, {trace.root: f"= {number_text(trace.seed)}"}, {})
    lit = [c for c in played[-sizes[-1] :] if trace.sources[c.edge] not in folded]
    edges = [c.edge for c in lit]
    amounts = {c.edge: c.amount for c in played}
    nodes = sorted({trace.sources[e] for e in edges})
    texts = _contribution_texts(trace, lit, accumulate)
    sums = _sums_so_far(trace, played, folded) if accumulate else {}
    return StepState(data, grad, True, nodes, edges, list(amounts), amounts, texts, sums)


def state_along(trace: Columns, along: int, step: int) -> StepState:
    """What is known after a step of forward mode along a leaf: in place of gradients rates, of all that has its own."""
    steps = rate_steps(trace, along)
    led, left, rates = {along}, set(steps[step:]), [0.0] * len(trace)
    rates[along] = 1.0
    for source, target, local in zip(trace.sources, trace.targets, trace.local, strict=True):
        if source in led:
            led.add(target)
            rates[target] += rates[source] * (nan if local is None else local)
    begun, now = set(steps[:step]), steps[step - 1 : step] if step else []
    return StepState(
        [trace.known_data(i) if not op or i in begun else None for i, op in enumerate(trace.op)],
        [None if i in left else rate for i, rate in enumerate(rates)],
        False, now, [e for e, target in enumerate(trace.targets) if target in now], [], {}, {}, {},
    )  # fmt: skip


def _sums_so_far(trace: Columns, played: list[Contribution], folded: Collection[int]) -> dict[int, list[str]]:
    """`9 + 6 = 15`, for each value at which several contributions have arrived; as `sumsOf` in js/graph/used.js."""
    if len(trace.sources) > _MOST_EDGES:
        return {}
    arrived: dict[int, list[float]] = {}
    for c in played:
        arrived.setdefault(trace.sources[c.edge], []).append(c.amount)
    odd = {trace.sources[played[k].edge] for k, _, _ in trace.observed if k < len(played)}
    return {i: sum_texts(terms) for i, terms in arrived.items() if len(terms) > 1 and i not in odd and i not in folded}


def _contribution_texts(trace: Columns, contributions: list[Contribution], accumulate: bool) -> dict[int, str]:
    amounts: dict[int, float] = {}
    words = {}
    for c in contributions:
        source = trace.sources[c.edge]
        if trace.local[c.edge] is None:  # between tensors only what came of it is known
            words[source] = f"= {number_text(c.after)}"
        elif not accumulate:
            words[source] = f"= {number_text(c.amount)}"
        else:
            amounts[source] = amounts.get(source, 0.0) + c.amount
            words[source] = f"+ {number_text(amounts[source])}".replace(f"+ {MINUS}", f"{MINUS} ")
    return words
