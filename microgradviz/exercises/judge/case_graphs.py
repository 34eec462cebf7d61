"""The graph behind an answer, for the picture: the learner's own values where there are some.

Each function takes an answer, the inputs of a case (and `given`, the numbers that the exercise names) and the place of
the first wrong number (−1 if it raised), and returns the graph and what to point at; None there means: whatever the
trace finds. What an answer raises goes through.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ...engine import Value
from ...sources import trace
from ...tracing import Fault, Trace, number_text
from ..base import Inputs, MakeGraph, MarkedGraph
from . import probes
from .node_places import ready_made_values

WRONG, MISSING = BY_HAND = ("wrong gradient", "no number yet")  # what is marked in gradients found by hand


def program_graph(answer: Any, inputs: Inputs, at: int) -> MarkedGraph:
    """The value that a program over the learner's class ends with."""
    values = probes.run_program(probes.class_with_method(answer, inputs), inputs)
    if "changed" in inputs:
        for v in values[: len(inputs["leaves"])]:
            v.data = inputs["changed"]
    root = _name_leaves(values, len(inputs["leaves"]))
    return _changed_leaves(root, inputs) if "changed" in inputs else (root, None)


def graph_with_arrivals(answer: Any, inputs: Inputs, at: int) -> MarkedGraph:
    """The same where a case has a grad that arrives and one that was there before: two factors and a sum bring them.

    Of its two orders the one whose trace shows a fault, if one does.
    """
    for first in (True, False):
        values = probes.run_program(probes.class_with_method(answer, inputs), inputs)
        _name_leaves(values, len(inputs["leaves"]))
        ways = values[-1] * inputs["arriving"], values[0] * (inputs["before"] or 1.0)
        root = ways[0] + ways[1] if first else ways[1] + ways[0]
        if trace(root).faults:
            break
    return root, None


def _changed_leaves(root: Any, inputs: Inputs) -> MarkedGraph:
    """The graph marked at the inputs, which were changed after the forward pass: the change is nobody's fault."""
    shown = trace(root)
    places = {name: i for i, name in shown.label.items()}
    now = number_text(inputs["changed"])
    return shown, [
        Fault(
            "inputs changed",
            f"{name} was {number_text(before)} in the forward pass and is {now} when backward() runs. "
            "Which of the two do your rules use?",
            node=places.get(name, shown.root),
        )
        for name, before in zip("abcdefgh", inputs["leaves"], strict=False)
    ]


def order_graph(answer: Callable[..., Any], inputs: Inputs, at: int) -> MarkedGraph:
    """A graph of ready-made nodes, where each passes its gradient on from last to first in the learner's order."""

    class NodeWithBackward(probes.Node):
        def backward(self) -> None:
            self.grad = 1.0
            for node in reversed(answer(self)):
                node._backward()

    return _name_leaves(ready_made_values(NodeWithBackward, inputs), len(inputs["leaves"])), None


def _name_leaves(values: list[Any], leaves: int) -> Any:
    """The last value, after the leaves have got letters as labels."""
    for i, value in enumerate(values[:leaves]):
        with suppress(Exception):  # a class without labels is a class without labels
            value.label = "abcdefgh"[i]
    return values[-1]


def function_graph(answer: Callable[..., Any], inputs: Inputs, at: int) -> MarkedGraph:
    """What a function of plain numbers computes: it is called with values instead."""
    names = iter("pqrstuvw")

    def as_values(x: Any) -> Any:
        return Value(x, label=next(names, "")) if isinstance(x, float) else [as_values(y) for y in x]

    return answer(*(as_values(x) for x in inputs["args"])), None


def neuron_graph(answer: Any, inputs: Inputs, at: int) -> MarkedGraph:
    """What the learner's neuron computes, with weights and inputs named."""
    made = answer(len(inputs["x"]))
    for i, (w, x) in enumerate(zip(made.w, inputs["w"], strict=True)):
        w.data, w.label = x, f"w{i + 1}"
    made.b.data, made.b.label = inputs["b"], "b"
    x = [type(made.b)(number) for number in inputs["x"]]
    for i, value in enumerate(x):
        value.label = f"x{i + 1}"
    return made(x), None


def model_graph(answer: Any, inputs: Inputs, at: int) -> MarkedGraph:
    """What the learner's model computes, with its parameters named."""
    made = answer()
    for i, (p, x) in enumerate(zip(made.parameters(), inputs["weights"], strict=False)):
        p.data, p.label = x, f"p{i + 1}"
    return made(inputs["x"]), None


def rule_graph(symbol: str, value: Callable[..., float]) -> MakeGraph:
    """Makes the graph of one operation with the learner's local derivatives on its edges.

    Args:
        symbol: What the operation is called.
        value: What it computes.
    """

    def graph(answer: Callable[..., Any], inputs: Inputs, at: int) -> MarkedGraph:
        at_numbers = inputs["args"]
        slopes = probes.flat_numbers(answer(*at_numbers))[: len(at_numbers)]
        leaves = [Value(x, label=name) for name, x in zip("xy", at_numbers[: len(slopes)], strict=False)]
        out = trace(Value(value(*at_numbers), tuple(leaves), f"your {symbol}", label="out"))
        out.local, out.grad, out.engine = list(slopes), [*slopes, 1.0], "observed"
        wrong = max(at, 0)
        text = (
            f"Along {'xy'[wrong]} your rule says × {number_text(slopes[wrong])}. Nudge {'xy'[wrong]}, "
            "by hand or in a cell, and see how fast out really changes."
        )
        return out, Fault("wrong local derivative", text, edge=wrong)

    return graph


def expression_graph(expression: str | Callable[..., Any], inner: str = "", of: str = "") -> MakeGraph:
    """Makes the forward pass of an expression, marked at the value whose gradient is not right yet.

    Args:
        expression: As text, or as a function if a value that an operation makes is used twice.
        inner: Names of the results of its operations, in order; the last may have none.
        of: The value whose gradient is asked for, if it is not the entry's own name.
    """

    def graph(answer: Any, inputs: Inputs, at: int) -> MarkedGraph:
        shown = trace(expression, leaves=inputs["given"])
        made = [i for i, op in enumerate(shown.op) if op]
        shown.label.update(zip(made, inner.split(), strict=False))
        return _marked_at_entry(shown, answer, inputs, at, of)

    return graph


def _marked_at_entry(shown: Trace, answer: Any, inputs: Inputs, at: int, of: str = "") -> MarkedGraph:
    _show_forward_only(shown)
    key = inputs["asked"][max(at, 0)]
    name = of or key
    node = next(i for i, label in shown.label.items() if label == name)
    said = answer.get(key) if isinstance(answer, dict) else None
    is_given = isinstance(said, float | int) and math.isfinite(said)
    given = f"you say {number_text(said)}" if is_given else MISSING
    ways = sum(source == node for source in shown.sources)
    text = f"{key}: {given}. {'One edge leads' if ways == 1 else f'{ways} edges lead'} from {name} toward the result."
    return shown, Fault(WRONG if is_given else MISSING, text, node=node)


def _show_forward_only(shown: Trace) -> None:
    shown.order, shown.grad = [], [None] * len(shown)
    shown.note = "Only the forward pass is shown: the way back is yours."


def order_by_hand_graph(answer: Any, inputs: Inputs, at: int) -> MarkedGraph:
    """The forward pass of a named program, marked at the first value that an order names before one of its users."""
    values = probes.run_program(Value, inputs)
    for value, name in zip(values, inputs["names"], strict=True):
        value.label = name
    shown = trace(values[-1])
    _show_forward_only(shown)
    nodes = {name: i for i, name in shown.label.items()}
    for name, node in nodes.items():
        if answer.count(name) != 1:
            kind = "twice" if name in answer else "missing"
            return shown, Fault(kind, f"Each value comes once. How often is {name} in your list?", node=node)
    for source, user in zip(shown.sources, shown.targets, strict=True):
        one, other = shown.label[source], shown.label[user]
        if answer.index(one) < answer.index(other):
            text = f"{one} comes early in your list. Follow the arrows that leave it: did all of them have their turn?"
            return shown, Fault("too early", text, node=source)
    return shown, None
