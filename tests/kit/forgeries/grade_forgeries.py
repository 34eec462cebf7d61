"""Grades the forgeries in a process of its own, as a teacher would; prints what they got and how much memory that took.

python -m kit.forgeries.grade_forgeries FOLDER PORT        (in tests/; one line of JSON)
"""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from kit.notebooks import answer_cell, check_cell, write_notebook
from microgradviz.grading.official_marks import grade_notebook

from . import FORGERIES
from .forgery import RIGHT, Forgery

SECRET = "the keeper's secret"


def notebook_of(forgery: Forgery, folder: Path, port: int) -> Path:
    """The notebook that a forgery comes in, below the folder."""
    if forgery.file:
        return forgery.file(folder / "handed_in")
    source = forgery.source.replace("{canary}", str(folder / "canary_solution.py"))
    source = source.replace("{folder}", str(folder)).replace("{port}", str(port))
    cells = [cell for name, text in forgery.also.items() for cell in (answer_cell(name, text), check_cell(name))]
    return write_notebook(
        folder / "handed_in" / f"{forgery.name}.ipynb",
        *cells,
        answer_cell(forgery.exercise, source),
        check_cell(forgery.exercise),
    )


def grade_forgeries(folder: Path, port: int) -> dict[str, Any]:
    """What each forgery gets, by its name; and under "" how much memory the grader took, in MB."""
    (folder / "canary_solution.py").write_text(RIGHT, encoding="utf-8")
    (folder / "handed_in").mkdir()
    paths = {forgery.name: notebook_of(forgery, folder, port) for forgery in FORGERIES}

    def grade(name: str) -> Any:
        return grade_notebook(paths[name], folder / "handed_in", SECRET).to_json()

    with ThreadPoolExecutor(3) as pool:
        found = dict(zip(paths, pool.map(grade, paths), strict=True))
    return {**found, "": most_memory_mb()}


def most_memory_mb() -> float:
    """The most memory that this process has taken, in MB; the usual call counts that of whoever started it as well."""
    return int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) / 1024


if __name__ == "__main__":
    print(json.dumps(grade_forgeries(Path(sys.argv[1]), int(sys.argv[2]))))
