"""A page worth framing: what a network has learned, how its loss fell, and a few lines about it, as one picture."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...tracing import number_text
from .axes import Still, still_of
from .picture import SCREEN, escape_xml

_SIZE, _SIDE, _TOP, _LEFT, _RIGHT = (440, 340), 180.0, 74.0, 26.0, 234.0  # px
_LINE = 18  # px: from one line of words to the next
_ABOVE, _BELOW, _QUIET = "#0072b2", "#c98500", SCREEN.quiet  # as a network that trains shows its answers


def picture_of_success(
    title: str,
    lines: Sequence[str],
    losses: Sequence[float],
    steps: int,
    plane: Sequence[str],
    dots: Sequence[Sequence[float]],
    made: Sequence[str] = (),
) -> Still:
    """A framed page.

    Args:
        title: Its heading.
        lines: What stands below the pictures; the first is also the line below the title.
        losses: The loss, from the first step to the last; some may be left out.
        steps: How many steps that were.
        plane: The network's answer over the plane, row by row from below: digits from 0, a sure −1, to 8, a sure 1.
        dots: Points x, y of the plane, which is what `box_around` gives, each with a label, above 0 or below.
        made: Words that stand in the place of plane and dots.
    """
    (x0, x1), (y0, y1) = box_around(dots or [(0.0, 0.0)])
    cell = _SIDE / max(1, len(plane))
    parts = [_words(_SIZE[0] / 2, 36, title, 20, SCREEN.ink), _words(_SIZE[0] / 2, 58, lines[0], 13, _QUIET)]
    for k, row in enumerate(plane):
        parts += _tiles(row, _TOP + _SIDE - (k + 1) * cell, cell)
    for x, y, label in dots:
        at = _LEFT + _SIDE * (x - x0) / (x1 - x0), _TOP + _SIDE * (y1 - y) / (y1 - y0)
        size, colour = 5.5 if len(dots) < 10 else 3.2, _ABOVE if label > 0 else _BELOW
        parts.append(f"<circle cx='{at[0]:.1f}' cy='{at[1]:.1f}' r='{size}' fill='{colour}' stroke='#ffffff'/>")
    for k, word in enumerate(made):
        parts.append(_words(_LEFT + _SIDE / 2, _TOP + _SIDE * (k + 0.7) / len(made), word, 14, SCREEN.ink))
    parts += [f"<rect x='{x}' y='{_TOP}' width='{_SIDE}' height='{_SIDE}' fill='none' stroke='#8c959f'/>"
              for x in (_LEFT, _RIGHT)]  # fmt: skip
    parts += _curve(losses, steps)
    begin = _TOP + _SIDE + 44
    parts += [_words(_SIZE[0] / 2, begin + k * _LINE, line, 12.5, SCREEN.ink) for k, line in enumerate(lines[1:])]
    height = max(_SIZE[1], round(begin + len(lines) * _LINE))
    alt = ". ".join([title, *lines, *filter(None, [", ".join(made)])])
    frame = f"<rect x='6' y='6' width='{_SIZE[0] - 12}' height='{height - 12}' fill='none' stroke='#8c959f'/>"
    return still_of([frame, *parts], alt, (_SIZE[0], height), 1.0)


def box_around(dots: Sequence[Sequence[float]]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The part of the plane around points: from x to x, from y to y."""
    ranges = [(min(dot[k] for dot in dots), max(dot[k] for dot in dots)) for k in (0, 1)]
    (x0, x1), (y0, y1) = ((low - 0.3 * (high - low or 1), high + 0.3 * (high - low or 1)) for low, high in ranges)
    return (x0, x1), (y0, y1)


def _tiles(row: str, top: float, cell: float) -> list[str]:
    """A row of the plane: what is alike side by side is one tile."""
    parts, begin = [], 0
    for k in range(1, len(row) + 1):
        if k < len(row) and row[k] == row[begin]:
            continue
        sure = int(row[begin]) - 4
        if sure:
            colour, strength = (_ABOVE if sure > 0 else _BELOW), 0.09 + 0.08 * abs(sure)
            parts.append(
                f"<rect x='{_LEFT + begin * cell:.2f}' y='{top:.2f}' width='{(k - begin) * cell:.2f}' "
                f"height='{cell:.2f}' fill='{colour}' fill-opacity='{strength:.2f}' shape-rendering='crispEdges'/>"
            )
        begin = k
    return parts


def _curve(losses: Sequence[float], steps: int) -> list[str]:
    """The loss, step by step, with its first and last number."""
    most = max(losses, default=0.0) or 1.0
    across = _SIDE / max(1, len(losses) - 1)
    seen = [(_RIGHT + k * across, _TOP + _SIDE * (1 - x / most * 0.94)) for k, x in enumerate(losses)]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in seen if math.isfinite(y))
    below = _TOP + _SIDE + 16
    fell = f"loss {number_text(losses[0])} → {number_text(losses[-1])}"
    ends = [("1", _RIGHT, "start"), (f"step {steps}", _RIGHT + _SIDE, "end")]
    return [
        f"<path d='M{path}' fill='none' stroke='{_ABOVE}' stroke-width='2' stroke-linejoin='round'/>",
        *(_words(x, below, text, 11, _QUIET, anchor) for text, x, anchor in ends),
        _words(_RIGHT + _SIDE - 6, _TOP + 18, fell, 12, SCREEN.ink, "end"),
    ]  # fmt: skip


def _words(x: float, y: float, text: str, size: float, colour: str, anchor: str = "middle") -> str:
    place = f"x='{x:g}' y='{y:g}' text-anchor='{anchor}'"
    return f"<text {place} font-size='{size:g}' fill='{colour}'>{escape_xml(text)}</text>"
