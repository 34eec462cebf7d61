"""The eight stages of a neuron with its loss: which values each computes, and how much of the backward pass it is."""

from __future__ import annotations

from typing import NamedTuple

from .columns import Columns
from .words import value_names

_ACTIVATIONS = frozenset({"elu", "leaky_relu", "relu", "sigmoid", "softplus", "tanh"})
_SUMS = frozenset({"add", "sub", "total"})


class Stage(NamedTuple):
    """A stage after the start.

    Attributes:
        title: What it is about.
        nodes: The values that it computes, in order; none in the backward pass.
        pushes: The number of contributions that it passes on, none in the forward pass.
        about: The value that it comes to; -1 for the last, which comes to the leaves.
    """

    title: str
    nodes: list[int]
    pushes: int
    about: int


def find_stages(trace: Columns) -> list[Stage]:
    """The stages of a neuron with its loss: products, their sum, the activation, the loss, and the way back.

    Returns:
        Seven, with the start eight; none if the trace is something else, or backward did not run through it.

    Example:
        >>> from microgradviz import trace
        >>> [stage.title for stage in find_stages(trace("sigmoid"))]
        ['products', 'z', 'ŷ', 'L', '∂L/∂ŷ', '∂L/∂z', 'gradients of w and b']
        >>> find_stages(trace("square"))
        []
    """
    guesses = [i for i, op in enumerate(trace.op) if op in _ACTIVATIONS]
    inputs = trace.inputs()
    if len(guesses) != 1 or guesses[0] == trace.root or guesses[0] not in trace.order:
        return []
    guess = guesses[0]
    summed = inputs[guess][0]
    before = [i for i in trace.made_of(summed) if trace.op[i]]
    products = [i for i in before if trace.op[i] == "mul" and not any(trace.op[x] for x in inputs[i])]
    sums = [i for i in before if i not in products]
    inside = {*before, guess}
    leaks = any(s in before and t not in inside for s, t in zip(trace.sources, trace.targets, strict=True))
    if not products or summed not in sums or any(trace.op[i] not in _SUMS for i in sums) or leaks:
        return []
    named = value_names(trace)
    z, out, loss = (named[i] for i in (summed, guess, trace.root))
    rest = [i for i, op in enumerate(trace.op) if op and i not in inside]
    first = trace.first_edges()
    at = trace.order.index(guess)
    sizes = [first[i + 1] - first[i] for i in trace.order]
    leaves = {x for i in before for x in inputs[i] if not trace.op[x]}
    stems = {named[x].rstrip("0123456789₀₁₂₃₄₅₆₇₈₉[]") for x in leaves}
    ends = "gradients of w and b" if {"w", "b"} <= stems else "gradients of the leaves"
    return [
        Stage("products", products, 0, products[-1]),
        Stage(z, sums, 0, summed),
        Stage(out, [guess], 0, guess),
        Stage(loss, rest, 0, trace.root),
        Stage(f"∂{loss}/∂{out}", [], sum(sizes[:at]), guess),
        Stage(f"∂{loss}/∂{z}", [], sizes[at], summed),
        Stage(ends, [], sum(sizes[at + 1 :]), -1),
    ]
