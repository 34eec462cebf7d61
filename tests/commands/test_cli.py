"""The command as a whole: what it is called with, what it says."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from microgradviz import __version__, cli
from microgradviz.commands.course import course_files

EVERY = ["lab", "draw", "doctor", "grade", "regrade", "export-nbgrader"]


@pytest.mark.parametrize("given", [[], ["--help"], ["-h"], ["help"]], ids=str)
def test_alone_it_lists_every_command(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(given) == 0
    said = capsys.readouterr().out
    for name in EVERY:
        assert f"\n  {name} " in said
    assert "To begin:          microgradviz lab" in said


def test_it_tells_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"microgradviz {__version__}\n"


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("darw", "did you mean draw?"),
        ("Lab", "did you mean lab?"),
        ("gradee", "did you mean grade?"),
        ("docter", "did you mean doctor?"),
        ("serve", "there are lab, draw, doctor, grade"),
        ("--verbose", "there are lab, draw"),
        ("a*b", "there are lab, draw"),
    ],
)
def test_a_mistyped_command_is_answered_with_the_nearest(
    typed: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([typed]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"there is no command {typed!r}" in said.err
    assert hint in said.err


@pytest.mark.parametrize("name", EVERY)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([name, "--help"])
    assert ended.value.code == 0
    assert f"usage: microgradviz {name}" in capsys.readouterr().out


def test_python_dash_m_is_the_command(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])}
    command = [sys.executable, "-m", "microgradviz", "--version"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert run.stdout == f"microgradviz {__version__}\n"


@pytest.mark.parametrize(
    "given", [[], ["doctor"], ["draw", "+".join("a" * 300), "a=1"]], ids=["alone", "doctor", "draw"]
)
def test_a_reader_who_has_seen_enough_is_no_error(given: list[str]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])}
    command = [sys.executable, "-m", "microgradviz", *given]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as run:
        assert run.stdout
        assert run.stderr
        run.stdout.close()
        assert run.stderr.read() == b""


def test_a_pipe_of_few_letters_stops_nothing(tmp_path: Path) -> None:
    own = {"PYTHONPATH": str(Path(cli.__file__).parents[1]), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "microgradviz", "lab", "café", "--copy-only"]
    run = subprocess.run(command, capture_output=True, cwd=tmp_path, env={**os.environ, **own})
    assert (run.returncode, run.stderr) == (0, b"")
    assert f"caf? ({len(course_files())} files copied)".encode() in run.stdout


def test_the_other_commands_work_where_the_grader_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On Windows there is no fcntl; a picture and the course need none."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.startswith("microgradviz.grading.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert cli.main(["draw", "a*a", "a=2", "-o", "f.svg"]) == cli.main(["lab", "--copy-only"]) == 0
    monkeypatch.delitem(vars(importlib.import_module("microgradviz.grading")), "add_commands", raising=False)
    assert cli.main(["grade", ".", "--out", "a.csv"]) == 1
    assert "grade must run on Linux or macOS" in capsys.readouterr().err
