"""The player's code as one piece: the modules in js/, joined, and the style sheet; and small, for a widget."""

from __future__ import annotations

import base64
import json
import re
import string
import zlib
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent / "js"
# fmt: off
# Each module after those it imports.
MODULES = (
    "words", "numbers", "rules", "steps", "why", "sentences", "recompute", "reasons", "questions", "mistakes",
    "formula", "dom", "paths", "faults", "lit", "titles", "parts", "clusters", "draw", "parted", "pace", "runs",
    "clock", "controls", "keys", "check", "walk", "tip", "table", "inspector", "predict", "says", "export", "edits",
    "editor", "oncards", "leaves", "nearby", "extras", "header", "switch", "find", "zoom", "sight", "pointer",
    "announce", "player", "link", "main",
)
# fmt: on
# What a widget leaves behind: nothing of these is called without groups, or in a picture of groups.
ONLY_IN_GROUPS = frozenset({"parts", "clusters", "parted", "runs"})
NEVER_IN_GROUPS = frozenset({"edits", "editor", "nearby", "oncards"})
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_NOTES = re.compile(r"^ *(/\*\*[\s\S]*?\*/|// .*)\n|(?<=[;{,]) // .*$|/\*\* @type [^*\n]*\*/ ", re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)
_INDENT = re.compile(r"^ +", re.MULTILINE)
_LINE_END = re.compile(r"(?<=[{(\[,;])\n+|\n+(?=[})\]\n])")
_CSS_NOTE = re.compile(r"/\*[\s\S]*?\*/")
_CSS_SPACE = re.compile(r"\s*([{};,])\s*|(\s)\s*")
EXPORT = "export default { render };\n"
_DIGITS = string.digits + string.ascii_letters.swapcase() + "!#$%&()*+-;<=>?@^_`{|}~"  # those of base 85
_UNPACK = f"""
const digits = "{_DIGITS}";
const bytes = new DataView(new ArrayBuffer((packed.length / 5) * 4));
for (let at = 0; at < packed.length; at += 5) {{
  const word = [...packed.slice(at, at + 5)].reduce((sum, digit) => sum * 85 + digits.indexOf(digit), 0);
  bytes.setUint32((at / 5) * 4, word);
}}
const opened = new Blob([bytes.buffer.slice(0, size)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
const url = URL.createObjectURL(new Blob([await new Response(opened).text()], {{ type: "text/javascript" }}));
const {{ default: player }} = await import(url);
URL.revokeObjectURL(url);
export default player;
"""


@cache
def esm(without: frozenset[str] = frozenset()) -> str:
    """The modules as one: the names they share become names of one scope; comments stay behind."""
    parts = []
    for name in MODULES:
        if name in without:
            continue
        text = (HERE / f"{name}.js").read_text(encoding="utf-8")
        for piece in (_NOTES, _IMPORT, _EXPORT):
            text = piece.sub("", text)
        parts.append(text.strip("\n"))
    return "\n\n".join(parts) + "\n"


@cache
def packed(*, groups: bool = False) -> str:
    """The code for a picture of groups, or for any other, and the style sheet, as a module that unpacks itself.

    Every player carries it, so it is small. Browsers open deflate since 2023; the module is imported from a blob, as
    anywidget itself imports this one.
    """
    code = bytes(unpacked(groups=groups), "utf-8")
    deflated = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    small = deflated.compress(code) + deflated.flush()
    return f'const packed = "{base64.b85encode(small, pad=True).decode()}", size = {len(small)};{_UNPACK}'


def unpacked(*, groups: bool) -> str:
    """What `packed` packs, without the spaces and line ends that are there for readers."""
    dressed = "export default { render: (given) => render({ ...given, style }) };\n"
    code = esm(NEVER_IN_GROUPS if groups else ONLY_IN_GROUPS).replace(EXPORT, dressed)
    for piece in (_INDENT, _LINE_END):
        code = piece.sub("", code)
    style = _CSS_SPACE.sub(r"\1\2", _CSS_NOTE.sub("", css())).strip()
    return f"const style = {json.dumps(style, ensure_ascii=False)};\n{code}//# sourceURL=microgradviz.js\n"


@cache
def css() -> str:
    """The style sheet; every rule lies below `.microgradviz`."""
    return (HERE / "player.css").read_text(encoding="utf-8")
