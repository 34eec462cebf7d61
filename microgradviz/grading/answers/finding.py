"""From a notebook file to the answers in it: by tag, then by cell id, then by the name that a cell defines.

An answer is what `check` would look at if the notebook ran from its top. Of several cells that hold one, the last
before the exercise's `check` counts; without a `check`, the last of all. A stub that nobody touched gives way.
"""

from __future__ import annotations

import ast
import os
import warnings
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from ...exercises import EXERCISES, Exercise
from ..texts import visible_text
from .notebook import UnreadableNotebook, read_cells
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
        """The SHA-256 hash of the text, in hexadecimal."""
        return sha256(self.source.encode("utf-8", "surrogatepass")).hexdigest()


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


def find_notebooks(paths: Sequence[Path]) -> list[tuple[Path, Path]]:
    """Every notebook among these files and below these folders, each with the folder that its name is relative to.

    Hidden folders, .ipynb_checkpoints among them, are left out. A folder that cannot be read, or is called like a
    notebook, is in the list, so that it gets a row which says so.

    Raises:
        ValueError: If a path does not exist.
    """
    found: dict[str, tuple[Path, Path]] = {}
    for path in paths:
        if not path.exists() and not path.is_symlink():
            raise ValueError(f"path must be a notebook or a folder (got {str(path)!r}, which does not exist)")
        folder = path.is_dir()
        for item in _notebooks(path) if folder else [path]:
            found.setdefault(os.path.abspath(item), (item, path if folder else path.parent))
    return [found[key] for key in sorted(found, key=os.fsencode)]


def _notebooks(folder: Path) -> list[Path]:
    found: list[Path] = []

    def closed(error: OSError) -> None:
        found.append(Path(error.filename))

    for here, folders, files in os.walk(folder, onerror=closed):
        found += [Path(here, name) for name in [*folders, *files] if _is_notebook(name)]
        folders[:] = [name for name in folders if not name.startswith(".") and not _is_notebook(name)]
    return found


def find_other_files(paths: Sequence[Path], written: Collection[Path] = ()) -> list[tuple[Path, Path]]:
    """The files below these folders that are no notebooks, each with the folder that its name is relative to.

    Args:
        paths: Notebooks, and folders of notebooks.
        written: Files and folders that are the grader's own, and nobody's work.
    """
    own = {os.path.realpath(path) for path in written}
    found: list[tuple[Path, Path]] = []
    for root in paths:
        for here, folders, files in os.walk(root):
            for names in (folders, files):
                names[:] = sorted(name for name in names if not _is_ignored(os.path.join(here, name), own))
            found += [(Path(here, name), root) for name in files]
    return found


def _is_ignored(path: str, own: Collection[str]) -> bool:
    name = os.path.basename(path)
    return name.startswith((".", "__MACOSX")) or _is_notebook(name) or os.path.realpath(path) in own


def _is_notebook(name: str) -> bool:
    return name.lower().endswith(".ipynb") and not name.startswith(".")


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


def report_names(path: Path, root: Path) -> tuple[str, str]:
    """What a file and its learner are called in every report."""
    file = path_text(path.relative_to(root) if path.is_relative_to(root) else Path(path.name))
    return file, file.split("/")[0] if "/" in file else file[: -len(".ipynb")] if _is_notebook(file) else file


def path_text(path: Path) -> str:
    """A path as text that every report can hold; what is not UTF-8, or would not be seen, is spelled out."""
    text = path.as_posix()
    plain = visible_text(os.fsencode(text).decode("utf-8", "backslashreplace"))
    if plain == text:
        return text
    return visible_text(os.fsencode(text.replace("\\", "\\\\")).decode("utf-8", "backslashreplace"))


def find_answers(path: Path) -> dict[str, FoundAnswer]:
    """The answers in a notebook file, by the name of the exercise.

    Raises:
        Unreadable: If it is not a notebook.
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
        looked: The units that call its `check`.
    """

    exercise: Exercise
    marked: dict[int, str]
    others: frozenset[int]
    looked: list[int]


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


def _find_one(notebook: NotebookUnits, asked: _Question) -> FoundAnswer | None:
    name, goal, extra = _goal(notebook, asked)
    places = _candidates(notebook, asked, name)
    if not places:
        return _without_definition(notebook, asked)
    before = [i for i in places if asked.looked and i <= asked.looked[-1]]
    cell = notebook.units[(before or places)[-1]].cell
    end = asked.looked[-1] if before else _next_exercise(notebook, asked, cell)
    source = answer_program(notebook, cell, goal, end, bool(asked.exercise.needs)) + extra
    count = len({notebook.units[i].cell for i in places})
    note = f"{count} cells hold an answer; the last one before its check counts." if count > 1 else ""
    fault = _compile_fault(notebook.pieces[cell].text) or _compile_fault(source)
    return FoundAnswer(source, asked.marked.get(cell, "name"), fault, note)


def _goal(notebook: NotebookUnits, asked: _Question) -> tuple[str, set[str], str]:
    """The name that a cell must define, the names that the answer rests on, and what must be added to the text.

    Usually that is the exercise's own name for its answer; but `check("slope_mul", mine)` says that it is another.
    """
    usual = asked.exercise.answer
    given = notebook.units[asked.looked[-1]].checks[asked.exercise.name] if asked.looked else usual
    tree = ast.parse(given, mode="eval").body
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    known = {name for name in names if name in notebook.binding}
    if given == usual or (isinstance(tree, ast.Name) and not known):
        return usual, {usual}, ""
    return (given if isinstance(tree, ast.Name) else ""), known, f"{usual} = {given}\n"


def _candidates(notebook: NotebookUnits, asked: _Question, name: str) -> list[int]:
    """The units that may be the answer, in order: those that define the name, where it stands for this exercise."""
    if not name:  # the answer stands in the call of check itself
        return asked.looked[-1:]
    defining = [i for i in notebook.binding.get(name, []) if not notebook.units[i].imports]
    if asked.marked:
        cells = asked.marked.keys() | {k for marked in asked.marked for k in _following_pieces(notebook, asked, marked)}
        near = [i for i in defining if notebook.units[i].cell in cells]
        if near or any(notebook.pieces[k].fault for k in asked.marked):
            stub = asked.exercise.stub.strip()
            edited = [i for i in near if notebook.pieces[notebook.units[i].cell].text.strip() != stub]
            return edited or near
    free = [i for i in defining if notebook.units[i].cell not in asked.others]
    if not asked.looked:
        return free if name not in _SHARED else []
    above = [i for i in defining if i < asked.looked[-1]]
    return [i for i in above if i in free] or above or free


def _following_pieces(notebook: NotebookUnits, asked: _Question, marked: int) -> range:
    """The pieces behind a marked one that still belong to its exercise: up to the next one's."""
    return range(marked + 1, min((k for k in asked.others if k > marked), default=len(notebook.pieces)))


def _next_exercise(notebook: NotebookUnits, asked: _Question, cell: int) -> int:
    """The unit at which the cells of an exercise without a check end."""
    after = _following_pieces(notebook, asked, cell)
    return notebook.first[after.stop]


def _without_definition(notebook: NotebookUnits, asked: _Question) -> FoundAnswer | None:
    """What is said of a cell that is marked as the answer but defines none; None if there is not even that."""
    if not asked.marked:
        return None
    number = max(asked.marked)
    piece = notebook.pieces[number]
    missing = f"No cell defines {asked.exercise.answer}." if piece.text.strip() else "The cell is empty."
    return FoundAnswer(piece.text, asked.marked[number], piece.fault or missing)


def _compile_fault(text: str) -> str:
    """Why a text cannot run, if that can be seen without running it; "" if it cannot."""
    try:
        compile(text, "<cell>", "exec", dont_inherit=True)
    except PARSE_ERRORS as error:
        return syntax_error_text(error, text)
    return ""
