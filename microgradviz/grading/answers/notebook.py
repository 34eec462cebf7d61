"""A notebook file as its cells, whatever the file holds: only what grading needs is read, and outputs are stepped over.

Nothing here trusts the file. Its size, its cells and the brackets in it are counted, and a value that is not needed is
skipped without being made, so that 50 MB of outputs take 50 MB and hostile nesting takes no stack.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...exercises import NotebookCell

LARGEST_FILE = 100_000_000  # bytes of a file
MOST_CELLS = 5_000
MOST_BRACKETS = 5_000_000  # of values that are skipped
LONGEST_CELL = 65_536  # bytes of a cell's text, as JSON
LONGEST_NOTEBOOK = 200_000  # letters of all code cells together

_SPACE = re.compile(rb"[ \t\r\n]*+")
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_SCALAR = re.compile(rb'[^\s,:"\[\]{}]++')
_NO_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+', re.DOTALL)
_VERSION = re.compile(rb'"(\d{1,4}(?:\.\d{1,4}){1,2})[^"\\]{0,20}"')
_CLOSING = {"{": b"}", "[": b"]"}


class UnreadableNotebook(Exception):
    """A file cannot be read as a notebook; the text says why, in one sentence."""


def read_cells(path: Path) -> tuple[list[NotebookCell], str]:
    """The cells of a notebook file, and the version of Python that it says it ran with; "" if it says none.

    Raises:
        UnreadableNotebook: If there are none to be had; never anything else.
    """
    try:
        outline = JsonOutline(_text(path))
        top = {key: (start, end) for key, start, end in outline.top_entries()}
        cells, version = _cells(outline, top), ""
        with suppress(ValueError, UnreadableNotebook):  # it is only for a remark
            version = _python_version(outline, top)
        return cells, version
    except UnicodeError:
        raise UnreadableNotebook("Its text is not UTF-8; open it in Jupyter and save it again.") from None
    except OSError as error:
        raise UnreadableNotebook(f"It cannot be opened: {(error.strerror or type(error).__name__).lower()}.") from None
    except (ValueError, RecursionError):
        raise UnreadableNotebook("It is not a notebook: its JSON is damaged.") from None


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


def _text(path: Path) -> bytes:
    found = read_regular_file(path)
    if len(found) > LARGEST_FILE:
        raise UnreadableNotebook(f"It is larger than {LARGEST_FILE // 10**6} MB; clear its outputs and save it again.")
    if not found.strip():
        raise UnreadableNotebook("It is empty.")
    if found.startswith(b"PK\3\4"):
        raise UnreadableNotebook("It is a ZIP archive, not a notebook; unpack it first.")
    if found.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableNotebook("Its text is UTF-16, not UTF-8; save it as UTF-8.")
    return found.removeprefix(b"\xef\xbb\xbf")


def _python_version(outline: JsonOutline, top: dict[str, tuple[int, int]]) -> str:
    """What its metadata's language_info calls version, if it is one."""
    place = top.get("metadata")
    for wanted in ("language_info", "version"):
        if place is None or outline.data[place[0]] != ord("{"):
            return ""
        place = next(((start, end) for key, start, end in outline.entries(place[0]) if key == wanted), None)
    found = _VERSION.fullmatch(outline.data[place[0] : place[1]]) if place else None
    return found[1].decode() if found else ""


def _cells(outline: JsonOutline, top: dict[str, tuple[int, int]]) -> list[NotebookCell]:
    data = outline.data

    def value(key: str) -> Any:
        start, end = top[key]
        return json.loads(data[start:end]) if end - start < 40 else None

    version = value("nbformat") if "nbformat" in top else None
    if type(version) is not int:
        raise UnreadableNotebook("It is not a notebook: it has no nbformat.")
    if version < 4:
        raise UnreadableNotebook(f"It is in an old format, nbformat {version}; open it in Jupyter and save it again.")
    if version > 4:
        raise UnreadableNotebook(f"Its format, nbformat {str(version)[:9]}, is not known here; save it as nbformat 4.")
    if "cells" not in top or data[top["cells"][0]] != ord("["):
        raise UnreadableNotebook("It is not a notebook: it has no cells.")
    found: list[NotebookCell] = []
    for _, start, end in outline.entries(top["cells"][0]):
        found.append(_cell(outline, start, end, len(found) + 1))
        if len(found) > MOST_CELLS:
            raise UnreadableNotebook(f"It has more than {MOST_CELLS:,} cells.")
    if sum(len(cell.text) for cell in found if cell.kind == "code") > LONGEST_NOTEBOOK:
        raise UnreadableNotebook(f"Its code is longer than {LONGEST_NOTEBOOK:,} letters.")
    return found


def _cell(outline: JsonOutline, at: int, end: int, number: int) -> NotebookCell:
    if outline.data[at] != ord("{"):
        raise UnreadableNotebook(f"It is not a notebook: cell {number} is not a cell.")
    parts, fault = _parts(outline, at, end, number)
    text, kind, name = parts.get("source"), parts.get("cell_type"), parts.get("id")
    if isinstance(text, list) and all(isinstance(line, str) for line in text):
        text = "".join(text)
    if not fault and not isinstance(text, str):
        raise UnreadableNotebook(f"It is not a notebook: cell {number} has no text.")
    metadata = parts.get("metadata")
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    return NotebookCell(
        number,
        kind if isinstance(kind, str) else "",
        name if isinstance(name, str) else "",
        frozenset(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else frozenset(),
        "" if not isinstance(text, str) else text.replace("\r\n", "\n").replace("\r", "\n"),
        fault,
    )


def _parts(outline: JsonOutline, at: int, end: int, number: int) -> tuple[dict[str, Any], str]:
    """The parts of a cell that matter, and what is wrong with its text; of a large cell only they are read."""
    if end - at <= LONGEST_CELL:
        with suppress(ValueError, RecursionError):  # what is wrong may be wrong in its outputs only
            return json.loads(outline.data[at:end]), ""
    parts: dict[str, Any] = {}
    fault = ""
    for key, begin, stop in outline.entries(at):
        if key not in ("cell_type", "id", "metadata", "source"):
            continue
        if stop - begin <= LONGEST_CELL:
            parts[key] = json.loads(outline.data[begin:stop])
        elif key == "source":
            fault = f"Cell {number} is longer than {LONGEST_CELL:,} letters."
    return parts, fault


class JsonOutline:
    """Where the entries of a JSON text begin and end, without reading what they hold.

    Its methods raise ValueError where the text is not JSON, and UnreadableNotebook if it has too many brackets.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.brackets = 0

    def top_entries(self) -> Iterator[tuple[str, int, int]]:
        """The entries of the object that is the whole text, as `entries` gives them."""
        at = self._after_space(0)
        if self._letter(at) != "{" or self._after_space(self._end(at)) != len(self.data):
            raise ValueError("it must be one JSON object")
        return self.entries(at)

    def entries(self, at: int) -> Iterator[tuple[str, int, int]]:
        """Key ("" in an array), begin and end of every entry of the object or array that begins there."""
        opening = self._letter(at)
        closing = _CLOSING[opening]
        at = self._after_space(at + 1)
        while not (self.data.startswith(closing, at) and self.data[at - 1] != ord(",")):
            key = ""
            if opening == "{":
                name = _STRING.match(self.data, at)
                if not name:
                    raise ValueError("a key must be a string")
                key = json.loads(name[0]) if len(name[0]) < 80 else ""
                at = self._after_space(name.end())
                if self._letter(at) != ":":
                    raise ValueError("a key must be followed by a colon")
                at = self._after_space(at + 1)
            end = self._end(at)
            yield key, at, end
            at = self._after_space(end)
            if self.data.startswith(closing, at):
                return
            if self._letter(at) != ",":
                raise ValueError("entries must be parted by commas")
            at = self._after_space(at + 1)

    def _end(self, at: int) -> int:
        """Where the value that begins there ends."""
        if self._letter(at) not in _CLOSING:
            found = _STRING.match(self.data, at) or _SCALAR.match(self.data, at)
            if not found:
                raise ValueError("a value must stand here")
            return found.end()
        depth = 0
        while True:
            letter = self._letter(at)
            depth += 1 if letter in _CLOSING else -1
            self.brackets += 1
            if self.brackets > MOST_BRACKETS:
                raise UnreadableNotebook("Its outputs are too intricate; clear them and save it again.")
            if not depth:
                return at + 1
            at = _NO_BRACKET.match(self.data, at + 1).end()  # type: ignore[union-attr]  # it matches everywhere

    def _after_space(self, at: int) -> int:
        return _SPACE.match(self.data, at).end()  # type: ignore[union-attr]  # it matches everywhere

    def _letter(self, at: int) -> str:
        if at >= len(self.data):
            raise ValueError("it ends too early")
        return chr(self.data[at])
