"""How many submissions of ten exercises one core grades in a second, beside nbgrader and otter-grader.

    python benchmarks/bench_grade.py             (with peers: the first time their environments are made, two minutes)
    python benchmarks/bench_grade.py --alone

All run on one core, on notebooks with the same answers; nbgrader and otter call this package's own judge from their
tests, so that what is asked is the same. No two submissions are alike, so nothing is remembered from one to the next.
At least 10 a second (the best of many short runs, for other programs may be busy), and 20 times each peer (the median
of the runs before and after it).
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "scripts")]
from peer_venv import NBGRADER, OTTER, Unavailable, activated, bin_of  # noqa: E402

from microgradviz.exercises import nbgrader  # noqa: E402
from microgradviz.exercises.cells import code_cell, exercise_cells, make_notebook  # noqa: E402
from microgradviz.exercises.topics import EXERCISES  # noqa: E402
from microgradviz.grading.official_marks import grade_notebook  # noqa: E402
from microgradviz.grading.sandbox.walls import require_sandbox  # noqa: E402

COURSE = [
    EXERCISES[name]
    for name in (
        *("numeric_slope", "sum_times_by_hand", "add_values", "slope_mul", "slope_tanh"),
        *("topological_order", "backward", "neuron", "mse", "zero_grad"),
    )
]
POINTS = sum(exercise.points for exercise in COURSE)
LEAST, TIMES = 10.0, 20.0  # submissions a second; times each peer
_ENVIRONMENT = {"PYTHONPATH": str(ROOT), "MICROGRADVIZ_PROGRESS": ""}


def submission(learner: str) -> dict[str, Any]:
    """The notebook of a learner: right answers, each with the learner's name in it, so that none is like another's."""
    cells = [code_cell(nbgrader.IMPORT_LINE, "import")]
    for exercise in COURSE:
        text, answer, _ = exercise_cells(exercise)
        given = "".join(f"{name} = {x!r}\n" for name, x in exercise.given.items())
        answer["source"] = f"{given}{exercise.solution}\nwritten_by = {learner!r}\n"
        cells += [text, answer]
    return make_notebook(cells)


def ours(folder: Path, count: int) -> float:
    """Submissions a second: graded one after another, each in a sandbox of its own."""
    require_sandbox()
    paths = [folder / f"{k}.ipynb" for k in range(count)]
    for path in paths:
        path.write_text(json.dumps(submission(str(path))), encoding="utf-8")
    start = perf_counter()
    graded = [grade_notebook(path, folder, "the secret of a benchmark") for path in paths]
    seconds = perf_counter() - start
    assert [one.earned for one in graded] == [POINTS] * count, graded[0]
    assert len({mark.code for one in graded for mark in one.exercises}) == count * len(COURSE)
    return count / seconds


def of_nbgrader(folder: Path, count: int) -> float:
    """The same with `nbgrader autograde`."""
    programs = bin_of(*NBGRADER)
    texts = nbgrader.course_files(folder, COURSE)
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    source = next(iter(texts))
    run(programs, folder, "nbgrader", "generate_assignment", nbgrader.ASSIGNMENT)
    for k in range(count):
        handed_in = folder / "submitted" / f"learner{k}" / nbgrader.ASSIGNMENT
        handed_in.mkdir(parents=True)
        shutil.copy(source, handed_in)
    start = perf_counter()
    run(programs, folder, "nbgrader", "autograde", nbgrader.ASSIGNMENT)
    seconds = perf_counter() - start
    run(programs, folder, "nbgrader", "export")
    with (folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        assert [float(row["score"]) for row in csv.DictReader(file)] == [POINTS] * count
    return count / seconds


def of_otter(folder: Path, count: int) -> float:
    """The same with `otter run`."""
    programs = bin_of(*OTTER)
    tests = folder / "tests"
    tests.mkdir()
    for exercise in COURSE:
        code = f">>> print(earned_points({exercise.name!r}, {exercise.answer}))\n{exercise.points}"
        suite = {"type": "doctest", "scored": True, "setup": "", "teardown": "", "cases": [{"code": code}]}
        test = {"name": exercise.name, "points": exercise.points, "suites": [suite]}
        (tests / f"{exercise.name}.py").write_text(f"OK_FORMAT = True\ntest = {test!r}\n", encoding="utf-8")
    alone = ("--no-config", "--no-requirements", "--no-environment")
    run(programs, folder, "otter", "generate", "-t", "tests", "-o", "autograder.zip", *alone)
    for k in range(count):
        made = submission(f"learner {k}")
        made["metadata"]["language_info"] = {"name": "python"}
        (folder / f"{k}.ipynb").write_text(json.dumps(made), encoding="utf-8")
        (folder / f"out{k}").mkdir()
    start = perf_counter()
    for k in range(count):
        run(programs, folder, "otter", "run", "-a", "autograder.zip", "-o", f"out{k}", f"{k}.ipynb")
    seconds = perf_counter() - start
    for k in range(count):
        found = json.loads((folder / f"out{k}" / "results.json").read_text(encoding="utf-8"))
        assert sum(test.get("score", 0) for test in found["tests"]) == POINTS, found
    return count / seconds


def run(programs: Path, folder: Path, name: str, *arguments: str) -> None:
    """Run a program of an environment."""
    environment = activated(programs, **_ENVIRONMENT)
    done = subprocess.run([programs / name, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{name} {arguments[0]} failed: {done.stderr[-1500:]}")


def several(folder: Path) -> list[float]:
    """The rates of some short runs."""
    rates = []
    for k in range(8):
        run_in = folder / str(k)
        run_in.mkdir(parents=True)
        rates.append(ours(run_in, 6))
    return rates


def main(arguments: list[str]) -> int:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rates = several(folder / "first")
        met = max(rates) >= LEAST
        print(f"microgradviz grade     {max(rates):8.2f} submissions/s on one core, {median(rates):.2f} in the median")
        for peer, measure, count in (("nbgrader autograde", of_nbgrader, 4), ("otter run", of_otter, 3)):
            if "--alone" in arguments:
                continue
            (folder / peer).mkdir()
            try:
                rate = measure(folder / peer, count)
            except Unavailable as error:
                print(f"{peer:22} was not measured: {error}")
                continue
            after = several(folder / f"after {peer}")
            times = median(rates + after) / rate
            rates = after
            print(f"{peer:22} {rate:8.2f} submissions/s on one core: {times:.0f} times slower")
            met &= times >= TIMES
    print(f"{'met' if met else 'MISSED'}: at least {LEAST:g} a second, and {TIMES:g} times each peer")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
