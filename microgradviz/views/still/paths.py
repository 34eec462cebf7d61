"""draw_paths: the loss over two numbers from above, and the ways that updates take across it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ...engine import as_float
from ...tracing import number_text
from .axes import (
    LEFT,
    RIGHT,
    SIZE,
    TINTS,
    TOP,
    Axis,
    Still,
    clipped,
    grid_of,
    line_through,
    make_axes,
    point_at,
    still_of,
    words_at,
)
from .picture import SCREEN

_GRID, _LEVELS = 30, 9  # squares of the grid from bottom to top, lines of equal loss
_ROW = 18  # px: of the names of the paths
_FAR = 5000.0  # px: a path that is beyond is not followed
_LINE = "#8c959f"
_Place = tuple[float, float]


def draw_paths(
    loss: Callable[[float, float], Any],
    paths: Mapping[str, Sequence[Sequence[float]]],
    /,
    *,
    middle: Sequence[float] = (0.0, 0.0),
    reach: float = 3.0,
) -> Still:
    """Ways down a loss of two numbers, w and b, side by side: lines of equal loss, and each path with a dot a step.

    Args:
        loss: A function of two numbers that gives a number, or a value that has data.
        paths: Of each path, by its name, the places where it was, two numbers each, the start first.
        middle: What the picture has in its middle.
        reach: How far it goes from there upwards and downwards, above 0; a unit is as long on both axes.

    Raises:
        TypeError: If paths are no dict, or a place does not hold two numbers.
        ValueError: If reach is not above 0, or a path has no place.

    Example:
        >>> draw_paths(lambda w, b: w * w + 4 * b * b, {"plain": [(2, 1), (1.6, 0.2)]})
        The loss over w and b, with 1 path: plain, from 2, 1 to 1.6, 0.2 in 1 step, ends at the loss 2.72
    """

    def loss_at(first: float, second: float) -> float:
        try:
            return _number(loss(first, second))
        except OverflowError:  # far out a square is more than a float can hold
            return math.inf

    ways = _read(paths)
    far = as_float(reach, "reach")
    if not 0 < far < math.inf:
        raise ValueError(f"reach must be above 0 (got {reach!r})")
    x, y = (as_float(number, "middle") for number in middle)
    wide = far * (SIZE[0] - LEFT - RIGHT) / (make_axes((0, 1), (0, 1))[1].begin - TOP)
    across, up = make_axes((x - wide, x + wide), (y - far, y + far))
    drawn = [
        line_through(line, _LINE, 0.4 + k / _LEVELS) for k, line in enumerate(_lines_of_equal_loss(loss_at, across, up))
    ]
    legend, keys, told = [], [], []
    for k, (name, places) in enumerate(ways.items()):
        tint = TINTS[k % len(TINTS)]
        seen = [_px(place, across, up) for place in places]
        drawn += [line_through(seen, tint, 1.6), *(point_at(*at, tint, 2.2) for at in seen if math.isfinite(sum(at)))]
        last = loss_at(*places[-1])
        y = SIZE[1] + _ROW * k + 8  # below the axes, where neither path nor line runs through it
        keys.append(point_at(LEFT + 5, y - 4, tint))
        legend.append(words_at(LEFT + 16, y, f"{name}: loss {number_text(last)}", tint, "start"))
        told.append(_told(name, places, last))
        if math.isfinite(sum(seen[-1])):
            drawn.append(point_at(*seen[-1], tint, 5))
    starts = {_px(places[0], across, up) for places in ways.values()}
    drawn += [point_at(*at, SCREEN.ink, 4) for at in starts if math.isfinite(sum(at))]
    parts = [*grid_of(across, up, "w"), words_at(16, TOP + 12, "b", SCREEN.ink, "middle")]
    many = f"{len(ways)} path{'s' * (len(ways) != 1)}"
    said = f"The loss over w and b, with {many}: {'; '.join(told)}"
    return still_of([*parts, *clipped(across, up, drawn), *legend, *keys], said, (SIZE[0], SIZE[1] + _ROW * len(ways)))


def _read(paths: Any) -> dict[str, list[_Place]]:
    if not isinstance(paths, Mapping):
        raise TypeError(f"paths must be a dict of names and places (got {type(paths).__name__}); {{'plain': places}}")
    ways: dict[str, list[_Place]] = {}
    for name, places in paths.items():
        ways[str(name)] = found = []
        for place in places:
            if not isinstance(place, Sequence) or len(place) != 2:
                raise TypeError(f"each place of path {str(name)!r} must hold two numbers (got {place!r:.60})")
            found.append((_number(place[0]), _number(place[1])))
        if not found:
            raise ValueError(f"path {str(name)!r} must have one place at least (got none)")
    return ways


def _number(found: Any) -> float:
    return as_float(getattr(found, "data", found), "what a path or a loss holds")


def _told(name: str, places: Sequence[_Place], last: float) -> str:
    (x, y), (to_x, to_y), steps = places[0], places[-1], len(places) - 1
    way = f"from {number_text(x)}, {number_text(y)} to {number_text(to_x)}, {number_text(to_y)}"
    return f"{name}, {way} in {steps} step{'s' * (steps != 1)}, ends at the loss {number_text(last)}"


def _px(place: _Place, across: Axis, up: Axis) -> _Place:
    """Where a place is, px; nan where it is out of all sight."""
    x, y = across.px(place[0]), up.px(place[1])
    return (x, y) if abs(x) + abs(y) < _FAR else (math.nan, math.nan)


def _lines_of_equal_loss(loss: Callable[[float, float], float], across: Axis, up: Axis) -> Iterator[list[_Place]]:
    """Of each level its pieces, px, with a gap between: the highest first; denser where the loss is low."""
    columns = round(_GRID * (across.end - across.begin) / (up.begin - up.end))
    xs = [across.least + (across.most - across.least) * i / columns for i in range(columns + 1)]
    ys = [up.least + (up.most - up.least) * j / _GRID for j in range(_GRID + 1)]
    field = [[loss(x, y) for x in xs] for y in ys]
    known = sorted(z for row in field for z in row if math.isfinite(z))
    if not known:
        return
    least, most = known[0], known[round(0.97 * (len(known) - 1))]
    for k in reversed(range(_LEVELS)):
        level = least + (most - least) * ((k + 0.5) / _LEVELS) ** 2
        line: list[_Place] = []
        for j in range(_GRID):
            for i in range(columns):
                corners = [(xs[i + a], ys[j + b], field[j + b][i + a]) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
                cuts = [_cut(one, two, level) for one, two in zip(corners, corners[1:] + corners[:1], strict=True)]
                ends = [(across.px(cut[0]), up.px(cut[1])) for cut in cuts if cut]
                for n in range(0, len(ends) - 1, 2):
                    line += [*ends[n : n + 2], (math.nan, math.nan)]
        yield line


def _cut(one: tuple[float, float, float], two: tuple[float, float, float], level: float) -> _Place | None:
    """Where a side of a square crosses a level, if it does."""
    (x, y, z), (to_x, to_y, to_z) = one, two
    if not math.isfinite(z + to_z) or (z > level) == (to_z > level):
        return None
    share = (level - z) / (to_z - z)
    return x + share * (to_x - x), y + share * (to_y - y)
