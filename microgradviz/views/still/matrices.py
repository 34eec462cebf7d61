"""An equation of matrices, as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from ...tracing import number_text
from .axes import Still, still_of, words_at
from .picture import SCREEN

_CELL, _LINE, _EDGE, _SIGN = 44.0, 22.0, 14.0, 26.0  # px
_HEAD = 44.0  # px: name and shape

Matrix = tuple[str, str, Sequence[Sequence[float]]]


def picture_of_matrices(items: Sequence[Matrix | str]) -> Still:
    """Matrices, each with its name, its shape and its numbers, and the signs between them."""
    tallest = max(len(item[2]) for item in items if not isinstance(item, str))
    middle, at = _HEAD + tallest * _LINE / 2, _EDGE
    parts = []
    for item in items:
        if isinstance(item, str):
            parts.append(words_at(at + _SIGN / 2, middle + 4, item, SCREEN.ink, "middle"))
            at += _SIGN
            continue
        name, shape, rows = item
        width = max(len(rows[0]) * _CELL, _CELL + 24)
        top, centre, least = middle - len(rows) * _LINE / 2, at + width / 2, at + (width - len(rows[0]) * _CELL) / 2
        parts.append(words_at(centre, top - 22, name, SCREEN.ink, "middle"))
        parts.append(words_at(centre, top - 7, shape, SCREEN.quiet, "middle"))
        for r, row in enumerate(rows):
            for c, x in enumerate(row):
                place = least + (c + 0.5) * _CELL, top + r * _LINE + 15
                parts.append(words_at(*place, number_text(x), SCREEN.ink, "middle"))
        for side, turn in ((least, 4), (least + len(rows[0]) * _CELL, -4)):
            d = f"M{side + turn:g} {top:g}H{side:g}V{top + len(rows) * _LINE:g}H{side + turn:g}"
            parts.append(f"<path d='{d}' fill='none' stroke='{SCREEN.line}'/>")
        at += width
    told = " ".join(item if isinstance(item, str) else _in_words(*item) for item in items)
    return still_of(parts, told, (round(at + _EDGE), round(_HEAD + tallest * _LINE + _EDGE)))


def _in_words(name: str, shape: str, rows: Sequence[Sequence[float]]) -> str:
    return f"{name} {shape}: {'; '.join(' '.join(map(number_text, row)) for row in rows)}"
