"""An answer's marks, and the name of its mistake: its outcomes held against those of the solution and of wrong answers.

The one way from an answer to points, for the quick look in a notebook and for an official mark alike:

    cases = exercise.cases(seed)               plain data
    outcomes: one for each case, from probes.run_probe where the answer runs
    mark_rubric(exercise, seed, outcomes)      points, row by row
    name_mistake(exercise, seed, outcomes)     the sentence of a known wrong answer, or ""
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from functools import lru_cache
from io import StringIO
from typing import Any

from ..base import Exercise, Inputs, Row
from .judging import Mark, Outcome, judge_numbers, mark_row, same_mistake
from .mistake_rules import TriedRow, composed_sentence, sentence_by_rule
from .probe_table import ask_here, facts_of
from .probes import took_too_many

Outcomes = list[list[Outcome]]  # of every row, for each of its cases
_STUB, _SOLUTION = -1, -2
_SAME_NUMBERS = judge_numbers()
_NOT_BACKPROPAGATION = (
    "The gradients are right, but they were not found by backpropagation, where each operation passes its gradient on "
    "with a few additions and multiplications: here their number grows with that of the leaves or of the paths."
)


def run_answer(
    exercise: Exercise,
    answer: Any,
    seed: str | int,
    run_case: Callable[[Row, Any, Inputs], Outcome] = ask_here,
) -> Outcomes:
    """What an answer gives for every case, in this process.

    Args:
        exercise: The exercise.
        answer: The answer itself: a function, a class or a dict.
        seed: Of the inputs.
        run_case: Does what `ask_here` does, with limits around it, say.
    """
    drawn = exercise.cases(seed)
    state = random.getstate()
    try:
        return [
            [run_case(row, answer, inputs) for inputs in cases] for row, cases in zip(exercise.rows, drawn, strict=True)
        ]
    finally:
        random.setstate(state)


def mark_rubric(exercise: Exercise, seed: str | int, outcomes: Outcomes) -> list[Mark | None]:
    """The mark of every row; None for a row that guards others and takes nothing from them."""
    expected = solution_outcomes(exercise, seed)
    drawn = exercise.cases(seed)
    marks: list[Mark | None] = [
        mark_row(row.points, row.judge or _SAME_NUMBERS, cases, outcomes[i] if i < len(outcomes) else [], expected[i])
        for i, (row, cases) in enumerate(zip(exercise.rows, drawn, strict=True))
    ]
    place = {row.text: i for i, row in enumerate(exercise.rows)}
    for i, row in enumerate(exercise.rows):
        held_back = []
        if row.guards and (found := marks[i]) and found.case is not None:
            held_back = [k for k in map(place.__getitem__, row.guards) if (mark := marks[k]) and mark.case is None]
        for k in held_back:
            marks[k] = Mark(0)
        if row.guards and not held_back:
            marks[i] = None
    return marks


def solution_outcomes(exercise: Exercise, seed: str | int) -> Outcomes:
    """What the solution gives, nothing for a row that needs no reference; never to be shown."""
    known = _known_answer(exercise, seed, _SOLUTION)
    return [known.outcomes(row) for row in range(len(exercise.rows))]


def name_mistake(exercise: Exercise, seed: str | int, outcomes: Outcomes) -> str:
    """The sentence of the known wrong answer that gives what this one gave; "" if there is none, or no mistake.

    One that agrees in every case comes first; else one that agrees wherever this answer fails; else what a rule finds.
    An answer found by hand has a row for each number, and may make a part of a mistake, or several at once; a function
    that makes it is wrong wherever it shows.
    """
    marks = mark_rubric(exercise, seed, outcomes)
    everywhere = [i for i, row in enumerate(exercise.rows) if not row.guards]
    failed = [i for i in everywhere if (mark := marks[i]) and mark.case is not None]
    drawn = exercise.cases(seed)
    if any(i >= len(outcomes) or len(outcomes[i]) != len(drawn[i]) for i in everywhere):
        return ""
    if not failed:
        guards = [mark.outcome for row, mark in zip(exercise.rows, marks, strict=True) if row.guards and mark]
        return _NOT_BACKPROPAGATION if any(x and took_too_many(x.text) for x in guards) else ""
    if _agree(exercise, _known_answer(exercise, seed, _STUB), outcomes, everywhere):
        return exercise.stub_sentence
    right = solution_outcomes(exercise, seed)
    tried = [TriedRow(exercise.rows[i], drawn[i], outcomes[i], right[i], marks[i]) for i in everywhere]
    if composed := composed_sentence(tried):
        return composed
    for wrong in exercise.wrong:
        if wrong.recognise and wrong.recognise(drawn, outcomes):
            return wrong.sentence
    callable_answer = not all(facts_of(row).by_hand for row in exercise.rows)
    known = [
        (wrong.sentence, _known_answer(exercise, seed, k))
        for k, wrong in enumerate(exercise.wrong)
        if not wrong.recognise
    ]
    for rows in (everywhere, failed):
        for sentence, theirs in known:
            if not _agree(exercise, theirs, outcomes, rows):
                continue
            if rows is everywhere or not callable_answer or _wrong_rows(exercise, seed, theirs) <= {*failed}:
                return sentence
    raised = {i for i in failed if any(outcome.error for outcome in outcomes[i])}
    if raised:
        quiet = {*failed} - raised  # where it ran, it may have made one more mistake
        for sentence, theirs in known if quiet else ():
            if _agree(exercise, theirs, outcomes, quiet) and quiet <= _wrong_rows(exercise, seed, theirs) <= {*failed}:
                return sentence
        if failed[0] in raised:
            return ""  # what was raised says more
    parts = [
        (rows, sentence)
        for sentence, theirs in (() if callable_answer else known)
        if (rows := sorted(_wrong_rows(exercise, seed, theirs))) and {*rows} <= {*failed}
        if _agree(exercise, theirs, outcomes, rows)
    ]
    for rows, sentence in parts:
        if len(rows) > 1:
            return sentence
    if by_rule := sentence_by_rule(exercise, tried):
        return by_rule
    for (row, *_), sentence in sorted(parts, key=lambda part: part[0]):
        return f"{drawn[row][0]['asked'][0]}: {sentence}"
    return ""


def _wrong_rows(exercise: Exercise, seed: str | int, known: _KnownAnswer) -> set[int]:
    """The numbers of the rows that a known answer fails."""
    marks = mark_rubric(exercise, seed, [known.outcomes(row) for row in range(len(exercise.rows))])
    return {i for i, mark in enumerate(marks) if mark and mark.case is not None and not exercise.rows[i].guards}


def _agree(exercise: Exercise, known: _KnownAnswer, outcomes: Outcomes, rows: Iterable[int]) -> bool:
    return all(
        same_mistake(x, y, rounded=facts_of(exercise.rows[i]).by_hand)
        for i in rows
        for count in (1, len(outcomes[i]))  # most mistakes differ at once
        for x, y in zip(known.outcomes(i, count), outcomes[i][:count], strict=True)
    )


class _KnownAnswer:
    """What the stub, the solution or a known wrong answer gives: its cases run in their order, as far as is asked.

    Args:
        exercise: The exercise.
        seed: Of the inputs.
        which: The number of a wrong answer, or one of the two below 0.
    """

    def __init__(self, exercise: Exercise, seed: str | int, which: int) -> None:
        if which == _SOLUTION:
            source = exercise.solution
        else:
            source = exercise.stub if which == _STUB else exercise.wrong[which].text(exercise.solution)
        self._answer = exercise.load(source)
        self._rows = [(row, row.reference if which == _SOLUTION else not row.guards) for row in exercise.rows]
        self._drawn = exercise.cases(seed)
        self._given: Outcomes = [[] for _ in self._rows]

    def outcomes(self, row: int, count: int | None = None) -> list[Outcome]:
        """Its outcomes for the first so many cases of a row, or for all; empty ones where it is not needed."""
        if len(self._given[row]) < len(self._drawn[row][:count]):
            state = random.getstate()
            try:
                with redirect_stdout(StringIO()):
                    self._run_until(row, count)
            finally:
                random.setstate(state)
        return self._given[row][:count]

    def _run_until(self, last: int, count: int | None) -> None:
        """Run what is not run yet of all rows before the last, and so many cases of that one."""
        for i, (row, needed) in enumerate(self._rows[: last + 1]):
            for inputs in self._drawn[i][len(self._given[i]) : count if i == last else None]:
                self._given[i].append(ask_here(row, self._answer, inputs) if needed else Outcome())


@lru_cache(maxsize=128)  # each holds a program
def _known_answer(exercise: Exercise, seed: str | int, which: int) -> _KnownAnswer:
    return _KnownAnswer(exercise, seed, which)
