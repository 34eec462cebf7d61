"""Graded submissions as the tests of reports need them: one of each kind, and hostile ones."""

from microgradviz.exercises.topics import EXERCISES
from microgradviz.grading.results import ExerciseMark, GradedSubmission, MarkChange, RowMark

LATE, CHANGED = "1 h 30 min late", (MarkChange("slope_tanh", 0, 3, "Ada", "it is right on paper"),)


def mark_with_rows(name: str, earned: int, mistake: str = "", found: str = "tag") -> ExerciseMark:
    """A mark whose points are earned from the first row on."""
    rows, left = [], earned
    for row in EXERCISES[name].rows:
        got = min(left, row.points)
        said = "" if got == row.points else "number 1 is 2, which is not right"
        rows.append(RowMark(row.text, row.points, got, said))
        left -= got
    return ExerciseMark(name, EXERCISES[name].points, earned, found, tuple(rows), mistake)


def graded_class() -> list[GradedSubmission]:
    """A small class with one of each kind."""
    return [
        GradedSubmission(
            "zoe.ipynb",
            "zoe",
            (mark_with_rows("mse", 2), mark_with_rows("slope_mul", 1, "Times *swaps*: `x` gets y.")),
            name="Zoë",
        ),
        GradedSubmission(
            "sam.ipynb", "sam", (mark_with_rows("slope_mul", 0, "Times *swaps*: `x` gets y.", "name"),), late=LATE
        ),
        GradedSubmission("ada.ipynb", "ada", (mark_with_rows("slope_tanh", 3),), changes=CHANGED, sandboxed=False),
        GradedSubmission("bad.ipynb", "bad", reason="It is empty."),
        GradedSubmission("", "gone", reason="No notebook (.ipynb) was handed in."),
    ]


def hostile_submission(text: str) -> GradedSubmission:
    """A submission with this text wherever a text can stand."""
    rows = (RowMark(text, 1, 0, text),)
    mark = ExerciseMark("slope_mul", 3, 1, "name", rows, text, "ab", "cd", "ef")
    changes = (MarkChange("slope_mul", 0, 1, text, text),)
    return GradedSubmission(f"{text}.ipynb", text, (mark,), text, False, text, text, changes, text)
