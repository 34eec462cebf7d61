"""A class with numbers of their own: notebooks are handed out, and graded by the name that the grader knows."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from microgradviz.cli import main
from microgradviz.exercises.topics import EXERCISES

VARIED = [e for e in EXERCISES.values() if e.vary]


def handed_out(folder: Path, *arguments: str) -> None:
    assert main(["notebook", *arguments, "--out", str(folder)]) == 0


def filled_in(path: Path, student: str) -> str:
    """The notebook with the answers of that student, and no others."""
    made: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    cells = {cell["id"]: cell for cell in made["cells"]}
    for e in VARIED:
        right = e.variant(student).load(e.solution)
        cells[f"exercise-{e.name.replace('_', '-')}"]["source"] = f"{e.answer} = {right!r}"
    return json.dumps(made)


def graded(folder: Path, out: Path, *more: str) -> dict[str, int]:
    only = [e.name for e in VARIED]
    assert main(["grade", str(folder), "--out", str(out), "--jobs", "1", "--only", *only, *more]) == 0
    with out.open(encoding="utf-8-sig", newline="") as file:
        return {row["learner"]: int(row["earned"]) for row in csv.DictReader(file)}


def test_own_answers_are_right_and_those_of_a_neighbour_wrong(require_sandbox: None, tmp_path: Path) -> None:
    folder, roster = tmp_path / "in", tmp_path / "class.csv"
    roster.write_text("learner,name\nada,Ada King\nbob,Bob\neve,Eve\n", encoding="utf-8")
    handed_out(folder, "--roster", str(roster))
    for name, source in (("ada", "ada"), ("bob", "bob"), ("eve", "ada")):
        path = folder / f"{name}.ipynb"
        path.write_text(filled_in(path, source), encoding="utf-8")
    all_points = sum(e.points for e in VARIED)
    alone = graded(folder, tmp_path / "alone.csv", "--own-numbers")
    assert (alone["ada"], alone["bob"]) == (all_points, all_points)
    assert alone["eve"] < all_points / 2
    assert max(graded(folder, tmp_path / "same.csv").values()) < all_points / 2  # these are not the common numbers
    (folder / "ada.ipynb").rename(folder / "Ada King_77_file.ipynb")  # a learning platform has its own names
    assert graded(folder, tmp_path / "roster.csv", "--own-numbers", "--roster", str(roster)) == alone


def test_an_answer_in_names_is_right_for_nobody_unless_the_notebook_gives_the_names(
    require_sandbox: None, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    handed_out(folder, "ada", "bob")
    exercise = EXERCISES["sum_times_by_hand"]
    own = exercise.variant("bob").given
    numbers = "".join(f"{name} = {x!r}\n" for name, x in own.items())
    for name, above in (("ada", ""), ("bob", numbers)):
        path = folder / f"{name}.ipynb"
        made = json.loads(path.read_text(encoding="utf-8"))
        (cell,) = [cell for cell in made["cells"] if cell["id"] == "exercise-sum-times-by-hand"]
        cell["source"] = above + exercise.solution
        path.write_text(json.dumps(made), encoding="utf-8")
    found = graded(folder, tmp_path / "names.csv", "--own-numbers")
    assert found == {"ada": 0, "bob": exercise.points}


@pytest.mark.parametrize("name", ["../ada", "a/b", ".hidden", "a\nb", "a:b"])
def test_a_name_must_be_able_to_be_that_of_a_file(tmp_path: Path, name: str, capsys: Any) -> None:
    assert main(["notebook", name, "--out", str(tmp_path / "out")]) == 1
    assert "must be able to be that of a file" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_course_of_nbgrader_is_written_by_a_command(tmp_path: Path, capsys: Any) -> None:
    assert main(["export-nbgrader", "--out", str(tmp_path / "course")]) == 0
    assert (tmp_path / "course" / "source" / "exercises" / "exercises.ipynb").is_file()
    assert (tmp_path / "course" / "nbgrader_config.py").is_file()


@pytest.mark.parametrize("command", [["notebook", "ada"], ["export-nbgrader"]])
def test_what_is_handed_out_goes_into_a_folder(tmp_path: Path, command: list[str], capsys: Any) -> None:
    (tmp_path / "out").write_text("mine")
    assert main([*command, "--out", str(tmp_path / "out")]) == 1
    assert "--out must be a folder" in capsys.readouterr().err
    assert (tmp_path / "out").read_text() == "mine"


@pytest.mark.parametrize("names", [["ada", "ada"], ["ada", "Ada"], ["ada", "--roster", "class.csv"]])
def test_every_learner_is_named_once(
    tmp_path: Path, names: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class.csv").write_text("learner\nbob\nada\n")
    assert main(["notebook", *names, "--out", "out"]) == 1
    assert re.search(r"every learner must be named once \(got '[aA]da' again\)", capsys.readouterr().err)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["notebook", "ada", "bob"], "bob.ipynb"),
        (["export-nbgrader"], "nbgrader_config.py"),
        (["export-nbgrader"], "source/exercises/exercises.ipynb"),
    ],
)
def test_other_work_is_never_replaced(
    tmp_path: Path, command: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*command, "--out", str(tmp_path / "out")]
    assert main(command) == main(command) == 0  # the same again is no loss
    file = tmp_path / "out" / name
    work = f"{file.read_text(encoding='utf-8')} and mine"
    file.write_text(work, encoding="utf-8")
    assert main(command) == 1
    assert f"--out must not hold other work ({str(file)!r} is there already)" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == work
