"""check and hint: advice on an answer, in the notebook and at once."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any, NamedTuple

from ...shell import running_shell
from ...verify import Report, verdict_text
from ..base import Exercise
from ..judge import Mark, marking
from ..judge.probes import returned_nothing
from ..learner_code import (
    PrintedText,
    meaning_of_error,
    method_beside,
    missing_return,
    misspelled_attributes,
    run_guarded,
    slip_in_text,
)
from ..topics import find_exercise
from . import progress_file
from .cells_run import Lacks, find_lacks, program_points
from .explain import row_remarks, sentence_html
from .looking import look_at

SEED = "check"  # always the same inputs here; an official mark draws its own
_QUICK = 1.0  # s: an answer that takes longer is not run twice
_MOST_LINES = 10  # of what an answer printed
_ADVICE = "What `check` says is advice, not a mark."
_said_what_it_is = False
_hints: dict[str, int] = {}


class CheckedRow(NamedTuple):
    """One row of the rubric as `check` shows it."""

    text: str
    points: int
    earned: int
    note: str

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong in it."""
        return self.earned == self.points and not self.note


class CheckReport(Report):
    """What `check` found; true if every row is right.

    Attributes:
        exercise: The exercise's name.
        points: What the answer earned.
        of: What it could earn.
        mistake: The sentence that names the mistake, if it is a known one.
    """

    headings = ("what is looked at", "points", "right", "")
    worded = True

    def __init__(
        self, exercise: Exercise, rows: list[CheckedRow], mistake: str, notes: list[str], draw: Callable[[], Any]
    ) -> None:
        self.exercise, self.mistake, self._draw = exercise.name, mistake, draw
        self.points, self.of = sum(row.earned for row in rows), sum(row.points for row in rows)
        full = self.points == self.of
        lines = [f"{exercise.name}: {self.points} of {self.of} points.{' Well done!' if full else ''}", *notes]
        if mistake:
            lines.append(mistake)
        elif full:
            lines.append(f'model_answer("{exercise.name}") shows the course\'s answer and one in another style.')
        else:
            lines.append(f'Stuck? hint("{exercise.name}") gives a hint.')
        self.lines = [*lines, *_first_time()]
        super().__init__(rows, lines[0])

    def cells(self, row: Any) -> tuple[str, ...]:
        return row.text, f"{row.earned} of {row.points}", verdict_text(row.ok), row.note

    def __repr__(self) -> str:
        return "\n".join([super().__repr__(), *self.lines[1:]])

    def _repr_html_(self) -> str:
        after = "<br>".join(map(sentence_html, self.lines[1:]))
        return f"{super()._repr_html_()}<p>{after}</p>"

    def player(self) -> Any:
        """The player of your own graph at the first place where it goes wrong; None where there is no graph."""
        return self._draw()

    def _ipython_display_(self) -> None:
        from IPython.display import display

        table = {"text/plain": repr(self), "text/html": self._repr_html_()}
        display(table, raw=True)  # type: ignore[no-untyped-call]
        player = self.player()
        if player is not None:
            display(player)  # type: ignore[no-untyped-call]


def _first_time() -> list[str]:
    """What `check` is, said once in each session."""
    global _said_what_it_is
    said, _said_what_it_is = _said_what_it_is, True
    return [] if said else [_ADVICE]


def check(name: str, answer: Any) -> CheckReport:
    """Look at an answer to an exercise: what is right, and for what is not, where it goes wrong.

    It runs here and now, on inputs that are always the same; nothing is sent anywhere. It is advice: an official mark
    is given elsewhere, for other inputs. The best result is kept in a small file beside the notebook.

    Args:
        name: The exercise's name.
        answer: Your answer itself: the function, the class, the dict.

    Returns:
        A report, with the rows of the rubric; true if all are right.

    Raises:
        ValueError: If there is no exercise of that name.

    Example:
        >>> check("slope_mul", lambda x, y: (y, x)).points
        3
    """
    exercise = find_exercise(name)
    uses = answer
    answer = _bound(exercise, uses)
    begin = monotonic()
    outcomes, found, printed = look_at(exercise, answer, SEED)
    rows = [
        CheckedRow(row.text, row.points, mark.earned, remark)
        for row, mark, remark in zip(exercise.rows, found, row_remarks(exercise, SEED, found), strict=True)
        if mark is not None
    ]
    mistake = _name_mistake(exercise, answer, uses, outcomes, found)
    notes = [f"Meanwhile it printed {_quoted(printed)}."] if printed.lines else []
    earned = sum(row.earned for row in rows) if monotonic() - begin < _QUICK else 0
    notes += _needs(exercise, earned)
    if not all(row.ok for row in rows):
        notes += run_guarded(lambda: misspelled_attributes(answer)).value or []
        notes += _cell_before()
        beside = run_guarded(lambda: method_beside(uses, exercise.method)).value if exercise.method else ""
        notes += [beside] if beside else []
    unstored = progress_file.store_points(name, sum(row.earned for row in rows), exercise.version)
    notes += [unstored] if unstored else []

    def draw() -> Any:
        from .answer_picture import draw_answer  # it needs the player, which needs Jupyter

        return draw_answer(exercise, answer, SEED, found)

    return CheckReport(exercise, rows, mistake, notes, draw)


def _bound(exercise: Exercise, answer: Any) -> Any:
    """The answer as `Exercise.bind` gives it; as it is where that fails."""
    bound = run_guarded(lambda: exercise.bind(answer)).value
    return answer if bound is None else bound


def earns_all_points(exercise: Exercise, answer: Any) -> bool:
    """Whether `check` would find nothing wrong."""
    look = run_guarded(lambda: look_at(exercise, _bound(exercise, answer), SEED), 10.0).value
    return look is not None and look.points == exercise.points


def _name_mistake(
    exercise: Exercise, answer: Any, uses: Any, outcomes: marking.Outcomes, found: list[Mark | None]
) -> str:
    """What is certain of its text, else the known mistake, else what an error or a missing result says."""
    failed = [mark.outcome for mark in found if mark and mark.outcome]
    if not failed:
        return ""
    nothing = any(returned_nothing(outcome.text) for outcome in failed)
    slip = run_guarded(lambda: slip_in_text(answer)).value
    mistake = slip or marking.name_mistake(exercise, SEED, outcomes)
    known_by_numbers = mistake and any(came.numbers for row in outcomes for came in row)
    if nothing and not slip and not known_by_numbers:
        mistake = run_guarded(lambda: missing_return(answer, exercise.stub)).value or mistake
    return mistake or run_guarded(lambda: meaning_of_error([outcome.text for outcome in failed], uses)).value or ""


def _cell_before() -> list[str]:
    """Whether the cell that ran last stopped with an error: what it was to define is then what it was before."""
    ran = getattr(running_shell(), "last_execution_result", None)
    error = ran and (ran.error_before_exec or ran.error_in_exec)
    if not error:
        return []
    return [
        f"The cell that ran before this one stopped with {type(error).__name__}. If it was your answer, what is "
        "looked at here is the one before."
    ]


def _quoted(printed: PrintedText) -> str:
    """The first lines that were printed, and how many more there are."""
    shown = printed.first_lines(_MOST_LINES)
    if not shown:
        return "empty lines"
    left = printed.lines - len(shown)
    more = f" and {left:,} more line{'s' * (left > 1)}" if left > 0 else ""
    return ", ".join(f"“{line}”" for line in shown) + more


def _needs(exercise: Exercise, earned: int) -> list[str]:
    """Warnings, if the answer uses what will not be there where it is marked.

    Args:
        exercise: The exercise.
        earned: What it earned here; 0 if it takes too long to be run again.
    """
    lacks = run_guarded(lambda: find_lacks(exercise), 2.0).value or Lacks()
    there = "Python's standard library" + (
        f" and microgradviz's {' and '.join(exercise.needs)}" if exercise.needs else ""
    )
    found = []
    if lacks.libraries:
        found.append(f"It uses {', '.join(lacks.libraries)}; where answers are marked there is only {there}.")
    if lacks.names:
        names = ", ".join(f"`{name}`" for name in lacks.names[:3])
        found.append(f"It uses {names}, which no cell defines; where answers are marked there are the cells alone.")
    if lacks.waits:
        found.append("It needs an `await` that stands in no function, which cannot run where answers are marked.")
    if not found and earned and lacks.text:
        alone = program_points(exercise, lacks.text, SEED)
        if alone is not None and alone < earned:
            found.append(
                f"Run by itself, as where answers are marked, it earns {alone} of {exercise.points}: another cell may "
                "do something for it that cannot be seen there. Do that in the cell of the answer."
            )
    return found


class Hint:
    """One hint, which shows itself."""

    def __init__(self, text: str, number: int, of: int) -> None:
        self.text, self.number, self.of = text, number, of

    def __repr__(self) -> str:
        return f"Hint {self.number} of {self.of}: {self.text}"

    def _repr_html_(self) -> str:
        return f"<p>{sentence_html(repr(self))}</p>"


def hint(name: str) -> Hint:
    """The next hint for an exercise, from a nudge to nearly all; after the last it begins again.

    Args:
        name: The exercise's name.

    Raises:
        ValueError: If there is no exercise of that name.

    Example:
        >>> hint("exp_rule").text
        'exp is the function that grows as fast as it is large.'
    """
    hints = find_exercise(name).hints
    number = _hints.get(name, 0) % len(hints)
    _hints[name] = number + 1
    return Hint(hints[number], number + 1, len(hints))
