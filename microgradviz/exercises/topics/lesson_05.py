"""Lesson 05: local derivatives as methods, each operation with its own `_backward`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..base import DrawCases, Exercise, Inputs, Row, WrongAnswer
from ..judge import ask_for_entries, case_graphs, probes, random_number, random_numbers
from ..stages import find_method

_ADDS_UP = "`=` throws away what has arrived before. Contributions add: write `+=`."
_NO_ARRIVING = "The gradient arriving is missing: a contribution is out.grad × local derivative."
_OUT_DATA = "`out.grad` is what arrives, `out.data` is the number computed: you multiply by the wrong one."
_NEVER_PUT = "Nothing arrives at the inputs. Is `out._backward = _backward` there? Is out.grad read *inside* `_backward`, which runs later?"
_CALLED = "`_backward()` with brackets calls it on the spot, before anything has arrived: store it, `out._backward = _backward`."
_ARGUMENTS = "`_backward` is called without arguments, and needs none: it remembers self, other and out by itself."
_ZEROED = "out.grad is set to 0 afterwards: leave it; an operation changes the grads of its inputs, no other."
_GOES_ON = "It calls the inputs' `_backward` as well. An operation serves its own inputs and stops there; who goes on comes later."
_WRAP = "    other = other if isinstance(other, Value) else Value(other)\n"
_PUT = "    out._backward = _backward\n"


def _closure_cases(rng: Random, steps: list[object], before: bool, low: float = -3.0) -> Inputs:
    leaves = random_numbers(rng, 2, low, 3.0 if low < -2 else -low)
    arriving, some = random_numbers(rng, 2)
    return {"leaves": leaves, "steps": [steps], "before": some if before else 0.0, "arriving": arriving}


def _draw(*steps: list[object], before: bool = False, low: float = -3.0) -> DrawCases:
    """Draws a case of one operation for each of these steps; with `before`, grads that are there already."""
    return lambda rng: [_closure_cases(rng, step, before, low) for step in steps]


def _pairs(op: str, rng: Random) -> list[Inputs]:
    """An operation on two values, on one and a plain number, at 0, and on whole numbers so large that a nudge of a
    millionth changes them by little more than rounding."""
    x, y = random_numbers(rng, 2)
    large = [float(rng.randint(2**24, 2**25)), -float(rng.randint(2**24, 2**25))]
    drawn = [
        _closure_cases(rng, steps, False) for steps in ([op, 0, 1], [op, 0, 1], [op, 0, 1.5], [f"{op}int", 0, 3.0])
    ]
    for inputs, leaves in zip(drawn, ([x, y], [0.0, y]), strict=False):
        inputs["leaves"] = leaves
    return [*drawn, {**drawn[0], "leaves": large, "arriving": float(rng.randint(2, 9))}]


def _row(text: str, points: int, probe: Callable[..., list[float]], draw: DrawCases) -> Row:
    return Row(text, points, draw, probe=probe, graph=case_graphs.program_graph)


def _rows_of(op: str, does: str, symbol: str) -> tuple[Row, ...]:
    """The rows of an operation on two values."""
    return (
        _row(f"{does} as before", 1, probes.program_data, _draw([op, 0, 1], [op, 0, 1.5])),
        _row("remembers its inputs and its symbol", 1, probes.op_and_inputs, _draw([op, 0, 1], [op, 1, 1])),
        _row(f"_backward of a {symbol} b", 1, probes.closure_grads, lambda rng: _pairs(op, rng)),
        _row("what has arrived before is kept", 1, probes.closure_grads, _draw([op, 0, 1], before=True)),
        _row(f"a {symbol} a", 1, probes.closure_grads, _draw([op, 0, 0], [op, 1, 1])),
    )


def _wrong_of_two() -> tuple[WrongAnswer, ...]:
    """What goes wrong in the rules of `+` and of `*` alike."""
    return (
        WrongAnswer(_ADDS_UP, edits={" += ": " = "}),
        WrongAnswer(_NO_ARRIVING, edits={" * out.grad": ""}),
        WrongAnswer(_OUT_DATA, edits={" * out.grad": " * out.data"}),
        WrongAnswer(_NEVER_PUT, edits={_PUT: ""}),
        WrongAnswer(_CALLED, edits={_PUT: "    out._backward = _backward()\n"}),
        WrongAnswer(_ZEROED, edits={"d_other * out.grad\n": "d_other * out.grad\n        out.grad = 0.0\n"}),
        WrongAnswer(
            _GOES_ON,
            edits={"d_other * out.grad\n": "d_other * out.grad\n        self._backward()\n        other._backward()\n"},
        ),
        WrongAnswer(_ARGUMENTS, edits={"def _backward():": "def _backward(self, other):"}),
        WrongAnswer(
            "`_backward` is no method: nobody hands self over. It remembers self; leave its brackets empty.",
            edits={"def _backward():": "def _backward(self):"},
        ),
        WrongAnswer(
            "With Values it is right; a plain number has no `.data`: wrap it first, as in lesson 04.", edits={_WRAP: ""}
        ),
        WrongAnswer(
            "Only self gets its contribution: other is an input, too.",
            edits={"        other.grad += d_other * out.grad\n": ""},
        ),
        WrongAnswer(
            "A contribution is gradient arriving *times* local derivative, not plus.",
            edits={" * out.grad": " + out.grad"},
        ),
        WrongAnswer(
            "The rule is right, but the result has lost its inputs: keep `(self, other)` and the symbol as in lesson 04.",
            edits={"data, (self, other), ": "data, (), "},
        ),
    )


_PLUS, _TIMES = find_method("05", "__add__").cell, find_method("05", "__mul__").cell
_TANH = "import math\n\n\n" + find_method("05", "tanh").cell
_HASTY = """\
def hasty_mul(self, other):
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        for_self = self.grad + other.data * out.grad
        for_other = other.grad + self.data * out.grad
        self.grad, other.grad = for_self, for_other

    out._backward = _backward
    return out
"""
_MENDED = _HASTY.replace(
    """\
        for_self = self.grad + other.data * out.grad
        for_other = other.grad + self.data * out.grad
        self.grad, other.grad = for_self, for_other
""",
    """\
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad
""",
)
_THREE = case_graphs.expression_graph("x * x + 4 * x", "u v")

EXERCISES = (
    Exercise(
        name="add_rule",
        lesson="05",
        title="+ brings its rule",
        prompt="""\
Write `add` once more, now with its `_backward`: it takes `out.grad`, which has arrived, and gives each input its contribution. Keep what
`add` did before, the wrapped number, the inputs and the symbol; the four comments of `double` will stand in every operation.""",
        answer="add",
        method="__add__",
        docstring="A new Value: self + other; its _backward serves self and other.",
        solution=_PLUS,
        hints=(
            "Each input gets: gradient arriving × local derivative. For + the local derivatives are 1 and 1.",
            "`_backward` is a function inside add, without arguments; below it: out._backward = _backward.",
            "self.grad += 1.0 * out.grad",
        ),
        rows=_rows_of("+", "adds", "+"),
        wrong_parts={
            "d_self, d_other = 1.0, 1.0": {
                "d_self, d_other = other.data, self.data": "That is times's rule. When self grows by 1, self + other grows by 1, whatever other is.",
                "d_self, d_other = self.data, other.data": "Plus does not look at the numbers: both local derivatives are 1.",
                "d_self, d_other = 0.5, 0.5": "Plus does not share out what arrives: each input gets all of it.",
            },
        },
        wrong_answers=_wrong_of_two(),
    ),
    Exercise(
        name="mul_rule",
        lesson="05",
        title="* brings its rule",
        prompt="The same for `mul`. Only the arithmetic, the symbol and the local derivatives differ from `add`.",
        answer="mul",
        method="__mul__",
        docstring="A new Value: self × other; its _backward serves self and other.",
        solution=_TIMES,
        hints=(
            "When self grows by 1, by how much does self × other grow?",
            "Times swaps: self's local derivative is other.data, other's is self.data.",
        ),
        rows=_rows_of("*", "multiplies", "×"),
        wrong_parts={
            "d_self, d_other = other.data, self.data": {
                "d_self, d_other = self.data, other.data": "Times swaps: self's local derivative is other.data.",
                "d_self, d_other = 1.0, 1.0": "That is plus's rule. When self grows by 1, self × other grows by other.",
                "d_self, d_other = out.data, out.data": "That is the whole product; the local derivative is the *other* factor alone.",
            },
            "data = self.data * other.data": {
                "data = self.data + other.data": "`*` adds here: did you copy `add` and leave its plus?"
            },
        },
        wrong_answers=_wrong_of_two(),
    ),
    Exercise(
        name="tanh_rule",
        lesson="05",
        title="tanh brings its rule",
        prompt="""\
`a.tanh()` has one input and the symbol `"tanh"`. Its local derivative is 1 − t², where t is the number that tanh has *given*.
`math.tanh` calculates it.""",
        answer="tanh",
        method="tanh",
        docstring="A new Value: tanh of self; its _backward serves self.",
        solution=_TANH,
        hints=(
            "A tuple of one needs a comma: (self,).",
            "The number that tanh has given is out.data: the local derivative is 1 − out.data**2.",
            "self.grad += (1 - out.data**2) * out.grad",
        ),
        rows=(
            _row("tanh of the number", 1, probes.program_data, _draw(["tanh", 0, 0], low=-1.5)),
            _row("remembers its input and its symbol", 1, probes.op_and_inputs, _draw(["tanh", 1, 1], low=-1.5)),
            _row("_backward of a.tanh()", 1, probes.closure_grads, _draw(["tanh", 0, 0], ["tanh", 1, 1], low=-1.5)),
            _row(
                "what has arrived before is kept", 1, probes.closure_grads, _draw(["tanh", 0, 0], before=True, low=-1.5)
            ),
        ),
        wrong_parts={
            "1 - out.data**2": {
                "1 - self.data**2": "The rule uses the *output* t, which is out.data, not the input.",
                "1 - out.data": "The square is missing: 1 − t².",
                "(1 - out.data) ** 2": "Only t is squared: 1 − t², and `**` binds more tightly than the minus.",
                "out.data * (1 - out.data)": "At 0 this gives 0, and there tanh is steepest: the rule is 1 − t².",
                "1 - out.grad**2": "t is the number computed, out.data; out.grad is what arrives.",
                "out.data**2 - 1": "The sign is turned: tanh never falls, and 1 − t² is never negative.",
                "out.data": "That is what tanh has given; how fast it changes is 1 − t².",
                "1 - out.data ^ 2": "`^` is no power in Python: write `out.data**2`.",
                "1.0": "That is plus's rule: tanh passes on less, 1 − t² of what arrives.",
            },
            "def _backward():": {"def _backward(self):": _ARGUMENTS},
            "math.tanh(self.data)": {
                "math.tanh(self)": "`math.tanh` wants a number: self.data.",
                "self.data": "The number itself comes through unchanged: math.tanh squashes it.",
            },
            "(self,)": {
                "(self)": "`(self)` is self in brackets; a tuple of one has a comma: `(self,)`.",
                "()": "The rule is right, but the result has lost its input: `(self,)`.",
            },
            " += ": {" = ": _ADDS_UP},
            " * out.grad": {"": _NO_ARRIVING, " * out.data": _OUT_DATA},
            _PUT: {"": _NEVER_PUT, "    out._backward = _backward()\n": _CALLED},
        },
        wrong_answers=(
            WrongAnswer(
                "Only t² is multiplied by out.grad there. Put 1 − t² in brackets: all of it is multiplied.",
                edits={"d_self * out.grad": "1 - out.data**2 * out.grad"},
            ),
            WrongAnswer(
                "That is a plain number: make a new Value of it, which remembers its input and brings its rule.",
                source="import math\n\n\ndef tanh(self):\n    return math.tanh(self.data)\n",
            ),
        ),
    ),
    Exercise(
        name="three_uses",
        lesson="05",
        title="One value, used three times",
        prompt="**y = x · x + 4 · x** at x = {x}. Three edges lead from x toward y. What is the gradient of x?",
        given={"x": 5.0},
        stub='three_uses = {"x": None}\n',
        solution='three_uses = {"x": x + x + 4}\n',
        needs=("engine",),
        hints=(
            "Draw it: u = x · x, v = 4 · x, y = u + v. What arrives at u and at v?",
            "x · x has two edges from x, and each brings a contribution; 4 · x brings the third.",
        ),
        rows=(Row("gradient of x", 2, ask_for_entries(["x"]), probe=probes.entries_by_hand, graph=_THREE),),
        wrong_parts={
            "x + x + 4": {
                "4": "That is the contribution of 4 · x alone: the one that came last, if `=` had kept it.",
                "x": "That is what one edge of x · x brings. There are three edges.",
                "1 + 1 + 1": "Three edges, but each brings its own local derivative: times swaps.",
                "x + x + x": "Along the edge into 4 · x the local derivative is 4: times swaps.",
                "x + x + x + 4": "4 · x has one edge from x, and along it comes 4 alone; x itself plays no part there.",
                "x + 4": "x · x counts twice: x stands on both of its edges.",
                "x + x": "The two edges of x · x are there; 4 · x brings a third contribution.",
                "x * x + 4 * x": "That is the value of y, not the gradient of x.",
                "x * x * 4": "Rates multiply along *one* path; the contributions of three paths add.",
            },
        },
    ),
    Exercise(
        name="hasty_product",
        lesson="05",
        title="Find the lost contribution",
        prompt="""\
Somebody wrote this rule for `*`. It has an `=`, but each sum begins with the old grad. `a * b` gets the right gradients, also
when something has arrived before. `a * a` gets only half. Why? Mend it.""",
        answer="hasty_mul",
        method="__mul__",
        stub=_HASTY,
        stub_sentence="It does as it did. In a * a both lines read the *same* grad: follow them one by one with a = 3, grad 0, out.grad 1.",
        solution=_MENDED,
        hints=(
            "In a * a, self and other are one value. What does a.grad hold while the second line is calculated?",
            "Both sums begin from the same old grad, and the second one stored wins.",
            "Add and store each contribution before you read the next: two lines with `+=`.",
        ),
        rows=(
            _row("a * a gets both contributions", 1, probes.closure_grads, _draw(["*", 0, 0], ["*", 1, 1])),
            _row(
                "also on top of what is there, and a * b",
                1,
                probes.closure_grads,
                lambda rng: [
                    *_draw(["*", 0, 0], ["*", 0, 1], before=True)(rng),
                    {**_closure_cases(rng, ["*", 0, 1], True), "leaves": [random_number(rng)] * 2},
                ],
            ),
        ),
        wrong_parts={
            "        self.grad += other.data * out.grad\n        other.grad += self.data * out.grad\n": {
                "        self.grad = other.data * out.grad\n        other.grad = self.data * out.grad\n": "Now what was there before is lost as well: `+=`, not `=`.",
                "        for_self = self.grad + other.data * out.grad\n        for_other = other.grad + self.data * out.grad\n        self.grad += for_self\n        other.grad += for_other\n": "The old grad is in for_self already, and `+=` adds it once more: add the contribution alone.",
                "        self.grad += other.data * out.grad\n        other.grad = self.data * out.grad\n": "One line is mended; the other one still forgets what the first has just added.",
                "        self.grad += 2 * other.data * out.grad\n": "Twice the first is right for a * a alone: in a * b, other gets nothing now.",
                "        self.grad += 2 * other.data * out.grad\n        other.grad += 2 * self.data * out.grad\n": "Doubling counts everything twice: each edge brings its contribution once.",
            },
        },
    ),
)
