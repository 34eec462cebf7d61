"""`make lessons` finds points for an untouched notebook, and a solved one that breaks or earns too little."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from kit.asked_outputs import read_asked
from kit.lesson_runs import answer_text, own_environment, solve

from microgradviz.exercises.cells import Cell, code_cell, exercise_cells, make_notebook
from microgradviz.exercises.topics import EXERCISES

TESTS = Path(__file__).parents[1]
BREAKS_SOLVED = "if sum(slope_mul(1, 2) or [0]) == 3:\n    raise ValueError('solved')"


def lesson(*after: Cell) -> list[Cell]:
    return [code_cell("from microgradviz import check", "import"), *exercise_cells(EXERCISES["slope_mul"]), *after]


def solved_beforehand() -> list[Cell]:
    cells = lesson()
    cells[2]["source"] = EXERCISES["slope_mul"].solution
    return cells


def answered_otherwise() -> list[Cell]:
    asked = code_cell("print(3.7)", "asked")
    asked["metadata"] = {"answers": ["3.7"], "reveal": "text-slope-mul"}
    return [asked, *lesson()]


PLANTED: dict[str, tuple[Callable[[], list[Cell]], str]] = {
    "given": (solved_beforehand, "given.ipynb as delivered must earn nothing"),
    "breaks": (lambda: lesson(code_cell(BREAKS_SOLVED, "trap")), "ValueError: solved"),
    "otherwise": (answered_otherwise, "what was asked is answered otherwise"),
    "unchecked": (lambda: lesson()[:-1], "{'slope_mul': 0} == {'slope_mul': "),
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What pytest says of the planted notebooks."""
    folder = tmp_path_factory.mktemp("notebooks")
    for name, (cells, _) in PLANTED.items():
        nbformat.write(nbformat.from_dict(make_notebook(cells())), folder / f"{name}.ipynb")
    command = [sys.executable, "-m", "pytest", "-p", "kit.lesson_runs", "--nbval-lax", "--nbval-current-env"]
    path = os.pathsep.join([str(TESTS), str(TESTS.parent / "scripts"), str(TESTS.parent)])
    run = subprocess.run(
        [*command, str(folder)],
        capture_output=True, text=True, cwd=folder, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    return re.sub(r"\x1b\[[\d;]*m", "", run.stdout + run.stderr)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(said: str, name: str) -> None:
    assert any(line.startswith(("FAILED", "ERROR")) and f"{name}.ipynb" in line for line in said.splitlines()), said
    assert PLANTED[name][1] in said


def test_numbers_by_hand_are_handed_in_as_numbers() -> None:
    assert answer_text(EXERCISES["l_by_hand"]).startswith("l_by_hand = {'a': ")
    assert answer_text(EXERCISES["slope_mul"]) == EXERCISES["slope_mul"].solution


def test_stubs_are_filled_in_and_nothing_else() -> None:
    notebook = nbformat.from_dict(make_notebook(lesson()))
    assert solve(notebook) == ["slope_mul"]
    assert [cell.source for cell in notebook.cells] == [
        *(cell["source"] for cell in lesson()[:2]),
        EXERCISES["slope_mul"].solution,
        lesson()[3]["source"],
    ]


def test_every_run_keeps_what_it_reaches_in_its_own_folder(tmp_path: Path) -> None:
    assert {Path(at).is_relative_to(tmp_path) for at in own_environment(tmp_path).values()} == {True}


def test_what_is_printed_may_come_in_pieces() -> None:
    def shown(*pieces: str) -> dict[str, list[str]]:
        outputs = [{"output_type": "stream", "name": "stdout", "text": piece} for piece in pieces]
        metadata = {"answers": ["9.00"]}
        cell = {"cell_type": "code", "id": "rate", "metadata": metadata, "source": "print()", "outputs": outputs}
        return read_asked({"cells": [cell]})

    assert (
        shown("rate 0.05:", " 9.00\n", "0.75\n")
        == shown("rate 0.05: 9.00\n0.75\n")
        == {"rate": ["rate 0.05: 9.00", "0.75"]}
    )
