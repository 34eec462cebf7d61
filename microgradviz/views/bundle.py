"""The player's code as one piece: the modules in js/, joined, and the style sheet; and small, for a widget."""

from __future__ import annotations

import json
import re
import zlib
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent / "js"
# fmt: off
# Each module after those it imports.
MODULES = (
    "words", "numbers", "rules", "steps", "why", "sentences", "recompute", "reasons", "questions", "mistakes",
    "formula", "dom", "paths", "faults", "lit", "titles", "parts", "clusters", "draw", "parted", "pace", "runs",
    "clock", "controls", "keys", "kinds", "joints", "check", "walk", "tip", "table", "inspector", "predict",
    "prediction", "says", "export", "edits", "editor", "oncards", "leaves", "nearby", "extras", "header", "switch",
    "find", "zoom", "sight", "pointer", "announce", "player", "link", "main",
)
# fmt: on
# What a widget leaves behind: nothing of these is called without groups, or in a picture of groups.
ONLY_IN_GROUPS = frozenset({"parts", "joints", "clusters", "parted", "runs"})
NEVER_IN_GROUPS = frozenset({"questions", "mistakes", "predict", "nearby"})
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_NOTES = re.compile(r"^ *(/\*\*[\s\S]*?\*/|// .*)\n|(?<=[;{,]) // .*$|/\*\* @type [^*\n]*\*/ ", re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)
_INDENT = re.compile(r"^ +", re.MULTILINE)
_LINE_END = re.compile(r"(?<=[{(\[,;])\n+|\n+(?=[})\]\n])")
_CSS_NOTE = re.compile(r"/\*[\s\S]*?\*/")
_CSS_SPACE = re.compile(r"\s*([{};,])\s*|(\s)\s*")
EXPORT = "export default { render };\n"
_DIGITS = "".join(chr(i) for i in range(33, 127) if chr(i) not in '"<\\')  # 91, as they stand in a string
_UNPACK = f"""
const digits = {json.dumps(_DIGITS)};
const bytes = new Uint8Array(size);
let [bits, held, at] = [0, 0, 0];
for (let i = 0; i < packed.length; i += 2) {{
  bits = (bits << 13) | (digits.indexOf(packed[i]) * 91 + digits.indexOf(packed[i + 1]));
  for (held += 13; held >= 8; at++) bytes[at] = bits >> (held -= 8);
}}
const opened = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
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
    return f'const packed = "{written(small)}", size = {len(small)};{_UNPACK}'


def written(data: bytes) -> str:
    """Bytes as letters that stand in a string as they are, two of them for every 13 bits; the end is filled up.

    Example:
        >>> written(b"13 characters")
        '3>F2Tm3./Fiz*wVv'
    """
    whole = data + bytes(-len(data) % 13)
    blocks = [int.from_bytes(whole[i : i + 13]) for i in range(0, len(whole), 13)]
    pairs = [block >> shift & 0x1FFF for block in blocks for shift in range(91, -1, -13)]
    return "".join(_DIGITS[pair // 91] + _DIGITS[pair % 91] for pair in pairs)


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
