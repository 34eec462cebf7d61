"""Every forgery gets the mark and the message that it must get, and touches nothing of the machine."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from kit.forgeries import FORGERIES
from kit.forgeries.docs_table import PAGE, replace_table
from kit.forgeries.forgery import Forgery, points_and_message

ROOT = Path(__file__).parents[2]
MOST_MEMORY = 300  # MB of the grader


class GradedForgeries:
    """The forgeries after they were graded."""

    def __init__(self, folder: Path, results: dict[str, Any], calls: int) -> None:
        self.folder, self.results, self.calls = folder, results, calls


@pytest.fixture(scope="module")
def graded(require_sandbox: None, tmp_path_factory: pytest.TempPathFactory) -> GradedForgeries:
    """All forgeries, graded once."""
    folder = tmp_path_factory.mktemp("forgeries")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        done = subprocess.run(
            [sys.executable, "-m", "kit.forgeries.grade_forgeries", str(folder), str(server.getsockname()[1])],
            cwd=ROOT / "tests",
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}", "A_SECRET_TOKEN": "secret"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        try:
            server.accept()
            calls = 1
        except BlockingIOError:
            calls = 0
    return GradedForgeries(folder, json.loads(done.stdout), calls)


def test_the_zoo_is_large_enough_and_each_has_a_name_of_its_own() -> None:
    names = [forgery.name for forgery in FORGERIES]
    assert len(set(names)) == len(names) >= 25


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.name)
def test_a_forgery_gets_what_it_deserves(graded: GradedForgeries, forgery: Forgery) -> None:
    assert points_and_message(graded.results[forgery.name], forgery.exercise, str(graded.folder)) == (
        forgery.earned,
        forgery.said,
    )


def test_the_grader_needs_little_memory_for_it(graded: GradedForgeries) -> None:
    assert 0 < graded.results[""] < MOST_MEMORY


def test_no_forgery_reads_writes_or_calls_outside_its_box(graded: GradedForgeries) -> None:
    assert graded.calls == 0
    assert sorted(path.name for path in graded.folder.iterdir()) == ["canary_solution.py", "handed_in", "outside.ipynb"]
    assert {path.suffix for path in (graded.folder / "handed_in").iterdir()} == {".ipynb"}
    for folder in ("/", "/usr", "/usr/lib", "/dev", os.path.expanduser("~root"), os.path.dirname(os.__file__)):
        assert not os.path.exists(f"{folder}/written_by_a_forgery")


def test_the_page_for_teachers_holds_the_table_as_it_is() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == replace_table(page), "run PYTHONPATH=.:tests python -m kit.forgeries.docs_table"
