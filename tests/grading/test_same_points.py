"""What `check` says of an answer in a real kernel, the grader gives for the same cells and the same inputs."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kit.engine_styles import BUGS, STYLES, text as engine_text
from kit.notebooks import answer_text
from kit.odd_answers import OddAnswer, odd_answers
from kit.points_twice import Kernel, TwoMarks, points_twice

import microgradviz
from microgradviz.exercises.advice import other_solution
from microgradviz.exercises.base import Exercise
from microgradviz.exercises.judge import probe_of
from microgradviz.exercises.topics import EXERCISES
from microgradviz.grading.sandbox import Box

RIGHT, HALF = odd_answers("right"), odd_answers("half")
WRONG = [(e.name, i) for e in EXERCISES.values() for i in range(len(e.wrong))]
ASKED = {e.name: frozenset(map(probe_of, e.rows)) for e in EXERCISES.values()}
OF_EACH_KIND = {asked: name for name, asked in ASKED.items()}.values()  # an exercise for each set of probes
SLOW = pytest.mark.slow


class Twice:
    """One kernel and one box, for all answers."""

    def __init__(self, folder: Path) -> None:
        self.kernel, self.box, self.folder = Kernel(folder), Box(), folder

    def __call__(self, name: str, source: str, engine_text: str = "") -> TwoMarks:
        return points_twice(self.kernel, self.box, self.folder, name, source, engine_text)


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory, require_sandbox: None) -> Iterator[Twice]:
    made = Twice(tmp_path_factory.mktemp("twice"))
    with made.box:
        yield made
    made.kernel.end()


def test_an_answer_of_an_earlier_notebook_is_gone(twice: Twice) -> None:
    e = EXERCISES["softmax"]
    assert twice(e.name, e.solution).checked == e.points
    found = twice(e.name, f"raise ValueError\n{e.solution}")
    assert (found.checked, found.graded) == (None, 0), (found.said, found.told)


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize(
    "source",
    [answer_text, pytest.param(lambda e: other_solution(e.name), marks=SLOW)],
    ids=["the model answer", "in another style"],
)
def test_solutions_earn_all_points_in_both(twice: Twice, source: Callable[[Exercise], str], name: str) -> None:
    e = EXERCISES[name]
    found = twice(name, source(e))
    assert (found.checked, found.graded) == (e.points, e.points), (found.said, found.told)


@pytest.mark.parametrize("answer", RIGHT, ids=lambda answer: f"{answer.exercise}: {answer.style}")
def test_right_work_is_never_refused_whatever_its_style(twice: Twice, answer: OddAnswer) -> None:
    of = EXERCISES[answer.exercise].points
    found = twice(answer.exercise, answer.text)
    assert (found.checked, found.graded) == (of, of), (found.said, found.told)


@pytest.mark.parametrize("answer", HALF, ids=lambda answer: f"{answer.exercise}: {answer.style}")
def test_what_is_half_right_earns_the_same_in_both(twice: Twice, answer: OddAnswer) -> None:
    found = twice(answer.exercise, answer.text)
    assert found.checked == found.graded < EXERCISES[answer.exercise].points, (found.said, found.told)


@pytest.mark.parametrize(
    ("name", "i"),
    [pytest.param(name, i, marks=SLOW if i or name not in OF_EACH_KIND else ()) for name, i in WRONG],
    ids=lambda x: str(x),
)
def test_a_known_wrong_answer_earns_the_same_in_both(twice: Twice, name: str, i: int) -> None:
    e = EXERCISES[name]
    source = e.wrong[i].text(e.solution)
    found = twice(name, f"{e.answer} = {e.load(source)!r}\n" if e.given else source)
    assert found.checked == found.graded < e.points, (found.said, found.told)


@pytest.mark.parametrize("exercise", ["slope_mul", "mse"], ids=["without the package", "with the engine"])
def test_public_names_that_are_called_last_in_an_answers_cell_cost_no_points(twice: Twice, exercise: str) -> None:
    e, names = EXERCISES[exercise], sorted({*microgradviz.__all__} - microgradviz.CHANGES_SOMETHING)
    calls = "\n".join(f"{name}(lambda x: x * x)" for name in names)  # the first that raises hurts nobody
    found = twice(exercise, f"from microgradviz import {', '.join(names)}\n{e.solution}\n{calls}\n")
    assert (found.checked, found.graded) == (e.points, e.points), (found.said, found.told)


_CALLING = ("helpers", "own order", "factory")  # these call on the class, or beside it, what no lesson brings
_OF_A_CLASS = {"add_rule": "__add__", "mul_rule": "__mul__", "tanh_rule": "tanh", "backward": "backward"}


@pytest.mark.parametrize("name", _OF_A_CLASS)
@pytest.mark.parametrize("style", [pytest.param(x, marks=() if x in _CALLING else SLOW) for x in STYLES if x != "set"])
def test_a_method_of_a_whole_class_is_worth_all_whatever_the_class_calls_on_itself(
    twice: Twice, style: str, name: str
) -> None:
    e = EXERCISES[name]
    found = twice(name, f"{e.answer} = Value.{_OF_A_CLASS[name]}\n", engine_text(style)[0])
    assert (found.checked, found.graded) == (e.points, e.points), (found.said, found.told)


@pytest.mark.parametrize("bug", BUGS)
@pytest.mark.parametrize("style", [pytest.param(x, marks=SLOW if x == "factory" else ()) for x in _CALLING])
def test_a_wrong_method_of_a_whole_class_is_refused_by_both(twice: Twice, style: str, bug: str) -> None:
    text, fault = engine_text(style, bug)
    name = next((name for name, method in _OF_A_CLASS.items() if method == fault), "")
    if name:
        e = EXERCISES[name]
        found = twice(name, f"{e.answer} = Value.{fault}\n", text)
        assert found.checked == found.graded < e.points, (found.said, found.told)


_BY_NUDGING = """
    def {name}(self):
        for v in topological_order(self):
            v.grad = slope_of(self, v)
"""
_FORGED = {
    "backward": _BY_NUDGING.format(name="backward"),
    "topological_order": "\n    def topological_order(self):\n        return [self, *self._prev]\n",
    "the grad of every value": "\n    @property\n    def grad(self):\n        return 7.0\n",
    "how it begins": "\n    def __init__(self, data, _prev=(), _op=''):\n        self.data = self.grad = 1.0\n",
    "what is read of it": "\n    def __getattr__(self, name):\n        return 1.0\n",
    "what is written to it": "\n    def __setattr__(self, name, x):\n        object.__setattr__(self, name, 2.0)\n",
    "another operation": "\n    def __mul__(self, other):\n        return self\n",
}


@pytest.mark.parametrize("what", _FORGED)
def test_a_method_of_ones_own_never_takes_the_place_of_what_is_provided(twice: Twice, what: str) -> None:
    e = EXERCISES["power_rule"]
    wrong = e.solution.replace("n * self.data ** (n - 1)", "self.data ** (n - 1)")
    names = ["backward", "topological_order", "grad", "__init__", "__mul__", "__getattr__", "__setattr__"]
    called = wrong.replace("    return out", f"    [hasattr(self, name) for name in {names}]\n    return out")
    plain = twice(e.name, wrong)
    found = twice(e.name, called, f"{e.prelude}\n\nclass Value(Value):{_FORGED[what]}")
    assert found.checked == found.graded == plain.graded < e.points, (found.said, found.told)


def test_points_for_some_rows_are_kept_where_others_are_not_right(twice: Twice) -> None:
    e = EXERCISES["repair_recursion"]
    found = twice(e.name, e.stub.replace("v.grad = gradient", "v.grad += gradient"))
    assert (found.checked, found.graded) == (2, 2)
