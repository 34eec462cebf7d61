"""Learners who hand in several notebooks: every report adds them up by one rule, and nothing that was found is lost."""

import csv
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from microgradviz.cli import main
from microgradviz.exercises.base import Exercise
from microgradviz.exercises.cells import exercise_cells, make_notebook
from microgradviz.exercises.topics import EXERCISES
from microgradviz.grading.reports.learner_pages import learner_page
from microgradviz.grading.reports.page_parts import html_text
from microgradviz.grading.reports.tables import write_csv
from microgradviz.grading.results import ExerciseMark, GradedSubmission, MarkChange, group_by_learner, merge_submissions
from microgradviz.grading.summary import shared_folder_warning, summary_line

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LESSON, REST = "02_backprop_by_hand.ipynb", "the_rest.ipynb"
ALL = sum(e.points for e in EXERCISES.values())
HAND = sum(e.points for e in EXERCISES.values() if e.lesson == "02")


def mark(name: str, earned: int, found: str = "tag") -> ExerciseMark:
    return ExerciseMark(name, EXERCISES[name].points, earned, found)


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


# ---------------------------------------------------------------- the rule

OWN = (
    GradedSubmission("a/1.ipynb", "a", (mark("mse", 0), mark("slope_mul", 3)), name="Al"),
    GradedSubmission(
        "a/2.ipynb", "a", (mark("mse", 2), mark("slope_mul", 0, "")), name="Al", late="1 h 30 min late", note="Look."
    ),
    GradedSubmission("a/3.ipynb", "a", (), "It is empty.", sandboxed=False, name="Al"),
    GradedSubmission("a/4.ipynb", "a", (), "It is =broken.", name="Al"),
)


@pytest.mark.parametrize("own", list(permutations(OWN)), ids=lambda own: "".join(one.file[2] for one in own))
def test_in_any_order_the_better_answers_count_and_what_was_said_is_kept(own: Sequence[GradedSubmission]) -> None:
    one = merge_submissions(own)
    assert {m.name: m.earned for m in one.exercises} == {"mse": 2, "slope_mul": 3}
    assert (one.learner, one.name, one.earned, one.sandboxed, one.late) == (
        "a",
        "Al",
        5,
        False,
        "a/2.ipynb: 1 h 30 min late",
    )
    assert sorted(one.file.split("; ")) == [part.file for part in OWN]
    assert sorted(one.reason.split("; ")) == ["a/3.ipynb: It is empty.", "a/4.ipynb: It is =broken."]
    assert one.note == "a/2.ipynb: Look."


def test_a_mark_that_a_person_set_goes_before_a_better_answer() -> None:
    changes = (MarkChange("mse", 1, 0, "Ada", "copied"),)
    by_hand = GradedSubmission("a/5.ipynb", "a", (mark("mse", 0),), changes=changes)
    one = merge_submissions([*OWN, by_hand])
    assert (one.earned, one.changes) == (3, changes)


@pytest.mark.parametrize("one", OWN, ids=lambda one: one.file)
def test_one_notebook_is_what_it_was(one: GradedSubmission) -> None:
    assert merge_submissions([one]) == one


def guesses(count: int, lucky: int) -> list[GradedSubmission]:
    """So many notebooks of one learner with an answer each, of which one is right."""
    return [
        GradedSubmission(
            f"a/{k:03}.ipynb",
            "a",
            (ExerciseMark("mse", EXERCISES["mse"].points, EXERCISES["mse"].points * (k == lucky), "tag", code=f"{k}"),),
        )
        for k in range(count)
    ]


@pytest.mark.parametrize(
    ("count", "lucky", "counts"), [(150, 70, False), (150, 148, True), (3, 0, True), (4, 0, False)]
)
def test_many_notebooks_buy_no_luck_and_the_table_says_so(count: int, lucky: int, counts: bool, tmp_path: Path) -> None:
    own = guesses(count, lucky)
    one = merge_submissions(own[::-1])
    assert one.earned == (EXERCISES["mse"].points if counts else 0)
    said = f"Of many answers the last 3 by the files' names count: mse ({count} different answers)."
    assert one.note == (said if count > 3 else "")
    write_csv(own, tmp_path / "a.csv")
    assert rows_of(tmp_path / "a.csv")[0]["note"] == one.note
    assert (html_text(said) in learner_page(one, {"mse": EXERCISES["mse"].points})) == (count > 3)
    marked = replace(own[0], exercises=(mark("mse", 1),), changes=(MarkChange("mse", 0, 1, "Ada", "a talk"),))
    assert merge_submissions([marked, *own[1:]]).earned == 1  # what a person set counts in any case


def test_copies_of_an_answer_are_one_attempt() -> None:
    own = guesses(3, 0)
    copies = [replace(own[0], file=f"a/copy {k}.ipynb") for k in range(20)]
    assert merge_submissions([*own, *copies]).earned == EXERCISES["mse"].points


# ---------------------------------------------------------------- the reports


def test_the_table_has_a_row_for_each_learner_and_says_which_file_is_late_or_cannot_be_read(tmp_path: Path) -> None:
    graded = [OWN[0], GradedSubmission("b.ipynb", "b", (mark("mse", 1),)), *OWN[1:]]
    assert write_csv(graded, tmp_path / "a.csv") == 2
    a, b = rows_of(tmp_path / "a.csv")
    assert (a["learner"], a["earned"], a["points"], a["percent"], b["earned"]) == ("a", "5", "5", "100.0", "1")
    assert a["file"] == "a/1.ipynb; a/2.ipynb; a/3.ipynb; a/4.ipynb"
    assert a["late"] == "a/2.ipynb: 1 h 30 min late"
    assert a["reason"] == "a/3.ipynb: It is empty.; a/4.ipynb: It is =broken."
    assert (b["late"], b["reason"], a["sandboxed"], b["sandboxed"]) == ("", "", "no", "yes")


def test_no_file_of_several_is_a_formula(tmp_path: Path) -> None:
    write_csv([OWN[0], GradedSubmission("=1+1.ipynb", "a", reason="@x")], tmp_path / "a.csv")
    (row,) = rows_of(tmp_path / "a.csv")
    assert row["file"] == "a/1.ipynb; '=1+1.ipynb"


def test_the_closing_line_says_what_a_row_is_for() -> None:
    assert summary_line(OWN, 1, Path("g.csv")) == (
        "4 submissions, 2 with a reason instead of marks. 2 exercises, worth 5 points. "
        "1 row, one for each learner: g.csv"
    )


@pytest.mark.parametrize(
    ("graded", "who"),
    [
        ([OWN[0], GradedSubmission("a/2.ipynb", "a", (mark("slope_tanh", 1), mark("mse", 0, "")))], ""),
        (OWN[:2], "a answered"),
        (
            [GradedSubmission(f"{x}/{k}.ipynb", x, (mark("mse", 1),)) for x in "abc" for k in "12"],
            "a and 2 others answered",
        ),
    ],
)
def test_a_folder_that_may_be_of_several_learners_is_doubted(graded: list[GradedSubmission], who: str) -> None:
    assert shared_folder_warning(graded).startswith(who)
    assert bool(shared_folder_warning(graded)) is bool(who)


# ---------------------------------------------------------------- a class, from the command


def answer(e: Exercise) -> str:
    """What earns all points; of an exercise found by hand the numbers."""
    return f"{e.answer} = {e.load(e.solution)!r}" if e.given else e.solution


def solved(path: Path, name: str) -> None:
    """Lesson 02 as the course has it, or a notebook of all other exercises, with every exercise solved."""
    plain: Any = (
        json.loads((NOTEBOOKS / name).read_text(encoding="utf-8"))
        if name == LESSON
        else make_notebook([cell for e in EXERCISES.values() if e.lesson != "02" for cell in exercise_cells(e)])
    )
    for cell in plain["cells"]:
        for tag in cell["metadata"].get("tags", ()):
            if tag.removeprefix("exercise-") in EXERCISES:
                cell["source"] = answer(EXERCISES[tag.removeprefix("exercise-")])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(plain), encoding="utf-8")
    os.utime(path, (1_700_000_000, 1_700_000_000))


@pytest.fixture(scope="module")
def handed_in(require_sandbox: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of learners with two notebooks each, graded once; grading again finds all in the journal."""
    place = tmp_path_factory.mktemp("handed in")
    for learner in ("ada", "bob", "cy"):
        solved(place / "class" / learner / LESSON, LESSON)
        solved(place / "class" / learner / REST, REST)
    (place / "class" / "bob" / LESSON).write_text("{broken")
    os.utime(place / "class" / "cy" / REST, (1_700_000_000 + 90 * 60, 1_700_000_000 + 90 * 60))
    (place / "roster.csv").write_text("learner,name\ncy,Cy\nada,Ada King\nbob,Bob\ndee,Dee\n")
    (place / "overrides.csv").write_text(
        "learner,exercise,earned,by,reason\nbob,l_by_hand,1,Eve,on paper\ncy,mse,0,Eve,copied\n"
    )
    return place


def grade(place: Path, *options: str) -> list[dict[str, str]]:
    command = ["grade", str(place / "class"), "--out", str(place / "g.csv"), "--jobs", "1"]
    assert main([*command, *(str(place / x) if "." in x else x for x in options)]) == 0
    return rows_of(place / "g.csv")


def test_who_solves_all_in_two_notebooks_has_all_points_in_one_row(
    handed_in: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = grade(handed_in)
    assert [(row["learner"], row["earned"], row["points"]) for row in rows] == [
        ("ada", str(ALL), str(ALL)),
        ("bob", str(ALL - HAND), str(ALL)),
        ("cy", str(ALL), str(ALL)),
    ]
    assert rows[0]["percent"] == "100.0"
    assert rows[1]["reason"].startswith(f"bob/{LESSON}: ")
    said = capsys.readouterr().out
    counted = f"{len(EXERCISES)} exercises, worth {ALL} points"
    assert f"6 submissions, 1 with a reason instead of marks. {counted}. 3 rows, one for" in said
    assert grade(handed_in) == rows


def test_roster_due_date_and_overrides_hold_for_all_that_a_learner_handed_in(handed_in: Path) -> None:
    due = "2023-11-14T22:30:00+00:00"  # a quarter of an hour after the first notebooks
    options = ["--roster", "roster.csv", "--overrides", "overrides.csv", "--due", due]
    cy, ada, bob, dee = grade(handed_in, *options)
    assert [row["name"] for row in (cy, ada, bob, dee)] == ["Cy", "Ada King", "Bob", "Dee"]
    assert (cy["earned"], cy["mse"]) == (str(ALL - EXERCISES["mse"].points), "0")
    assert (cy["late"], ada["late"], dee["late"]) == (f"cy/{REST}: 1 h 14 min late", "", "")
    assert (bob["earned"], bob["l_by_hand"]) == (str(ALL - HAND + 1), "1")
    assert bob["changed"] == "l_by_hand: 1 in place of 0, set by Eve (on paper)"
    assert (dee["file"], dee["earned"], dee["reason"]) == ("", "0", "No notebook (.ipynb) was handed in.")


def test_only_what_counts_is_added_up(handed_in: Path) -> None:
    ada, bob, cy = grade(handed_in, "--only", "l_by_hand", "inside_first", "mse")
    points = [EXERCISES[name].points for name in ("l_by_hand", "inside_first", "mse")]
    assert (ada["earned"], bob["earned"], cy["points"]) == (str(sum(points)), str(points[2]), str(sum(points)))


def test_every_report_has_the_same_totals(handed_in: Path) -> None:
    rows = grade(handed_in, "--html", "pages.d", "--overview", "g.html", "--roster", "roster.csv")
    overview = unescape((handed_in / "g.html").read_text())
    for row in rows:
        page = (handed_in / "pages.d" / f"{row['learner']}.html").read_text()
        assert f"<strong>{row['earned']}</strong> of {row['points']} points" in page
    mean = 100 * sum(int(row["earned"]) for row in rows) / (4 * ALL)
    assert f"The class earned {round(mean, 1):g} % of the points." in overview


def test_learners_come_in_the_order_of_their_first_notebook() -> None:
    graded = [GradedSubmission(f"{k}.ipynb", learner) for k, learner in enumerate("bacab")]
    assert [[one.file[0] for one in own] for own in group_by_learner(graded)] == [["0", "4"], ["1", "3"], ["2"]]
