"""scripts/code_lines.py, which counts lines of code, against trees of which the count is known."""

import sys
from collections.abc import Callable
from pathlib import Path

import code_lines
import pytest

Said = Callable[[str], dict[str, list[int]]]

PYTHON = '''\
"""What it is for."""

import re  # 1


class A:  # 2
    """A docstring
    of two lines."""

    text = """not
    a docstring"""  # 3 and 4
# nothing
'''
JAVASCRIPT = "// @ts-check\n/** @type {number} */\nconst a = 1; // 1\n\n/*\n * nothing\n */\nconst b = `\n  two\n`;\n"


def tree(folder: Path, python: str = PYTHON) -> Path:
    for name, text in {
        "a.py": python,
        "js/a.js": JAVASCRIPT,
        "exercises/topics/b.py": "x = 1\n",
        "exercises/concepts/questions.py": "y = 1\n",
    }.items():
        path = folder / "microgradviz" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(python if path.name == "a.py" else text, encoding="utf-8")
    return folder


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Said:
    """Call the script beside a tree, as if another were the project: its rows."""
    monkeypatch.setattr(code_lines, "ROOT", tree(tmp_path / "project"))

    def called(against: str) -> dict[str, list[int]]:
        monkeypatch.setattr(sys, "argv", ["code_lines.py", against])
        code_lines.main()
        rows = [line.rsplit(None, 3) for line in capsys.readouterr().out.splitlines()[1:]]
        return {row[0].strip(): [int(cell.replace(",", "")) for cell in row[1:]] for row in rows}

    return called


def test_comments_docstrings_and_blanks_are_no_code_and_texts_for_learners_count_apart(
    said: Said, tmp_path: Path
) -> None:
    rows = said(str(tree(tmp_path)))
    assert [rows[kind] for kind in ("Python", "for learners", "JavaScript")] == [[4, 4, 0], [2, 2, 0], [4, 4, 0]]


def test_a_line_that_is_too_long_counts_as_the_lines_it_would_take(said: Said, tmp_path: Path) -> None:
    rows = said(str(tree(tmp_path, f"x = {'1 + ' * 60}1\n")))
    assert rows["Python"] == [4, 3, 1]
    assert rows["Python, as they stand"] == [4, 1, 3]


def test_a_commit_that_is_none_is_named(said: Said) -> None:
    with pytest.raises(SystemExit, match="got 'no-such-commit'"):
        said("no-such-commit")
