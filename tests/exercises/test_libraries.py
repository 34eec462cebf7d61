"""What an answer uses beyond Python's own library is found without running it."""

from time import monotonic
from typing import Any

import numpy as np
import pytest

from microgradviz import check
from microgradviz.exercises.advice import other_solution
from microgradviz.exercises.base import PART_MODULES
from microgradviz.exercises.learner_code.libraries import missing_libraries
from microgradviz.exercises.topics import EXERCISES

SOLUTIONS = [(e.name, text) for e in EXERCISES.values() for text in (e.solution, other_solution(e.name))]


def made(text: str, given: dict[str, float] | None = None) -> Any:
    """What a notebook's cell calls `answer`, with NumPy imported above it."""
    space: dict[str, Any] = {"__name__": "__main__", "np": np, **(given or {})}
    exec(text, space)
    return space["answer"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import math\ndef answer(x):\n    return math.exp(x)", []),
        ("def answer(x):\n    return x * x", []),
        ("def answer(x):\n    return np.exp(x)", ["numpy"]),
        ("from numpy import exp\nanswer = lambda x: exp(x)", ["numpy"]),
        ("def answer(x):\n    import numpy.linalg as la\n    return la.norm(x)", ["numpy"]),
        ("TWO = np.float64(2)\ndef answer(x):\n    return TWO * x", ["numpy"]),
        ("def helper(x):\n    return np.exp(x)\ndef answer(x):\n    return [helper(y) for y in x]", ["numpy"]),
        ("def answer(x):\n    def inner(y):\n        return np.exp(y)\n    return inner(x)", ["numpy"]),
        ("def answer(x, f=np.exp):\n    return f(x)", ["numpy"]),
        ("answer = {'a': 1.0, 'b': np.float64(2)}", ["numpy"]),
        ("class Base:\n    @property\n    def e(self):\n        return np.e\nclass answer(Base):\n    pass", ["numpy"]),
        ("class answer:\n    @staticmethod\n    def f(x):\n        return np.exp(x)", ["numpy"]),
        ("import pytest\ndef answer(x):\n    return np.array(pytest.approx(x))", ["numpy", "pytest"]),
        ("from microgradviz import Value\ndef answer(x):\n    return Value(x)", ["microgradviz.engine"]),
        ("def answer(x):\n    return answer(x - 1) if x else 'numpy'", []),
        ("from dataclasses import dataclass\n@dataclass\nclass answer:\n    data: float = 0.0", []),
        ("from functools import partial\nanswer = partial(pow, 2)", []),
        ("class Odd:\n    def __getattr__(self, name):\n        1 / 0\nodd = Odd()\ndef answer():\n    odd", []),
        ("answer = 3.0", []),
        ("answer = None", []),
    ],
)  # fmt: skip
def test_libraries_are_found_wherever_an_answer_uses_them(text: str, found: list[str]) -> None:
    assert missing_libraries(made(text)) == found


def test_an_array_is_as_good_as_a_list_and_the_library_is_named() -> None:
    text = "def answer(f, xs, h):\n    steps = np.eye(3) * h\n"
    text += "    return np.array([(f(*(np.array(xs) + step)) - f(*xs)) / h for step in steps])"
    found = check("partial_slopes", made(text))
    assert found
    assert "It uses numpy" in repr(found)


def test_a_library_is_found_in_every_one_of_many_helpers() -> None:
    helpers = "".join(f"def f{i}(x):\n    import lib{i}\n    return lib{i}.f(x)\n" for i in range(300))
    calls = " + ".join(f"f{i}(x)" for i in range(300))
    found = missing_libraries(made(f"{helpers}def answer(x):\n    return {calls}"))
    assert found == sorted(f"lib{i}" for i in range(300))


def test_the_parts_of_this_package_that_an_exercise_needs_are_at_hand() -> None:
    net = made("from microgradviz.nn import MLP\ndef answer(x):\n    return MLP(2, [1])(x)")
    assert missing_libraries(net, PART_MODULES["engine"]) == ["microgradviz.nn"]
    assert missing_libraries(net, PART_MODULES["engine"] + PART_MODULES["nn"]) == []


@pytest.mark.parametrize(("name", "text"), SOLUTIONS)
def test_a_solution_uses_what_is_at_hand(name: str, text: str) -> None:
    exercise = EXERCISES[name]
    assert missing_libraries(exercise.load(text), exercise.modules) == []


def test_check_says_what_will_not_be_there() -> None:
    answer = made("answer = lambda x: float(1 - np.tanh(x) ** 2)")
    found = check("slope_tanh", answer)
    assert found, "what it computes is right"
    assert "It uses numpy; where answers are marked there is only Python's standard library." in repr(found)
    assert "standard library" not in repr(
        check("slope_tanh", made("import math\nanswer = lambda x: 1 - math.tanh(x) ** 2"))
    )


_ENDLESS = "\n    @property\n    def __class__(self):\n        while True: pass\n"
SLOW = {
    "values of a dict": "class Odd(dict):\n    def values(self):\n        while True: pass\nodd = Odd()",
    "iteration over a list": "class Odd(list):\n    def __iter__(self):\n        while True: pass\nodd = Odd()",
    "a class that lies": f"class Odd:{_ENDLESS}odd = Odd()",
    "a metaclass": "class Meta(type):\n    def __getattribute__(self, name):\n        while True: pass\n"
    "class odd(metaclass=Meta):\n    pass",
    "five million numbers": "odd = [0.5] * 5_000_000\nfor k in range(0, len(odd), 2): odd[k] = k + 0.5",
    "a hundred thousand lists": "odd = [[k] for k in range(100_000)]",
}  # fmt: skip


@pytest.mark.parametrize("name", SLOW)
def test_check_comes_to_an_end_whatever_an_answer_holds(name: str) -> None:
    answer = made(f"{SLOW[name]}\ndef answer(x, y):\n    odd\n    return y, x")
    begin = monotonic()
    assert check("slope_mul", answer)
    assert monotonic() - begin < 4


@pytest.mark.parametrize("name", [name for name in SLOW if "number" not in name and "lists" not in name])
def test_check_comes_to_an_end_where_such_a_thing_is_the_answer(name: str) -> None:
    begin = monotonic()
    assert not check("sum_times_by_hand", made(f"{SLOW[name]}\nanswer = odd"))
    assert monotonic() - begin < 8


def test_what_check_itself_called_an_answer_with_is_no_library_of_it() -> None:
    answer = made("order = []\n\n\ndef answer(root):\n    order.append(root)\n    return order\n")
    check("topological_order", answer)
    assert missing_libraries(answer) == []


def test_models_that_a_global_list_keeps_are_no_library() -> None:
    """They are made from texts, in a module that nobody can import."""
    space: dict[str, Any] = {"__name__": "__main__"}
    exec("seen = []\ndef order_gate(model):\n    seen.append(model)\n    return len(seen) % 2 == 0", space)
    found = check("order_gate", space["order_gate"])
    assert space["seen"]
    assert "It uses" not in repr(found)
