"""The player's code as one piece: the modules in js/, joined, and the style sheet."""

from __future__ import annotations

import base64
import gzip
import json
import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent / "js"
# fmt: off
# Each module after those it imports.
MODULES = (
    "words", "rules", "steps", "why", "sentences", "reasons", "questions", "mistakes", "formula",
    "dom", "paths", "faults", "lit", "parts", "clusters", "draw", "parted", "pace", "runs", "controls", "keys", "check",
    "inspector", "predict", "says", "export", "extras", "switch", "find", "zoom", "sight", "announce", "player", "main",
)
# fmt: on
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_NOTES = re.compile(r"^ *(/\*\*[\s\S]*?\*/|// .*)\n|(?<=[;{,]) // .*$|/\*\* @type [^*\n]*\*/ ", re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)
EXPORT = "export default { render };\n"
_UNPACK = """
const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
const opened = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const url = URL.createObjectURL(new Blob([await new Response(opened).text()], { type: "text/javascript" }));
const { default: player } = await import(url);
URL.revokeObjectURL(url);
export default player;
"""


@cache
def esm() -> str:
    """All modules as one: the names they share become names of one scope; comments stay behind."""
    parts = []
    for name in MODULES:
        text = (HERE / f"{name}.js").read_text(encoding="utf-8")
        for piece in (_NOTES, _IMPORT, _EXPORT):
            text = piece.sub("", text)
        parts.append(text.strip("\n"))
    return "\n\n".join(parts) + "\n"


@cache
def packed() -> str:
    """The same, and the style sheet, as a module that unpacks itself, since every player carries it.

    Browsers open gzip since 2023; the module is imported from a blob, as anywidget itself imports this one.
    """
    dressed = "export default { render: (given) => render({ ...given, style }) };\n"
    code = f"const style = {json.dumps(css())};\n" + esm().replace(EXPORT, dressed) + "//# sourceURL=microgradviz.js\n"
    return f'const packed = "{base64.b64encode(gzip.compress(code.encode(), mtime=0)).decode()}";{_UNPACK}'


@cache
def css() -> str:
    """The style sheet; every rule lies below `.microgradviz`."""
    return (HERE / "player.css").read_text(encoding="utf-8")
