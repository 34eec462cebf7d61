"""Lesson 08: two local derivatives as plain functions, from memory; the methods are in operations.py."""

from __future__ import annotations

import math
from collections.abc import Callable

from ..base import DrawCases, Exercise, Inputs, Row
from ..judge import case_graphs, draw_arguments, draw_several_cases


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
    graph = case_graphs.rule_graph(operation, value)
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
        "tanh", "08", math.tanh,
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
    _rule(
        "mul", "08", lambda x, y: x * y,
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
)  # fmt: skip
