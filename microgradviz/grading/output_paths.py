"""Where a command writes: whatever is wrong with a place is told in a sentence before the work, not after it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

NamedPath = tuple[str, Path | None]  # what the path is called in a sentence, such as --out; None if it is not given


def check_output_paths(files: Sequence[NamedPath], folders: Sequence[NamedPath], others: Sequence[NamedPath]) -> None:
    """Raise ValueError unless all can be written, and none over what is read or over one another; nothing is made.

    Args:
        files: Files that are written.
        folders: Folders that are written into.
        others: Files that are read or kept.
    """
    above = [(what, path, path.absolute().parent) for what, path in files if path]
    above += [(what, path, path.absolute()) for what, path in folders if path]
    for what, path in files:
        if path and os.path.lexists(path) and (path.is_symlink() or not path.is_file()):
            raise ValueError(f"{what} must be a file (got {str(path)!r}, which is a {_kind(path)})")
    for what, path, folder in above:
        _check_folder(what, path, folder)
    taken = _check_distinct([*files, *others])
    for what, path, folder in above:
        file = next((taken[one] for one in (folder.resolve(), *folder.resolve().parents) if one in taken), "")
        if file:
            raise ValueError(f"{what} must not be or lie in the file of {file} (got {str(path)!r})")


def check_no_overwrite(texts: Mapping[Path, str]) -> None:
    """Raise ValueError if a file with another text than the one for it is there already: it may be a person's work."""
    for path, text in texts.items():
        if os.path.lexists(path) and not (path.is_file() and path.read_bytes() == text.encode()):
            raise ValueError(f"--out must not hold other work ({str(path)!r} is there already); give another folder")


def _check_folder(what: str, path: Path, folder: Path) -> None:
    """Raise ValueError unless the folder of a path is there, or can be made."""
    there = next(one for one in (folder, *folder.parents) if os.path.lexists(one))
    if there == path.absolute() and not there.is_dir():
        raise ValueError(f"{what} must be a folder (got {str(path)!r}, which is a {_kind(there)})")
    if not there.is_dir():
        raise ValueError(f"{what} must lie in a folder (got {str(path)!r}, but {str(there)!r} is a {_kind(there)})")
    if not os.access(there, os.W_OK | os.X_OK):
        raise ValueError(f"{what} must be where you may write (got {str(path)!r}, but {str(there)!r} is closed to you)")


def _check_distinct(files: Sequence[NamedPath]) -> dict[Path, str]:
    """What each path is for; raise ValueError if two of them are one."""
    taken: dict[Path, str] = {}
    for what, path in files:
        place = path.parent.resolve() / path.name if path else None  # where a link leads is no matter
        before = taken.setdefault(place, what) if place else what
        if before != what:
            raise ValueError(f"{before} and {what} must be two files (got {str(path)!r} for both)")
    return taken


def _kind(path: Path) -> str:
    kinds = (("link", path.is_symlink()), ("folder", path.is_dir()), ("file", path.is_file()))
    return next((kind for kind, it_is in kinds if it_is), "device")
