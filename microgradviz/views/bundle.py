"""The player's code as one piece: the modules in js/, joined, and the style sheet."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent / "js"
# Each module after those it imports.
MODULES = (
    *("words", "rules", "steps", "why", "sentences", "reasons", "dom", "paths", "lit", "draw", "controls", "keys"),
    *("check", "inspector", "player", "main"),
)
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_NOTES = re.compile(r"^ *(/\*\*[\s\S]*?\*/|// .*)\n|(?<=[;{,]) // .*$|/\*\* @type [^*\n]*\*/ ", re.MULTILINE)
_INDENT = re.compile(r"^\s+", re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)
_BREAKS = re.compile(r"(?<=[{(\[,;])\n|\n(?=[})\]])")  # line ends that no statement needs


@cache
def esm() -> str:
    """All modules as one, for hosts that load a single text: the names they share become names of one scope.

    Comments, indents and needless line ends stay behind, since every player in a notebook carries this text; names and
    statements are as in the modules.
    """
    parts = []
    for name in MODULES:
        text = (HERE / f"{name}.js").read_text(encoding="utf-8")
        for piece in (_NOTES, _IMPORT, _INDENT, _EXPORT, _BREAKS):
            text = piece.sub("", text)
        parts.append(text.strip("\n"))
    return "\n\n".join(parts) + "\n"


@cache
def css() -> str:
    """The style sheet; every rule lies below `.microgradviz`."""
    return (HERE / "player.css").read_text(encoding="utf-8")
