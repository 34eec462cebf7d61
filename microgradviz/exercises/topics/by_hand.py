"""Lessons 02 and 03: gradients found with a pencil, what moves what, and the update."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from .. import graphs, probes
from ..base import Exercise, Row
from ..judging import judge_numbers
from ..probes import Inputs
from ..random_inputs import ask_for_entries, draw_several_cases, random_numbers, random_whole_numbers


def _entry_rows(
    keys: str, expression: str | Callable[..., Any], inner: str, tolerance: float = 1e-9
) -> tuple[Row, ...]:
    """A point for each gradient."""
    graph = graphs.expression_graph(expression, inner)
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


def _update_arguments(rng: Random, count: int) -> Inputs:
    return {"args": [random_numbers(rng, count), random_numbers(rng, count), rng.choice([0.1, 0.05, 0.01])]}


def _square_of_line(x: Any) -> Any:
    u = 2 * x - 3
    return u * u


_TURNED = "The size is right, the sign is not: minus times plus is minus, and minus times minus is plus."
_SUM = {"a": 4.0, "b": -1.0, "c": -5.0}
_L = {"a": -1.0, "b": 4.0, "c": 7.0, "f": 2.0}
_MOMENTS = ((1, "w.data"), (1, "w.grad"), (2, "w.data"), (2, "w.grad"), (2, "y.data"))
_NEURON = {"x1": -2.0, "w1": 0.5, "x2": 3.0, "w2": 1.5, "b": -2.8068528194400547}


EXERCISES = (
    Exercise(
        name="sum_times_by_hand",
        lesson="02",
        title="Plus copies, times swaps",
        prompt="**p = (a + b) · c** with a = {a}, b = {b}, c = {c}. What are the three gradients?",
        given=_SUM,
        vary=lambda rng: random_whole_numbers(rng, "abc"),
        stub='sum_times_by_hand = {"a": None, "b": None, "c": None}\n',
        solution='sum_times_by_hand = {"a": c, "b": c, "c": a + b}\n',
        needs=("engine",),
        hints=(
            "Begin at p, whose gradient is 1, and go back one operation: which two numbers are multiplied?",
            "Times swaps: the sum gets c, and c gets the sum. Plus hands what it gets to both.",
        ),
        rows=_entry_rows("a b c", "p = (a + b) * c", "s"),
        wrong_parts={
            '{"a": c, "b": c, "c": a + b}': {
                '{"a": 1, "b": 1, "c": a + b}': "That stops one operation early: 1 is the rate of the *sum*. Multiply by what arrives at the sum.",
                '{"a": -c, "b": -c, "c": -(a + b)}': _TURNED,
                '{"a": c, "b": c, "c": a - b}': "c gets the sum a + b: to add a negative b is to take away.",
                '{"a": b * c, "b": a * c, "c": a + b}': "Plus does not look at the values: it hands the same gradient to a and to b.",
                '{"a": c, "b": c, "c": c}': "Times swaps: c gets the other factor, the whole sum.",
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
        vary=lambda rng: random_whole_numbers(rng, "abcf"),
        stub='l_by_hand = {"a": None, "b": None, "c": None, "f": None}\n',
        solution='l_by_hand = {"a": f * b, "b": f * a, "c": f, "f": a * b + c}\n',
        needs=("engine",),
        hints=(
            "Call d = a · b + c. Then L = d · f, and times swaps.",
            "What arrives at d goes unchanged to c and to a · b: plus copies.",
            "a's gradient is (what arrives at a · b) times b.",
        ),
        rows=_entry_rows("a b c f", "L = (a * b + c) * f", "e d"),
        wrong_parts={
            '{"a": f * b, "b": f * a, "c": f, "f": a * b + c}': {
                '{"a": b, "b": a, "c": 1, "f": a * b + c}': "You stopped at d: multiply by d's own gradient, which is f. Rates along a path multiply.",
                '{"a": -f * b, "b": -f * a, "c": -f, "f": -(a * b + c)}': _TURNED,
                '{"a": f * b, "b": f * a, "c": f, "f": c - a * b}': "f gets the whole sum a · b + c: look at the sign of a · b.",
                '{"a": f * a, "b": f * b, "c": f, "f": a * b + c}': "Times swaps: a's gradient holds b, and b's holds a.",
                '{"a": f + b, "b": f + a, "c": f, "f": a * b + c}': "Rates along a path multiply; they do not add.",
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
        vary=lambda rng: random_whole_numbers(rng, "a"),
        stub='diamond_by_hand = {"u": None, "v": None, "a": None}\n',
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
        rows=_entry_rows("u v a", "d = (a + 2) * (4 * a)", "u v"),
        wrong_parts={
            '{"u": v, "v": u, "a": v * 1 + u * 4}': {
                '{"u": v, "v": u, "a": v * 1}': "That is what comes through u alone. a is also used in v: what comes from there is added.",
                '{"u": v, "v": u, "a": u * 4}': "That is what comes through v alone. a is also used in u: what comes from there is added.",
                '{"u": v, "v": u, "a": (v * 1) * (u * 4)}': "Along one way rates multiply, but two ways *add*.",
                '{"u": v, "v": u, "a": 1 + 4}': "1 and 4 are the local derivatives: each is multiplied by the gradient arriving before the two are added.",
                '{"u": -v, "v": -u, "a": -(v * 1 + u * 4)}': _TURNED,
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
        vary=lambda rng: random_whole_numbers(rng, "x"),
        stub='inside_first = {"u": None, "x": None}\n',
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
        rows=_entry_rows("u x", _square_of_line, "2x u"),
        wrong_parts={
            '{"u": u + u, "x": (u + u) * 2}': {
                '{"u": u + u, "x": (x + x) * 2}': "You took the rate of squaring at x. But it is u that is squared: take it at u's value.",
                '{"u": x + x, "x": (x + x) * 2}': "You took the rate of squaring at x. But u is squared, so begin by finding what u is.",
                '{"u": u + u, "x": u + u}': "You stopped at u: multiply by the rate of u with x, which is 2.",
                '{"u": u, "x": u * 2}': "u is used twice, as the left factor and as the right one: its two contributions add.",
                '{"u": u * u, "x": u * u * 2}': "The two contributions of u *add*: u + u, not u · u.",
                '{"u": u + u, "x": u + u + 2}': "Rates along a path multiply; they do not add.",
                '{"u": u + u, "x": (u + u) * (2 - 3)}': "The −3 is only added: it moves u, but not the rate of u with x.",
                '{"u": u + u, "x": (u + u) * u}': "The rate of u with x is 2, however large u is.",
                '{"u": -(u + u), "x": -(u + u) * 2}': _TURNED,
            },
        },
    ),
    Exercise(
        name="neuron_by_hand",
        lesson="03",
        title="A whole neuron",
        prompt="""\
**o = tanh(n), n = x1 · w1 + x2 · w2 + b** with x1 = {x1}, w1 = {w1}, x2 = {x2}, w2 = {w2} and b = −2.8068528194400547, so
that n = 0.6931 and o = 0.6. What are the gradients of o? Four digits are enough.""",
        given=_NEURON,
        stub='neuron_by_hand = {"x1": None, "w1": None, "x2": None, "w2": None, "b": None}\n',
        solution="""\
import math

n = x1 * w1 + x2 * w2 + b
o = math.tanh(n)
through = 1 - o * o
neuron_by_hand = {"x1": through * w1, "w1": through * x1, "x2": through * w2, "w2": through * x2, "b": through}
""",
        needs=("engine",),
        hints=(
            "First tanh, whose local derivative is 1 − o²: here 1 − 0.6 · 0.6. That is n's gradient.",
            "n is a sum, and plus copies. Each product then swaps.",
        ),
        rows=_entry_rows("x1 w1 x2 w2 b", "o = tanh(x1 * w1 + x2 * w2 + b)", "x1w1 x2w2 x1w1x2w2 n", 1e-3),
        wrong_parts={
            "through = 1 - o * o": {
                "through = 1": "Those are the rates of n. Nothing has passed through tanh yet: multiply by 1 − o².",
                "through = -(1 - o * o)": _TURNED,
                "through = 1 - n * n": "tanh's rule uses its *output* o, not its input n.",
                "through = 1 - o": "Square o: the rule is 1 − o².",
                "through = o": "That multiplies by o itself. The local derivative of tanh is 1 − o².",
                "through = -o * o": "1 − o² is multiplied, not o² alone.",
                "through = (1 - o * o) * b": "b's own value plays no part: it is only added.",
            },
            'through * w1, "w1": through * x1, "x2": through * w2, "w2": through * x2': {
                'through * x1, "w1": through * w1, "x2": through * x2, "w2": through * w2': "Times swaps: an input's gradient holds its weight, and a weight's holds its input.",
                'through * abs(w1), "w1": through * abs(x1), "x2": through * abs(w2), "w2": through * abs(x2)': "A sign got lost on the way: times swaps the other number *with its sign*.",
            },
        },
    ),
    Exercise(
        name="what_moved",
        lesson="03",
        title="What moved?",
        prompt="""\
w = {w}, x = {x}, **y = w · x**, all of them values. Two lines run, one after the other:

```python
y.backward()
w.data -= 0.1 * w.grad
```

What is `w.data` after the first line, and `w.grad`? And after the second line, what are `w.data`, `w.grad` and `y.data`?""",
        given={"w": 3.0, "x": -4.0},
        vary=lambda rng: random_whole_numbers(rng, "wx"),
        stub="""\
what_moved = {
    "w.data after line 1": None,
    "w.grad after line 1": None,
    "w.data after line 2": None,
    "w.grad after line 2": None,
    "y.data after line 2": None,
}
""",
        solution="""\
moved = w - 0.1 * x
what_moved = {
    "w.data after line 1": w,
    "w.grad after line 1": x,
    "w.data after line 2": moved,
    "w.grad after line 2": x,
    "y.data after line 2": w * x,
}
""",
        needs=("engine",),
        hints=(
            "Read line 1 alone: which of data and grad does backward() write?",
            "Line 2 writes one number. Which one? Everything else stays as it was.",
            "y was computed when y = w · x ran. Has anything computed it again?",
        ),
        rows=tuple(
            Row(key, 1, ask_for_entries([key]), probe=probes.entries_by_hand, judge=judge_numbers())
            for key in (f"{name} after line {k}" for k, name in _MOMENTS)
        ),
        wrong_parts={
            '"w.data after line 1": w,': {
                '"w.data after line 1": moved,': "`backward()` fills in gradients and moves no weight: only line 2 writes `w.data`.",
                '"w.data after line 1": w + x,': "`backward()` writes the gradient into `w.grad`. It does not add it to `w.data`.",
                '"w.data after line 1": x,': "The gradient goes into `w.grad`; `w.data` is the weight itself.",
            },
            '"w.grad after line 1": x,': {
                '"w.grad after line 1": w,': "Times swaps: w's gradient is the other factor.",
                '"w.grad after line 1": 0,': "A grad is 0 before `backward()`. Line 1 has filled it in.",
                '"w.grad after line 1": 0.1 * x,': "The rate 0.1 belongs to the update; a gradient knows nothing of it.",
            },
            "moved = w - 0.1 * x": {
                "moved = w + 0.1 * x": "The update steps *against* the gradient: it is a minus, and minus times minus is plus.",
                "moved = w - x": "You took a whole gradient for a step: multiply it by 0.1.",
                "moved = w": "Line 2 is where w moves: it takes 0.1 times the gradient away.",
                "moved = w - 0.1": "The step is 0.1 *times the gradient*.",
            },
            '"w.grad after line 2": x,': {
                '"w.grad after line 2": 0,': "Line 2 reads `w.grad`, and leaves it as it is. Nobody has set it to 0.",
                '"w.grad after line 2": moved,': "Line 2 writes `w.data`. `w.grad` is only read.",
            },
            '"y.data after line 2": w * x,': {
                '"y.data after line 2": moved * x,': "y does not follow by itself: until `y = w * x` is played forward again, it keeps its old number.",
                '"y.data after line 2": w * x - 0.1,': "Line 2 writes `w.data` and nothing else, so y keeps its number.",
            },
        },
    ),
    Exercise(
        name="one_update",
        lesson="03",
        title="One update, written",
        prompt="""\
Write `one_update(numbers, grads, rate)`. It gets the numbers of some weights as a list, their gradients in the same order, and
a learning rate, and returns a **new list**: each number after its step. (`for x, g in zip(numbers, grads):` goes through both
lists at once.)""",
        docstring="The numbers after one step against their gradients.",
        solution="""\
def one_update(numbers, grads, rate):
    moved = []
    for x, g in zip(numbers, grads):
        moved.append(x - rate * g)
    return moved
""",
        hints=(
            "For one weight it was `w.data -= 0.1 * w.grad`. What stands here for 0.1, for `w.data`, for `w.grad`?",
            "Begin with an empty list, and append a number for each pair.",
            "moved.append(x - rate * g)",
        ),
        rows=(
            Row("one weight", 1, draw_several_cases(2, lambda rng: _update_arguments(rng, 1))),
            Row("several weights", 1, draw_several_cases(2, lambda rng: _update_arguments(rng, 3))),
        ),
        wrong_parts={
            "moved.append(x - rate * g)": {
                "moved.append(x + rate * g)": "A step goes *against* the gradient: minus.",
                "moved.append(x - g)": "That is a step of a whole gradient: multiply it by the rate.",
                "moved.append(rate * g)": "That is the size of the step; the new number is the old one minus it.",
                "moved.append(-rate * g)": "That is the step alone: add it to the number.",
                "moved.append(x - rate)": "Every number moves by the same there. The step is the rate *times its own gradient*.",
                "moved.append(x * (1 - rate * g))": "The step is taken away from the number; it does not multiply it.",
                "moved.append((x - g) * rate)": "Only the gradient is multiplied by the rate: x − rate · g needs no brackets.",
                "moved.append(g - rate * x)": "The two lists changed places: the number moves, by its gradient.",
            },
            "    return moved": {
                "        return moved": "The return stands inside the loop, so it ends after the first weight: indent it less.",
            },
        },
    ),
)
