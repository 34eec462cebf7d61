"""Rows of coloured fields with a number in each, as SVG: what a class earned.

Each field holds its number, so that colour is never alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

_WIDE, _HIGH, _GAP = 24, 22, 7  # px: a field, and the gap between groups of columns
_LABEL, _HEAD, _TOTAL = 176, 132, 58  # px: names, headings, totals
_LONGEST = 24  # letters of a name

HEAT_MAP_STYLE = """\
.heat { display: block; max-width: 100%; height: auto; }
.heat.many { min-width: 1050px; }
.heat text { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--ink); }
.heat .quiet { fill: var(--quiet); }
.heat .alarm { fill: var(--alarm); }
.heat .strong { font-weight: 600; }
.heat a text { fill: var(--good); }
.heat .h0 { fill: light-dark(#f2a56f, #9a4a12); }
.heat .h1 { fill: light-dark(#fbdcc4, #5c3115); }
.heat .h2 { fill: light-dark(#eceff2, #2b3036); }
.heat .h3 { fill: light-dark(#c3def0, #1d4a66); }
.heat .h4 { fill: light-dark(#7db9de, #1f6fa3); }
.heat .gone { fill: none; stroke: light-dark(#e3e7eb, #2b3036); }
"""
HEAT_MAP_COLOURS = """\
  --ink: light-dark(#16191d, #f0f2f4); --quiet: light-dark(#5b6470, #a9b1ba); --paper: light-dark(#ffffff, #131518);
  --good: light-dark(#00629a, #7cc0ef); --alarm: light-dark(#8a4b00, #ffc46b);
"""
_ALONE = ".heat { color-scheme: light dark; background: var(--paper);\n" + HEAT_MAP_COLOURS + "}\n" + HEAT_MAP_STYLE


class HeatField(NamedTuple):
    """One field: a share from 0 to 1 that colours it, or None; what is written in it; what the mouse shows."""

    share: float | None
    label: str
    tip: str


class HeatRow(NamedTuple):
    """One row of fields, with its name, its total and where its name leads."""

    name: str
    fields: list[HeatField]
    total: str = ""
    href: str = ""
    tip: str = ""


class HeatColumn(NamedTuple):
    """The heading of a column; a gap stands between groups."""

    name: str
    group: str


def draw_heat_map(
    rows: Sequence[HeatRow],
    columns: Sequence[HeatColumn],
    title: str,
    warning: str = "",
) -> str:
    """The text of an `<svg>` element, whose looks are HEAT_MAP_STYLE; all text is escaped, none is made visible.

    Args:
        rows: The rows, from the top; the first stands apart.
        columns: The columns.
        title: What it is a picture of.
        warning: What must be read with it.
    """
    places = _column_starts(columns)
    right = (places[-1] + _WIDE if places else _LABEL) + _TOTAL
    end = _HEAD + _GAP + _HIGH * len(rows) + 4
    below = f"⚠ {warning}" if warning else ""
    wide = max(right, 16 + 7 * len(below) if below else 0)
    high = end + (_HIGH if below else 0)
    kind = " many" if len(columns) > 25 else ""
    role = "group" if any(row.href for row in rows) else "img"
    parts = [
        f'<svg class="heat{kind}" xmlns="http://www.w3.org/2000/svg" width="{wide}" '
        f'height="{high}" viewBox="0 0 {wide} {high}" role="{role}"><title>{escape(title)}</title>',
        *(_heading_svg(x, column.name) for x, column in zip(places, columns, strict=True)),
        f'<text class="quiet" x="{right - 8}" y="{_HEAD - 8}" text-anchor="end">points</text>',
    ]
    for i, row in enumerate(rows):
        parts.append(_row_svg(row, places, _HEAD + _HIGH * i + _GAP * (i > 0), not i, right))
    if below:
        parts.append(f'<text class="alarm strong" x="8" y="{end + 12}">{escape(below)}</text>')
    return "\n".join([*parts, "</svg>"])


def standalone_svg(svg: str) -> str:
    """The picture as the text of a file of its own, which brings its looks along."""
    return svg.replace("><title>", f"><style>{_ALONE}</style><title>", 1) + "\n"


def _column_starts(columns: Sequence[HeatColumn]) -> list[int]:
    found: list[int] = []
    x, before = _LABEL, ""
    for column in columns:
        x += _GAP if found and column.group != before else 0
        found.append(x)
        x, before = x + _WIDE, column.group
    return found


def _heading_svg(x: int, name: str) -> str:
    at = f"{x + _WIDE / 2 + 4:g} {_HEAD - 8}"
    return f'<text transform="translate({at}) rotate(-60)">{escape(_cut(name))}<title>{escape(name)}</title></text>'


def _row_svg(row: HeatRow, places: list[int], y: int, strong: bool, right: int) -> str:
    middle = f"{y + _HIGH / 2 + 4:g}"
    look = ' class="strong"' if strong else ""
    name = f'<text{look} x="{_LABEL - 8}" y="{middle}" text-anchor="end">{escape(_cut(row.name))}'
    name += f"<title>{escape(row.tip or row.name)}</title></text>"
    if row.href:
        name = f'<a href="{escape(row.href)}">{name}</a>'
    total = f'<text{look} x="{right - 8}" y="{middle}" text-anchor="end">{row.total}</text>' if row.total else ""
    return name + "".join(_field_svg(*pair, y) for pair in zip(places, row.fields, strict=True)) + total


def _field_svg(x: int, field: HeatField, y: int) -> str:
    kind = "gone" if field.share is None else f"h{min(int(5 * field.share), 4)}"
    box = f'<rect class="{kind}" x="{x + 0.5:g}" y="{y + 0.5:g}" width="{_WIDE - 1}" height="{_HIGH - 1}" rx="3"/>'
    label = f'<text x="{x + _WIDE / 2:g}" y="{y + _HIGH / 2 + 4:g}" text-anchor="middle">{field.label}</text>'
    return f"<g>{box}{label}<title>{escape(field.tip)}</title></g>"


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
