"""After a pass there is more, not less: a model answer, another, and hints; and who knows a lesson need not sit it."""

import math
from pathlib import Path

import pytest

from microgradviz import check, fast_track, hint, model_answer
from microgradviz.exercises.advice import progress_file as keeping
from microgradviz.exercises.judge import marking
from microgradviz.exercises.lessons import LESSONS
from microgradviz.exercises.topics import EXERCISES

PROOFS = {number: lesson.proof for number, lesson in LESSONS.items() if lesson.proof}
RIGHT = {"slope_mul": lambda x, y: (y, x), "l_by_hand": EXERCISES["l_by_hand"].load(EXERCISES["l_by_hand"].solution)}


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Progress is kept in an empty directory, and the session is new."""
    monkeypatch.setenv("MICROGRADVIZ_PROGRESS", str(tmp_path / "progress.json"))
    forget(monkeypatch)
    return tmp_path / "progress.json"


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_session", {"exercises": {}, "concepts": {}, "questions": {}})


def test_before_any_answer_the_learners_own_comes_first() -> None:
    found = model_answer("slope_mul")
    assert not found
    assert 'check("slope_mul", slope_mul)' in repr(found)
    assert "return y, x" not in repr(found)


def test_on_the_way_it_says_how_many_points_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    check("slope_tanh", lambda x: 1 - math.tanh(x) ** 2 if x else 0.0)
    forget(monkeypatch)  # in a new session, too
    said = repr(model_answer("slope_tanh"))
    assert "2 of 3 points." in said
    assert "shows what is still open" in said


@pytest.mark.parametrize("name", RIGHT)
def test_after_a_pass_check_tells_of_two_answers_and_both_are_right(name: str) -> None:
    e, found = EXERCISES[name], check(name, RIGHT[name])
    assert f'model_answer("{name}")' in repr(found)
    shown = model_answer(name)
    assert list(shown.answers) == ["In the course", "In another style"]
    for text in shown.answers.values():
        space: dict[str, object] = {}
        exec(text, space)  # as it is shown it can be run, numbers included
        came = marking.run_answer(e, space[e.answer], "test")
        assert sum(m.earned for m in marking.mark_rubric(e, "test", came) if m) == e.points
        assert f"```python\n{text.rstrip()}\n```" in shown._repr_markdown_()
        assert text.rstrip() in repr(shown)


def test_a_pass_lasts_and_hints_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    check("slope_mul", RIGHT["slope_mul"])
    check("slope_mul", lambda x, y: (x, y))
    forget(monkeypatch)
    assert model_answer("slope_mul")
    assert hint("slope_mul").text


def test_a_name_that_is_none_is_told() -> None:
    with pytest.raises(ValueError, match="did you mean 'slope_mul'"):
        model_answer("slope_mull")


def test_every_lesson_with_exercises_has_one_that_proves_it() -> None:
    assert set(PROOFS) == {e.lesson for e in EXERCISES.values()}
    assert all(EXERCISES[name].lesson == lesson for lesson, name in PROOFS.items())


@pytest.mark.parametrize("lesson", PROOFS)
def test_a_fast_track_shows_all_that_is_needed(lesson: str) -> None:
    e, found = EXERCISES[PROOFS[lesson]], fast_track(lesson)
    for shown in (repr(found), found._repr_markdown_()):
        assert e.text() in shown
        assert e.stub.rstrip() in shown
        assert f'check("{e.name}", {e.answer})' in shown
        assert "leave lesson" in shown
    assert not found.passed


def test_a_fast_track_knows_who_has_passed() -> None:
    assert not fast_track("16").passed
    e = EXERCISES[PROOFS["16"]]
    check(e.name, e.load(e.solution))
    assert fast_track("16").passed
    assert "lesson 16 is behind you" in repr(fast_track("16"))


@pytest.mark.parametrize("lesson", ["2", 2, "29", None, ["02"]])
def test_what_is_no_lesson_is_told(lesson: object) -> None:
    with pytest.raises(ValueError, match="must be the number of a lesson with exercises, 00, 01"):
        fast_track(lesson)
