"""What an answer's cells use beyond Python's own library is told, and looking at an answer always comes to an end."""

from time import monotonic
from typing import Any

import numpy as np
import pytest

import microgradviz
from microgradviz import check
from microgradviz.exercises.advice import cells_run, checking, other_solution
from microgradviz.exercises.base import Exercise
from microgradviz.exercises.programs import NotebookCell, NotebookUnits, parse_cells
from microgradviz.exercises.topics import EXERCISES

SOLUTIONS = [(e.name, text) for e in EXERCISES.values() for text in (e.solution, other_solution(e.name))]
OF_THE_ENGINE = "mse"  # an exercise whose answers have the engine at hand


def made(text: str) -> Any:
    """What a notebook's cell calls `answer`."""
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(text, space)
    return space["answer"]


def libraries_of(name: str, *cells: str, **known: Any) -> list[str]:
    """The libraries that the answer in these cells uses beyond what is at hand, where the kernel has these names."""
    e = EXERCISES[name]
    texts = [*cells, f"check({name!r}, {e.answer})"]
    parsed = parse_cells([NotebookCell(i, "code", "", frozenset(), text) for i, text in enumerate(texts, 1)])
    return list(cells_run._lacks_of(e, NotebookUnits(parsed), {e.answer: None, **known}).libraries)


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (["import math", "def slope_tanh(x):\n    return math.exp(x)"], []),
        (["import numpy as np", "def slope_tanh(x):\n    return np.exp(x)"], ["numpy"]),
        (["from numpy import exp\nslope_tanh = lambda x: exp(x)"], ["numpy"]),
        (["def slope_tanh(x):\n    import numpy.linalg as la\n    return la.norm(x)"], ["numpy"]),
        (["import numpy as np\nTWO = np.float64(2)", "def slope_tanh(x):\n    return TWO * x"], ["numpy"]),
        (["import numpy as np", "def f(x):\n    return np.exp(x)", "slope_tanh = lambda x: f(x)"], ["numpy"]),
        (["import numpy as np", "def slope_tanh(x, f=np.exp):\n    return f(x)"], ["numpy"]),
        (["import pytest, numpy as np\nslope_tanh = lambda x: np.array(pytest.approx(x))"], ["numpy", "pytest"]),
        (["from microgradviz import Value", "def slope_tanh(x):\n    return Value(x).tanh()"], ["microgradviz"]),
        (["import numpy as np", "def slope_tanh(x):\n    return x if x else 'np'"], []),
    ],
)  # fmt: skip
def test_libraries_are_found_wherever_an_answers_cells_use_them(cells: list[str], found: list[str]) -> None:
    assert libraries_of("slope_tanh", *cells, np=np, Value=microgradviz.Value) == found


@pytest.mark.parametrize(("name", "found"), [("Value", []), ("trace", ["microgradviz.sources"])])
def test_of_this_package_what_an_exercise_needs_is_at_hand(name: str, found: list[str]) -> None:
    cell = f"from microgradviz import {name}\ndef mse(predictions, targets):\n    return {name}(0.0)"
    assert libraries_of(OF_THE_ENGINE, cell, **{name: getattr(microgradviz, name)}) == found


@pytest.mark.parametrize(("name", "text"), SOLUTIONS)
def test_a_solution_uses_what_is_at_hand(name: str, text: str) -> None:
    assert libraries_of(name, text) == []


def test_check_says_what_will_not_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks(exercise: Exercise) -> cells_run.Lacks:
        return cells_run.Lacks(libraries=("numpy",))

    monkeypatch.setattr(checking, "find_lacks", lacks)
    found = check("slope_tanh", lambda x: float(1 - np.tanh(x) ** 2))
    assert found, "what it computes is right"
    assert "It uses numpy; where answers are marked there is only Python's standard library." in repr(found)


_ENDLESS = "\n    @property\n    def __class__(self):\n        while True: pass\n"
SLOW = {
    "a class that lies": f"class Odd:{_ENDLESS}odd = Odd()",
    "a metaclass": "class Meta(type):\n    def __getattribute__(self, name):\n        while True: pass\n"
    "class odd(metaclass=Meta):\n    pass",
    "five million numbers": "odd = [0.5] * 5_000_000\nfor k in range(0, len(odd), 2): odd[k] = k + 0.5",
}  # fmt: skip


@pytest.mark.parametrize("name", SLOW)
def test_check_comes_to_an_end_whatever_an_answer_holds(name: str) -> None:
    answer = made(f"{SLOW[name]}\ndef answer(x, y):\n    odd\n    return y, x")
    begin = monotonic()
    assert check("slope_mul", answer)
    assert monotonic() - begin < 4


def test_check_comes_to_an_end_where_such_a_thing_is_the_answer() -> None:
    begin = monotonic()
    assert not check("sum_times_by_hand", made(f"{SLOW['a metaclass']}\nanswer = odd"))
    assert monotonic() - begin < 8
