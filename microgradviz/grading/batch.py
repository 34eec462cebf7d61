"""A whole class: every notebook graded once, over any executor, in any order, with the same marks each time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path

import microgradviz

from . import workers
from .answers import Unreadable, content, shown, submissions
from .journal import Journal, Marks
from .official_marks import grade_one
from .results import Graded
from .sandbox import NoSandbox

__all__ = ["Batch", "grade_all", "grade_one"]

Watch = Callable[[int, int], None]
_ENDS_ITS_WORKER = "The process that graded it came to an end, each time it was tried."


@dataclass(frozen=True)
class Batch:
    """What is graded, and how.

    Attributes:
        paths: Notebooks, and folders of notebooks.
        secret: What the inputs are drawn from.
        sandbox: False to run without a sandbox; such marks are not official ones.
        only: The names of the exercises that count; without any, all that anybody has an answer to.
        students: By the path of a file whose numbers its exercises have; those of all where it has none.
    """

    paths: tuple[Path, ...]
    secret: str
    sandbox: bool = True
    only: tuple[str, ...] = ()
    students: Mapping[str, str] = field(default_factory=dict)

    def key(self, path: Path, root: Path) -> str:
        """What a mark rests on, as a hash: the file, the secret, how it is run, and this program itself."""
        about = [
            str(path),
            str(root),
            self.secret,
            str(self.sandbox),
            self.students.get(str(path), ""),
            *self.only,
            _program(),
        ]
        found = hashlib.sha256("\n".join(about).encode("utf-8", "surrogateescape"))
        with suppress(OSError, Unreadable):  # what cannot be read gets a row that says so
            found.update(content(path))
        return found.hexdigest()


@lru_cache(maxsize=1)
def _program() -> str:
    """Changes with anything that finds answers, runs them or judges them: another version grades anew."""
    package = Path(microgradviz.__file__).parent
    files = [path for part in ("exercises", "grading") for path in sorted((package / part).rglob("*.py"))]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()


def grade_all(
    batch: Batch, journal: Journal, make: Callable[[], Executor], at_once: int, watch: Watch = lambda done, of: None
) -> Marks:
    """The marks of all submissions of a batch; those in the journal are not run again.

    Args:
        batch: What is graded.
        journal: Where marks are kept as soon as there are any.
        make: Makes an executor; made again if it breaks.
        at_once: How many submissions are handed out at once.
        watch: Told how many are done, of how many.

    Raises:
        NoSandbox: If there must be a sandbox and there is none.
        Lost: If one worker after another dies.
    """
    found = submissions(batch.paths)
    keys = [batch.key(path, root) for path, root in found]
    todo = [(key, item) for key, item in zip(keys, found, strict=True) if key not in journal]
    done = len(found) - len(todo)
    watch(done, len(found))
    task = partial(_task, batch)
    for (key, item), graded in workers.each(todo, task, make, at_once, NoSandbox) if todo else ():
        journal.add(key, graded or _lost(*item, batch.sandbox))
        done += 1
        watch(done, len(found))
    return Marks(journal, keys, _counted(batch, journal, keys))


def _task(batch: Batch, item: tuple[str, tuple[Path, Path]]) -> Graded:
    path, root = item[1]
    student = batch.students.get(str(path), "")
    return grade_one(path, root, batch.secret, sandbox=batch.sandbox, only=batch.only, student=student)


def _counted(batch: Batch, journal: Journal, keys: Sequence[str]) -> frozenset[str]:
    return frozenset(batch.only) or frozenset(mark.name for key in keys for mark in journal[key].exercises)


def _lost(path: Path, root: Path, sandbox: bool) -> Graded:
    file = shown(path.relative_to(root) if path.is_relative_to(root) else Path(path.name))
    return Graded(file, path.stem, reason=_ENDS_ITS_WORKER, sandboxed=sandbox)
