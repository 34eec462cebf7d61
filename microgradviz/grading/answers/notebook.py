"""A notebook file as its cells, whatever the file holds.

Nothing here trusts the file. Its size, its values and its cells are counted: 50 MB of brackets would take gigabytes as
lists, 50 MB of pictures take what they are.
"""

from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path
from typing import Any

from ...exercises import NotebookCell

LARGEST_FILE = 50_000_000  # bytes of a file
MOST_VALUES = 5_000_000  # brackets and commas of a file
MOST_CELLS = 5_000
LONGEST_CELL = 65_536  # letters of a cell's text
LONGEST_NOTEBOOK = 200_000  # letters of all code cells together

_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})")


class UnreadableNotebook(Exception):
    """A file cannot be read as a notebook; the text says why, in one sentence."""


def read_cells(path: Path) -> tuple[list[NotebookCell], tuple[int, int]]:
    """The cells of a notebook file, and the version of Python that it ran with, such as (3, 14); or (0, 0).

    Raises:
        UnreadableNotebook: If there are none to be had; never anything else.
    """
    try:
        notebook = json.loads(_text(path))
    except UnicodeError:
        raise UnreadableNotebook("Its text is not UTF-8; open it in Jupyter and save it again.") from None
    except OSError as error:
        raise UnreadableNotebook(f"It cannot be opened: {(error.strerror or type(error).__name__).lower()}.") from None
    except (ValueError, RecursionError):
        raise UnreadableNotebook("It is not a notebook: its JSON is damaged.") from None
    return _cells(notebook), _python_version(notebook)


def read_regular_file(path: Path) -> bytes:
    """The bytes of a regular file, one more than `LARGEST_FILE` at most; a pipe or a device is not waited for.

    Raises:
        UnreadableNotebook: If it is no regular file.
        OSError: If it cannot be read.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if stat.S_ISDIR(path.stat().st_mode):
        raise UnreadableNotebook("It is a folder, not a notebook.")
    if not stat.S_ISREG(path.stat().st_mode):
        raise UnreadableNotebook("It is not an ordinary file.")
    with open(os.open(path, flags), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise UnreadableNotebook("It is not an ordinary file.")
        return file.read(LARGEST_FILE + 1)


def _text(path: Path) -> str:
    found = read_regular_file(path)
    if len(found) > LARGEST_FILE:
        raise UnreadableNotebook(f"It is larger than {LARGEST_FILE // 10**6} MB; clear its outputs and save it again.")
    if not found.strip():
        raise UnreadableNotebook("It is empty.")
    if found.startswith(b"PK\3\4"):
        raise UnreadableNotebook("It is a ZIP archive, not a notebook; unpack it first.")
    if found.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableNotebook("Its text is UTF-16, not UTF-8; save it as UTF-8.")
    if sum(map(found.count, (b"[", b"{", b","))) > MOST_VALUES:
        raise UnreadableNotebook("Its outputs are too intricate; clear them and save it again.")
    return found.decode("utf-8-sig")


def _python_version(notebook: dict[str, Any]) -> tuple[int, int]:
    """What its metadata's language_info calls version, if it is one."""
    place: Any = notebook
    for name in ("metadata", "language_info", "version"):
        place = place.get(name) if isinstance(place, dict) else None
    found = _VERSION.match(place) if isinstance(place, str) else None
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _cells(notebook: Any) -> list[NotebookCell]:
    version = notebook.get("nbformat") if isinstance(notebook, dict) else None
    if type(version) is not int:
        raise UnreadableNotebook("It is not a notebook: it has no nbformat.")
    if version < 4:
        raise UnreadableNotebook(f"It is in an old format, nbformat {version}; open it in Jupyter and save it again.")
    if version > 4:
        raise UnreadableNotebook(f"Its format, nbformat {str(version)[:9]}, is not known here; save it as nbformat 4.")
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        raise UnreadableNotebook("It is not a notebook: it has no cells.")
    if len(cells) > MOST_CELLS:
        raise UnreadableNotebook(f"It has more than {MOST_CELLS:,} cells.")
    found = [_cell(cell, number) for number, cell in enumerate(cells, 1)]
    if sum(len(cell.text) for cell in found if cell.kind == "code") > LONGEST_NOTEBOOK:
        raise UnreadableNotebook(f"Its code is longer than {LONGEST_NOTEBOOK:,} letters.")
    return found


def _cell(cell: Any, number: int) -> NotebookCell:
    if not isinstance(cell, dict):
        raise UnreadableNotebook(f"It is not a notebook: cell {number} is not a cell.")
    text, kind, name, metadata = (cell.get(key) for key in ("source", "cell_type", "id", "metadata"))
    if isinstance(text, list) and all(isinstance(line, str) for line in text):
        text = "".join(text)
    if not isinstance(text, str):
        raise UnreadableNotebook(f"It is not a notebook: cell {number} has no text.")
    fault = f"Cell {number} is longer than {LONGEST_CELL:,} letters." if len(text) > LONGEST_CELL else ""
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    return NotebookCell(
        number,
        kind if isinstance(kind, str) else "",
        name if isinstance(name, str) else "",
        frozenset(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else frozenset(),
        "" if fault else text.replace("\r\n", "\n").replace("\r", "\n"),
        fault,
    )
