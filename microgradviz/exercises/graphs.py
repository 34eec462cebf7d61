"""The graph behind an answer, for the picture: the learner's own values where there are some.

Each function takes an answer, the inputs of a case (and `given`, the numbers that the exercise names) and the number of
the first wrong number (−1 if it raised), and returns the graph and what to point at; None there means: whatever the
trace finds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..engine import Value
from ..sources import trace
from ..tracing import Fault, Trace, number_text
from . import probes
from .probes import Inputs

Found = tuple[Any, "Fault | None"]


def of_program(answer: Any, inputs: Inputs, at: int) -> Found:
    """The learner's class at work: the value the program ends with."""
    values = probes.run_program(answer, inputs)
    if "changed" in inputs:
        for v in values[: len(inputs["leaves"])]:
            v.data = inputs["changed"]
    root = _named(values, len(inputs["leaves"]))
    return _changed(root, inputs) if "changed" in inputs else (root, None)


def _changed(root: Any, inputs: Inputs) -> Found:
    """What went wrong where leaves were changed after the forward pass, which is nobody's fault, and then read."""
    shown = trace(root)
    text = (
        f"a was {number_text(inputs['leaves'][0])} in the forward pass and is {number_text(inputs['changed'])} when "
        "backward() runs. Which of the two do your rules use?"
    )
    return shown, Fault("inputs changed", text, node=next((i for i, x in shown.label.items() if x == "a"), shown.root))


def of_sweep(answer: Callable[..., Any], inputs: Inputs, at: int) -> Found:
    """Ready-made values, sent backward by the learner's function."""

    class Yours(probes.Node):
        def backward(self) -> None:
            answer(self)

        __add__, __mul__ = _as(probes.Node.__add__), _as(probes.Node.__mul__)

    return _named(probes.run_program(Yours, inputs), len(inputs["leaves"])), None


def of_order(answer: Callable[..., Any], inputs: Inputs, at: int) -> Found:
    """The same, with the learner's order put to use: each value passes its gradient on, from last to first."""

    def backward(root: probes.Node) -> None:
        root.grad = 1.0
        for node in reversed(answer(root)):
            node._backward()

    return of_sweep(backward, inputs, at)


def _as(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, but what it returns is of the class of self."""

    def of_class(self: Any, other: Any) -> Any:
        out = method(self, other)
        out.__class__ = type(self)
        return out

    return of_class


def _named(values: list[Any], leaves: int) -> Any:
    for i, value in enumerate(values[:leaves]):
        with suppress(Exception):  # a class without labels is a class without labels
            value.label = "abcdefgh"[i]
    return values[-1]


def of_call(answer: Callable[..., Any], inputs: Inputs, at: int) -> Found:
    """A function of plain numbers, called with values instead: the graph of what it computes."""
    names = iter("pqrstuvw")

    def valued(x: Any) -> Any:
        return Value(x, label=next(names, "")) if isinstance(x, float) else [valued(y) for y in x]

    return answer(*(valued(x) for x in inputs["args"])), None


def of_neuron(answer: Any, inputs: Inputs, at: int) -> Found:
    """What the learner's neuron computed."""
    made = answer(len(inputs["x"]))
    for i, (w, x) in enumerate(zip(made.w, inputs["w"], strict=True)):
        w.data, w.label = x, f"w{i + 1}"
    made.b.data, made.b.label = inputs["b"], "b"
    return made([Value(x, label=f"x{i + 1}") for i, x in enumerate(inputs["x"])]), None


def of_model(answer: Any, inputs: Inputs, at: int) -> Found:
    """What the learner's model computed, with its parameters named."""
    made = answer()
    for i, (p, x) in enumerate(zip(made.parameters(), inputs["weights"], strict=False)):
        p.data, p.label = x, f"p{i + 1}"
    return made(inputs["x"]), None


def of_rule(symbol: str, value: Callable[..., float]) -> Callable[[Any, Inputs, int], Found]:
    """One operation with the learner's local derivatives on its edges."""

    def graph(answer: Callable[..., Any], inputs: Inputs, at: int) -> Found:
        at_numbers = inputs["args"]
        slopes = probes.flat(answer(*at_numbers))
        wrong = max(at, 0)
        shown = at_numbers[: len(slopes)]
        text = (
            f"∂out/∂{'xy'[wrong]}: your rule says {number_text(slopes[wrong])} here. Nudge {'xy'[wrong]}, "
            "by hand or in a cell, and see how fast out really changes."
        )
        leaves = len(shown)
        out = Trace(
            op=[""] * leaves + [f"your {symbol}"],
            data=[*shown, value(*at_numbers)],
            grad=[*slopes, 1.0],
            label={**{i: "xy"[i] for i in range(leaves)}, leaves: "out"},
            params={},
            group=[-1] * (leaves + 1),
            groups=[],
            line={},
            sources=list(range(leaves)),
            targets=[leaves] * leaves,
            slot=list(range(leaves)),
            local=[float(s) for s in slopes],
            order=[leaves],
            engine="observed",
        )
        return out, Fault("wrong local derivative", text, edge=wrong)

    return graph


def by_hand(expression: str, inner: str = "") -> Callable[[Any, Inputs, int], Found]:
    """The forward pass of an expression, with a mark at the value whose gradient is not right yet.

    Args:
        expression: As text.
        inner: Names for the results of its operations, in order, but for the last.
    """

    def graph(answer: Any, inputs: Inputs, at: int) -> Found:
        shown = trace(expression, leaves=inputs["given"])
        made = [i for i, op in enumerate(shown.op) if op]
        shown.label.update(zip(made, inner.split(), strict=False))
        shown.order, shown.grad = [], [None] * len(shown)
        shown.note = "Only the forward pass is shown: the way back is yours."
        key = inputs["asked"][max(at, 0)]
        node = next((i for i, label in shown.label.items() if label == key), shown.root)
        said = answer.get(key) if isinstance(answer, dict) else None
        given = (
            f"you say {number_text(said)}" if isinstance(said, float | int) and math.isfinite(said) else "no number yet"
        )
        ways = sum(source == node for source in shown.sources)
        text = (
            f"{key}: {given}. {'One edge leads' if ways == 1 else f'{ways} edges lead'} from {key} toward the result."
        )
        return shown, Fault("wrong gradient", text, node=node)

    return graph
