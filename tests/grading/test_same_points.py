"""What `check` says of an answer in a real kernel, the grader gives for the same cells and the same inputs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kit.notebooks import answer_text
from kit.odd_answers import OddAnswer, odd_answers
from kit.points_twice import Kernel, TwoMarks, points_twice

import microgradviz
from microgradviz.exercises.advice import other_solution
from microgradviz.exercises.topics import EXERCISES
from microgradviz.grading.sandbox import Box

RIGHT, HALF = odd_answers("right"), odd_answers("half")
WRONG = [(e.name, i) for e in EXERCISES.values() for i in range(len(e.wrong))]
SLOW = pytest.mark.slow


class Twice:
    """One kernel and one box, for all answers."""

    def __init__(self, folder: Path) -> None:
        self.kernel, self.box, self.folder = Kernel(folder), Box(keep=True), folder

    def __call__(self, name: str, source: str) -> TwoMarks:
        return points_twice(self.kernel, self.box, self.folder, name, source)


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory, require_sandbox: None) -> Iterator[Twice]:
    made = Twice(tmp_path_factory.mktemp("twice"))
    with made.box:
        yield made
    made.kernel.end()


@pytest.mark.parametrize("name", EXERCISES)
def test_solutions_earn_all_points_in_both(twice: Twice, name: str) -> None:
    e = EXERCISES[name]
    for source in (answer_text(e), other_solution(name)):
        found = twice(name, source)
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
    ("name", "i"), [pytest.param(name, i, marks=SLOW if i else ()) for name, i in WRONG], ids=lambda x: str(x)
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


def test_points_for_some_rows_are_kept_where_others_are_not_right(twice: Twice) -> None:
    e = EXERCISES["repair_recursion"]
    found = twice(e.name, e.stub.replace("v.grad = gradient", "v.grad += gradient"))
    assert (found.checked, found.graded) == (2, 2)
