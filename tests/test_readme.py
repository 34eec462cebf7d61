"""What the README counts is counted here."""

import re
import shlex
from pathlib import Path

import pytest
from kit.forgeries import FORGERIES
from kit.lesson_files import LESSONS

from microgradviz import cli
from microgradviz.exercises import EXERCISES

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_readme_counts_exercises_wrong_answers_and_forgeries_as_they_are():
    wrong = sum(len(exercise.wrong) for exercise in EXERCISES.values())
    assert re.search(r"(\d+) wrong answers to (\d+) exercises", README).groups() == (str(wrong), str(len(EXERCISES)))
    assert re.search(r"(\d+) forgeries", README)[1] == str(len(FORGERIES))


def test_readme_lists_every_lesson():
    assert re.findall(r"^\| \[(\w+) ", README, re.MULTILINE) == list(LESSONS)


@pytest.mark.parametrize(
    "command", dict.fromkeys(re.findall(r"^(?:.*`)?microgradviz (.+?)(?:`|  #|$)", README, re.MULTILINE))
)
def test_commands_of_readme_have_all_that_they_need(command: str):
    name, *rest = shlex.split(command)
    cli._parser(name).parse_args([name, *rest])
