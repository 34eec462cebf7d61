"""Which files are notebooks, whose they are, and how a report writes their paths."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from ..texts import visible_text

_HOLDS_NOTEBOOKS = re.compile(r"\.(?:zip|7z|rar|tar|tgz|gz)$|\.ipynb", re.IGNORECASE)
_DEEPEST = 200  # folders in each other
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
    for here, folders, files in _walk(folder, found):
        folders[:] = [name for name in folders if name not in _OF_PROGRAMS]
        links = [name for name in folders if os.path.islink(os.path.join(here, name))]
        found += [Path(here, name) for name in {*links, *filter(_is_notebook, [*folders, *files])}]
        folders[:] = [name for name in folders if not _is_notebook(name)]
    return found


def _walk(folder: Path, closed: list[Path]) -> Iterator[tuple[str, list[str], list[str]]]:
    """As os.walk; folders that cannot be read, or that lie deeper than Python 3.11 can walk, go into `closed`."""
    for here, folders, files in os.walk(folder, onerror=lambda error: closed.append(Path(error.filename))):
        if folders and here.count(os.sep) > str(folder).count(os.sep) + _DEEPEST:
            folders.clear()
            closed.append(Path(here))
        yield here, folders, files


def is_hidden(path: Path, root: Path) -> bool:
    """Whether a file, or a folder between it and the root, has a name that begins with a dot, or is macOS's own."""
    return any(part.startswith((".", "__MACOSX")) for part in path.relative_to(root).parts)


def find_other_files(paths: Sequence[Path], own: Collection[Path] = ()) -> list[str]:
    """A file of each place in these folders that holds files but no notebook, as an archive that nobody unpacked.

    Args:
        paths: Notebooks, and folders of notebooks.
        own: Files and folders that are the grader's own, and nobody's work.
    """
    written = [Path(os.path.realpath(path)) for path in own]
    found = []
    for root in paths:
        for place in sorted(root.glob("*")):
            inside = [] if place.is_symlink() else [Path(here, x) for here, _, names in _walk(place, []) for x in names]
            files = [one for one in inside or [place] if os.path.isfile(one) and not is_hidden(one, root)]
            loose = not inside and not _HOLDS_NOTEBOOKS.search(place.name)
            ours = any(path.is_relative_to(os.path.realpath(place)) for path in written)
            if files and not (loose or ours or any(_is_notebook(one.name) for one in files)):
                found.append(path_text(min(files).relative_to(root)))
    return found


def _is_notebook(name: str) -> bool:
    return name.lower().endswith(".ipynb") and not name.startswith("._")  # as macOS calls what it adds


def file_and_learner_names(path: Path, root: Path) -> tuple[str, str]:
    """What every report calls a file, and its learner: the file's first folder, or its own name without one."""
    file = path_text(path.relative_to(root))
    return file, file.split("/")[0] if "/" in file else file[: -len(".ipynb")] if _is_notebook(file) else file


def path_text(path: Path) -> str:
    """A path as text that every report can hold; what is not UTF-8, or cannot be seen, is spelled out."""
    text = path.as_posix()
    plain = visible_text(os.fsencode(text).decode("utf-8", "backslashreplace"))
    if plain == text:
        return text
    return visible_text(os.fsencode(text.replace("\\", "\\\\")).decode("utf-8", "backslashreplace"))
