"""Which files are notebooks, whose they are, and how a report writes their paths."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path

from ..texts import visible_text

_OF_PROGRAMS = (".git", ".hg", ".ipynb_checkpoints", ".venv", ".virtual_documents", "__MACOSX")


def find_notebooks(paths: Sequence[Path]) -> list[tuple[Path, Path]]:
    """Every notebook among these files and below these folders, each with its root: what its name is relative to.

    What is hidden or a link to a folder is in the list, as is a folder that cannot be read or is called like a
    notebook, so that each gets a row which says why it was not graded. What programs keep for themselves,
    .ipynb_checkpoints among it, is left out.

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
        folders[:] = [name for name in folders if name not in _OF_PROGRAMS]
        links = [name for name in folders if os.path.islink(os.path.join(here, name))]
        found += [Path(here, name) for name in {*links, *filter(_is_notebook, [*folders, *files])}]
        folders[:] = [name for name in folders if not _is_notebook(name)]
    return found


def is_hidden(path: Path, root: Path) -> bool:
    """Whether a file, or a folder between it and the root, has a name that begins with a dot."""
    return any(part.startswith(".") for part in path.relative_to(root).parts)


def find_other_files(paths: Sequence[Path], written: Collection[Path] = ()) -> list[tuple[Path, Path]]:
    """The files below these folders that are no notebooks, each with its root; hidden ones are left out.

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
    return name.lower().endswith(".ipynb") and not name.startswith("._")  # as macOS calls what it adds


def file_and_learner_names(path: Path, root: Path) -> tuple[str, str]:
    """What every report calls a file, and its learner: the file's first folder, or its own name without one."""
    file = path_text(path.relative_to(root) if path.is_relative_to(root) else Path(path.name))
    return file, file.split("/")[0] if "/" in file else file[: -len(".ipynb")] if _is_notebook(file) else file


def path_text(path: Path) -> str:
    """A path as text that every report can hold; what is not UTF-8, or cannot be seen, is spelled out."""
    text = path.as_posix()
    plain = visible_text(os.fsencode(text).decode("utf-8", "backslashreplace"))
    if plain == text:
        return text
    return visible_text(os.fsencode(text.replace("\\", "\\\\")).decode("utf-8", "backslashreplace"))
