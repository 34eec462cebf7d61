"""What is handed out goes into a folder, and never over other work."""

from pathlib import Path
from typing import Any

import pytest

from microgradviz.cli import main


def test_the_course_of_nbgrader_is_written_by_a_command(tmp_path: Path, capsys: Any) -> None:
    assert main(["export-nbgrader", "--out", str(tmp_path / "course")]) == 0
    assert (tmp_path / "course" / "source" / "exercises" / "exercises.ipynb").is_file()
    assert (tmp_path / "course" / "nbgrader_config.py").is_file()


def test_what_is_handed_out_goes_into_a_folder(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "out").write_text("mine")
    assert main(["export-nbgrader", "--out", str(tmp_path / "out")]) == 1
    assert "--out must lead into a folder where you may write" in capsys.readouterr().err
    assert (tmp_path / "out").read_text() == "mine"


@pytest.mark.parametrize("name", ["nbgrader_config.py", "source/exercises/exercises.ipynb"])
def test_other_work_is_never_replaced(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["export-nbgrader", "--out", str(tmp_path / "out")]
    assert main(command) == main(command) == 0  # the same again is no loss
    file = tmp_path / "out" / name
    work = f"{file.read_text(encoding='utf-8')} and mine"
    file.write_text(work, encoding="utf-8")
    assert main(command) == 1
    assert f"--out must not hold other work ({str(file)!r} is there already)" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == work
