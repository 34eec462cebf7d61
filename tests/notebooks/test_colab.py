"""The cell that Google Colab needs: in every notebook, out of sight, and without effect elsewhere."""

import sys
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from kit.lesson_files import NOTEBOOKS
from refresh_notebooks import COLAB, tidy
from write_addresses import ROOT, addresses

PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_it_stands_folded_below_the_title(path: Any) -> None:
    first, second, *_ = nbformat.read(path, as_version=4).cells
    assert first.source.startswith("# ")
    assert (second.source, second.metadata.jupyter.source_hidden, second.outputs) == (COLAB, True, [])


def test_it_installs_this_project_in_colab_and_nothing_anywhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []
    space = {"get_ipython": lambda: SimpleNamespace(run_line_magic=lambda *words: asked.append(words))}
    exec(COLAB, space)
    assert asked == []
    monkeypatch.setitem(sys.modules, "google.colab", SimpleNamespace())
    exec(COLAB, space)
    assert asked == [("pip", f"install -q git+{addresses(ROOT)[0]}")]


def test_a_notebook_that_lost_it_gets_it_back_and_its_cells_are_counted_without_it() -> None:
    notebook = nbformat.read(PATHS[0], as_version=4)
    stored = nbformat.writes(notebook)
    del notebook.cells[1]
    for cell in notebook.cells:
        if cell.get("execution_count"):  # what is asked has none
            cell.execution_count += 1  # as Jupyter counts when it has run
    tidy(notebook)
    assert nbformat.writes(notebook) == stored
