"""An answer's marks, and the name of its mistake: outcomes of probes held against the solution and known wrong answers.

The one way from an answer to points, for the quick look in a notebook and for an official mark alike:

    cases = exercise.cases(seed, official=…)                       plain data
    came = outcomes where the answer runs: probes.ask(answer, probe, inputs) for each case
    marks(exercise, seed, came, official=…)                        points, row by row
    mistake(exercise, seed, came, official=…)                      the sentence of a known wrong answer, or ""
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import replace
from functools import lru_cache
from io import StringIO
from typing import Any

from . import probes
from .base import Exercise, Row
from .judging import Mark, Outcome, alike, mark
from .probes import Inputs
from .topics import EXERCISES

Outcomes = list[list[Outcome]]
_STUB, _SOLUTION = -1, -2
_NOT_BACKPROPAGATION = (
    "The numbers are right where the graph is small, but they were not found by backpropagation: exact arithmetic or "
    "ten thousand leaves are too much for this way."
)


def find_exercise(name: Any) -> Exercise:
    """The exercise of that name.

    Raises:
        ValueError: If there is none, with the nearest names.
    """
    if isinstance(name, str) and name in EXERCISES:
        return EXERCISES[name]
    from difflib import get_close_matches

    near = get_close_matches(str(name)[:80], EXERCISES, n=3)
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "progress() lists them all"
    raise ValueError(f"name must be that of an exercise (got {str(name)[:80]!r}); {hint}")


def run_answer(
    exercise: Exercise,
    answer: Any,
    seed: str | int,
    *,
    official: bool = False,
    ask: Callable[[Any, Row, Inputs], dict[str, Any]] | None = None,
) -> Outcomes:
    """What an answer gives for every case, in this process; `ask` may put limits around each of them."""
    ask = ask or (lambda answer, row, inputs: probes.ask(answer, row.probe.__name__, inputs))
    drawn = exercise.cases(seed, official=official)
    return [
        [Outcome.read(ask(answer, row, inputs)) for inputs in row_cases]
        for row, row_cases in zip(exercise.rows, drawn, strict=True)
    ]


def mark_rows(exercise: Exercise, seed: str | int, came: Outcomes, *, official: bool = False) -> list[Mark | None]:
    """The mark of every row; None for a row that is not looked at. If a condition fails, nothing is earned."""
    right = known_solution(exercise, seed, official=official)
    drawn = exercise.cases(seed, official=official)
    found = [
        mark(row.points, row.judge, inputs, came[i] if i < len(came) else [], right[i]) if inputs else None
        for i, (row, inputs) in enumerate(zip(exercise.rows, drawn, strict=True))
    ]
    unmet = any(row.official and m and m.case is not None for row, m in zip(exercise.rows, found, strict=True))
    return [m._replace(earned=0) if m and unmet else m for m in found]


def known_solution(exercise: Exercise, seed: str | int, *, official: bool = False) -> Outcomes:
    """What the solution gives, nothing for a row that needs no reference; never to be shown."""
    return _known(exercise.name, _given(exercise), seed, official, _SOLUTION)


def name_mistake(exercise: Exercise, seed: str | int, came: Outcomes, *, official: bool = False) -> str:
    """The sentence of the known wrong answer that gives what this one gave; "" if there is none, or no mistake.

    One that agrees in every case comes first; else one that agrees wherever this answer fails.
    """
    found = mark_rows(exercise, seed, came, official=official)
    failed = [i for i, m in enumerate(found) if m and m.case is not None]
    everywhere = [i for i, row in enumerate(exercise.rows) if not row.official]
    drawn = exercise.cases(seed)
    if not failed or any(i >= len(came) or len(came[i]) != len(drawn[i]) for i in everywhere):
        return ""
    failed = [i for i in failed if i in everywhere]
    if not failed:
        return _NOT_BACKPROPAGATION
    given = _given(exercise)
    if _agree(_known(exercise.name, given, seed, False, _STUB), came, everywhere, True):
        return exercise.stuck
    for wrong in exercise.wrong:
        if wrong.tell and wrong.tell(drawn, came):
            return wrong.sentence
    known = [
        (wrong.sentence, _known(exercise.name, given, seed, False, k))
        for k, wrong in enumerate(exercise.wrong)
        if not wrong.tell
    ]
    for rows, to_the_letter in ((everywhere, True), (everywhere, False), (failed, True), (failed, False)):
        for sentence, outcomes in known:
            if _agree(outcomes, came, rows, to_the_letter):
                return sentence
    return ""


def _agree(known: Outcomes, came: Outcomes, rows: Iterable[int], to_the_letter: bool) -> bool:
    return all(
        alike(x, y, to_the_letter=to_the_letter) for i in rows for x, y in zip(known[i], came[i], strict=True)
    )  # fmt: skip


def forget_known_answers() -> None:
    """Forget what the known answers gave, so that the next look tries them anew."""
    _known.cache_clear()


def _given(exercise: Exercise) -> tuple[tuple[str, float], ...]:
    return tuple(exercise.given.items())


@lru_cache(maxsize=1024)
def _known(
    name: str, given: tuple[tuple[str, float], ...], seed: str | int, official: bool, which: int
) -> Outcomes:  # fmt: skip
    """What the stub, the solution or a known wrong answer gives; the solution is asked only where it is needed."""
    exercise = replace(EXERCISES[name], given=dict(given))
    if which == _SOLUTION:
        source = exercise.solution
    else:
        source = exercise.stub if which == _STUB else exercise.wrong[which].text(exercise.solution)
    answer = exercise.load(source)

    def ask(answer: Any, row: Row, inputs: Inputs) -> dict[str, Any]:
        needed = row.reference or which != _SOLUTION
        return probes.ask(answer, row.probe.__name__, inputs) if needed else {"numbers": []}

    with redirect_stdout(StringIO()):
        return run_answer(exercise, answer, seed, official=official, ask=ask)
