"""What a box is asked, and from what came out of it to a mark, in words that a learner understands.

Nothing here runs a submission.
"""

from __future__ import annotations

import threading
from typing import Any

from ..exercises import (
    Exercise,
    Inputs,
    Outcome,
    Outcomes,
    Row,
    facts_of,
    heard_outcome,
    mark_rubric,
    name_mistake,
    out_of_time,
    probe_of,
    row_remarks,
)
from .results import ExerciseMark, RowMark
from .sandbox import MEMORY_LIMIT, BoxResult, module_codes, probe_code

LOAD_SECONDS = 2.0  # s for the text of an answer, before the first case
_NOT_TRIED = "not tried, because of that"
_FLOOD = Outcome((), "Flood", "it sent the grader more than the numbers that were asked for")
_ENDED = Outcome((), "Ended", "it made Python stop: an answer returns, it does not exit")
_NO_MEMORY = f"it needs more than {MEMORY_LIMIT >> 20} MiB of memory"
_NO_LIBRARY = (
    " Where answers are marked there is only Python's own library and what the exercise needs of microgradviz."
)
_solution_lock = threading.Lock()  # the solution and the random numbers that it draws are one for all threads


def box_request(exercise: Exercise, source: str, seed: str) -> dict[str, Any]:
    """What to ask a box (see `Box.ask`): an answer's text, and the inputs drawn from the seed for every row."""
    drawn = exercise.cases(seed)
    rows = [
        [probe_of(row).__name__, row.seconds, [facts_of(row).sent(inputs) for inputs in cases]]
        for row, cases in zip(exercise.rows, drawn, strict=True)
    ]
    return {
        "answer": exercise.answer,
        "prelude": exercise.prelude_code,
        "source": source,
        "modules": module_codes(exercise.modules),
        "probes": probe_code(frozenset(probe_of(row).__module__.rpartition(".")[2] for row in exercise.rows)),
        "seconds": LOAD_SECONDS,
        "rows": rows,
    }


def judge_result(exercise: Exercise, seed: str, result: BoxResult) -> ExerciseMark:
    """The mark for what came out of a box, against what the solution gives for the same inputs.

    Args:
        exercise: The exercise.
        seed: What the inputs were drawn from.
        result: What `Box.ask` returned for `box_request` with the same exercise and seed.
    """
    drawn = exercise.cases(seed)
    loaded = _load_outcome(exercise, result)
    if loaded.error:
        return no_points(exercise, _load_failure(loaded))
    outcomes = _outcomes(exercise.rows, drawn, result)
    with _solution_lock:
        found = mark_rubric(exercise, seed, outcomes)
        remarks = row_remarks(exercise, seed, found)
        wrong = any(mark and mark.case is not None for mark in found)
        mistake = name_mistake(exercise, seed, outcomes) if wrong else ""
    rows = tuple(
        RowMark(row.text, row.points, mark.earned, remark)
        for row, mark, remark in zip(exercise.rows, found, remarks, strict=True)
        if mark is not None
    )
    return ExerciseMark(exercise.name, exercise.points, sum(row.earned for row in rows), rows=rows, mistake=mistake)


def no_points(exercise: Exercise, why: str) -> ExerciseMark:
    """The mark of an answer that was not run to its end."""
    rows = tuple(RowMark(row.text, row.points, 0) for row in exercise.rows)
    return ExerciseMark(exercise.name, exercise.points, 0, rows=rows, mistake=why, version=exercise.version)


def _load_outcome(exercise: Exercise, result: BoxResult) -> Outcome:
    """How the text itself ran: an outcome without an error if it did."""
    first = result.lines[0] if result.lines else {}
    if isinstance(first, dict) and "load" in first:
        found = first["load"]
        if isinstance(found, dict) and "missing" in found:
            return Outcome(error="UnfitAnswer", text=f"it defines no {exercise.answer}")
        return Outcome.read(found) if found is not None else Outcome()
    return _why_nothing_came(result, LOAD_SECONDS)


def _load_failure(loaded: Outcome) -> str:
    if loaded.error in ("OutOfTime", "UnfitAnswer", "Flood", "Ended"):
        return f"Nothing could be tried: {loaded.text}{'' if loaded.text.endswith('?') else '.'}"
    text = loaded.text or (_NO_MEMORY if loaded.error == "MemoryError" else "no message")
    more = _NO_LIBRARY if loaded.error == "ModuleNotFoundError" else ""
    return f"The answer's own text stops with {loaded.error}: {text}.{more}"


def _outcomes(rows: tuple[Row, ...], drawn: list[list[Inputs]], result: BoxResult) -> Outcomes:
    """An outcome for every case, row by row: what came in its turn, or why nothing did."""
    lines = iter(result.lines[1:])
    missing = False
    outcomes: Outcomes = []
    for i, row in enumerate(rows):
        outcomes.append([])
        for k in range(len(drawn[i])):
            line = next(lines, None)
            if isinstance(line, list) and len(line) == 3 and line[:2] == [i, k]:
                outcomes[i].append(_read_outcome(row, drawn[i][k], line[2]))
            else:
                why = _why_nothing_came(result, row.seconds)
                outcomes[i].append(why._replace(text=_NOT_TRIED) if missing else why)
                missing = True
    return outcomes


def _read_outcome(row: Row, inputs: Inputs, found: Any) -> Outcome:
    outcome = heard_outcome(row, inputs, found)
    return outcome._replace(text=_NO_MEMORY) if outcome.error == "MemoryError" and not outcome.text else outcome


def _why_nothing_came(result: BoxResult, seconds: float) -> Outcome:
    return out_of_time(seconds) if result.end == "time" else _FLOOD if result.end == "flood" else _ENDED
