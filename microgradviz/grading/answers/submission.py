"""From a notebook file to the answers in it: by tag, then by cell id, then by the name that a cell defines.

An answer is what `check` would look at if the notebook ran from its top. Of several cells that hold one, the last
before the exercise's `check` counts; without a `check`, the last of all. A stub that nobody touched gives way.
"""

from __future__ import annotations

import ast
import os
import sys
import warnings
from collections import Counter
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from ...exercises import (
    EXERCISES,
    PARSE_ERRORS,
    Exercise,
    NotebookCell,
    NotebookUnits,
    Piece,
    Unit,
    answer_program,
    parse_cells,
    parse_python,
    syntax_error_text,
)
from .notebook import UnreadableNotebook, read_cells
from .notebook_files import file_and_learner_names, is_hidden

LONGEST_PROGRAMS = 1_000_000  # letters of all that a notebook's answers rest on, each counted for itself
_TOO_MUCH = "It was not read: the answers before it rest on too much of the notebook."
_ANSWERS = Counter(exercise.answer for exercise in EXERCISES.values())
_METHODS = {exercise.answer for exercise in EXERCISES.values() if exercise.method}  # names such as add and exp
_SHARED = {name for name, count in _ANSWERS.items() if count > 1} | _METHODS  # which alone do not tell the exercise
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
        untouched: Whether its cell is the stub as it was handed out.
    """

    source: str
    how: str
    fault: str = ""
    note: str = ""
    untouched: bool = False

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
    """The answers in one notebook file; nothing is raised: whatever is wrong with it, `reason` says so.

    Args:
        path: The file.
        root: The folder that its name is relative to, and outside which no link may lead.
    """
    file, learner = file_and_learner_names(path, root)
    try:
        if is_hidden(path, root):
            raise UnreadableNotebook("It is hidden: a name that begins with a dot. Give it another name.")
        if path.is_symlink() and path.is_dir():
            raise UnreadableNotebook("It is a link to a folder, which is not followed: hand in the files themselves.")
        real = Path(os.path.realpath(path))
        if path.is_symlink() and not real.exists():
            raise UnreadableNotebook("It is a link that leads nowhere.")
        if not real.is_relative_to(os.path.realpath(root)):
            raise UnreadableNotebook("It is a link to a file outside the folder that is graded.")
        answers = find_answers(path)
    except UnreadableNotebook as error:
        return Submission(file, learner, reason=str(error))
    except Exception as error:  # no notebook may stop a batch
        return Submission(file, learner, reason=grader_fault(error))
    if not answers:
        return Submission(file, learner, reason="It holds no answer to any exercise.")
    return Submission(file, learner, answers)


def grader_fault(error: Exception) -> str:
    """What is said where the grader itself fails."""
    return f"The grader stumbled over it ({type(error).__name__}: {error}); please report this."


def find_answers(path: Path) -> dict[str, FoundAnswer]:
    """The answers in a notebook file, by the name of the exercise.

    Raises:
        UnreadableNotebook: If it is not a notebook.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a learner's "\\d" is not the grader's business
        cells, version = read_cells(path)
        answers = _answers_in(_read_notebook(cells))
        newer = version > sys.version_info[:2]
        return {name: _of_newer_python(answer, version) for name, answer in answers.items()} if newer else answers


def _of_newer_python(answer: FoundAnswer, version: tuple[int, int]) -> FoundAnswer:
    """An answer that may rest on what this Python does not know yet: who reads its mark is told so."""
    there, here = ("{}.{}".format(*numbers) for numbers in (version, sys.version_info))
    said = f"The notebook ran with Python {there}; answers are marked with Python {here}, which knows nothing newer."
    fault = answer.fault.replace("is not valid Python", f"is not valid Python {here}")
    return replace(answer, fault=f"{fault} {said}" if fault else "", note=f"{answer.note} {said}".strip())


def _read_notebook(cells: list[NotebookCell]) -> NotebookUnits:
    """A notebook's statements; of prose only what defines an answer, as in a cell of the wrong type."""
    found = parse_cells(cells)
    for piece in found:
        methods = {EXERCISES[name].method for name in _exercises_marked(piece)} - {""}
        piece.units = [unit for unit in piece.units if not (methods and _puts_on_class(unit, methods))]
        defined = {name for unit in piece.units if unit.defines for name in unit.binds}
        if piece.cells[0].kind != "code" and not defined & _ANSWERS.keys() and not _exercises_marked(piece):
            piece.units = []
    return NotebookUnits(found)


def _puts_on_class(unit: Unit, methods: set[str]) -> bool:
    """Whether all it does is put a method on Value: that answer's own Value, which is there where it is marked."""
    targets = [target for node in unit.nodes for target in (node.targets if isinstance(node, ast.Assign) else [node])]
    return all(
        isinstance(target, ast.Attribute) and ast.unparse(target.value) == "Value" and target.attr in methods
        for target in targets
    )


def _exercises_marked(piece: Piece) -> dict[str, str]:
    """The exercises that a cell is marked as the answer to, and by which of the two: "tag" or "cell id"."""
    by_id = {_IDS[cell.id]: "cell id" for cell in piece.cells if cell.id in _IDS}
    return by_id | {_TAGS[tag]: "tag" for cell in piece.cells for tag in cell.tags if tag in _TAGS}


@dataclass(frozen=True)
class _ExercisePlaces:
    """Where a notebook speaks of an exercise.

    Attributes:
        exercise: The exercise.
        marked: The numbers of the pieces that are marked as its answer, and by what.
        others: The numbers of the pieces that are marked as the answer to another one.
        check_units: The numbers of the units that call its `check`.
    """

    exercise: Exercise
    marked: dict[int, str]
    others: frozenset[int]
    check_units: list[int]


def _answers_in(notebook: NotebookUnits) -> dict[str, FoundAnswer]:
    marks = {k: names for k, piece in enumerate(notebook.pieces) if (names := _exercises_marked(piece))}
    checks = [i for i, unit in enumerate(notebook.units) if unit.checks]
    found = {}
    left = LONGEST_PROGRAMS
    for name, exercise in EXERCISES.items():
        marked = {k: piece[name] for k, piece in marks.items() if name in piece}
        if "tag" in marked.values():
            marked = {k: how for k, how in marked.items() if how == "tag"}
        others = frozenset(k for k, piece in marks.items() if name not in piece)
        check_units = [i for i in checks if name in notebook.units[i].checks]
        answer = _answer_to(notebook, _ExercisePlaces(exercise, marked, others, check_units), left > 0)
        if answer:
            found[name] = answer
            left -= len(answer.source)
    return found


def _answer_to(notebook: NotebookUnits, places: _ExercisePlaces, room: bool) -> FoundAnswer | None:
    name, goal, extra = _goal(notebook, places)
    units = _candidates(notebook, places, name)
    if not units:
        return _without_definition(notebook, places)
    before = [i for i in units if places.check_units and i <= places.check_units[-1]]
    number = notebook.units[(before or units)[-1]].piece
    if not room:
        return FoundAnswer("", places.marked.get(number, "name"), _TOO_MUCH)
    end = places.check_units[-1] if before else notebook.first[_following_pieces(notebook, places, number).stop]
    exercise = places.exercise
    package = bool(exercise.needs)
    source = answer_program(notebook, number, goal, end, package, exercise.provided, exercise.takes_along, last=extra)
    count = len({notebook.units[i].piece for i in units})
    note = f"{count} cells hold an answer; the last one before its check counts." if count > 1 else ""
    fault = _parse_fault(source)
    untouched = _is_stub(notebook.pieces[number], exercise)
    return FoundAnswer(source, places.marked.get(number, "name"), fault, note, untouched)


def _is_stub(piece: Piece, exercise: Exercise) -> bool:
    return piece.text.strip() == exercise.stub.strip()


def _goal(notebook: NotebookUnits, places: _ExercisePlaces) -> tuple[str, set[str], str]:
    """The name that a cell must define, the names that the answer rests on, and what must be added to the text.

    Usually that is the exercise's own name for its answer; but `check("slope_mul", mine)` says that it is another.
    """
    usual = places.exercise.answer
    given = notebook.units[places.check_units[-1]].checks[places.exercise.name] if places.check_units else usual
    if given == usual:
        return usual, {usual}, ""
    tree = ast.parse(given, mode="eval").body
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    known = {name for name in names if name in notebook.binding}
    if isinstance(tree, ast.Name) and not known:
        return usual, {usual}, ""
    return (given if isinstance(tree, ast.Name) else ""), known, f"{usual} = {given}\n"


def _candidates(notebook: NotebookUnits, places: _ExercisePlaces, name: str) -> list[int]:
    """The units that may be the answer, in order: those that define the name, where it stands for this exercise."""
    if not name:  # the answer stands in the call of check itself
        return places.check_units[-1:]
    binding = notebook.binding.get(name, [])
    defining = [i for i in binding if not (notebook.units[i].imports or notebook.units[i].fetches)]
    if places.marked:
        own = places.marked.keys() | {k for n in places.marked for k in _following_pieces(notebook, places, n)}
        near = [i for i in defining if notebook.units[i].piece in own]
        if near or any(notebook.pieces[k].fault for k in places.marked):
            edited = [i for i in near if not _is_stub(notebook.pieces[notebook.units[i].piece], places.exercise)]
            return edited or near
    free = [i for i in defining if notebook.units[i].piece not in places.others]
    if not places.check_units:
        return free if name not in _SHARED and not places.exercise.method else []
    above = [i for i in defining if i < places.check_units[-1]]
    return [i for i in above if i in free] or above or free


def _following_pieces(notebook: NotebookUnits, places: _ExercisePlaces, number: int) -> range:
    """The pieces behind one of an exercise that still belong to it: up to those of the next exercise."""
    return range(number + 1, min((k for k in places.others if k > number), default=len(notebook.pieces)))


def _without_definition(notebook: NotebookUnits, places: _ExercisePlaces) -> FoundAnswer | None:
    """What a cell counts as that is marked as the answer but defines none; None if there is not even that."""
    if not places.marked:
        return None
    number = max(places.marked)
    piece = notebook.pieces[number]
    name = places.exercise.answer
    missing = f"No cell defines {name}." if piece.text.strip() else "The cell is empty."
    if notebook.only_imports(name):
        missing = f"{name} is imported, and no cell defines one of its own."
    return FoundAnswer(piece.text, places.marked[number], piece.fault or missing)


def _parse_fault(text: str) -> str:
    """Why a text is not Python; "" if it is. It is never compiled here, for the compiler copies what a `finally` holds
    once for every way out of it, so that 700 letters may take gigabytes: what only it finds, the box reports."""
    try:
        parse_python(text)
    except PARSE_ERRORS as error:
        return syntax_error_text(error, text)
    return ""
