"""Where a command writes: whatever is wrong with a place is told in a sentence before the work, not after it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

NamedPath = tuple[str, Path | None]  # what the path is called in a sentence, such as --out; None if it is not given


def check_output_paths(files: Sequence[NamedPath], folders: Sequence[NamedPath], others: Sequence[NamedPath]) -> None:
    """Raise ValueError unless all can be written, and none over what is read or over one another; folders are made.

    Args:
        files: Files that are written.
        folders: Folders that are written into.
        others: Files that are read or kept.
    """
    taken: dict[Path, str] = {}
    for what, path in [*files, *folders, *others]:
        place = path.parent.resolve() / path.name if path else None  # where a link leads is no matter
        before = taken.setdefault(place, what) if place else what
        if before != what:
            raise ValueError(f"{before} and {what} must be two places (got {str(path)!r} for both)")
    for what, path in files:
        if path and os.path.lexists(path) and (path.is_symlink() or not path.is_file()):
            raise ValueError(f"{what} must be a file (got {str(path)!r}, which is none)")
    for what, path, folder in [
        *((what, path, path.parent) for what, path in files if path),
        *((what, path, path) for what, path in folders if path),
    ]:
        _make_folder(what, path, folder)


def check_no_overwrite(texts: Mapping[Path, str]) -> None:
    """Raise ValueError if a file with another text than the one for it is there already: it may be a person's work."""
    for path, text in texts.items():
        if os.path.lexists(path) and not (path.is_file() and path.read_bytes() == text.encode()):
            raise ValueError(f"--out must not hold other work ({str(path)!r} is there already); give another folder")


def _make_folder(what: str, path: Path, folder: Path) -> None:
    """Make the folder of a path; raise ValueError where that, or to write into it, is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return
        why = "it is closed to you"
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
    raise ValueError(f"{what} must lead into a folder where you may write (got {str(path)!r}: {why})")
