"""Lesson 00: a first gradient."""

from __future__ import annotations

from ..base import Exercise, Row
from ..judge import (
    ask_for_entries,
    case_graphs,
    probes,
)


def rows_by_hand(text: str, expression: str, inner: str) -> tuple[Row, ...]:
    """A point for the gradient with respect to each of a, b and c; the text names one in place of {}."""
    graph = case_graphs.expression_graph(expression, inner)
    return tuple(
        Row(text.format(key), 1, ask_for_entries([key]), probe=probes.entries_by_hand, graph=graph) for key in "abc"
    )


NO_NUMBER_YET = "Write a number in place of each `None`."


EXERCISES = (
    Exercise(
        name="first_gradients",
        lesson="00",
        title="Your first gradients",
        prompt="""\
**d = a · b + c** once more, with other numbers: a = {a}, b = {b}, c = {c}. What are the gradients of d with respect to a, b
and c? Write each one in place of its `None`, run the cell, and then run the one below it.""",
        given={"a": 5.0, "b": -2.0, "c": 4.0},
        stub='first_gradients = {"a": None, "b": None, "c": None}\n',
        solution='first_gradients = {"a": b, "b": a, "c": 1}\n',
        needs=("engine",),
        hints=(
            "Let a grow by 1 and compute d again. By how much did it change?",
            "In a · b, each 1 that a grows adds one more b. And the other way round?",
            "Each 1 that c grows adds 1 to d, whatever c is.",
        ),
        rows=rows_by_hand("the gradient of {}", "d = a * b + c", "e"),
        wrong_parts={
            '{"a": b, "b": a, "c": 1}': {
                '{"a": a, "b": b, "c": 1}': "In a · b, how fast the product changes with one factor is decided by the *other* factor.",
                '{"a": a, "b": b, "c": c}': "Those are the values of a, b and c. A gradient says how fast d changes when one of them does.",
                '{"a": b, "b": a, "c": c}': "That is the value of c. The question is how fast d changes when c does.",
                '{"a": b * 0.1, "b": a * 0.1, "c": 0.1}': "That is the *change* of d for a nudge of 0.1. The gradient is the change for each 1: divide by the nudge.",
                '{"a": b, "b": a, "c": 0}': "c is only added: let it grow by 1, and see by how much d grows.",
                '{"a": 1, "b": 1, "c": 1}': "1 is right for c, which is only added. Let a grow by 1 and compute d again: a is *multiplied*, by b.",
                '{"a": -b, "b": a, "c": 1}': "The sign of a's gradient is turned round: when a grows by 1, does d rise or fall?",
                '{"a": b, "b": -a, "c": 1}': "The sign of b's gradient is turned round: when b grows by 1, does d rise or fall?",
                '{"a": a * b, "b": a * b, "c": 1}': "a · b is the value of the product. How much does it grow when one factor grows by 1?",
                '{"a": -3, "b": 2, "c": 1}': "Those belong to the lesson's first d, at a = 2 and b = −3. Here a and b are others, so their gradients are, too.",
            },
        },
        stub_sentence=NO_NUMBER_YET,
    ),
)
