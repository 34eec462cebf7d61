"""A plugin of pytest: every notebook also runs solved, and earns all points; as delivered, under nbval, it earns none.

    PYTHONPATH=tests pytest -p kit.lesson_runs --nbval … notebooks        (make lessons)

Solved means: each stub is replaced by the solution of the table, as a learner would write it. Every run keeps its
progress and its engine in a folder of its own, and starts a kernel of its own.
"""

import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

from kit.asked_outputs import read_asked, stored_asked
from kit.notebooks import answer_text
from microgradviz.exercises.advice import read_progress
from microgradviz.exercises.topics import EXERCISES

MOST_MEMORY = 400 * 2**20  # of a kernel, when the lesson is over
_MEASURE = "import resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"


def solve(notebook: NotebookNode) -> list[str]:
    """Put the solutions in place of the stubs; the names of the exercises."""
    names = []
    for cell in notebook.cells:
        for tag in cell.metadata.get("tags", []):
            if tag.startswith("exercise-"):
                names.append(tag.removeprefix("exercise-"))
                cell.source = answer_text(EXERCISES[names[-1]])
    return names


def own_environment(folder: Path) -> dict[str, str]:
    """Where a run keeps what it has reached."""
    return {"MICROGRADVIZ_PROGRESS": str(folder / "progress.json"), "MICROGRADVIZ_ENGINES": str(folder)}


def earned(folder: Path) -> dict[str, int]:
    """The points that a run has reached, by exercise."""
    at = folder / "progress.json"
    return {name: entry["best"] for name, entry in read_progress(at)["exercises"].items()} if at.exists() else {}


def run_solved(path: Path, folder: Path) -> tuple[NotebookNode, list[str]]:
    """A notebook that was run with its stubs filled in, and the names of its exercises.

    Args:
        path: The notebook.
        folder: Where the run keeps what it reaches.
    """
    notebook = nbformat.read(path, as_version=4)
    names = solve(notebook)
    notebook.cells.append(nbformat.v4.new_code_cell(_MEASURE))
    client = NotebookClient(notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    client.execute(env={**os.environ, **own_environment(folder)})
    return notebook, names


class SolvedNotebook(pytest.File):
    """A notebook, to be run with its stubs filled in."""

    def collect(self) -> Iterable[pytest.Item]:
        # Two colons, so that --dist loadscope may give it to another process than the run as delivered.
        yield SolvedRun.from_parent(self, name="solved::earns all points")


class SolvedRun(pytest.Item):
    """The run itself: no error, all points, and a kernel that stays small."""

    def runtest(self) -> None:
        with TemporaryDirectory() as folder:
            self.run_in(Path(folder))

    def run_in(self, folder: Path) -> None:
        """Run it where it leaves nothing behind."""
        notebook, names = run_solved(self.path, folder)
        found = earned(folder)
        assert {n: found.get(n, 0) for n in names} == {n: EXERCISES[n].points for n in names}
        memory = int(notebook.cells[-1].outputs[0].text)
        assert memory <= MOST_MEMORY, f"its kernel took {memory / 2**20:.0f} MB"
        assert read_asked(notebook) == stored_asked(self.path), "what was asked is answered otherwise: `make notebooks`"

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"{self.path.name}: solved"


@cache
def _delivered(path: Path) -> TemporaryDirectory[str]:
    return TemporaryDirectory()


def folder_as_delivered(path: Path) -> Path:
    """Where the run of a notebook as it is delivered keeps what it reaches."""
    return Path(_delivered(path).name)


def _is_delivered_cell(item: Any) -> bool:
    return type(item).__name__ == "IPyNbCell"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> SolvedNotebook | None:
    if file_path.suffix != ".ipynb":
        return None
    found: SolvedNotebook = SolvedNotebook.from_parent(parent, path=file_path)
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if _is_delivered_cell(item):  # whose kernel starts when its first cell is set up
        os.environ.update(own_environment(folder_as_delivered(item.path)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    yield
    ended = nextitem is None or nextitem.path != item.path or not _is_delivered_cell(nextitem)
    if _is_delivered_cell(item) and ended:
        found = {name: points for name, points in earned(folder_as_delivered(item.path)).items() if points}
        _delivered(item.path).cleanup()
        assert not found, f"{item.path.name} as delivered must earn nothing (got {found})"
