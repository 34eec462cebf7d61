"""The course as it was installed: its files, and which of them a lesson is."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_REPOSITORY = _PACKAGE.parent


def course_folder() -> Path:
    """Where the course's own files are: in the installed package, or in the notebooks/ of a checkout.

    Raises:
        FileNotFoundError: If they are nowhere.
    """
    for folder in (_PACKAGE / "course", _REPOSITORY / "notebooks"):
        if (folder / "00_start_here.ipynb").is_file():
            return folder
    raise FileNotFoundError(
        f"the course must be part of the installed package (got none in {_PACKAGE}); install microgradviz again"
    )


def course_files() -> dict[str, str]:
    """Every file of the course, the notebooks and what they link to: its name -> its text, without Colab's cell."""
    found = sorted(path for path in course_folder().iterdir() if path.suffix in (".ipynb", ".md"))
    return {path.name: _without_colab(path.read_text(encoding="utf-8")) for path in found}


def _without_colab(text: str) -> str:
    if '"id": "colab"' not in text:
        return text
    notebook = json.loads(text)
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] != "colab"]
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def lesson_file(lesson: str) -> str:
    """The name of a lesson's notebook.

    Args:
        lesson: How it begins, as in "05" or "03b", or "exercises".

    Raises:
        ValueError: If there is no such lesson.

    Example:
        >>> lesson_file("5")
        '05_local_derivatives.ipynb'
    """
    names = {name.removesuffix(".ipynb").split("_")[0]: name for name in course_files() if name.endswith(".ipynb")}
    asked = re.split(r"[_. ]", lesson.strip().lower())[0]
    for name in (asked, f"0{asked}"):
        if name in names:
            return names[name]
    raise ValueError(f"--lesson must be one of {', '.join(names)} (got {lesson!r})")


def is_of_the_project(folder: Path) -> bool:
    """Whether a folder is the project's own: a checkout, its notebooks/, or a place where the package is installed."""
    at = Path(os.path.realpath(folder))
    roots = (at, at.parent) if at.name in ("notebooks", "course") else (at,)
    return any((root / "cli.py").is_file() and (root / "lazy.py").is_file() for root in roots) or any(
        (root / "microgradviz" / "cli.py").is_file() for root in roots
    )


def work_digest(name: str, text: str) -> str:
    """What tells one text of a file from another, by what somebody writes in it: to run a notebook is no edit."""
    written = _cells_of(text) if name.endswith(".ipynb") else None
    if written is None:
        written = text  # no notebook, or none any more: all of it counts
    return hashlib.sha256(json.dumps(written).encode()).hexdigest()


def _cells_of(text: str) -> object:
    """What somebody writes into the cells of a notebook; None if it cannot be read as one."""
    try:
        cells = json.loads(text)["cells"]
        written = [[cell["cell_type"], "".join(cell["source"]), cell.get("attachments")] for cell in cells]
        return [cell for cell in written if cell[1].strip() or cell[2]]  # JupyterLab adds an empty one below the last
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
