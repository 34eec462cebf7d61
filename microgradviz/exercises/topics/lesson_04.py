"""Lesson 04: the class Value, method by method."""

from __future__ import annotations

from random import Random

from ..base import DrawCases, Exercise, Inputs, Row, WrongAnswer
from ..judge import case_graphs, probes, random_numbers
from ..stages import find_method

_WRAP = "    other = other if isinstance(other, Value) else Value(other)\n"


def _draw(*programs: list[list[object]]) -> DrawCases:
    """Draws two leaves for each of these programs."""
    return lambda rng: [{"leaves": random_numbers(rng, 2), "steps": steps} for steps in programs]


def _draw_pairs(op: str) -> DrawCases:
    """Draws which two of three leaves an operation takes, and which one twice."""

    def draw(rng: Random) -> list[Inputs]:
        (i, j), k = rng.sample(range(3), 2), rng.randrange(3)
        return [{"leaves": random_numbers(rng, 3), "steps": [step]} for step in ([op, i, j], [op, k, k])]

    return draw


def _data_row(text: str, points: int, draw: DrawCases) -> Row:
    return Row(text, points, draw, probe=probes.program_data, graph=case_graphs.program_graph)


def _memory_row(text: str, points: int, draw: DrawCases) -> Row:
    return Row(text, points, draw, probe=probes.op_and_inputs, graph=case_graphs.program_graph)


def _way_back_row(text: str, points: int, draw: DrawCases) -> Row:
    return Row(text, points, draw, probe=probes.way_back_to_leaves, graph=case_graphs.program_graph)


def _binary_wrong_answers(symbol: str, thing: str) -> tuple[WrongAnswer, ...]:
    """What goes wrong in `+` and in `*` alike.

    Args:
        symbol: The operation's symbol.
        thing: What its result is called.
    """
    number = f"self.data {symbol} other.data"
    made = f'Value({number}, (self, other), "{symbol}")'
    return (
        WrongAnswer(
            f'The result remembers nothing: hand its two inputs and its symbol on, `Value(…, (self, other), "{symbol}")`.',
            edits={f', (self, other), "{symbol}"': ""},
        ),
        WrongAnswer(
            "The result is a plain number here: make a new Value of it, or it has no `_prev` to remember with.",
            edits={f"return {made}": f"return {number}"},
        ),
        WrongAnswer(
            f"A plain number comes back, which remembers nothing: wrap other, and make a new Value of the {thing}.",
            edits={_WRAP: "", f"return {made}": f"return {number}"},
        ),
        WrongAnswer(
            f'The symbol is missing: it comes third, `Value(…, (self, other), "{symbol}")`.',
            edits={f', "{symbol}")': ")"},
        ),
        WrongAnswer(
            "`(self)` is self in brackets. Both inputs belong there: `(self, other)`.",
            edits={"(self, other), ": "(self), "},
        ),
        WrongAnswer(
            f"It goes round in circles: `self {symbol} other` asks this very method again. Take the numbers, `{number}`.",
            edits={f"return {made}": f'return Value(self {symbol} other, (self, other), "{symbol}")'},
        ),
        WrongAnswer(
            "The inputs are *one* thing, a tuple: `(self, other)`, with brackets of its own.",
            edits={"(self, other), ": "self, other, "},
        ),
        WrongAnswer(
            "`_prev` must be a tuple, in round brackets: a set `{…}` has no order, and of a + a it keeps one a.",
            edits={"(self, other), ": "{self, other}, "},
        ),
        WrongAnswer(
            "`self` itself is changed and handed back. An operation makes a *new* Value and leaves its inputs as they are.",
            edits={f"return {made}": f"self.data {symbol}= other.data\n    return self"},
        ),
        WrongAnswer(
            f"The {thing} is right, but `self.data` was changed on the way: write `{number}`, without `{symbol}=`.",
            edits={
                f"return {made}": f'self.data {symbol}= other.data\n    return Value(self.data, (self, other), "{symbol}")'
            },
        ),
        WrongAnswer(
            "`_prev` holds the numbers of the inputs; keep the Values themselves, which alone have gradients and inputs.",
            edits={"(self, other), ": "(self.data, other.data), "},
        ),
        WrongAnswer(
            "`_prev` holds new Values with the same numbers: keep `self` and `other` themselves.",
            edits={"(self, other), ": "(Value(self.data), Value(other.data)), "},
        ),
        WrongAnswer(
            "`_prev` holds only one of the two inputs: both belong there.",
            edits={"(self, other), ": "(self,), "},
        ),
        WrongAnswer(
            "With Values it is right; a plain number has no `.data`: wrap it first, in the line before.",
            edits={_WRAP: ""},
        ),
        WrongAnswer(
            "Every `other` is wrapped, and a Value is then a Value inside a Value: wrap only what `isinstance(other, Value)` denies.",
            edits={_WRAP: "    other = Value(other)\n"},
        ),
        WrongAnswer(
            "A plain number is an input, too: wrap it, so that `_prev` can hold it beside self.",
            edits={
                _WRAP: f'    if not isinstance(other, Value):\n        return Value(self.data {symbol} other, (self,), "{symbol}")\n'
            },
        ),
    )


_PLUS, _TIMES = find_method("04", "__add__").cell, find_method("04", "__mul__").cell
_MINUS, _MINUS_OF = find_method("04", "__neg__").cell, find_method("04", "__rsub__").cell
_FORGETS = "The number is right, but the result has forgotten where it came from: nothing leads back to `a`."
_OWN_SYMBOL = (
    "A new kind of operation would need a rule of its own in the next lesson; make it of `+` and `*`, which you have."
)
_OWN_NUMBER = (
    "That is a plain number. Calculate with `self`, not with `self.data`: the operators you wrote do the rest."
)

EXERCISES = (
    Exercise(
        name="add_values",
        lesson="04",
        title="Write +",
        prompt="""\
Write `add`: a **new** Value with the sum, which remembers its two inputs and the symbol `"+"`. `other` may also be a plain number,
as in `a + 1`.""",
        answer="add",
        method="__add__",
        docstring="A new Value: self + other.",
        solution=_PLUS,
        hints=(
            "`a + b` calls `add(a, b)`: there, self is a and other is b. Their numbers are self.data and other.data.",
            "Three things go into the new Value: its number, the tuple of its inputs, its symbol.",
            'First wrap other if it is no Value; then: return Value(self.data + other.data, (self, other), "+")',
        ),
        rows=(
            _data_row("adds two values", 1, _draw([["+", 0, 1]], [["+", 0, 1], ["+", 2, 0]])),
            _memory_row("remembers its inputs and its symbol", 2, _draw_pairs("+")),
            _memory_row("a + 1.5: a plain number", 1, _draw([["+", 0, 1.5]], [["+", 0, 0.0]], [["+int", 0, 2.0]])),
        ),
        wrong_parts={
            '"+")': {
                '"add")': 'The symbol is `"+"`, one sign, as the picture shows it.',
            },
        },
        wrong_answers=_binary_wrong_answers("+", "sum"),
    ),
    Exercise(
        name="mul_values",
        lesson="04",
        title="Write *",
        prompt="Now `mul`, for `a * b` and for `a * 3`. It has the shape of `add`; two things differ.",
        answer="mul",
        method="__mul__",
        docstring="A new Value: self × other.",
        solution=_TIMES,
        hints=(
            "What are the two things? The arithmetic, and the symbol.",
            'return Value(self.data * other.data, (self, other), "*")',
        ),
        rows=(
            _data_row("multiplies two values", 1, _draw([["*", 0, 1]], [["*", 0, 1], ["*", 2, 0]])),
            _memory_row("remembers its inputs and its symbol", 2, _draw_pairs("*")),
            _memory_row("a * 3: a plain number", 1, _draw([["*", 0, 3.0]], [["*", 0, 1.0]], [["*int", 0, 3.0]])),
        ),
        wrong_parts={
            "self.data * other.data": {
                "self.data + other.data": "`*` adds here: did you copy `add` and leave its plus?",
                "self.data * self.data": "self is multiplied by itself there: the second factor is other's.",
            },
            '"*")': {'"+")': 'The symbol is still that of a sum; this is a `"*"`.'},
        },
        wrong_answers=_binary_wrong_answers("*", "product"),
    ),
    Exercise(
        name="negative",
        lesson="04",
        title="Write −a",
        prompt="""\
`-a` asks the class for `__neg__`. Write `neg` in one line, with an operator that Value has already, so that its result remembers
where it came from without further work.""",
        answer="neg",
        method="__neg__",
        docstring="A new Value: minus self.",
        solution=_MINUS,
        hints=("By which number must a be multiplied to turn its sign?", "`self * …` is your own `*`: it remembers."),
        rows=(
            _data_row("the number of −a", 1, _draw([["neg", 0, 0]], [["*", 0, 1], ["neg", 2, 0], ["+", 3, 1]])),
            _way_back_row("made of + and *, with a way back to a", 2, _draw([["neg", 0, 0], ["*", 2, 1]])),
        ),
        wrong_parts={
            "self * -1": {
                "self * 1": "−a must turn the sign of the number: multiply by −1.",
                "Value(-self.data)": _FORGETS,
                "-self.data": _OWN_NUMBER,
                'Value(-self.data, (self,), "-")': _OWN_SYMBOL,
                "-self": "It goes round in circles: `-self`, and `0 - self` as well, ask for this very method again.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "a itself is changed: after `b = -a`, a must still be what it was.",
                edits={"return self * -1": "self.data = -self.data\n    return self"},
            ),
        ),
    ),
    Exercise(
        name="reflected_sub",
        lesson="04",
        title="5 − a",
        prompt="""\
In `5 - a` Python asks the 5 first, which knows no Values, and then calls `rsub(a, 5)`: **self is a, other is the 5 in front**.
Write it with operators that Value has already.""",
        answer="rsub",
        method="__rsub__",
        docstring="A new Value: other − self.",
        solution=_MINUS_OF,
        hints=(
            "5 − a is 5 + (−a). Which of the two is self?",
            "`-self` is a Value by your neg, and a number plus a Value works.",
        ),
        rows=(
            _data_row("the number of 5 − a", 1, _draw([["r-", 0, 5.0]], [["*", 0, 1], ["r-", 2, 2.5], ["*", 3, 0]])),
            _way_back_row("made of + and *, with a way back to a", 2, _draw([["r-", 0, 5.0], ["*", 2, 1]])),
        ),
        wrong_parts={
            "other + (-self)": {
                "self - other": "That is a − 5: in `rsub`, other stands in front.",
                "other - self": "It goes round in circles: `other - self` is what Python could not do, so it asks rsub again.",
                "other - self.data": _OWN_NUMBER,
                "Value(other - self.data)": _FORGETS,
                "Value(other.data - self.data)": "The 5 in front is a plain number: it has no `.data`.",
                'Value(other - self.data, (self,), "-")': _OWN_SYMBOL,
                "other + self": "It adds: self must come with a minus.",
                "-self": "Where is the 5? It is `other`, and belongs in the sum.",
            },
        },
    ),
)
