"""Lesson 02: gradients found with a pencil."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..base import Exercise, Row
from ..judge import ask_for_entries, case_graphs, judge_numbers, probes
from .lesson_00 import NO_NUMBER_YET


def entry_rows(keys: str, expression: str | Callable[..., Any], inner: str, tolerance: float = 1e-9) -> tuple[Row, ...]:
    """A point for each gradient."""
    graph = case_graphs.expression_graph(expression, inner)
    return tuple(
        Row(
            f"gradient of {key}",
            1,
            ask_for_entries([key]),
            probe=probes.entries_by_hand,
            judge=judge_numbers(tolerance),
            graph=graph,
        )
        for key in keys.split()
    )


def _square_of_line(x: Any) -> Any:
    u = 2 * x - 3
    return u * u


TURNED_SIGN = "The size is right, the sign is not: go over it once more, each number *with its sign*."
_SUM = {"a": 4.0, "b": -1.0, "c": -5.0}
_L = {"a": -1.0, "b": 4.0, "c": 7.0, "f": 2.0}


EXERCISES = (
    Exercise(
        name="sum_times_by_hand",
        lesson="02",
        title="Plus copies, times swaps",
        prompt="**p = (a + b) · c** with a = {a}, b = {b}, c = {c}. What are the three gradients?",
        given=_SUM,
        stub='sum_times_by_hand = {"a": None, "b": None, "c": None}\n',
        stub_sentence=NO_NUMBER_YET,
        solution='sum_times_by_hand = {"a": c, "b": c, "c": a + b}\n',
        needs=("engine",),
        hints=(
            "Begin at p, whose gradient is 1, and go back one operation: which two numbers are multiplied?",
            "Times swaps: the sum gets c, and c gets the sum. Plus hands what it gets to both.",
        ),
        rows=entry_rows("a b c", "p = (a + b) * c", "s"),
        wrong_parts={
            '{"a": c, "b": c, "c": a + b}': {
                '{"a": 1, "b": 1, "c": a + b}': "That stops one operation early: 1 is the rate of the *sum*. Multiply by what arrives at the sum.",
                '{"a": -c, "b": -c, "c": -(a + b)}': TURNED_SIGN,
                '{"a": c, "b": c, "c": a - b}': "c gets the sum a + b: to add a negative b is to take away.",
                '{"a": b * c, "b": a * c, "c": a + b}': "Plus does not look at the values: it hands the same gradient to a and to b.",
                '{"a": c, "b": c, "c": a * b}': "c gets the other factor, and that is the *sum* a + b.",
                '{"a": c, "b": c, "c": c}': "Times swaps: c gets the other factor, the whole sum.",
                '{"a": a + b, "b": a + b, "c": c}': "Times swaps: the sum gets c, and c gets the sum.",
                '{"a": a, "b": b, "c": c}': "Those are the values. How fast does p change with each? Begin at p, and go back.",
                '{"a": b, "b": a, "c": a + b}': "It is times that swaps. a and b are added: plus hands on what arrives.",
                '{"a": 10, "b": 10, "c": a + b}': "10 was c in the lesson's p. Here c is another number.",
                '{"a": 1, "b": 1, "c": 1}': "1 is the rate of a sum, but p is a product: times swaps.",
                '{"a": c / 2, "b": c / 2, "c": a + b}': "Plus does not share out what arrives: a and b each get all of it, not a half.",
            },
        },
    ),
    Exercise(
        name="l_by_hand",
        lesson="02",
        title="The chain rule on L",
        prompt="""\
**L = (a · b + c) · f** with a = {a}, b = {b}, c = {c}, f = {f}. Find the four gradients of L, from the right to the left.""",
        given=_L,
        stub='l_by_hand = {"a": None, "b": None, "c": None, "f": None}\n',
        stub_sentence=NO_NUMBER_YET,
        solution='l_by_hand = {"a": f * b, "b": f * a, "c": f, "f": a * b + c}\n',
        needs=("engine",),
        hints=(
            "Call d = a · b + c. Then L = d · f, and times swaps.",
            "What arrives at d goes unchanged to c and to a · b: plus copies.",
            "a's gradient is (what arrives at a · b) times b.",
        ),
        rows=entry_rows("a b c f", "L = (a * b + c) * f", "e d"),
        wrong_parts={
            '{"a": f * b, "b": f * a, "c": f, "f": a * b + c}': {
                '{"a": b, "b": a, "c": 1, "f": a * b + c}': "You stopped at d: multiply by d's own gradient, which is f. Rates along a path multiply.",
                '{"a": -f * b, "b": -f * a, "c": -f, "f": -(a * b + c)}': TURNED_SIGN,
                '{"a": f * b, "b": f * a, "c": f, "f": c - a * b}': "f gets the whole sum a · b + c: look at the sign of a · b.",
                '{"a": f * b, "b": f * a, "c": f, "f": a * b}': "f gets the other factor, all of it: what was added to a · b belongs to it.",
                '{"a": f * a, "b": f * b, "c": f, "f": a * b + c}': "Times swaps: a's gradient holds b, and b's holds a.",
                '{"a": f + b, "b": f + a, "c": f, "f": a * b + c}': "Rates along a path multiply; they do not add.",
                '{"a": 6, "b": -4, "c": -2, "f": 4}': "6, −4, −2 and 4 belong to the lesson's first L. Here its numbers are others.",
                '{"a": a, "b": b, "c": c, "f": f}': "Those are the values. How fast does L change with each? Begin at L, and go back.",
                '{"a": f * b, "b": f * a, "c": f, "f": f}': "Times swaps here too: f gets the other factor.",
                '{"a": f * b, "b": f * a, "c": f * c, "f": a * b + c}': "c is not multiplied by anything on its way into d, so its own value plays no part.",
            },
        },
    ),
    Exercise(
        name="diamond_by_hand",
        lesson="02",
        title="Two ways back to a",
        prompt="""\
a = {a}, **u = a + 2, v = 4 · a, d = u · v**. What are the gradients of u, v and a? There are two ways from a to d.""",
        given={"a": 3.0},
        stub='diamond_by_hand = {"u": None, "v": None, "a": None}\n',
        stub_sentence=NO_NUMBER_YET,
        solution="""\
u, v = a + 2, 4 * a
diamond_by_hand = {"u": v, "v": u, "a": v * 1 + u * 4}
""",
        needs=("engine",),
        hints=(
            "First u and v: times swaps.",
            "Through u, the contribution to a is v · 1. What is it through v?",
            "Contributions add.",
        ),
        rows=entry_rows("u v a", "d = (a + 2) * (4 * a)", "u v"),
        wrong_parts={
            '{"u": v, "v": u, "a": v * 1 + u * 4}': {
                '{"u": v, "v": u, "a": v * 1}': "That is what comes through u alone. a is also used in v: what comes from there is added.",
                '{"u": v, "v": u, "a": u * 4}': "That is what comes through v alone. a is also used in u: what comes from there is added.",
                '{"u": v, "v": u, "a": (v * 1) * (u * 4)}': "Along one way rates multiply, but two ways *add*.",
                '{"u": v, "v": u, "a": u * v}': "That is the value of d. How fast does d change with a? Two ways lead back to it.",
                '{"u": v, "v": u, "a": 1 * 4}': "1 and 4 stand on two ways: each is multiplied by what arrives there, and then the two are added.",
                '{"u": v, "v": u, "a": v + u}': "Two gradients added, of v and of u. Each has to pass an edge first: multiply it by the local derivative there.",
                '{"u": 1, "v": 4, "a": 1 + 4}': "1 and 4 are the local derivatives of the edges from a. Begin at d, whose gradient is 1, and swap.",
                '{"u": v, "v": u, "a": 1 + 4}': "1 and 4 are the local derivatives: each is multiplied by the gradient arriving before the two are added.",
                '{"u": v, "v": u, "a": a * v}': "The value of a plays no part of its own: what counts is how fast u and v change with it.",
                '{"u": -v, "v": -u, "a": -(v * 1 + u * 4)}': TURNED_SIGN,
                '{"u": v, "v": u, "a": v * 1 - u * 4}': "Contributions are added, each with its own sign; nothing is taken away here.",
                '{"u": u, "v": v, "a": v * 1 + u * 4}': "Times swaps: u gets v, and v gets u.",
                '{"u": u, "v": v, "a": u * 1 + v * 4}': "Times swaps: u gets v, and v gets u. What comes through them to a then changes, too.",
                '{"u": u, "v": v, "a": v}': "Times swaps: u gets v, and v gets u. And two ways lead back to a: what comes along them adds.",
            },
        },
    ),
    Exercise(
        name="inside_first",
        lesson="02",
        title="The outer rate, at the inner value",
        prompt="x = {x}, **u = 2 · x − 3, y = u · u**. What are the gradients of u and of x?",
        given={"x": 4.0},
        stub='inside_first = {"u": None, "x": None}\n',
        stub_sentence=NO_NUMBER_YET,
        solution="""\
u = 2 * x - 3
inside_first = {"u": u + u, "x": (u + u) * 2}
""",
        needs=("engine",),
        hints=(
            "What is u? Write the number down: the step from u to y sees nothing else.",
            "u is used twice in u · u. What are the two contributions?",
            "x's gradient is u's gradient times the rate of u with x, which is 2.",
        ),
        rows=entry_rows("u x", _square_of_line, "2x u"),
        wrong_parts={
            '{"u": u + u, "x": (u + u) * 2}': {
                '{"u": u + u, "x": (x + x) * 2}': "You took the rate of squaring at x. But it is u that is squared: take it at u's value.",
                '{"u": x + x, "x": (x + x) * 2}': "You took the rate of squaring at x. But u is squared, so begin by finding what u is.",
                '{"u": u + u, "x": 2}': "2 is the local derivative: multiply it by the gradient that arrives at u.",
                '{"u": u + u, "x": 2 * x}': "2 · x is a part of u's value. How fast does u change with x, and y with u?",
                '{"u": u + u, "x": u + u}': "You stopped at u: multiply by the rate of u with x, which is 2.",
                '{"u": u, "x": u * 2}': "u is used twice, as the left factor and as the right one: its two contributions add.",
                '{"u": u * u, "x": u * u * 2}': "The two contributions of u *add*: u + u, not u · u.",
                '{"u": u + u, "x": u + u + 2}': "Rates along a path multiply; they do not add.",
                '{"u": u + u, "x": (u + u) * (2 - 3)}': "The −3 is only added: it moves u, but not the rate of u with x.",
                '{"u": u + u, "x": (u + u) * u}': "The rate of u with x is 2, however large u is.",
                '{"u": -(u + u), "x": -(u + u) * 2}': TURNED_SIGN,
            },
        },
    ),
)
