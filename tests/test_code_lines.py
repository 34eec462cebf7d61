"""scripts/code_lines.py, which counts lines of code, against trees of which the count is known."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "scripts" / "code_lines.py"

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


def said(*arguments: str) -> dict[str, list[int]]:
    run = subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=True)
    rows = [line.rsplit(None, 3) for line in run.stdout.splitlines()[1:]]
    return {row[0].strip(): [int(cell.replace(",", "")) for cell in row[1:]] for row in rows}


def test_comments_docstrings_and_blanks_are_no_code_and_texts_for_learners_count_apart(tmp_path: Path) -> None:
    rows = said(str(tree(tmp_path)))
    assert [rows[kind][1] for kind in ("Python", "for learners", "JavaScript")] == [4, 2, 4]
    assert all(now - then == change for now, then, change in rows.values())


def test_a_line_that_is_too_long_counts_as_the_lines_it_would_take(tmp_path: Path) -> None:
    rows = said(str(tree(tmp_path, f"x = {'1 + ' * 60}1\n")))
    assert (rows["Python"][1], rows["Python, as they stand"][1]) == (3, 1)


def test_a_commit_that_is_none_is_named() -> None:
    run = subprocess.run([sys.executable, str(SCRIPT), "no-such-commit"], capture_output=True, text=True)
    assert "got 'no-such-commit'" in run.stderr
