"""Marks on disk, one line of JSON a submission, so that a batch that was killed goes on where it stopped.

Lines are only ever added, each with one write; a last line that was cut off is dropped when the file is opened again.
Only the places of the lines are kept in memory, so that a class of any size may be graded.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from .official_marks import add_missing_marks
from .results import GradedSubmission


class Journal(AbstractContextManager["Journal"]):
    """The marks in a file, by key; `Batch.key` makes the keys.

    Args:
        path: The file; made if there is none, and held until the `with` ends.

    Raises:
        ValueError: If somebody else writes it now.
    """

    def __init__(self, path: Path) -> None:
        self._file = open(path, "a+b", buffering=0)  # noqa: SIM115 it is closed as `with` ends
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise ValueError(f"{path} is being written by another grade: wait for it, or give another --out") from None
        self._places: dict[str, tuple[int, int]] = {}
        self._end = 0
        with open(path, "rb") as lines:
            for line in lines:
                key = _key(line)
                if key:
                    self._places[key] = (self._end, len(line))
                if line.endswith(b"\n"):
                    self._end += len(line)
        os.truncate(path, self._end)

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def __getitem__(self, key: str) -> GradedSubmission:
        start, length = self._places[key]
        return GradedSubmission.from_json(json.loads(os.pread(self._file.fileno(), length, start))["graded"])

    def add(self, key: str, graded: GradedSubmission) -> None:
        """Write the marks of one submission to the file; OSError if they do not fit in there."""
        line = json.dumps({"key": key, "graded": graded.to_json()}).encode() + b"\n"
        if self._file.write(line) < len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self._file.name)
        self._places[key] = (self._end, len(line))
        self._end += len(line)

    def __exit__(self, *error: object) -> None:
        self._file.close()


def _key(line: bytes) -> str:
    """The key of a whole line; "" for anything else."""
    try:
        return str(json.loads(line)["key"]) if line.endswith(b"\n") else ""
    except (ValueError, RecursionError, KeyError, TypeError):
        return ""


class BatchMarks(Sequence[GradedSubmission]):
    """The marks of a whole batch, read from the journal one by one.

    Args:
        journal: Where they are.
        keys: Which, in order.
        counted: The names of the exercises that count for all: who has no answer to one gets 0 for it.
    """

    def __init__(self, journal: Journal, keys: Sequence[str], counted: frozenset[str]) -> None:
        self._journal, self._keys, self._counted = journal, keys, counted

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, i: Any) -> Any:
        return add_missing_marks(self._journal[self._keys[i]], self._counted)
