"""Lines in every right order: each of them does the same, and none that would is missing."""

import math
from itertools import permutations
from typing import Any

import pytest

from microgradviz.exercises.quizzes.lessons import find_question
from microgradviz.exercises.quizzes.line_orders import every_order
from microgradviz.exercises.stages import engine_source


def grads(lines: tuple[str, ...], name: str) -> list[float]:
    """The numbers of an operation that these lines define, at two numbers of either sign."""
    space: dict[str, Any] = {"math": math}
    exec(engine_source("05"), space)
    exec("\n".join(lines), space)
    found = []
    for x in (2.0, -0.5):
        a, b = space["Value"](x), space["Value"](3.0)
        out = space[name](a, b) if name == "mul" else space[name](a)
        a.grad, out.grad = 0.25, 1.5
        out._backward()
        found += [out.data, a.grad, b.grad]
    return found


@pytest.mark.parametrize(("question", "name"), [("mul_in_order", "mul"), ("sigmoid_in_order", "sigmoid")])
def test_each_order_that_counts_as_right_gives_the_same_numbers(question: str, name: str) -> None:
    asked: Any = find_question(question)
    assert len(asked.solutions) > 10
    assert len({tuple(grads(lines, name)) for lines in asked.solutions}) == 1


@pytest.mark.parametrize("question", ["mul_in_order", "sigmoid_in_order"])
def test_the_local_derivative_may_stand_above_the_function_that_uses_it(question: str) -> None:
    asked: Any = find_question(question)
    lines = list(asked.solutions[0])
    at = next(i for i, line in enumerate(lines) if line.strip().startswith("d_self"))
    moved = lines.pop(at)
    lines.insert(at - 1, moved.removeprefix("    "))
    assert asked.mark(lines)[0]


def test_of_all_orders_of_a_few_lines_those_that_run_are_found() -> None:
    lines = ("a = 2", "b = a + 1", "c = 5", "d = b * c")
    runs = set()
    for order in permutations(lines):
        space: dict[str, int] = {}
        try:
            exec("\n".join(order), space)
        except NameError:
            continue
        runs.add(order)
    assert set(every_order(lines)) == runs


@pytest.mark.parametrize(
    ("above", "below"),
    [("a = 1", "a = 2"), ("x.grad = 0.0", "x.grad += 1.0"), ("a = x.grad", "x = 3"), ("def f():\n    pass", "g = f")],
)
def test_what_changes_the_same_keeps_its_order(above: str, below: str) -> None:
    lines = (*above.splitlines(), below)
    assert every_order(lines) == (lines,)


def test_too_many_orders_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 300"):
        every_order(tuple(f"x{i} = {i}" for i in range(6)))
