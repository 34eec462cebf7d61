"""From a notebook file to the answers in it: by tag, then by cell id, then by the name that a cell defines.

An answer is what `check` would look at if the notebook ran from its top. Of several cells that hold one, the last
before the exercise's `check` counts; without a `check`, the last of all. A stub that nobody touched gives way.
"""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from ...exercises import EXERCISES, Exercise
from .notebook import UnreadableNotebook, read_cells
from .notebook_files import report_names
from .program_slice import NotebookUnits, answer_program
from .statements import PARSE_ERRORS, Piece, parse_cells, syntax_error_text

GRADER_FAULT = "The grader stumbled over it ({}); please report this."
_ANSWERS = Counter(exercise.answer for exercise in EXERCISES.values())
_SHARED = {name for name, count in _ANSWERS.items() if count > 1}
_TAGS = {f"exercise-{name}": name for name in EXERCISES}
_IDS = {f"exercise-{name.replace('_', '-')}": name for name in EXERCISES}


@dataclass(frozen=True)
class FoundAnswer:
    """The answer to one exercise.

    Attributes:
        source: The Python text that runs for it: the answer's cell, and before it what that rests on.
        how: What it was found by: "tag", "cell id" or "name".
        fault: Why it cannot run, in a sentence; "" if it may.
        note: What a teacher should know about how it was found; "" if nothing.
    """

    source: str
    how: str
    fault: str = ""
    note: str = ""

    @property
    def code(self) -> str:
        """The hash of the text that runs."""
        return code_hash(self.source)


@dataclass(frozen=True)
class Submission:
    """What one file holds.

    Attributes:
        file: Its path relative to the folder that was graded, with / between its parts.
        learner: Whose it is: the first folder of that path, or the file's own name if it lies in no folder.
        answers: The answers by the name of the exercise, in the order of the course.
        reason: Why there are none, in one sentence; "" otherwise.
    """

    file: str
    learner: str
    answers: dict[str, FoundAnswer] = field(default_factory=dict)
    reason: str = ""


def code_hash(source: str) -> str:
    """The SHA-256 hash of an answer's text, in hexadecimal."""
    return sha256(source.encode("utf-8", "surrogatepass")).hexdigest()


def read_submission(path: Path, root: Path) -> Submission:
    """The answers in one notebook file; whatever is wrong with the file, it is said in `reason`.

    Args:
        path: The file.
        root: The folder that its name is relative to, and outside which no link may lead.
    """
    file, learner = report_names(path, root)
    try:
        if not _real_path(path).is_relative_to(root.resolve()):
            raise UnreadableNotebook("It is a link to a file outside the folder that is graded.")
        answers = find_answers(path)
    except UnreadableNotebook as error:
        return Submission(file, learner, reason=str(error))
    except Exception as error:  # no notebook may stop a batch
        return Submission(file, learner, reason=GRADER_FAULT.format(f"{type(error).__name__}: {error}"))
    if not answers:
        return Submission(file, learner, reason="It holds no answer to any exercise.")
    return Submission(file, learner, answers)


def _real_path(path: Path) -> Path:
    """Where a file really is."""
    try:
        return path.resolve(strict=True)
    except (OSError, RuntimeError):  # a link that leads to itself is the one or the other
        if path.is_symlink():
            raise UnreadableNotebook("It is a link that leads nowhere.") from None
        return path.resolve()


def find_answers(path: Path) -> dict[str, FoundAnswer]:
    """The answers in a notebook file, by the name of the exercise.

    Raises:
        UnreadableNotebook: If it is not a notebook.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a learner's "\\d" is not the grader's business
        return _find_all(_read_notebook(path))


def _read_notebook(path: Path) -> NotebookUnits:
    found = parse_cells(read_cells(path))
    for piece in found:  # prose is a name or two now and then; it counts only if it is an answer of the wrong type
        defined = {name for unit in piece.units if unit.defines for name in unit.binds}
        if piece.cells[0].kind != "code" and not defined & _ANSWERS.keys() and not _exercises_marked(piece):
            piece.units = []
    return NotebookUnits(found)


def _exercises_marked(piece: Piece) -> dict[str, str]:
    """The exercises that a cell is marked as the answer to, and by which of the two: "tag" or "cell id"."""
    by_id = {_IDS[cell.id]: "cell id" for cell in piece.cells if cell.id in _IDS}
    return by_id | {_TAGS[tag]: "tag" for cell in piece.cells for tag in cell.tags if tag in _TAGS}


@dataclass(frozen=True)
class _Question:
    """One exercise in one notebook.

    Attributes:
        exercise: The exercise.
        marked: The pieces that are marked as its answer, and by what.
        others: The pieces that are marked as the answer to another one.
        check_units: The units that call its `check`.
    """

    exercise: Exercise
    marked: dict[int, str]
    others: frozenset[int]
    check_units: list[int]


def _find_all(notebook: NotebookUnits) -> dict[str, FoundAnswer]:
    marks = {k: names for k, piece in enumerate(notebook.pieces) if (names := _exercises_marked(piece))}
    checks = [i for i, unit in enumerate(notebook.units) if unit.checks]
    found = {}
    for name, exercise in EXERCISES.items():
        marked = {k: piece[name] for k, piece in marks.items() if name in piece}
        if "tag" in marked.values():
            marked = {k: how for k, how in marked.items() if how == "tag"}
        others = frozenset(k for k, piece in marks.items() if name not in piece)
        looked = [i for i in checks if name in notebook.units[i].checks]
        answer = _find_one(notebook, _Question(exercise, marked, others, looked))
        if answer:
            found[name] = answer
    return found


def _find_one(notebook: NotebookUnits, question: _Question) -> FoundAnswer | None:
    name, goal, extra = _goal(notebook, question)
    places = _candidates(notebook, question, name)
    if not places:
        return _without_definition(notebook, question)
    before = [i for i in places if question.check_units and i <= question.check_units[-1]]
    cell = notebook.units[(before or places)[-1]].cell
    end = question.check_units[-1] if before else _next_exercise(notebook, question, cell)
    source = answer_program(notebook, cell, goal, end, bool(question.exercise.needs)) + extra
    count = len({notebook.units[i].cell for i in places})
    note = f"{count} cells hold an answer; the last one before its check counts." if count > 1 else ""
    fault = _compile_fault(notebook.pieces[cell].text) or _compile_fault(source)
    return FoundAnswer(source, question.marked.get(cell, "name"), fault, note)


def _goal(notebook: NotebookUnits, question: _Question) -> tuple[str, set[str], str]:
    """The name that a cell must define, the names that the answer rests on, and what must be added to the text.

    Usually that is the exercise's own name for its answer; but `check("slope_mul", mine)` says that it is another.
    """
    usual = question.exercise.answer
    given = notebook.units[question.check_units[-1]].checks[question.exercise.name] if question.check_units else usual
    tree = ast.parse(given, mode="eval").body
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    known = {name for name in names if name in notebook.binding}
    if given == usual or (isinstance(tree, ast.Name) and not known):
        return usual, {usual}, ""
    return (given if isinstance(tree, ast.Name) else ""), known, f"{usual} = {given}\n"


def _candidates(notebook: NotebookUnits, question: _Question, name: str) -> list[int]:
    """The units that may be the answer, in order: those that define the name, where it stands for this exercise."""
    if not name:  # the answer stands in the call of check itself
        return question.check_units[-1:]
    defining = [i for i in notebook.binding.get(name, []) if not notebook.units[i].imports]
    if question.marked:
        cells = question.marked.keys() | {
            k for marked in question.marked for k in _following_pieces(notebook, question, marked)
        }
        near = [i for i in defining if notebook.units[i].cell in cells]
        if near or any(notebook.pieces[k].fault for k in question.marked):
            stub = question.exercise.stub.strip()
            edited = [i for i in near if notebook.pieces[notebook.units[i].cell].text.strip() != stub]
            return edited or near
    free = [i for i in defining if notebook.units[i].cell not in question.others]
    if not question.check_units:
        return free if name not in _SHARED else []
    above = [i for i in defining if i < question.check_units[-1]]
    return [i for i in above if i in free] or above or free


def _following_pieces(notebook: NotebookUnits, question: _Question, marked: int) -> range:
    """The pieces behind a marked one that still belong to its exercise: up to the next one's."""
    return range(marked + 1, min((k for k in question.others if k > marked), default=len(notebook.pieces)))


def _next_exercise(notebook: NotebookUnits, question: _Question, cell: int) -> int:
    """The unit at which the cells of an exercise without a check end."""
    after = _following_pieces(notebook, question, cell)
    return notebook.first[after.stop]


def _without_definition(notebook: NotebookUnits, question: _Question) -> FoundAnswer | None:
    """What is said of a cell that is marked as the answer but defines none; None if there is not even that."""
    if not question.marked:
        return None
    number = max(question.marked)
    piece = notebook.pieces[number]
    missing = f"No cell defines {question.exercise.answer}." if piece.text.strip() else "The cell is empty."
    return FoundAnswer(piece.text, question.marked[number], piece.fault or missing)


def _compile_fault(text: str) -> str:
    """Why a text cannot run, if that can be seen without running it; "" if it cannot."""
    try:
        compile(text, "<cell>", "exec", dont_inherit=True)
    except PARSE_ERRORS as error:
        return syntax_error_text(error, text)
    return ""
