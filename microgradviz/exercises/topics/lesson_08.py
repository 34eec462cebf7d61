"""Lesson 08: operations that the learner puts on the engine, and two local derivatives from memory."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from ..base import DrawCases, Exercise, Inputs, Row, WrongAnswer
from ..judge import case_graphs, draw_arguments, draw_several_cases, probes, random_number, random_numbers
from ..stages import find_method


def _program(rng: Random, x: float, op: str, n: float) -> Inputs:
    """One operation, and the gradient that arrives at it."""
    return {"leaves": [x], "steps": [[op, 0, n]], "before": 0.0, "arriving": random_number(rng)}


def _used_again(x: float, y: float, op: str, n: float) -> Inputs:
    """op(op(x) + y) · x: x is used twice, and only the results' own inputs lead back to it."""
    return {"leaves": [x, y], "steps": [[op, 0, n], ["+", 2, 1], [op, 3, n], ["*", 4, 0]]}


def _method_exercise(
    name: str,
    operation: str,
    method: str,
    *,
    title: str,
    says: str,
    docstring: str,
    hints: tuple[str, ...],
    cases: Callable[[Random], list[tuple[float, float]]],
    again: Callable[[Random], list[tuple[float, float, float]]],
    local: str,
    wrong: dict[str, str],
    wrong_values: dict[str, dict[str, str]],
) -> Exercise:
    """The exercise of one method: what it computes, what it remembers, and what its `_backward` adds.

    Args:
        name: Of the exercise.
        operation: What the probes call it.
        method: What the class calls it.
        title: A few words.
        says: The prompt.
        docstring: What the method gives back.
        hints: From a nudge to nearly all.
        cases: Draws (x, n) for one operation; n is 0 where there is none.
        again: Draws (x, y, n) for an expression that uses the operation twice.
        local: The local derivative as the solution has it.
        wrong: Sentence for each wrong local derivative.
        wrong_values: {a part of the solution: {what stands there instead: the sentence}}, beyond the common slips.
    """
    found = find_method("08", method)

    def draw(rng: Random, before: bool = False) -> list[Inputs]:
        drawn = [_program(rng, x, operation, n) for x, n in cases(rng)]
        for inputs, sign in zip(drawn, (1, -1) * len(drawn), strict=False):
            inputs["arriving"] = sign * abs(inputs["arriving"])
        return [inputs | {"before": random_number(rng)} for inputs in drawn] if before else drawn

    return Exercise(
        name=name,
        lesson="08",
        title=title,
        prompt=says,
        answer=found.function,
        method=method,
        docstring=docstring,
        solution=found.cell,
        hints=hints,
        rows=(
            Row("the value that it computes", 1, draw, probe=probes.program_data, graph=case_graphs.program_graph),
            Row("what it adds to its input", 1, draw, probe=probes.closure_grads, graph=case_graphs.program_graph),
            Row(
                "gradients that are there already are kept", 1, lambda rng: draw(rng, True), probe=probes.closure_grads
            ),
            Row(
                "backward() through an expression that uses it twice",
                1,
                lambda rng: [_used_again(x, y, operation, n) for x, y, n in again(rng)],
                probe=probes.value_grads,
                graph=case_graphs.program_graph,
            ),
        ),
        wrong_parts={f"d_self = {local}": {f"d_self = {k}": v for k, v in wrong.items()}, **wrong_values},
        wrong_answers=(
            WrongAnswer(
                "`=` throws away what has arrived before. Contributions add: write `+=`.",
                edits={"self.grad += ": "self.grad = "},
            ),
            WrongAnswer(
                "The gradient arriving is missing: the contribution is local derivative × `out.grad`.",
                edits={"d_self * out.grad": "d_self"},
            ),
            WrongAnswer(
                "`out.grad` is what arrives, `out.data` is the number computed: you multiply by the wrong one.",
                edits={"d_self * out.grad": "d_self * out.data"},
            ),
            WrongAnswer(
                "The result remembers no input, so nothing can flow back: give it `(self,)`, a tuple of one.",
                edits={"(self,)": "()"},
            ),
            WrongAnswer(
                "`_prev` takes a tuple, and a tuple of one has a comma: `(self,)`. `(self)` is only self in brackets.",
                edits={"(self,)": "(self)"},
            ),
            WrongAnswer(
                "The rule is written, but the result does not have it: `out._backward = _backward` is missing.",
                edits={"    out._backward = _backward\n": ""},
            ),
            WrongAnswer(
                "`_backward()` with brackets runs at once, when nothing has arrived. Hand over the function: `out._backward = _backward`.",
                edits={"out._backward = _backward": "out._backward = _backward()"},
            ),
            WrongAnswer(
                "A plain number cannot pass anything back: make a `Value` of it, with its inputs, and return that.",
                edits={"return out": "return data"},
            ),
            WrongAnswer(
                "Only add to `self.grad`: `backward()` calls the others, in their order. Called from here too, they pass theirs on more than once.",
                edits={"* out.grad  # add to grad\n": "* out.grad\n        self._backward()\n"},
            ),
            WrongAnswer(
                "`out.grad` is not yours to clear: the picture, and the next who looks, find 0 there.",
                edits={"* out.grad  # add to grad\n": "* out.grad\n        out.grad = 0.0\n"},
            ),
        ),
    )


def _powers(rng: Random) -> list[tuple[float, float]]:
    below = [(-abs(random_number(rng)), n) for n in (2.0, 3.0)]
    return [
        *below,
        *((random_number(rng, 0.3, 3), n) for n in rng.sample([4.0, 0.5, -1.0, -2.0], 3)),
        *((0.0, n) for n in (2.0, 0.0)),
    ]


def _on_both_sides(rng: Random) -> list[tuple[float, float]]:
    """Two numbers above 0 and two below it, so that each finds gradients of both signs; and 0 itself."""
    signs = rng.choice([(1, 1, -1, -1), (-1, -1, 1, 1)])
    return [*((sign * abs(random_number(rng)), 0.0) for sign in signs), (0.0, 0.0)]


def _slope_exercise(
    name: str,
    operation: str,
    value: Callable[..., float],
    *,
    arguments: str,
    says: str,
    right: str,
    hints: tuple[str, ...],
    draw: DrawCases,
    special: tuple[str, tuple[Inputs, ...]],
    wrong: dict[str, str],
    before: str = "",
) -> Exercise:
    """The exercise of one rule: a function of the operation's inputs that returns its local derivative(s).

    Args:
        name: Of the exercise and of the function.
        operation: What it is called.
        value: What the operation computes.
        arguments: The function's parameters, as text.
        says: The prompt.
        right: What the function returns, as an expression.
        hints: From a nudge to nearly all.
        draw: Draws arguments.
        special: A second row: its text, and cases that are worth looking at; drawn ones come with them, so that who
            knows these by heart earns nothing.
        wrong: Sentence for each wrong expression: {expression: sentence}.
        before: Lines of the function that come before the return.
    """
    imports = "import math\n\n\n" if "math." in "".join([before, right, *wrong]) else ""
    head = f"{imports}def {name}({arguments}):\n"
    of = "d out / d x" if arguments != "x, y" else "d out / d x and d out / d y"
    graph = case_graphs.rule_graph(operation, value)
    return Exercise(
        name=name,
        lesson="08",
        title=f"The rule of {operation}",
        prompt=says,
        docstring=f"{of}, at the given numbers.",
        solution=f"{head}{before}    return {right}\n",
        hints=hints,
        rows=(
            Row("at drawn numbers", 2, draw, graph=graph),
            Row(special[0], 1, lambda rng: [*special[1], *draw(rng)], graph=graph),
        ),
        wrong_parts={right: wrong},
    )


def _at(*numbers: float) -> Inputs:
    return {"args": list(numbers)}


EXERCISES = (
    _slope_exercise(
        "slope_tanh", "tanh", math.tanh,
        arguments="x",
        says="`out = tanh(x)`. Write `slope_tanh(x)`: how fast out changes with x. (`math.tanh` computes tanh.)",
        right="1 - t * t",
        before="    t = math.tanh(x)\n",
        hints=("The rule uses the output: compute t = math.tanh(x) first.", "At 0 tanh is steepest, with slope 1; far out it is flat, slope 0.", "1 minus t squared."),
        draw=draw_several_cases(4, draw_arguments(1)),
        special=("at 0, and far out", (_at(0.0), _at(15.0))),
        wrong={
            "1 - x * x": "tanh's rule uses its *output*; yours uses the input.",
            "1 - t": "Nearly: look at t = −0.9 and t = 0.9. tanh is as steep at both, so the sign of t must play no part.",
            "t * (1 - t)": "That is the rule of sigmoid. At 0 it would give 0, and there tanh is steepest.",
            "(1 - t) ** 2": "The square belongs to t alone: 1 − t². Yours is 3.61 where t is −0.9 and 0.01 where t is 0.9, and tanh is as steep at both.",
            "1 + t * t": "The square is subtracted: where tanh is flat, its slope must come near 0.",
            "t": "That is tanh itself, not its slope.",
        },
    ),
    _slope_exercise(
        "slope_mul", "mul", lambda x, y: x * y,
        arguments="x, y",
        says="`out = x * y`. Write `slope_mul(x, y)`: how fast out changes with x, and how fast with y, as a pair.",
        right="y, x",
        hints=("(x + 1) · y is x · y and one more y.", "Times swaps: each gets the other."),
        draw=draw_several_cases(4, draw_arguments(2)),
        special=("at 0", (_at(0.0, 2.5), _at(-3.0, 0.0))),
        wrong={
            "x, y": "Times swaps: how fast x · y changes with x is decided by y.",
            "1.0, 1.0": "That is plus's rule. When x grows by 1, x · y grows by y.",
            "x * y, x * y": "That is the value of the product, not its slopes.",
            "y + x, x + y": "Each input gets the other one, not the sum of both.",
        },
    ),
    _method_exercise(
        "power_rule",
        "**",
        "__pow__",
        title="A power",
        says="""\
Write `power(self, n)`, which `x**n` calls. n is a plain number, not a `Value`: the result has one input. The four comments
of lesson 05 say what belongs into it. And `x**0` is 1 everywhere, at x = 0, too: which slope is that?""",
        docstring="self ** n, for a plain number n.",
        hints=(
            "Look at `tanh`: one input, and the same four lines. What changes is what it computes and the local derivative.",
            "From school: the slope of xⁿ is n · xⁿ⁻¹. In Python `**` comes before `-`, so the exponent needs brackets.",
            "`d_self = n * self.data ** (n - 1) if n else 0.0`, then `self.grad += d_self * out.grad`.",
        ),
        cases=_powers,
        again=lambda rng: [(x, y, n) for n in (3.0, -1.0) for x, y in [random_numbers(rng, 2, 0.3, 2.5)]],
        local="n * self.data ** (n - 1) if n else 0.0",
        wrong={
            "n * self.data ** (n - 1)": "The rule is right but for one place: `x**0` at x = 0, where it divides by 0. A power that is 1 everywhere has the slope 0: `… if n else 0.0`.",
            "n * self.data ** n - 1": "`x ** n - 1` subtracts 1 from the power, for `**` comes first. The exponent needs brackets: `x ** (n - 1)`.",
            "n * self.data ** n": "The exponent must change as well: it is one less.",
            "self.data ** (n - 1)": "The exponent comes to the front, as a factor n.",
            "(n - 1) * self.data ** (n - 1)": "The factor in front is n itself; only the exponent is one less.",
            "2 * self.data": "That is right for n = 2 alone. The rule has an n in it: n · xⁿ⁻¹.",
            "n * out.data ** (n - 1)": "The power's rule uses its *input*, `self.data`; yours uses the output.",
        },
        wrong_values={
            "data = self.data**n": {
                "data = self.data * n": "`self.data * n` is a product. A power is `self.data**n`."
            },
            "(self,)": {
                "(self, n)": "n is a plain number, to which nothing can be passed back: the result has one input, `(self,)`."
            },
            "d_self = n * self.data ** (n - 1) if n else 0.0  # local derivative\n        self.grad += d_self * out.grad": {
                "self.grad += n * self.data**n - 1 * out.grad": "`n * x**n-1 * out.grad` is n · xⁿ less out.grad, for `-` comes last: the exponent needs brackets, `x**(n - 1)`."
            },
        },
    ),
    _method_exercise(
        "exp_rule",
        "exp",
        "exp",
        title="exp",
        says="Write `exp(self)`. `math.exp` computes it. Which number does its rule need: the input or the output?",
        docstring="e to the power of self.",
        hints=(
            "exp is the function that grows as fast as it is large.",
            "Its slope is its own value. That is computed already, so there is no need to compute it again.",
            "`d_self = out.data`.",
        ),
        cases=lambda rng: [(x, 0.0) for x in random_numbers(rng, 4)],
        again=lambda rng: [(x, y, 0.0) for x, y in [random_numbers(rng, 2, -1.5, 1.2) for _ in range(2)]],
        local="out.data",
        wrong={
            "self.data": "exp's rule uses its *output*; yours uses the input.",
            "math.exp(out.data)": "`out.data` is exp of the input already: this takes exp twice.",
            "self.data * math.exp(self.data - 1)": "That is the rule of powers. In exp(x), x *is* the exponent.",
            "self.data * out.data": "One factor is too much: the slope of exp is its output alone.",
            "1 / self.data": "That is the rule of log, which undoes exp.",
            "1.0": "1 is the slope of exp at 0 alone: exp grows as fast as it is large.",
        },
        wrong_values={},
    ),
    _method_exercise(
        "relu_rule",
        "relu",
        "relu",
        title="relu, a gate",
        says="""\
Write `relu(self)`: the number itself where it is positive, else 0. It is a gate: what is its local derivative where the gate
is open, and where it is shut? At exactly 0 count it as shut.""",
        docstring="self where it is positive, else 0.",
        hints=(
            "relu is two straight lines: what is the slope of each?",
            "To the right of 0 the output moves as the input does; to the left it does not move at all.",
            "`d_self = 1.0 if self.data > 0 else 0.0`.",
        ),
        cases=_on_both_sides,
        again=lambda rng: [
            (sign * abs(random_number(rng)), other * abs(random_number(rng)), 0.0) for sign in (1, -1) for other in (1, -1)
        ],
        local="1.0 if self.data > 0 else 0.0",
        wrong={
            "1.0 if self.data >= 0 else 0.0": "Nearly: at exactly 0 the gate counts as shut, by convention.",
            "out.data": "That is relu itself. The slope of an open gate is 1, however large the number is.",
            "1.0": "Left of 0 relu is flat: nothing gets through there.",
            "1.0 if self.data > 0 else -1.0": "Left of 0 relu is flat, and flat means slope 0. (−1 would be |x|.)",
            "(self.data > 0) - (self.data < 0)": "That is the sign of x, the slope of |x|. Left of 0 relu is flat: slope 0.",
            "0.0 if self.data > 0 else 1.0": "It is the other way round: the gate is open for positive numbers.",
            "1.0 if out.grad > 0 else 0.0": "The gate is set by the number that went *forward*, not by the gradient that comes back: that may have any sign.",
        },
        wrong_values={
            "data = 0.0 if self.data < 0 else self.data": {
                "data = abs(self.data)": "That is |x|, which turns negative numbers round. relu makes them 0.",
                "data = self.data if self.data > 0 else 1.0": "What does not get through the gate is 0.",
            },
            "self.grad += d_self * out.grad": {
                "if self.data > 0:\n            self.grad = out.grad": "Where the gate is open, `=` throws away what has arrived before: write `+=`.",
                "self.grad = self.grad + out.grad if self.data > 0 else 0.0": "Where the gate is shut nothing is *added*, and what has arrived along other paths stays: leave grad alone there.",
            },
            "return out": {
                "return self if self.data > 0 else out": "An operation makes a *new* Value, also where the number stays the same: return that, not self."
            },
        },
    ),
)  # fmt: skip
