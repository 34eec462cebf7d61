"""The two commands, in a copy of the project: what they call, and that they leave its files as they are."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns(".*", "build", "dist", "node_modules", "microgradviz-course", "__pycache__")
LESSON = "00_start_here.ipynb"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The files that the commands read, in a folder whose name has spaces and umlauts."""
    if shutil.which("make") is None:
        pytest.skip("make is not installed: apt-get install make")
    home = tmp_path / "Übung für alle"
    home.mkdir()
    for name in ("Makefile", "pyproject.toml", "package-lock.json"):
        shutil.copy(ROOT / name, home)
    return home


@pytest.fixture
def stand_in(project: Path) -> Path:
    """In place of the environment's Python a script that writes down what it is given, and has no CPU build."""
    python = project / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(
        '#!/bin/sh\necho "$*" >> called\ncase "$*" in *"import torch"*|*--index-url*) exit 1;; esac\n', encoding="utf-8"
    )
    python.chmod(0o755)
    return project / "called"


def make(project: Path, *arguments: str) -> None:
    # GNU make gives its children what it was called with itself
    environment = {name: text for name, text in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    run = subprocess.run(["make", *arguments], cwd=project, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_make_lab_does_what_microgradviz_lab_does(project: Path, stand_in: Path) -> None:
    make(project, "lab", "LAB_ARGS=--no-browser --lesson 05")
    *_, last = stand_in.read_text(encoding="utf-8").splitlines()
    assert last == "-m microgradviz lab --no-browser --lesson 05"


def test_the_second_time_nothing_is_installed(project: Path, stand_in: Path) -> None:
    make(project, "lab")
    make(project, "lab")
    assert stand_in.read_text(encoding="utf-8").count(" install ") == 1


def test_the_cpu_build_of_torch_is_asked_for_first_and_then_whatever_there_is(project: Path, stand_in: Path) -> None:
    make(project, ".venv/ready-test")
    asked = [line for line in stand_in.read_text(encoding="utf-8").splitlines() if "install torch" in line]
    assert [line.partition("install ")[2].split(" ", 1)[1:] for line in asked] == [
        ["--index-url https://download.pytorch.org/whl/cpu --retries 1 --timeout 15"],
        [],
    ]


def test_a_lesson_that_was_run_and_saved_leaves_the_project_as_it_was(tmp_path: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed: apt-get install git")
    project = tmp_path / "project"
    shutil.copytree(ROOT, project, ignore=NOT_COPIED)
    shutil.copy(ROOT / ".gitignore", project)
    _git(project, "init", "--quiet")
    _git(project, "add", ".")
    command = [sys.executable, "-m", "microgradviz", "lab", "--copy-only"]
    environment = {**os.environ, "PYTHONPATH": str(project)}
    for kept in ("MICROGRADVIZ_PROGRESS", "MICROGRADVIZ_ENGINES"):
        environment.pop(kept, None)
    subprocess.run(command, cwd=project, env=environment, check=True, capture_output=True)

    path = project / "microgradviz-course" / LESSON
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(path.parent)}})
    client.execute(env=environment)
    nbformat.write(notebook, path)

    assert _git(project, "ls-files", "--others", "--exclude-standard") == ""
    assert _git(project, "diff", "--name-only") == ""
    shutil.rmtree(project / ".git")  # as in a folder that was unpacked, where nothing says what is ignored
    (project / ".gitignore").unlink()
    command = [sys.executable, "-m", "ruff", "check", "--show-files", "."]  # the one tool that reads the whole folder
    read = subprocess.run(command, cwd=project, check=True, capture_output=True, text=True).stdout
    assert LESSON in read
    assert "microgradviz-course" not in read


def _git(project: Path, *arguments: str) -> str:
    command = ["git", "-C", str(project), "-c", "core.autocrlf=false", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
