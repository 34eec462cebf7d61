"""Generated classes: thousands of submissions, good, wrong, hostile and broken, each with what must become of it.

The same seed gives the same class. `kill_half_way` grades one as `microgradviz grade` does, and ends it by force.
"""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from kit.forgeries import BREAKERS, CHEATS, SPIES
from kit.notebooks import ACCIDENTS, CellData, answer_cell, check_cell, markdown_cell, notebook_data
from microgradviz.exercises.advice import other_solution
from microgradviz.exercises.topics import EXERCISES

ROOT = Path(__file__).parents[2]
COURSE = (
    "slope_tanh", "slope_mul", "power_rule", "sum_times_by_hand", "l_by_hand", "add_values", "topological_order",
    "zero_grad", "neuron", "mse", "softmax", "broken_sums",
)  # fmt: skip
_SLOW = {  # seconds each: they wait for a limit
    "loops", "loops_and_catches", "one_endless_call", "sleeps", "endless_text", "floods_stdout", "reads_ahead",
    "error_that_never_ends", "searches_the_disk", "patched_fractions", "finite_differences", "complex_step",
    "forward_mode", "sparse_forward_mode",
}  # fmt: skip
HOSTILE = [f for f in (*CHEATS, *BREAKERS, *SPIES) if f.name not in _SLOW and not f.also and f.exercise in COURSE]


class Expected(NamedTuple):
    """What must become of a submission: its points, None for any number of them, or a reason instead."""

    points: int | None
    broken: bool = False


def _good(rng: random.Random) -> tuple[list[CellData], Expected]:
    chosen = _chosen(rng)
    cells = _cells([(name, rng.choice((EXERCISES[name].solution, other_solution(name)))) for name in chosen])
    return _with_accident(rng, cells), Expected(sum(EXERCISES[name].points for name in chosen))


def _wrong(rng: random.Random) -> tuple[list[CellData], Expected]:
    def text(name: str) -> str:
        exercise = EXERCISES[name]
        return rng.choice([exercise.solution, *(wrong.text(exercise.solution) for wrong in exercise.wrong)])

    return _with_accident(rng, _cells([(name, text(name)) for name in _chosen(rng)])), Expected(None)


def _stubs(rng: random.Random) -> tuple[list[CellData], Expected]:
    return _cells([(name, EXERCISES[name].stub) for name in _chosen(rng)]), Expected(0)


def _hostile(rng: random.Random) -> tuple[list[CellData], Expected]:
    forgery = rng.choice(HOSTILE)
    rest = [name for name in _chosen(rng) if name != forgery.exercise]
    texts = [(forgery.exercise, forgery.source), *((name, EXERCISES[name].solution) for name in rest)]
    return _cells(texts), Expected(forgery.earned + sum(EXERCISES[name].points for name in rest))


def _broken(rng: random.Random) -> bytes:
    whole = json.dumps(notebook_data(*_good(rng)[0])).encode()
    return rng.choice(
        (
            b"",
            b"\x00" * 2000,
            whole[: rng.randrange(1, len(whole) - 1)],
            b'{"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": []}',
            json.dumps(notebook_data(markdown_cell("I had no time."))).encode(),
            b"[" * 100_000,
            rng.randbytes(3000),
            b'"not a notebook"',
        )
    )


_KINDS: tuple[Callable[[random.Random], tuple[list[CellData], Expected]], ...] = (_good, _wrong, _stubs, _hostile)


def write_class(folder: Path, count: int, seed: int = 0) -> dict[str, Expected]:
    """Write a class of so many submissions below a folder; what must become of each, by its file."""
    rng = random.Random(seed)
    due = {}
    for k in range(count):
        name = rng.choice((f"learner {k:04}.ipynb", f"learner_{k:04}/exercises.ipynb", f"Zoë {k:04}/nb.ipynb"))
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if rng.random() < 0.06:
            path.write_bytes(_broken(rng))
            due[name] = Expected(None, broken=True)
            continue
        cells, due[name] = rng.choices(_KINDS, (45, 30, 9, 10))[0](rng)
        text = json.dumps(notebook_data(*cells), indent=rng.choice((None, 1)))
        path.write_bytes(text.replace("\n", rng.choice(("\n", "\r\n"))).encode())
    return due


def _chosen(rng: random.Random) -> list[str]:
    count = rng.randint(2, len(COURSE))
    return sorted(rng.sample(COURSE, count), key=COURSE.index)


def _cells(texts: list[tuple[str, str]]) -> list[CellData]:
    """An answer and a look for each, and imports as lessons have them."""
    return [
        cell
        for name, text in texts
        for cell in (markdown_cell(f"### {name}"), answer_cell(name, _numbers(name, text) + text), check_cell(name))
    ]


def _numbers(name: str, text: str) -> str:
    """The given numbers by their names, where an answer uses them."""
    given = EXERCISES[name].given if text != EXERCISES[name].stub else {}
    return "".join(f"{key} = {x!r}\n" for key, x in given.items())


def _with_accident(rng: random.Random, cells: list[CellData]) -> list[CellData]:
    """One of the things that befall notebooks, at one of the answers."""
    if rng.random() < 0.5:
        return cells
    at = rng.choice([i for i, cell in enumerate(cells) if cell["metadata"].get("tags")])
    return rng.choice([ACCIDENTS["untouched"], ACCIDENTS["metadata lost"], ACCIDENTS["magic added"]])(cells, at)


# ---------------------------------------------------------------- grading a class


def start_grading(folder: Path, out: Path, secret: Path, jobs: int) -> subprocess.Popen[bytes]:
    """Start `microgradviz grade` in a process of its own, with the secret that is in a file."""
    out.with_suffix(".secret").write_bytes(secret.read_bytes())
    command = [sys.executable, "-m", "microgradviz", "grade", str(folder), "--out", str(out)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [*command, "--jobs", str(jobs)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_for_success(process: subprocess.Popen[bytes]) -> None:
    """Wait until it ends; RuntimeError with its last words if it failed."""
    _, said = process.communicate()
    if process.returncode:
        raise RuntimeError(f"microgradviz grade failed: {said.decode(errors='replace')[-2000:]}")


def kill_half_way(folder: Path, out: Path, secret: Path, jobs: int, count: int) -> int:
    """Start to grade, and end it by force when half of the class is in the journal; how many were done by then."""
    journal = out.with_suffix(".journal")
    with start_grading(folder, out, secret, jobs) as process:
        while process.poll() is None and _lines(journal) < count // 2:
            try:
                process.wait(0.02)
            except subprocess.TimeoutExpired:
                continue
        os.killpg(process.pid, signal.SIGKILL)
    return _lines(journal)


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0
