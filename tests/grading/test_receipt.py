"""From a receipt anyone finds the same mark again, or is told what differs."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kit.notebooks import answer_cell, write_notebook

from microgradviz.exercises.base import Exercise
from microgradviz.exercises.judge import marking
from microgradviz.exercises.topics import EXERCISES
from microgradviz.grading import receipt as receipt_file
from microgradviz.grading.answers.submission import read_submission
from microgradviz.grading.receipt import read_receipt, regrade, write_receipts
from microgradviz.grading.results import ExerciseMark, GradedSubmission, MarkChange

SWAPPED = "def slope_mul(x, y):\n    return x, y\n"


def mark(exercise: Exercise, source: str, seed: str) -> ExerciseMark:
    """A mark that is found here, as the answers are our own."""
    came = marking.run_answer(exercise, exercise.load(source), seed)
    earned = sum(m.earned for m in marking.mark_rubric(exercise, seed, came) if m)
    return ExerciseMark(exercise.name, exercise.points, earned)


@pytest.fixture(autouse=True)
def without_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receipt_file, "mark_answer", mark)


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    cells = [answer_cell("slope_tanh"), answer_cell("slope_mul", SWAPPED), answer_cell("mse", "def mse(:")]
    return write_notebook(tmp_path / "zoe.ipynb", *cells)


def graded(path: Path) -> GradedSubmission:
    """The marks of a notebook, each from a seed of its own; the last exercise has no answer."""
    submission, marks = read_submission(path, path.parent), []
    for name in ("slope_tanh", "slope_mul", "mse", "hinge"):
        exercise, found = EXERCISES[name], submission.answers.get(name)
        none = ExerciseMark(name, exercise.points, 0, version=exercise.version, code=found.code if found else "")
        if found and not found.fault:
            none = replace(none, earned=mark(exercise, found.source, f"seed of {name}").earned, seed=f"seed of {name}")
        marks.append(none)
    return GradedSubmission("zoe.ipynb", "zoe", tuple(marks))


def receipt(path: Path, **changes: Any) -> list[ExerciseMark]:
    write_receipts([replace(graded(path), **changes)], path.parent)
    return read_receipt(path.with_suffix(".json"))


def test_the_same_notebook_gets_the_same_marks(handed_in: Path) -> None:
    entries = receipt(handed_in)
    assert [entry.earned for entry in entries] == [3, 0, 0, 0]
    assert regrade(entries, handed_in) == []


def test_the_inputs_are_those_of_the_receipt(handed_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []

    def listening(exercise: Exercise, source: str, seed: str) -> ExerciseMark:
        seeds.append(seed)
        return mark(exercise, source, seed)

    monkeypatch.setattr(receipt_file, "mark_answer", listening)
    regrade(receipt(handed_in), handed_in)
    assert seeds == ["seed of slope_tanh", "seed of slope_mul"]


def test_code_that_changed_is_named(handed_in: Path) -> None:
    entries = receipt(handed_in)
    write_notebook(handed_in, answer_cell("slope_tanh"), answer_cell("slope_mul"), answer_cell("hinge"))
    differences = regrade(entries, handed_in)
    assert [re.sub(r"\b[0-9a-f]{12}\b", "X", one) for one in differences] == [
        "slope_mul: the code has changed (hash X… then, hash X… in this notebook).",
        "mse: the code has changed (hash X… then, no answer in this notebook).",
        "hinge: the code has changed (no answer then, hash X… in this notebook).",
    ]


def test_an_exercise_that_changed_is_named(handed_in: Path) -> None:
    old, *others = graded(handed_in).exercises
    entries = receipt(handed_in, exercises=(replace(old, version="0123456789ab"), *others))
    (sentence,) = regrade(entries, handed_in)
    here = EXERCISES["slope_tanh"].version
    assert sentence == f"slope_tanh: the exercise has changed (version 0123456789ab then, {here} here)."


def test_a_mark_that_differs_all_the_same_is_named(handed_in: Path) -> None:
    old, *others = graded(handed_in).exercises
    entries = receipt(handed_in, exercises=(replace(old, earned=2), *others))
    (sentence,) = regrade(entries, handed_in)
    assert sentence.startswith("slope_tanh: it earned 2 then and 3 now, from the same code and inputs")


def test_an_exercise_that_is_not_known_is_named(handed_in: Path) -> None:
    entries = [replace(entry, name="poetry") for entry in receipt(handed_in)[:1]]
    assert regrade(entries, handed_in) == ["poetry: there is no such exercise here."]


def test_a_mark_that_a_person_set_is_in_the_receipt_as_it_was_found(handed_in: Path) -> None:
    first, *others = graded(handed_in).exercises
    by_hand = (replace(first, earned=1), *others)
    entries = receipt(handed_in, exercises=by_hand, changes=(MarkChange("slope_tanh", 3, 1, "Ada", "copied"),))
    assert entries[0].earned == 3
    assert not regrade(entries, handed_in)


def test_a_receipt_of_before_is_read(tmp_path: Path) -> None:
    path = tmp_path / "receipt.json"
    path.write_text(json.dumps({"format": 1, "file": "a", "learner": "a", "sandboxed": True, "exercises": [GOOD]}))
    assert read_receipt(path) == [ExerciseMark(**GOOD)]


def test_a_receipt_holds_all_that_was_found(handed_in: Path) -> None:
    found = graded(handed_in)
    write_receipts([found], handed_in.parent)
    plain = json.loads(handed_in.with_suffix(".json").read_text())
    assert plain.pop("format") == 1
    assert GradedSubmission.from_json(plain) == found


GOOD: dict[str, Any] = {"name": "slope_tanh", "points": 3, "earned": 3, "code": "", "version": "", "seed": ""}
BAD = (
    *("", "[]", "{}", '{"exercises": 1}', '{"exercises": [1]}', '{"exercises": [{}]}', "[" * 50_000, "\0"),
    *(
        json.dumps({"file": "a", "learner": "a", "exercises": [GOOD | wrong]})
        for wrong in ({"earned": "3"}, {"earned": True}, {"earned": None}, {"more": 1}, {"name": ["slope_tanh"]})
    ),
    '{"file": "a", "learner": "a", "exercises": []' + " " * 1_000_000 + "}",
)


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_a_file_that_is_no_receipt_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "receipt.json").write_text(text)
    with pytest.raises(ValueError, match=r"^receipt.json must be a receipt, as grading writes it$"):
        read_receipt(tmp_path / "receipt.json")


def test_a_notebook_that_cannot_be_read_is_refused(handed_in: Path) -> None:
    entries = receipt(handed_in)
    handed_in.write_text("")
    with pytest.raises(ValueError, match=r"^zoe.ipynb must be the notebook that was graded; it is empty$"):
        regrade(entries, handed_in)
    with pytest.raises(ValueError, match=r"^none.json cannot be read: no such file or directory$"):
        read_receipt(handed_in.parent / "none.json")
