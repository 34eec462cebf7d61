"""Official marks of one submission: its answers are found, run in a box, and judged outside it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from time import monotonic

from ..exercises import EXERCISES, Exercise
from .answers import FoundAnswer, Submission, code_hash, grader_fault, read_submission
from .results import ExerciseMark, GradedSubmission
from .sandbox import Box, NoSandbox, require_sandbox
from .verdict import box_request, judge_result, no_points

_MOST_SECONDS = 300.0  # that one submission may take in all, on the clock
_MOST_KNOWN = 4096  # marks that are kept: many hand in the same stub
_mark_cache: dict[tuple[str, str, str, bool], ExerciseMark] = {}
_NO_ANSWER = "No answer was found."
_OUT_OF_TIME = f"It was not run: the answers before it took {_MOST_SECONDS:g} seconds."


def grade_notebook(
    path: Path, root: Path, secret: str, *, sandbox: bool = True, only: Collection[str] = ()
) -> GradedSubmission:
    """The official marks of one notebook, or the reason why there are none.

    Args:
        path: The notebook.
        root: The folder that its name is relative to.
        secret: What the inputs are drawn from, together with an answer's text; not known to any learner.
        sandbox: False to run without a sandbox, on this machine's files; such a mark is not an official one.
        only: The names of the exercises that count; without any, those that are found.

    Raises:
        NoSandbox: If there must be a sandbox and there is none; whatever is wrong with the file, nothing is raised.
    """
    if sandbox:
        require_sandbox()
    submission = read_submission(path, root)
    exercises = () if submission.reason else _mark_exercises(submission, secret, sandbox, only)
    return GradedSubmission(submission.file, submission.learner, exercises, reason=submission.reason, sandboxed=sandbox)


def _mark_exercises(
    submission: Submission, secret: str, sandbox: bool, only: Collection[str]
) -> tuple[ExerciseMark, ...]:
    """The marks in the order of the course; the answers run first that may see the least of the package."""
    wanted = [exercise for name, exercise in EXERCISES.items() if name in (only or submission.answers)]
    until = monotonic() + _MOST_SECONDS
    found: dict[str, ExerciseMark] = {}
    with Box(sandbox=sandbox) as box:
        for exercise in sorted(wanted, key=lambda e: len(e.modules)):
            answer = submission.answers.get(exercise.name)
            if answer:
                seed = answer_seed(secret, exercise, answer.source)
                found[exercise.name] = _mark_found(box, exercise, answer, seed, until)
            else:
                found[exercise.name] = _unrun_mark(exercise)
    return tuple(found[exercise.name] for exercise in wanted)


def _mark_found(box: Box, exercise: Exercise, answer: FoundAnswer, seed: str, until: float) -> ExerciseMark:
    if answer.fault:
        return _unrun_mark(exercise, answer.fault, answer)
    if monotonic() > until:
        return _unrun_mark(exercise, _OUT_OF_TIME, answer)
    for last in (False, True):
        try:
            mark = _mark_source(box, exercise, answer.source, seed)
            break
        except NoSandbox:
            raise
        except Exception as error:  # it costs this exercise alone; on a busy machine another try may go well
            box.close()
            if last:
                return _unrun_mark(exercise, grader_fault(error), answer)
    note = f"{mark.mistake} {answer.note}".strip() if mark.earned < mark.points else mark.mistake
    return replace(mark, found=answer.how, mistake=note, untouched=answer.untouched)


def answer_seed(secret: str, exercise: Exercise, source: str) -> str:
    """The seed of an answer's inputs: no two answers are asked the same, the same answer always is."""
    text = f"{exercise.name}/{code_hash(source)}"
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:16]


def mark_answer(exercise: Exercise, source: str, seed: str) -> ExerciseMark:
    """The official mark of one answer for inputs drawn from a given seed: how a receipt is checked.

    Raises:
        NoSandbox: If there is no sandbox.
    """
    require_sandbox()
    with Box() as box:
        return _mark_source(box, exercise, source, seed)


def _mark_source(box: Box, exercise: Exercise, source: str, seed: str) -> ExerciseMark:
    code = code_hash(source)
    key = (exercise.name, code, seed, box.sandbox)
    if key not in _mark_cache:
        if len(_mark_cache) >= _MOST_KNOWN:
            _mark_cache.pop(next(iter(_mark_cache)))
        result = box.ask(box_request(exercise, source, seed))
        _mark_cache[key] = replace(
            judge_result(exercise, seed, result),
            code=code,
            version=exercise.version,
            seed=seed,
        )
    return _mark_cache[key]


def _unrun_mark(exercise: Exercise, why: str = _NO_ANSWER, found: FoundAnswer | None = None) -> ExerciseMark:
    """The mark of what was not run: 0, and why."""
    mark = no_points(exercise, why)
    return replace(mark, found=found.how, code=found.code) if found else mark


def add_missing_marks(graded: GradedSubmission, counted: Collection[str]) -> GradedSubmission:
    """The same submission with a 0 for each exercise that counts and that it holds no answer to."""
    if graded.reason:
        return graded
    marks = graded.by_exercise
    names = [name for name in EXERCISES if name in marks or name in counted]
    return replace(graded, exercises=tuple(marks.get(name) or _unrun_mark(EXERCISES[name]) for name in names))
