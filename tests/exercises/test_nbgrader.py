"""The exercises as an assignment of nbgrader: what it cuts out, what it keeps, and what it then gives."""

import csv
import gc
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from peer_venv import NBGRADER, Unavailable, activated, bin_of

from microgradviz.cli import main
from microgradviz.exercises import nbgrader
from microgradviz.exercises.topics import EXERCISES

ROOT = Path(__file__).parents[2]
SOURCE = nbgrader.source_notebook(EXERCISES.values())
OF_NBGRADER = {c["metadata"]["nbgrader"]["grade_id"]: c for c in SOURCE["cells"] if "nbgrader" in c["metadata"]}


def test_the_source_is_a_notebook_with_the_metadata_of_nbgrader() -> None:
    nbformat.validate(nbformat.from_dict(SOURCE))
    told = [cell["metadata"]["nbgrader"] for cell in OF_NBGRADER.values()]
    assert {m["schema_version"] for m in told} == {3}
    assert sum(m["solution"] for m in told) == sum(m["grade"] for m in told) == len(EXERCISES)
    assert all(m["locked"] is not m["solution"] for m in told)
    assert sum(m.get("points", 0) for m in told) == sum(e.points for e in EXERCISES.values())
    assert len(OF_NBGRADER) == len(told)


@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_stands_between_the_markers_and_the_stub_before_them(name: str) -> None:
    exercise = EXERCISES[name]
    source = OF_NBGRADER[f"exercise-{name.replace('_', '-')}"]["source"]
    before, rest = source.split("### BEGIN SOLUTION\n")
    inside, after = rest.split("### END SOLUTION")
    assert before.strip() == exercise.stub.strip()
    assert exercise.solution.strip() in inside
    assert not after


@pytest.fixture
def frozen_heap() -> Iterator[None]:
    """Nothing that other tests left is looked through for garbage: that alone may take the second that a row has."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("frozen_heap")
@pytest.mark.parametrize("name", ["slope_mul", "neuron_by_hand", "backward"])
def test_its_tests_give_the_solution_everything_and_the_stub_nothing(name: str, capsys: Any) -> None:
    exercise = EXERCISES[name]
    label = name.replace("_", "-")
    for source, points in ((exercise.stub, 0), (OF_NBGRADER[f"exercise-{label}"]["source"], exercise.points)):
        space: dict[str, Any] = {"earned_points": nbgrader.earned_points}
        engine = OF_NBGRADER.get(f"engine-{label}")  # a method comes with the class it is put on
        assert bool(engine) is bool(exercise.method)
        exec(engine["source"] if engine else "", space)
        exec(source, space)
        capsys.readouterr()
        assert eval(OF_NBGRADER[f"check-{label}"]["source"], space) == points
        printed = capsys.readouterr()
        assert bool(printed.out) is (points == 0)
        assert not printed.err  # nbgrader gives 0 for a line there


@pytest.mark.slow
def test_nbgrader_gives_the_solutions_everything_and_the_stubs_nothing(tmp_path: Path) -> None:
    try:
        programs = bin_of(*NBGRADER)
    except Unavailable as error:
        pytest.skip(str(error))
    assert main(["export-nbgrader", "--out", str(tmp_path)]) == 0
    source = next(iter(nbgrader.course_files(tmp_path, [])))

    def run(*arguments: str) -> None:
        environment = activated(programs, PYTHONPATH=str(ROOT), MICROGRADVIZ_PROGRESS="")
        done = subprocess.run(
            [programs / "nbgrader", *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-2000:]

    run("generate_assignment", nbgrader.ASSIGNMENT)
    released = tmp_path / "release" / nbgrader.ASSIGNMENT / source.name
    text = released.read_text(encoding="utf-8")
    assert "BEGIN SOLUTION" not in text
    assert "Your answer goes here" in text
    for learner, given in (("ada", source), ("bob", released)):
        handed_in = tmp_path / "submitted" / learner / nbgrader.ASSIGNMENT
        handed_in.mkdir(parents=True)
        shutil.copy(given, handed_in)
    run("autograde", nbgrader.ASSIGNMENT)
    run("export")
    with (tmp_path / "grades.csv").open(encoding="utf-8", newline="") as file:
        scores = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert scores == {"ada": sum(e.points for e in EXERCISES.values()), "bob": 0.0}
