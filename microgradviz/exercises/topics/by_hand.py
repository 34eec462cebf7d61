"""Lessons 02 and 03: gradients found with a pencil."""

from __future__ import annotations

from .. import graphs, probes
from ..base import Exercise, Row
from ..judging import judge_numbers
from ..random_inputs import ask_for_entries, random_whole_numbers


def _entry_rows(keys: str, expression: str, inner: str, tolerance: float = 1e-9) -> tuple[Row, ...]:
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


_L = {"a": 2.0, "b": -3.0, "c": 10.0, "f": -2.0}
_SUM = {"a": 2.0, "b": -3.0, "c": 10.0}
_NEURON = {"x1": 2.0, "w1": -3.0, "x2": 0.0, "w2": 1.0, "b": 6.8813735870195432}


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
a = {a}, **u = a + 1, v = 3 · a, d = u · v**. What are the gradients of u, v and a? There are two ways from a to d.""",
        given={"a": 2.0},
        vary=lambda rng: random_whole_numbers(rng, "a"),
        stub='diamond_by_hand = {"u": None, "v": None, "a": None}\n',
        solution="""\
u, v = a + 1, 3 * a
diamond_by_hand = {"u": v, "v": u, "a": v * 1 + u * 3}
""",
        needs=("engine",),
        hints=(
            "First u and v: times swaps.",
            "Through u there arrives v · 1 at a. What arrives through v?",
            "Contributions add.",
        ),
        rows=_entry_rows("u v a", "d = (a + 1) * (3 * a)", "u v"),
        wrong_parts={
            '{"u": v, "v": u, "a": v * 1 + u * 3}': {
                '{"u": v, "v": u, "a": v * 1}': "That is what comes through u alone. a is also used in v: what comes from there is added.",
                '{"u": v, "v": u, "a": u * 3}': "That is what comes through v alone. a is also used in u: what comes from there is added.",
                '{"u": v, "v": u, "a": (v * 1) * (u * 3)}': "Along one way rates multiply, but two ways *add*.",
                '{"u": u, "v": v, "a": v * 1 + u * 3}': "Times swaps: u gets v, and v gets u.",
                '{"u": u, "v": v, "a": v}': "Times swaps: u gets v, and v gets u. And two ways lead back to a: what comes along them adds.",
            },
        },
    ),
    Exercise(
        name="neuron_by_hand",
        lesson="03",
        title="A whole neuron",
        prompt="""\
**o = tanh(n), n = x1 · w1 + x2 · w2 + b** with x1 = {x1}, w1 = {w1}, x2 = {x2}, w2 = {w2} and b = 6.8813735870195432, so that
n = 0.8814 and o = 0.7071. What are the gradients of o? The local derivative of tanh is 1 − o². Four digits are enough.""",
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
            "First tanh: 1 − 0.7071 · 0.7071. That is n's gradient.",
            "n is a sum, and plus copies. Each product then swaps.",
        ),
        rows=_entry_rows("x1 w1 x2 w2 b", "o = tanh(x1 * w1 + x2 * w2 + b)", "x1w1 x2w2 x1w1x2w2 n", 1e-3),
        wrong_parts={
            "through = 1 - o * o": {
                "through = 1": "Those are the gradients of n. Nothing has passed through tanh yet: multiply by 1 − o².",
                "through = 1 - n * n": "tanh's rule uses its *output* o, not its input n.",
                "through = 1 - o": "Square o: the rule is 1 − o².",
                "through = -o * o": "1 − o² is multiplied, not o² alone.",
            },
            'through * w1, "w1": through * x1, "x2": through * w2, "w2": through * x2': {
                'through * x1, "w1": through * w1, "x2": through * x2, "w2": through * w2': "Times swaps: an input's gradient holds its weight, and a weight's holds its input."
            },
        },
    ),
)
