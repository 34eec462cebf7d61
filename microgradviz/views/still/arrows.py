"""Arrows from one origin, as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...tracing import number_text
from .axes import BOTTOM, LEFT, RIGHT, SIZE, TINTS, TOP, Still, grid_of, line_through, make_axes, still_of, words_at
from .picture import SCREEN

_LEAST = 2.5  # from the middle to the upper edge, in numbers of the axes
_HEAD = 9.0  # px

Arrow = tuple[str, Sequence[float], bool]


def picture_of_arrows(arrows: Sequence[Arrow]) -> Still:
    """Arrows, each with its name, its end, and whether it is told apart from the others."""
    up = max([_LEAST, *(abs(y) for _, (_, y), _ in arrows)]) * 1.15
    wide = max(up * (SIZE[0] - LEFT - RIGHT) / (SIZE[1] - TOP - BOTTOM), *(1.15 * abs(x) for _, (x, _), _ in arrows))
    across, upward = make_axes((-wide, wide), (-up, up))
    parts = grid_of(across, upward, "")
    for name, (x, y), apart in arrows:
        (x0, y0), (px, py) = (across.px(0), upward.px(0)), (across.px(x), upward.px(y))
        colour, far = SCREEN.ink if apart else TINTS[0], math.hypot(px - x0, py - y0)
        turn = math.atan2(py - y0, px - x0)
        barbs = [(px - _HEAD * math.cos(turn + s), py - _HEAD * math.sin(turn + s)) for s in (0.4, -0.4)]
        parts.append(line_through([(x0, y0), (px, py)], colour, 3.0 if apart else 2.0))
        if far:
            parts.append(line_through([barbs[0], (px, py), barbs[1]], colour))
        parts.append(words_at(px, py + (18 if y < 0 else -8), name, colour, "middle"))
    told = "; ".join(f"{name} ({', '.join(map(number_text, end))})" for name, end, _ in arrows)
    return still_of(parts, f"Arrows from one origin: {told}")
