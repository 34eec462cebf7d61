"""Why a case failed, in the learner's own numbers and never in the right ones."""

from __future__ import annotations

import re
from html import escape

from ...tracing import number_text
from ..base import Exercise, Inputs, Row
from ..judge import Mark, Outcome, facts_of, marking, nearly_equal, plain_text, probe_of
from ..judge.probes import returned_lists, returned_numbers, value_name

_LONGEST_INPUTS, _LONGEST_TABLES = 90, 400  # letters of what is shown of them; of dicts, so that a case can be tried
_SHOWN = ("x", "w", "b", "before", "arriving", "changed", "weights", "data", "grad")  # inputs that a name suffices for
_WHOLE_SENTENCES = ("OutOfTime", "UnfitAnswer", "Flood", "Ended")  # kinds of errors whose text says all
_NO_NUMBER = re.compile(r"^(what it returns must be) a number(?= \(got an? \w+\)$)")
_MARKS = re.compile(r"`([^`]+)`|(?<![\w)*])\*(\w(?:[^*`]*\w)?)\*(?![\w(*])")  # as in quiz/words.js
_STOPPED = {
    "RecursionError": "it stopped with a RecursionError: a function calls itself too deeply, or forever",
    "SystemExit": "it tried to end Python: an answer returns, it does not exit",
}


def index_of_first_wrong(outcome: Outcome, expected: Outcome) -> int:
    """Which number is the first wrong one; −1 if there are none, 0 if their count is wrong."""
    if outcome.error or not outcome.numbers:
        return -1
    if len(outcome.numbers) != len(expected.numbers):
        return 0
    pairs = zip(outcome.numbers, expected.numbers, strict=True)
    return next((i for i, (x, y) in enumerate(pairs) if not nearly_equal(x, y, 1e-9)), 0)


def why_wrong(exercise: Exercise, row: Row, inputs: Inputs, outcome: Outcome, expected: Outcome) -> str:
    """Why a case failed, in one sentence that does not name the right number.

    Args:
        exercise: The exercise.
        row: The row of its rubric.
        inputs: The drawn inputs of the case.
        outcome: What the answer gave.
        expected: What the solution gives.
    """
    if outcome.error in _WHOLE_SENTENCES:
        several = probe_of(row) in (returned_numbers, returned_lists) and len(expected.numbers) > 1
        return _NO_NUMBER.sub(rf"\1 {len(expected.numbers)} numbers", outcome.text) if several else outcome.text
    if outcome.error in _STOPPED:
        return _STOPPED[outcome.error]
    words, where = facts_of(row), _inputs_text(exercise, row, inputs)
    if outcome.error:
        return f"{where}it stopped with {outcome.error}: {outcome.text or 'no message'}"
    count = len(outcome.numbers)
    sentence = words.sentence(inputs, outcome.numbers, expected.numbers)
    if sentence:
        return f"{where if words.with_inputs else ''}{sentence}"
    if expected.numbers and count != len(expected.numbers):
        return f"{where}{words.wrong_count(count, len(expected.numbers))}"
    at = max(index_of_first_wrong(outcome, expected), 0)
    return f"{where}{_not_right(words.number_name(inputs, at, count), outcome.numbers[at], expected.numbers[at:])}"


def _not_right(name: str, said: float, right: tuple[float, ...]) -> str:
    shown = number_text(said)
    nearly = right and shown == number_text(right[0])
    told = "right in its first digits alone" if nearly else "not right"
    return f"{name} is {shown}, which is {told}" if name else f"{shown} is {told}"


def row_remarks(exercise: Exercise, seed: str | int, marks: list[Mark | None]) -> list[str]:
    """What is said of each row that did not earn its points; "" of one that did.

    Args:
        exercise: The exercise.
        seed: Of the inputs.
        marks: What each row earned.
    """
    remarks = []
    rows = zip(exercise.rows, marks, exercise.cases(seed), marking.solution_outcomes(exercise, seed), strict=True)
    for row, mark, cases, expected in rows:
        guards = [guard.text for guard in exercise.rows if row.text in guard.guards]
        remark = ""
        if mark and mark.case is not None and mark.outcome is not None:
            remark = why_wrong(exercise, row, cases[mark.case], mark.outcome, expected[mark.case])
        elif mark and guards and mark.earned < row.points:
            remark = f"right, but held back by “{guards[0]}”"
        remarks.append(remark)
    return remarks


def _inputs_text(exercise: Exercise, row: Row, inputs: Inputs) -> str:
    """The inputs in a few words: `with x = 2, y = −3: `."""
    parts = facts_of(row).first_arguments(inputs, exercise.parameters)
    if "args" in inputs:
        names = exercise.parameters[len(parts) :]
        parts += [f"{name} = {plain_text(x, nested=True)}" for name, x in zip(names, inputs["args"], strict=False)]
    if "leaves" in inputs:
        parts += [f"{value_name(inputs, i)} = {plain_text(x)}" for i, x in enumerate(inputs["leaves"])]
    parts += [f"{key} = {plain_text(inputs[key], nested=True)}" for key in _SHOWN if key in inputs]
    text = ", ".join(parts)
    longest = _LONGEST_TABLES if any(isinstance(x, dict) for x in inputs.get("args", ())) else _LONGEST_INPUTS
    return f"with {text if len(text) <= longest else text[: longest - 1] + '…'}: " if text else ""


def sentence_html(line: str) -> str:
    """A sentence as HTML, marked up but for what “is quoted”."""
    parts = re.split("(“[^”]*”)", line)
    return "".join(escape(part) if part.startswith("“") else marked_up(part) for part in parts)


def marked_up(text: str) -> str:
    """A text as HTML: *words* stand out, `code` is code, and nothing else becomes markup."""
    return _MARKS.sub(lambda found: f"<code>{found[1]}</code>" if found[1] else f"<em>{found[2]}</em>", escape(text))
