"""Lesson 04: the class Value, operator by operator."""

from __future__ import annotations

from typing import Any

from .. import graphs, probes
from ..base import Exercise, Row, WrongAnswer
from ..random_inputs import DrawCases, draw_programs, random_numbers, random_shaped_programs

_MINUS_STEPS = [
    ["r*", 0, 2.0],
    ["r+", 0, 1.0],
    ["+", 0, 1.5],
    ["neg", 0, 0],
    ["-", 0, 1],
    ["r-", 0, 5.0],
    ["*", 0, 3.0],
]


def _draw_leaves(count: int, *steps: list[Any]) -> DrawCases:
    """Draws the leaves of a program of these steps."""
    return lambda rng: [{"leaves": random_numbers(rng, count), "steps": list(steps)}]


def _row(text: str, points: int, draw: DrawCases) -> Row:
    return Row(text, points, draw, probe=probes.program_data, graph=graphs.program_graph)


EXERCISES = (
    Exercise(
        name="value_class",
        lesson="04",
        title="A number that remembers",
        prompt="""\
Write a class `Value` with `+` and `*`. A Value has `data`, the number, `grad`, which begins at 0.0, and remembers where it came
from: `_prev`, its inputs (a set or a tuple), and `_op`, `"+"` or `"*"`; both are empty for a number that was simply given.""",
        answer="Value",
        stub="""\
class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data = data

    def __add__(self, other):
        pass

    def __mul__(self, other):
        pass
""",
        solution="""\
class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(_children)
        self._op = _op

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), "*")
""",
        hints=(
            "`a + b` calls `a.__add__(b)`: there, self is a and other is b.",
            "The result is a new Value: its data, its two inputs, its symbol.",
            'return Value(self.data + other.data, (self, other), "+")',
        ),
        rows=(
            _row(
                "+ and * compute",
                2,
                lambda rng: [*random_shaped_programs(rng, "diamond", "ladder"), *draw_programs(2)(rng)],
            ),
            Row(
                "results remember their inputs and their operation",
                2,
                lambda rng: [{"leaves": random_numbers(rng, 2), "steps": [[op, 0, 1]]} for op in "+*"],
                probe=probes.op_and_inputs,
                graph=graphs.program_graph,
            ),
        ),
        wrong_parts={
            "self.data * other.data": {
                "self.data + other.data": "`*` adds: did you copy `__add__` and leave its plus?"
            },
            "(self, other), ": {
                "(self,), ": "`_prev` holds only one of the two inputs: both belong there.",
                "(self.data, other.data), ": "`_prev` holds the numbers of the inputs; keep the Values themselves, for backward must reach them.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The result remembers nothing: hand its two inputs and its symbol on to the new Value.",
                edits={', (self, other), "+"': "", ', (self, other), "*"': ""},
            ),
            WrongAnswer(
                "A result is a plain number here: wrap it in a new Value, or the next + has no Value to work with.",
                edits={
                    'return Value(self.data + other.data, (self, other), "+")': "return self.data + other.data",
                    'return Value(self.data * other.data, (self, other), "*")': "return self.data * other.data",
                },
            ),
            WrongAnswer(
                "`self.data` is changed by an operation. An operation makes a *new* Value and leaves its inputs as they are.",
                edits={
                    'return Value(self.data + other.data, (self, other), "+")': "self.data += other.data\n        return self",
                    'return Value(self.data * other.data, (self, other), "*")': "self.data *= other.data\n        return self",
                },
            ),
            WrongAnswer(
                'The two symbols are mixed up: `_op` is "+" for a sum and "*" for a product.',
                edits={'other), "+")': 'other), "?")', 'other), "*")': 'other), "+")', 'other), "?")': 'other), "*")'},
            ),
        ),
    ),
    Exercise(
        name="value_repr",
        lesson="04",
        title="How a Value shows itself",
        prompt="""\
`print(Value(2.0))` shows something like `<Value object at 0x7f…>`, which helps nobody. Add a `__repr__`, so that it shows
`Value(data=2.0)`.""",
        answer="Value",
        stub="""\
class Value:
    def __init__(self, data):
        self.data = data
""",
        solution="""\
class Value:
    def __init__(self, data):
        self.data = data

    def __repr__(self):
        return f"Value(data={self.data})"
""",
        stub_sentence="It still shows an address. (`__str__` would not help: it serves print alone, and here Python asks `__repr__`.)",
        hints=(
            "`__repr__(self)` returns a text; it does not print.",
            'An f-string puts a number into a text: f"… {self.data} …".',
        ),
        rows=(
            Row(
                "repr(Value(…))",
                1,
                lambda rng: [{"args": [x]} for x in (2.0, *random_numbers(rng, 2))],
                probe=probes.repr_letters,
            ),
        ),
        wrong_parts={
            'return f"Value(data={self.data})"': {
                'print(f"Value(data={self.data})")': "`__repr__` must *return* the text, not print it; yours returns None.",
                'return f"Value({self.data})"': "The text says data=…, as in Value(data=2.0): then a reader knows which number it is.",
                'return "Value(data={self.data})"': "That is a text without its numbers: put an f before the opening quote.",
            },
        },
    ),
    Exercise(
        name="reflected",
        lesson="04",
        title="2 * a, a + 1 and −a",
        prompt="""\
So far `a + 1` fails, because 1 has no `.data`, and so does `2 * a`, because Python asks the 2 first. Complete the class, so that
numbers work on *both* sides of `+`, `*` and `-`, and `-a` works too.""",
        answer="Value",
        stub="""\
class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, set(_children), _op

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), "*")
""",
        solution="""\
class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, set(_children), _op

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return other + (-self)
""",
        hints=(
            "Turn what is not a Value into one: `other if isinstance(other, Value) else Value(other)`.",
            "If 2 does not know how to multiply a Value, Python asks the Value: `a.__rmul__(2)`.",
            "−a is a times −1; a − b is a + (−b). In `5 - a` the order matters: `__rsub__`.",
        ),
        rows=(
            _row("a + 1.5 and a * 3", 1, _draw_leaves(1, ["+", 0, 1.5], ["*", 0, 3.0])),
            _row("1 + a and 2 * a", 1, _draw_leaves(1, ["r+", 0, 1.0], ["r*", 0, 2.0])),
            _row("-a and a - b", 1, _draw_leaves(2, ["neg", 0, 0], ["-", 0, 1])),
            _row("5 - a, and all together", 1, _draw_leaves(2, *_MINUS_STEPS)),
        ),
        wrong_parts={
            "other + (-self)": {"self - other": "5 − a is not a − 5: in `__rsub__`, other stands in front."},
            "self * -1": {"self * 1": "−a must turn the sign of the number: multiply by −1."},
            "__rsub__": {"__rsub": "`__rsub__` is missing: 5 − a asks for it."},
            "        other = other if isinstance(other, Value) else Value(other)\n        return Value(self.data * other.data": {
                "        return Value(self.data * other.data": "`+` takes plain numbers now, `*` does not yet: wrap other there too."
            },
        },
        wrong_answers=(
            WrongAnswer(
                "`a + 1` works, `1 + a` does not yet: Python then asks for `__radd__` and `__rmul__`.",
                edits={"__radd__": "__radd", "__rmul__": "__rmul"},
            ),
        ),
    ),
)
