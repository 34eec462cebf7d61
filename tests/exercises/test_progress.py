"""The file of a learner's progress: whole or not at all, and never overwritten by something worse."""

import json
import math
import os
import re
from pathlib import Path
from typing import Any

import pytest

from microgradviz import check, concept_test, progress
from microgradviz.exercises.advice import progress_file as keeping
from microgradviz.exercises.lessons import LESSONS, lesson_title
from microgradviz.exercises.quizzes.concepts import CONCEPTS
from microgradviz.exercises.quizzes.questions import LETTERS
from microgradviz.exercises.topics import EXERCISES

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
RIGHT = "".join(LETTERS[item.right] for item in CONCEPTS)


def right(x: float) -> float:
    """A right answer to slope_tanh."""
    return 1 - math.tanh(x) ** 2


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Progress is kept in an empty directory, and the session is new."""
    monkeypatch.delenv("MICROGRADVIZ_PROGRESS", raising=False)
    monkeypatch.chdir(tmp_path)
    forget(monkeypatch)
    return tmp_path / "microgradviz_progress.json"


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_session", {"exercises": {}, "concepts": {}, "questions": {}})


def best(file: Path) -> dict[str, int]:
    return {name: entry["best"] for name, entry in json.loads(file.read_text())["exercises"].items()}


def test_the_best_result_is_kept(file: Path) -> None:
    check("slope_mul", lambda x, y: (y, x))
    check("slope_mul", lambda x, y: (x, y))
    check("slope_tanh", lambda x: right(x) if x else 0.0)
    assert best(file) == {"slope_mul": 3, "slope_tanh": 2}
    assert [p.name for p in file.parent.iterdir()] == [file.name]


def test_progress_shows_it_lesson_by_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    check("slope_mul", lambda x, y: (y, x))
    forget(monkeypatch)  # as in a new session
    text = repr(progress())
    there = sum(e.points for e in EXERCISES.values() if e.lesson in LESSONS)
    assert text.startswith(f"Your progress: 3 of {there} points. Next: 00 · Start here.")
    assert re.search(r"\d\d · [\w ]+? +3 of \d+ +slope_mul +\w+", text)
    assert "<table>" in progress()._repr_html_()
    assert not progress()


def test_progress_counts_the_lessons_that_there_are_and_leads_to_the_next(file: Path) -> None:
    done = {name: {"best": e.points} for name, e in EXERCISES.items() if e.lesson == "00"}
    file.write_text(json.dumps({"format": keeping.FORMAT, "version": 1, "exercises": done, "concepts": {}}))
    found = progress()
    points = sum(EXERCISES[name].points for name in done)
    assert found.title.startswith(f"Your progress: {points} of ")
    assert "Next: 01 · What is a gradient?" in found.title
    assert [row.lesson for row in found.rows] == list(LESSONS)
    assert "<a " not in found._repr_html_(), "no lesson lies here"
    (file.parent / "01_what_is_a_gradient.ipynb").touch()
    link = '<a href="01_what_is_a_gradient.ipynb">01 · What is a gradient?</a>'
    assert found._repr_html_().count(link) == 2


def test_an_optional_lesson_is_not_the_next(file: Path) -> None:
    done = {name: {"best": e.points} for name, e in EXERCISES.items() if e.lesson in ("00", "01", "02", "03")}
    file.write_text(json.dumps({"format": keeping.FORMAT, "version": 1, "exercises": done, "concepts": {}}))
    assert progress().next == "04"
    every = {name: {"best": e.points} for name, e in EXERCISES.items()}
    file.write_text(json.dumps({"format": keeping.FORMAT, "version": 1, "exercises": every, "concepts": {}}))
    assert progress()
    assert progress().next == ""


def test_the_lessons_that_there_are_have_their_titles_and_files() -> None:
    found = {path.stem: json.loads(path.read_text()) for path in NOTEBOOKS.glob("[0-9]*.ipynb")}
    titles = {stem: "".join(text["cells"][0]["source"]).splitlines()[0] for stem, text in found.items()}
    wanted = {file: f"# {lesson_title(number)}" for number, (_, file, _) in LESSONS.items()}
    assert {stem: title.replace("`", "") for stem, title in titles.items()} == wanted


def test_what_another_kernel_reached_meanwhile_stays(file: Path) -> None:
    check("slope_mul", lambda x, y: (y, x))
    kept = json.loads(file.read_text())
    kept["exercises"]["adam"] = {"best": 3, "version": "x"}
    kept["concepts"]["before"] = {"rate": 1}
    file.write_text(json.dumps(kept))
    check("slope_tanh", right)
    assert best(file) == {"slope_mul": 3, "adam": 3, "slope_tanh": 3}
    assert json.loads(file.read_text())["concepts"] == {"before": {"rate": 1}}


UNREADABLE = [
    b"",
    b"{",
    b"\xff\xfe",
    b"[]",
    b"null",
    b'{"format": "something else"}',
    b'{"format": "microgradviz-progress", "version": 2}',
    b'{"format": "microgradviz-progress", "version": 1, "exercises": [], "concepts": {}}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_file_that_cannot_be_read_is_set_aside_with_a_sentence(file: Path, text: bytes) -> None:
    file.write_bytes(text)
    aside = file.with_name("microgradviz_progress.unreadable-1.json")
    found = check("slope_mul", lambda x, y: (y, x))
    assert found.points == 3
    assert f"it is now called {aside.name}, and a new one was begun" in repr(found)
    assert aside.read_bytes() == text
    assert best(file) == {"slope_mul": 3}
    assert "cannot be read" not in repr(check("slope_mul", lambda x, y: (y, x)))


def test_one_set_aside_earlier_is_not_overwritten(file: Path) -> None:
    for text in ("first", "second"):
        file.write_text(text)
        progress()
    names = sorted(p.name for p in file.parent.glob("*.json"))
    assert names == ["microgradviz_progress.unreadable-1.json", "microgradviz_progress.unreadable-2.json"]
    assert [(file.parent / name).read_text() for name in names] == ["first", "second"]


def test_odd_entries_of_a_good_file_are_passed_over(file: Path) -> None:
    entries = {"slope_mul": {"best": 3}, "adam": {"best": "all"}, "mse": None, "slope_tanh": {"best": 10**9}}
    kept = {"format": "microgradviz-progress", "version": 1, "exercises": entries, "concepts": {"before": []}}
    file.write_text(json.dumps(kept))
    found = progress()
    assert (found.best["slope_mul"], found.best["adam"], found.best["mse"], found.best["slope_tanh"]) == (3, 0, 0, 3)


def test_a_write_that_fails_leaves_the_old_file_and_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check("slope_mul", lambda x, y: (y, x))
    old = file.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    found = check("slope_tanh", right)
    assert "could not be stored (No space left on device" in repr(found)
    assert file.read_bytes() == old
    assert [p.name for p in file.parent.iterdir()] == [file.name]
    assert progress().best["slope_tanh"] == 3, "this session still knows it"
    monkeypatch.undo()


def test_a_directory_that_is_gone_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROGRADVIZ_PROGRESS", str(tmp_path / "nowhere" / "p.json"))
    assert "could not be stored" in repr(check("slope_mul", lambda x, y: (y, x)))
    assert progress().best["slope_mul"] == 3


def test_a_directory_in_its_place_is_a_sentence(file: Path) -> None:
    file.mkdir()
    assert "could not be read" in repr(check("slope_mul", lambda x, y: (y, x)))
    assert file.is_dir()


def test_the_environment_names_another_file_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROGRADVIZ_PROGRESS", str(tmp_path / "mine.json"))
    check("slope_mul", lambda x, y: (y, x))
    assert best(tmp_path / "mine.json") == {"slope_mul": 3}
    monkeypatch.setenv("MICROGRADVIZ_PROGRESS", "")
    check("slope_tanh", right)
    assert [p.name for p in tmp_path.iterdir()] == ["mine.json"]
    assert progress().best["slope_tanh"] == 3


# ---------------------------------------------------------------- the concept test


def test_the_concept_test_is_complete() -> None:
    assert len(CONCEPTS) == 12
    assert len({item.name for item in CONCEPTS}) == 12
    for item in CONCEPTS:
        assert [bool(option.misconception) for option in item.options].count(False) == 1, item.name
        assert all(bool(option.reason) != bool(option.misconception) for option in item.options), item.name
        assert len({option.text for option in item.options}) == 4
        assert item.choices[-1] == "I don't know."
    misconceptions = [option.misconception for item in CONCEPTS for option in item.options if option.misconception]
    assert len(set(misconceptions)) == 36
    assert {RIGHT.count(c) for c in "abcd"} <= {2, 3, 4}, "the right answers stand in every place"


LATER = r"\b(loss|engine|network|neuron|sigmoid|tanh|saturat|layer|parameter|learning rate|local derivative)|_back|\(\)"


def test_its_questions_stand_on_ideas_and_not_on_words_that_the_course_brings() -> None:
    found = [text for item in CONCEPTS for text in (item.question, *item.choices) if re.search(LATER, text)]
    assert not found


def test_its_lessons_are_those_of_the_course() -> None:
    lessons = "rate 01 zero 08b sum 02 plus 02 order 06 accumulate 10 exp 08 training 03 data 11 saturation 16 step 10"
    assert " ".join(f"{item.name} {item.lesson}" for item in CONCEPTS) == f"{lessons} one_sweep 02"


@pytest.mark.parametrize("answers", [RIGHT, "e" * 12, "abcde" * 2 + "ab"])
def test_before_the_course_each_question_names_its_lesson_and_nothing_is_given_away(file: Path, answers: str) -> None:
    said = concept_test("before", answers).said
    assert said["text"] == "Noted, thank you. The course has the answers."
    assert said["items"] == [{"name": i.name, "text": f"Lesson {i.lesson} answers it."} for i in CONCEPTS]
    chosen = {item.name: "abcde".index(letter) for item, letter in zip(CONCEPTS, answers, strict=True)}
    assert json.loads(file.read_text())["concepts"]["before"] == chosen


def test_after_the_course_each_answer_says_what_it_says() -> None:
    wrong = "".join(LETTERS[(item.right + 1) % 4] for item in CONCEPTS)
    said = concept_test("after", wrong).said
    assert said["text"] == "0 of 12 are right."
    for note, item in zip(said["items"], CONCEPTS, strict=True):
        chosen, right = item.options[(item.right + 1) % 4], item.options[item.right]
        told = f"{chosen.misconception} The right answer: “{right.text}” {right.reason} (Lesson {item.lesson})"
        assert note == {"name": item.name, "ok": False, "text": told}
    said = concept_test("after", RIGHT).said
    assert said["text"] == "12 of 12 are right."
    assert [note["text"] for note in said["items"]] == [
        f"Right. {item.options[item.right].reason}" for item in CONCEPTS
    ]


def test_who_does_not_know_is_not_right_is_told_what_is_and_not_that_they_are_wrong(file: Path) -> None:
    said = concept_test("after", "e" * 12).said
    assert said["text"] == "0 of 12 are right."
    for note, item in zip(said["items"], CONCEPTS, strict=True):
        assert note["text"].startswith(f"The right answer: “{item.options[item.right].text}”")
        assert "ok" not in note
    assert json.loads(file.read_text())["concepts"]["after"] == {item.name: 4 for item in CONCEPTS}


def test_the_page_is_not_told_what_is_right() -> None:
    test = concept_test("before")
    test.answers = {"rate": 1}
    assert {key for item in test.items for key in item} == {"name", "kind", "question", "options"}
    assert (test.answers, test.said) == ({"rate": 1}, {})


def test_nothing_is_stored_before_it_is_handed_in(file: Path) -> None:
    test = concept_test("after")
    test.answers = {item.name: item.right for item in CONCEPTS}
    assert not file.exists()
    test.handed_in = 1
    kept = json.loads(file.read_text())
    assert kept["concepts"] == {"after": test.answers}
    assert kept["questions"] == {}


def test_without_a_front_end_it_is_plain_text() -> None:
    text = repr(concept_test("before"))
    assert all(item.question in text for item in CONCEPTS)
    assert all(f"{LETTERS[k]}) {option.text}" in text for item in CONCEPTS for k, option in enumerate(item.options))
    assert text.count("   e) I don't know.") == 12
    assert 'concept_test("before", "abcdabcdabcd")' in text
    bundle = concept_test("before")._repr_mimebundle_()[0]
    assert bundle["text/plain"] == text
    assert bundle["text/html"].startswith("<p>")


@pytest.mark.parametrize("answers", ["", "abcd", "abcdabcdabcf", RIGHT + "a"])
def test_answers_must_be_a_letter_for_each_question(answers: str) -> None:
    with pytest.raises(ValueError, match="answers must be 12 letters from a to e"):
        concept_test("before", answers)


def test_when_is_before_or_after() -> None:
    with pytest.raises(ValueError, match="when must be 'before' or 'after'"):
        concept_test("during")


@pytest.mark.parametrize("chosen", [5, -1, "a", None, True, 1.0])
def test_a_choice_that_is_none_counts_as_not_answered(chosen: Any) -> None:
    test = concept_test("after")
    test.answers = {"rate": chosen, "zero": 2}
    assert test.answers == {"zero": 2}


# ---------------------------------------------------------------- the class
