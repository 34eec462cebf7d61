"""A notebook without PyTorch: cells that need it show what their lesson has stored, and all others run."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from kit.lesson_files import NOTEBOOKS
from kit.lesson_runs import earned, own_environment, solve
from kit.lessons_in_kernel import run_lessons

from microgradviz.commands import without_library
from microgradviz.commands.without_library import LibraryCells, find_torch
from microgradviz.exercises import EXERCISES

STORED = [
    {"output_type": "stream", "name": "stdout", "text": ["tensor(12.)\n"]},
    {"output_type": "display_data", "data": {"text/html": ["<img alt='a graph'>"], "text/plain": ["Player"]}},
]
ASKED = "print(torch.tensor(12.0))"
CELL = "x = torch.tensor(2.0)\nprint(3 * x**2)"


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[InteractiveShell]:
    """A kernel without torch, whose course has one lesson with one cell that needs it."""
    hide("torch", monkeypatch)
    cell = {"cell_type": "code", "source": [CELL], "outputs": STORED, "metadata": {}}
    asked = {"cell_type": "code", "source": ASKED, "outputs": [], "metadata": {"answers": ["12"]}}
    lesson = {"cells": [cell, asked, {"cell_type": "markdown", "source": "Words."}]}
    (tmp_path / "14_torch.ipynb").write_text(json.dumps(lesson))
    monkeypatch.setattr(without_library, "course_folder", lambda: tmp_path)
    without_library._lesson_cells.cache_clear()
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # a shell puts its own there
    shell = InteractiveShell()
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    yield shell
    without_library._lesson_cells.cache_clear()


class Without:
    """A finder that finds what another one does, but for one module."""

    def __init__(self, name: str, finder: Any) -> None:
        self.name, self.finder = name, finder

    def find_spec(self, name: str, *where: Any) -> Any:
        return None if name == self.name else self.finder.find_spec(name, *where)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.finder, name)


def hide(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a library had never been installed: IPython looks for NumPy in sys.modules itself."""
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Without(name, finder) for finder in sys.meta_path])


def shown(shell: InteractiveShell, text: str) -> str:
    """What a cell shows; it must raise nothing."""
    with capture_output() as caught:
        result = shell.run_cell(text)
    result.raise_error()
    return caught.stdout + "".join(str(x.data) for x in caught.outputs)


BEGIN = "from microgradviz import find_torch\ntorch = find_torch()"


def test_without_it_one_sentence_says_how_to_get_it(shell: InteractiveShell) -> None:
    said = shown(shell, BEGIN)
    assert said.count("PyTorch is not installed here") == 1
    assert "download.pytorch.org/whl/cpu" in said
    assert shell.user_ns["torch"] is None


def test_in_the_browser_it_says_that_it_cannot_be_there(
    shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(without_library, "IN_BROWSER", True)
    said = shown(shell, BEGIN)
    assert "PyTorch does not run in the browser" in said
    assert "pip install" not in said


def test_a_cell_of_a_lesson_shows_what_is_stored(shell: InteractiveShell) -> None:
    shown(shell, BEGIN)
    said = shown(shell, f"\n{CELL}\n")
    assert said.startswith("tensor(12.)\n")
    assert "<img alt='a graph'>" in said
    assert "x" not in shell.user_ns


def test_what_was_to_be_predicted_is_said_to_stand_in_the_fold(shell: InteractiveShell) -> None:
    shown(shell, BEGIN)
    assert "What it shows stands below, folded away." in shown(shell, ASKED)


def test_any_other_cell_that_needs_it_says_so_and_raises_nothing(shell: InteractiveShell) -> None:
    shown(shell, BEGIN)
    assert "This cell needs PyTorch, which is not here." in shown(shell, "y = torch.ones(3)\ny.sum()")
    assert "This cell needs PyTorch" in shown(shell, "print(y)")


def test_what_is_no_lesson_of_the_installed_course_has_nothing_stored(
    shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> Path:
        raise FileNotFoundError

    monkeypatch.setattr(without_library, "course_folder", nowhere)
    shown(shell, BEGIN)
    assert "This cell needs PyTorch" in shown(shell, CELL)


def test_all_other_cells_run(shell: InteractiveShell) -> None:
    shown(shell, BEGIN)
    assert shown(shell, "print(6 * 7)") == "42\n"
    assert isinstance(shell.run_cell("nonsense(").error_before_exec, SyntaxError)
    assert isinstance(shell.run_cell("1 / 0").error_in_exec, ZeroDivisionError)


def test_called_again_it_is_asked_once_and_gone_when_torch_is_there(
    shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(shell, BEGIN)
    shown(shell, BEGIN)
    assert sum(isinstance(x, LibraryCells) for x in shell.input_transformers_post) == 1
    monkeypatch.setitem(sys.modules, "torch", json)  # any module will do
    assert find_torch() is json
    assert not any(isinstance(x, LibraryCells) for x in shell.input_transformers_post)


@pytest.mark.parametrize(
    ("name", "library"),
    [
        ("14_the_same_in_pytorch", "torch"),
        ("14b_what_pytorch_adds", "torch"),
        ("22_from_scalars_to_matrices", "numpy"),
    ],
)
def test_the_lessons_on_a_library_run_to_their_end_without_it(
    name: str, library: str, shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for variable, at in own_environment(tmp_path).items():
        monkeypatch.setenv(variable, at)
    hide(library, monkeypatch)
    monkeypatch.setattr(without_library, "course_folder", lambda: NOTEBOOKS)
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    exercises = solve(notebook)
    assert run_lessons(shell, {name: notebook.cells}) == []
    found = earned(tmp_path)
    assert [found.get(exercise) for exercise in exercises] == [EXERCISES[exercise].points for exercise in exercises]


@pytest.mark.parametrize(
    ("hidden", "runners", "told"),
    [
        ("", "plain Python, NumPy, machine code", []),
        ("llvmlite numpy", "plain Python", ["numpy must be installed"]),
    ],
)
def test_the_race_is_run_by_who_is_there_and_says_how_to_bring_the_others(
    hidden: str, runners: str, told: list[str], shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for variable, at in own_environment(tmp_path).items():
        monkeypatch.setenv(variable, at)
    for library in hidden.split():
        hide(library, monkeypatch)
    monkeypatch.setattr(without_library, "course_folder", lambda: NOTEBOOKS)
    notebook = nbformat.read(NOTEBOOKS / "23_from_scalars_to_speed.ipynb", as_version=4)
    texts = {cell.id: cell.source for cell in notebook.cells if cell.cell_type == "code"}
    texts["the-race"] = texts["the-race"].replace("5000", "2").replace(", 20)", ", 2)")
    texts["clock"] = "tick = perf_counter\nperf_counter = lambda: round(tick(), 3)"  # as slowly as in a browser
    cells = ("import", "clock", "network", "count", "shares", "source", "ours", "theirs", "their-step", "the-race")
    said = "".join(shown(shell, texts[name]) for name in cells)
    assert all(sentence in said for sentence in ["PyTorch is not installed here", *told])
    assert said.count(" install ") == 1 + len(told)
    first = next(line for line in said.splitlines() if line.startswith("1 samples, losses alike: True; "))
    names = ("plain Python", "NumPy", "machine code", "PyTorch")
    assert [name for name in names if f" {name} " in first] == runners.split(", ")
    assert said.count("losses alike: True") == 3


@pytest.mark.parametrize(
    ("texts", "need"),
    [
        (["import torch.nn as nn", "nn.Linear(2, 1)"], [True, True]),
        (["from torch import nn", "nn = 3\nprint(nn)"], [True, False]),
        (["def loss(x):\n    return torch.relu(x)", "loss(3)"], [True, True]),
        (["x = torch.ones(3)", "[x for x in range(3)]"], [True, False]),
        (["x = torch.ones(3)", "def f(x):\n    return x", "f(2)"], [True, False, False]),
        (["torchlight = 1", "print('torch')", "import math"], [False, False, False]),
        (["from microgradviz import find_torch\ntorch = find_torch()"], [False]),
    ],
)
def test_cells_that_need_it_are_told_from_others(texts: list[str], need: list[bool]) -> None:
    cells: Any = LibraryCells("torch")
    assert [cells.is_next(text) for text in texts] == need


def test_numpy_is_found_under_the_name_that_everybody_gives_it(
    shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide("numpy", monkeypatch)
    assert "NumPy is not installed here." in shown(shell, "from microgradviz import find_numpy\nnp = find_numpy()")
    assert "This cell needs NumPy, which is not here." in shown(shell, "G = np.array([1.0])\nG + 1")
    assert "This cell needs NumPy" in shown(shell, "print(G)")
    assert shown(shell, "print(6 * 7)") == "42\n"
