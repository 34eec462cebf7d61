"""Every forgery of the zoo gets the mark and the message that it must get, and touches nothing of the machine."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from kit.forgeries import ZOO
from kit.forgeries.docs_table import PAGE, with_table
from kit.forgeries.forgery import Forgery, told

ROOT = Path(__file__).parents[2]
MOST_MEMORY = 300  # MB of the grader


class Kept:
    """The zoo after it was graded."""

    def __init__(self, folder: Path, results: dict[str, Any], calls: int) -> None:
        self.folder, self.results, self.calls = folder, results, calls


@pytest.fixture(scope="module")
def kept(require_sandbox: None, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """The whole zoo, graded once."""
    folder = tmp_path_factory.mktemp("zoo")
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
    return Kept(folder, json.loads(done.stdout), calls)


def test_the_zoo_is_large_enough_and_each_has_a_name_of_its_own() -> None:
    names = [forgery.name for forgery in ZOO]
    assert len(set(names)) == len(names) >= 25


@pytest.mark.parametrize("forgery", ZOO, ids=lambda forgery: forgery.name)
def test_a_forgery_gets_what_it_deserves(kept: Kept, forgery: Forgery) -> None:
    assert told(kept.results[forgery.name], forgery.exercise, str(kept.folder)) == (forgery.earned, forgery.said)


def test_the_grader_needs_little_memory_for_it(kept: Kept) -> None:
    assert 0 < kept.results[""] < MOST_MEMORY


def test_no_forgery_reads_writes_or_calls_outside_its_box(kept: Kept) -> None:
    assert kept.calls == 0
    assert sorted(path.name for path in kept.folder.iterdir()) == ["canary_solution.py", "handed_in", "outside.ipynb"]
    assert {path.suffix for path in (kept.folder / "handed_in").iterdir()} == {".ipynb"}
    for folder in ("/", "/usr", "/usr/lib", "/dev", os.path.expanduser("~root"), os.path.dirname(os.__file__)):
        assert not os.path.exists(f"{folder}/written_by_a_forgery")


def test_the_page_for_teachers_holds_the_table_as_it_is() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_table(page), "run PYTHONPATH=.:tests python -m kit.forgeries.docs_table"
