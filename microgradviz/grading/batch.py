"""A whole class: every notebook graded once, over any executor, in any order, with the same marks each time."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path

import microgradviz

from . import workers
from .answers import UnreadableNotebook, file_and_learner_names, find_notebooks, read_regular_file
from .journal import BatchMarks, Journal
from .official_marks import grade_notebook
from .results import GradedSubmission
from .sandbox import NoSandbox

ProgressCallback = Callable[[int, int], None]
_FATAL = (NoSandbox, workers.WorkersFailed)
_ENDS_ITS_WORKER = "The process that graded it came to an end, each time it was tried."


@lru_cache(maxsize=1)
def _program_hash() -> str:
    """A hash of the code that finds answers, runs them and judges them: another version grades anew."""
    package = Path(microgradviz.__file__).parent
    files = [path for part in ("exercises", "grading") for path in sorted((package / part).rglob("*.py"))]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()


@dataclass(frozen=True)
class Batch:
    """What is graded, and how.

    Attributes:
        paths: Notebooks, and folders of notebooks.
        secret: What the inputs are drawn from.
        sandbox: False to run without a sandbox; such marks are not official ones.
        only: The names of the exercises that count; without any, all that anybody has an answer to.
        program: What grades: a hash of its code, which must be the same wherever a worker is.
    """

    paths: tuple[Path, ...]
    secret: str
    sandbox: bool = True
    only: tuple[str, ...] = ()
    program: str = field(default_factory=lambda: _program_hash())

    def key(self, path: Path, root: Path) -> str:
        """The journal's key of a notebook: a hash of all that its marks rest on, this program itself among it."""
        about = [str(path), str(root), self.secret, str(self.sandbox), *self.only, self.program]
        digest = hashlib.sha256("\n".join(about).encode("utf-8", "surrogateescape"))
        with suppress(OSError, UnreadableNotebook):  # what cannot be read gets a row that says so
            digest.update(read_regular_file(path))
        return digest.hexdigest()


def grade_batch(
    batch: Batch,
    journal: Journal,
    make_executor: workers.MakeExecutor,
    at_once: int,
    on_progress: ProgressCallback = lambda done, of: None,
) -> BatchMarks:
    """The marks of all submissions of a batch; those in the journal are not run again.

    Args:
        batch: What is graded.
        journal: Where marks are kept as soon as there are any.
        make_executor: Makes an executor; made again if it breaks.
        at_once: How many submissions are handed out at once.
        on_progress: Called with how many are done, of how many.

    Raises:
        NoSandbox: If there must be a sandbox and there is none.
        WorkersFailed: If one worker after another dies.
    """
    found = find_notebooks(batch.paths)
    keys = [batch.key(path, root) for path, root in found]
    todo = [(key, item) for key, item in zip(keys, found, strict=True) if key not in journal]
    done = len(found) - len(todo)
    on_progress(done, len(found))
    task = partial(_grade_item, batch)
    for (key, item), graded in workers.run_tasks(todo, task, make_executor, at_once, _FATAL) if todo else ():
        lost = GradedSubmission(*file_and_learner_names(*item), reason=_ENDS_ITS_WORKER, sandboxed=batch.sandbox)
        journal.add(key, graded or lost)
        done += 1
        on_progress(done, len(found))
    return BatchMarks(journal, keys, _counted_exercises(batch, journal, keys))


def _grade_item(batch: Batch, item: tuple[str, tuple[Path, Path]]) -> GradedSubmission:
    path, root = item[1]
    if _program_hash() != batch.program:
        where = f"The worker on {platform.node()}"
        raise workers.WorkersFailed(f"{where} runs another version of microgradviz: install the same one there.")
    return grade_notebook(path, root, batch.secret, sandbox=batch.sandbox, only=batch.only)


def _counted_exercises(batch: Batch, journal: Journal, keys: Sequence[str]) -> frozenset[str]:
    return frozenset(batch.only) or frozenset(mark.name for key in keys for mark in journal[key].exercises)
