"""What the README counts is counted here."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from kit.forgeries import FORGERIES
from kit.lesson_files import LESSONS

from microgradviz import cli
from microgradviz.exercises import EXERCISES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_counts_exercises_wrong_answers_and_forgeries_as_they_are():
    wrong = sum(len(exercise.wrong) for exercise in EXERCISES.values())
    assert re.search(r"(\d+) wrong answers to (\d+) exercises", README).groups() == (str(wrong), str(len(EXERCISES)))
    assert re.search(r"(\d+) forgeries", README)[1] == str(len(FORGERIES))


def test_readme_lists_every_lesson():
    assert re.findall(r"^\| \[(\w+) ", README, re.MULTILINE) == list(LESSONS)


def test_the_two_commands_stand_on_the_first_screen():
    first_screen = README.splitlines()[:25]
    assert sum(line.startswith(("make lab ", "make test ")) for line in first_screen) == 2
    assert any(line.startswith("![") for line in first_screen)


def test_examples_of_readme_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(compile(block, "README.md", "exec"), space)
    assert (space["f"].data, space["a"].grad, space["b"].grad, space["c"].grad) == (8, -2, 4, 2)
    assert {path.name for path in tmp_path.iterdir()} == {"f.html", "f.svg"}


COMMANDS = re.findall(r"^(?:make|python -m|microgradviz) .*?(?= +#|$)", README, re.MULTILINE)
COMMANDS += re.findall(r"`((?:make|python -m|microgradviz)\s[^`]+)`", README)


@pytest.mark.parametrize("command", dict.fromkeys(" ".join(command.split()) for command in COMMANDS))
def test_commands_of_readme_have_all_that_they_need(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program, name, *rest = shlex.split(command.replace("python -m ", ""))
    if program == "make":
        known = f"PYTHON={sys.executable}"  # else every make looks for one, again for every line
        subprocess.run(["make", "--dry-run", known, name], cwd=ROOT, check=True, capture_output=True)
    elif program != "pip":  # which tests/browser/test_doors.py runs
        cli._parser(name).parse_args([name, *rest])
        if name == "draw":
            monkeypatch.chdir(tmp_path)
            assert cli.main([name, *rest]) == 0
            assert Path(rest[-1]).exists()
