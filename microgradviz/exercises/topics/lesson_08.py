"""Lesson 08: two local derivatives from memory, and power, division, exp and log on the learner's engine."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from ..base import DrawCases, Exercise, Inputs, Row
from ..judge import case_graphs, draw_arguments, draw_several_cases, probes, random_number, random_numbers
from ..stages import find_method
from .method_exercise import method_exercise


def _powers(rng: Random) -> list[tuple[float, float]]:
    below = [(-abs(random_number(rng)), n) for n in (2.0, 3.0)]
    return [
        *below,
        *((random_number(rng, 0.3, 3), n) for n in rng.sample([4.0, 0.5, -1.0, -2.0], 3)),
        *((0.0, n) for n in (2.0, 1.0, 0.0)),
    ]


def _quotients(rng: Random) -> list[Inputs]:
    """a / b where b is above and below 0, and a / 4."""
    above, below = random_numbers(rng, 2, 0.4, 3)
    pairs = [[random_number(rng), above], [random_number(rng), -below]]
    return [
        *({"leaves": pair, "steps": [["/", 0, 1]]} for pair in pairs),
        {"leaves": pairs[0], "steps": [["/", 0, 4.0]]},
    ]


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
            "t * (1 - t)": "That is the rule of sigmoid (lesson 08b). At 0 it would give 0, and there tanh is steepest.",
            "(1 - t) ** 2": "The square belongs to t alone: 1 − t². Yours is 3.61 where t is −0.9 and 0.01 where t is 0.9, and tanh is as steep at both.",
            "1 - 2 * t": "A square is t · t, and not 2 · t: the rule is 1 − t².",
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
    method_exercise(
        "power_rule",
        "**",
        "__pow__",
        title="A power",
        says="""\
Write `power(self, n)`, which `x**n` calls. n is a plain number, not a `Value`: the result has one input. The four comments
of lesson 05 say what belongs into it. One point is for `x**0`, which is 1 everywhere: its slope is a number at x = 0, too, and
not an error.""",
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
            "0.0 if self.data == 0 else n * self.data ** (n - 1)": "At x = 0 the slope of `x**1` is 1, as everywhere: it is n = 0 that needs care, whatever x is. `… if n else 0.0`.",
            "n * self.data ** n / self.data": "xⁿ / x is xⁿ⁻¹, but at x = 0 it divides by 0: write `x ** (n - 1)`.",
            "n * self.data ** n - 1": "`x ** n - 1` subtracts 1 from the power, for `**` comes first. The exponent needs brackets: `x ** (n - 1)`.",
            "n * self.data ** n": "The exponent must change as well: it is one less.",
            "self.data ** (n - 1)": "The exponent comes to the front, as a factor n.",
            "(n - 1) * self.data ** (n - 1)": "The factor in front is n itself; only the exponent is one less.",
            "2 * self.data": "That is right for n = 2 alone. The rule has an n in it: n · xⁿ⁻¹.",
            "n * out.data ** (n - 1)": "The power's rule uses its *input*, `self.data`; yours uses the output.",
        },
        wrong_values={
            "data = self.data**n": {
                "data = self.data * n": "`self.data * n` is a product. A power is `self.data**n`.",
                "data = self**n": "It goes round in circles: `self ** n` asks this very method again. Its number is `self.data`.",
            },
            "(self,)": {
                "(self, n)": "n is a plain number, to which nothing can be passed back: the result has one input, `(self,)`."
            },
            "d_self = n * self.data ** (n - 1) if n else 0.0  # local derivative\n        self.grad += d_self * out.grad": {
                "self.grad += n * self.data**n - 1 * out.grad": "`n * x**n-1 * out.grad` is n · xⁿ less out.grad, for `-` comes last: the exponent needs brackets, `x**(n - 1)`."
            },
        },
    ),
    Exercise(
        name="division",
        lesson="08",
        title="A quotient",
        prompt="""\
Write `truediv(self, other)`, which `a / b` and `a / 4` call. It needs no rule of its own: to divide by b is to multiply by b to
the power of minus one, and both operators are there.""",
        answer="truediv",
        method="__truediv__",
        docstring="self / other, for a Value or a plain number.",
        solution=find_method("08", "__truediv__").cell,
        hints=(
            "Look at your `sub` of lesson 04: one line, made of operators that Value has.",
            "b⁻¹ is `b**-1`, and a plain number knows `**` as well.",
            "`return self * other**-1`.",
        ),
        rows=(
            Row("the number of a / b, and of a / 4", 1, _quotients, probe=probes.program_data, graph=case_graphs.program_graph),
            Row("both gradients of a / b", 1, lambda rng: _quotients(rng)[:2], probe=probes.value_grads, graph=case_graphs.program_graph),
            Row(
                "backward() through an expression that divides twice",
                1,
                lambda rng: [{"leaves": random_numbers(rng, 2, 0.4, 2.5), "steps": [["/", 0, 1], ["+", 2, 1], ["/", 3, 0], ["*", 4, 1]]}],
                probe=probes.value_grads,
                graph=case_graphs.program_graph,
            ),
        ),
        wrong_parts={
            "return self * other**-1": {
                "return self.data / other.data": "A plain number comes back, which remembers nothing: calculate with `self` and `other`, not with their numbers.",
                "return self / other": "It goes round in circles: `self / other` asks this very method again.",
                "return self * -other": "−1 is the exponent here: b⁻¹ is `other**-1`, and `-other` is minus b.",
                "return self * other - 1": "−1 is the exponent here: two stars, `other**-1`.",
                "return other * self**-1": "That is b / a: it is other that stands below.",
                "return self * other": "That multiplies: the power of minus one is missing.",
                "return self**-1 * other**-1": "Only what stands below gets the power of minus one.",
                "return Value(self.data / other.data, (self, other), '/')": "A new kind of operation needs a rule of its own, and a plain number wrapped. Made of `*` and `**`, it needs neither.",
                "return self * other.data**-1": "The number of other alone forgets where it came from, so no gradient finds its way to b.",
                "return self * Value(other**-1)": "A Value inside a Value: `other**-1` is one already.",
            }
        },
    ),
    method_exercise(
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
        wrong_values={
            "data = math.exp(self.data)": {"data = 2.718**self.data": "e has more digits than 2.718: `math.exp` knows them all."}
        },
    ),
    method_exercise(
        "log_rule",
        "log",
        "log",
        title="log",
        says="""\
Write `log(self)`. `math.log` computes it, for numbers above 0; it undoes exp. From school: how steep is the curve of ln x at 1,
and how steep at 10? Does its rule need the input or the output?""",
        docstring="The natural logarithm of self.",
        hints=(
            "At 1 the curve of ln rises at 1; the further to the right, the flatter it is.",
            "School's rule: the slope of ln x is 1 / x, so it needs the input.",
            "`d_self = 1 / self.data`.",
        ),
        cases=lambda rng: [(x, 0.0) for x in random_numbers(rng, 4, 0.3, 4)],
        again=lambda rng: [(x, y, 0.0) for x in random_numbers(rng, 2, 1.2, 3) for y in random_numbers(rng, 1, 0.5, 2)],
        local="1 / self.data",
        wrong={
            "1 / out.data": "log's rule uses its *input*; yours uses the output.",
            "out.data": "That is log itself. Its slope is 1 / x: at 1 it is 1, where log is 0.",
            "self.data": "Upside down: the curve gets flatter to the right, not steeper. 1 / x.",
            "math.exp(self.data)": "That is the slope of exp, which log undoes.",
            "-1 / self.data**2": "That is the slope of 1 / x. What is asked is the slope of ln x, and that is 1 / x itself.",
            "1.0": "1 is the slope of ln at 1 alone: further right it is flatter.",
        },
        wrong_values={
            "data = math.log(self.data)": {
                "data = math.log10(self.data)": "`math.log10` undoes 10ˣ. What undoes exp is `math.log`.",
                "data = math.exp(self.data)": "`math.exp` is what log undoes: `math.log` computes it.",
            }
        },
    ),
)  # fmt: skip
