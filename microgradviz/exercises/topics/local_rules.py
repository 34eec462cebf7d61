"""Lessons 02, 03 and 08: local derivatives, one operation at a time."""

from __future__ import annotations

import math
from collections.abc import Callable

from .. import graphs
from ..base import Exercise, Row
from ..probes import Inputs
from ..random_inputs import DrawCases, draw_arguments, draw_several_cases, random_number


def _rule(
    operation: str,
    lesson: str,
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
        operation: What it is called; the function is `slope_` and that.
        lesson: Its lesson.
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
    name = f"slope_{operation}"
    imports = "import math\n\n\n" if "math." in "".join([before, right, *wrong]) else ""
    head = f"{imports}def {name}({arguments}):\n"
    of = "d out / d x" if arguments != "x, y" else "d out / d x and d out / d y"
    graph = graphs.rule_graph(operation, value)
    return Exercise(
        name=name,
        lesson=lesson,
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
    _rule(
        "add", "02", lambda x, y: x + y,
        arguments="x, y",
        says="`out = x + y`. Write `slope_add(x, y)`: how fast out changes with x, and how fast with y, as a pair.",
        right="1.0, 1.0",
        hints=("Let x grow by 1. By how much does x + y grow?", "Plus copies: the values play no part."),
        draw=draw_several_cases(4, draw_arguments(2)),
        special=("where x and y are equal, or 0", (_at(2.0, 2.0), _at(0.0, 0.0))),
        wrong={
            "x, y": "Those are the values themselves. The question is how fast the sum changes when one of them does.",
            "y, x": "Swapping is what times does. Plus does not look at the values.",
            "0.5, 0.5": "Plus does not share: nudge x by 1, and the sum moves by a whole 1.",
            "1.0": "There are two inputs, so return a pair: two slopes.",
        },
    ),
    _rule(
        "mul", "02", lambda x, y: x * y,
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
    _rule(
        "pow", "08", lambda x, n: x**n,
        arguments="x, n",
        says="`out = x ** n`, n a fixed number. Write `slope_pow(x, n)`: how fast out changes with x.",
        right="n * x ** (n - 1)",
        hints=("x² = x · x changes at 2x: you know why from a · a.", "The exponent comes to the front, and is one less."),
        draw=draw_several_cases(4, lambda rng: _at(random_number(rng, 0.3, 3), rng.choice([2, 3, 4, 0.5, -1]))),
        special=("squares and cubes of negative numbers", (_at(-3.0, 2), _at(-1.5, 3))),
        wrong={
            "n * x ** n": "The exponent must change as well: the slope of x² is a straight line.",
            "x ** (n - 1)": "The exponent comes to the front as a factor.",
            "(n - 1) * x ** (n - 1)": "The factor in front is n itself; only the exponent is one less.",
            "x ** n * math.log(abs(x))": "That is how x ** n changes with n. Here n is fixed and x moves.",
        },
    ),
    _rule(
        "tanh", "03", math.tanh,
        arguments="x",
        says="`out = tanh(x)`. Write `slope_tanh(x)`. (`math.tanh` computes tanh.)",
        right="1 - t * t",
        before="    t = math.tanh(x)\n",
        hints=("The rule uses the output: compute t = math.tanh(x) first.", "At 0 tanh is steepest, with slope 1; far out it is flat, slope 0.", "1 minus t squared."),
        draw=draw_several_cases(4, draw_arguments(1)),
        special=("at 0, and far out", (_at(0.0), _at(15.0))),
        wrong={
            "1 - x * x": "tanh's rule uses its *output*; yours uses the input.",
            "1 - t": "Nearly: look at t = −0.9 and t = 0.9. tanh is as steep at both, so the sign of t must play no part.",
            "t * (1 - t)": "That is the rule of sigmoid. At 0 it would give 0, and there tanh is steepest.",
            "1 + t * t": "The square is subtracted: where tanh is flat, its slope must come near 0.",
            "t": "That is tanh itself, not its slope.",
        },
    ),
    _rule(
        "exp", "08", math.exp,
        arguments="x",
        says="`out = exp(x)`. Write `slope_exp(x)`. (`math.exp` computes it.)",
        right="math.exp(x)",
        hints=("exp is the function that grows as fast as it is large.", "Its slope is its own output."),
        draw=draw_several_cases(4, draw_arguments(1)),
        special=("at 0 and 1", (_at(0.0), _at(1.0))),
        wrong={
            "x * math.exp(x - 1)": "That is the rule of powers, x ** n. In exp(x), x *is* the exponent.",
            "x": "The slope is exp's *output*, not its input.",
            "x * math.exp(x)": "One factor is too much: at 0 the slope of exp is 1, and yours is 0.",
            "1 / x if x else 0.0": "That is the rule of log, which undoes exp.",
        },
    ),
    _rule(
        "log", "08", math.log,
        arguments="x",
        says="`out = log(x)`, the natural logarithm. Write `slope_log(x)`, for x above 0.",
        right="1 / x",
        hints=("log climbs steeply near 0 and ever more slowly later: at 2 its slope is one half, at 10 a tenth.", "One divided by something."),
        draw=draw_several_cases(4, draw_arguments(1, 0.3, 4)),
        special=("near 0 and far out", (_at(0.01), _at(1000.0))),
        wrong={
            "math.log(x)": "That is log itself, not its slope.",
            "1 / math.log(x) if x != 1 else 0.0": "Some rules use the output. This one uses the input.",
            "math.exp(x) if x < 500 else 0.0": "That is the rule of exp, which undoes log.",
            "-1 / x ** 2": "That is the slope of 1 / x. You went one step too far.",
        },
    ),
    _rule(
        "relu", "08", lambda x: max(0.0, x),
        arguments="x",
        says="`out = relu(x)`: x where it is positive, else 0. Write `slope_relu(x)`; at exactly 0 it is 0 by convention.",
        right="1.0 if x > 0 else 0.0",
        hints=("relu is two straight lines: what is the slope of each?", "To the right of 0 the output moves as the input does, to the left it does not move at all. 0 itself belongs to the left."),
        draw=lambda rng: [_at(sign * abs(random_number(rng))) for sign in rng.sample([-1, -1, 1, 1], 4)],
        special=("on both sides of 0, and at 0", (_at(2.5), _at(-2.5), _at(0.0))),
        wrong={
            "max(0.0, x)": "That is relu itself. Its slope says whether a nudge gets through: all of it, or nothing.",
            "1.0 if x >= 0 else 0.0": "Nearly: at exactly 0 we take slope 0, as PyTorch and micrograd do.",
            "1.0": "Left of 0 relu is flat: nothing gets through there.",
            "1.0 if x > 0 else -1.0": "Left of 0 relu is flat, and flat means slope 0. (−1 would be |x|.)",
            "0.0 if x > 0 else 1.0": "It is the other way round: positive numbers get through.",
        },
    ),
    _rule(
        "sigmoid", "08", lambda x: 1 / (1 + math.exp(-x)),
        arguments="x",
        says="`out = sigmoid(x) = 1 / (1 + exp(−x))`. Write `slope_sigmoid(x)`.",
        right="s * (1 - s)",
        before="    s = 1 / (1 + math.exp(-x))\n",
        hints=("The rule uses the output: compute s = 1 / (1 + math.exp(-x)) first.", "It is never above a quarter: where s is one half.", "s times what is missing to 1."),
        draw=draw_several_cases(4, draw_arguments(1)),
        special=("at 0, and far out", (_at(0.0), _at(12.0))),
        wrong={
            "x * (1 - x)": "sigmoid's rule uses its *output*; yours uses the input.",
            "1 - s * s": "That is the rule of tanh. At 0 it would give three quarters, and sigmoid is never steeper than one quarter.",
            "1 - s": "One factor is missing: s itself.",
            "s": "That is sigmoid itself, not its slope.",
            "s * (1 + s)": "Far out, where s is near 1, sigmoid is flat: there the slope must vanish, and yours is 2.",
        },
    ),
    _rule(
        "div", "08", lambda x, y: x / y,
        arguments="x, y",
        says="`out = x / y`. Write `slope_div(x, y)`: how fast out changes with x, and how fast with y, as a pair.",
        right="1 / y, -x / y ** 2",
        hints=("x / y is x · y⁻¹: times and power.", "By x: the other factor, 1 / y. By y: x times the slope of y⁻¹."),
        draw=draw_several_cases(4, draw_arguments(2)),
        special=("where x is 0, or y small", (_at(0.0, 2.0), _at(1.0, 0.1))),
        wrong={
            "1 / y, x / y ** 2": "When y grows, x / y gets smaller for positive x: a sign is missing.",
            "1 / y, -x / y": "By y: halve y, and the slope must be *four* times as steep; yours is twice.",
            "y, x": "That is the rule of times.",
            "1 / y, -1 / y ** 2": "By y: the factor x is still there, as in any product.",
            "1 / y, 1 / x if x else 0.0": "Dividing does not swap: think of x times y to the power −1.",
        },
    ),
)  # fmt: skip
