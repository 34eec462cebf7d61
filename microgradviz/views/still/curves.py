"""draw_tangents and draw_errors: a curve with its tangents, and the error of a measured slope against h."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...engine import as_float
from ...tracing import number_text
from ..functions import NUDGES, Function, read_function
from .axes import (
    RIGHT,
    SIZE,
    TINTS,
    TOP,
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

_POINTS = 201
_FAR = 1e300  # beyond it there is no room for an axis within a double
_TANGENT = 90  # px: half its length
_FLAT = 1e-12  # px a px: what rounding leaves of a slope of 0
_LEGEND = -11.0  # the power of h over which there is room, for below it is where errors are small
_BLUE, _RED = "#0072b2", "#b94f00"


def draw_tangents(
    f: str | Callable[..., Any],
    /,
    *,
    at: Iterable[float],
    limits: tuple[float, float] | None = None,
) -> Still:
    """A curve and its tangents, each with its slope.

    Args:
        f: The function of one input, as a text or a Python function that is one formula of it.
        at: Where the tangents touch it.
        limits: From where to where the curve goes; a little beyond the outermost tangents if not given.

    Raises:
        TypeError: If f is neither, or gives something else than a real number.
        ValueError: If f has more than one input or is not one formula, `at` is empty, or the limits do not go around
            its first place.

    Example:
        >>> draw_tangents("3*x**2 - 4*x + 5", at=[-3, 3])
        f(x) = 3 × x² − 4 × x + 5 with its tangents: slope −22 at x = −3, slope 14 at x = 3
    """
    places = [as_float(x, "place of a tangent") for x in at]
    if not places:
        raise ValueError("at must hold one place at least (got none)")
    reach = max(max(places) - min(places), 2.0) * 0.35
    limits = limits or (min(places) - reach, max(places) + reach)
    function = read_function(f, places[0], limits)
    return picture_of_tangents(function, next(iter(function.at)), places, limits)


def picture_of_tangents(
    function: Function, name: str, places: Sequence[float], limits: Sequence[float], *, tangents: bool = True
) -> Still:
    """The same of a function that was read already, along one of its inputs; without tangents, the points alone."""
    lowest, highest = limits
    xs = [lowest + (highest - lowest) * k / (_POINTS - 1) for k in range(_POINTS)]
    ys = [function.value({**function.at, name: x}) for x in xs]
    across, up = make_axes((lowest, highest), _range(ys))
    curve = [(across.px(x), up.px(y)) for x, y in zip(xs, ys, strict=True)]
    drawn, told = [line_through(curve, SCREEN.ink)], []
    labels = []
    for i, x in enumerate(places):
        there = {**function.at, name: x}
        y, tint = function.value(there), TINTS[i % len(TINTS)]
        if not tangents:
            told.append(f"{name} = {number_text(x)}")
            drawn += [point_at(across.px(x), up.px(y), tint)] if math.isfinite(y) else []
            continue
        slope = function.derivative(name, there)
        if not math.isfinite(y + slope) or not function.has_slope(name, there):
            told.append(f"no slope at {name} = {number_text(x)}")
            continue
        steep = slope * (up.end - up.begin) / (up.most - up.least) * (highest - lowest) / (across.end - across.begin)
        slope = slope if abs(steep) > _FLAT else 0.0
        told.append(f"slope {number_text(slope)} at {name} = {number_text(x)}")
        reach = _TANGENT / math.hypot(1, steep) * (highest - lowest) / (across.end - across.begin)
        drawn.append(line_through([(across.px(x + d), up.px(y + d * slope)) for d in (-reach, reach)], tint, 2.2))
        drawn.append(point_at(across.px(x), up.px(y), tint))
        side, anchor = (-10, "end") if slope > 0 else (10, "start")
        labels.append(words_at(across.px(x) + side, up.px(y) - 8, f"slope {number_text(slope)}", tint, anchor))
    shown = ("its tangent" if tangents else "a point") + ("s" if len(places) > 1 else "")
    parts = [*grid_of(across, up, name), *clipped(across, up, drawn), *labels]
    return still_of(parts, f"{function.title} with {shown}: {', '.join(told)}")


def draw_errors(
    f: str | Callable[..., Any],
    /,
    *,
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> Still:
    """The error of a measured slope against h, nudged to one side and to both: smaller is not always better.

    Args:
        f: The function, as a text or a Python function that is one formula of its inputs.
        leaves: The inputs' numbers, by name.
        **named: The same: `draw_errors("x**2", x=3)`. The first input is nudged.

    Raises:
        TypeError: If f is neither, or gives something else than a real number.
        ValueError: If the names are not those of f's inputs, or f is not one formula.

    Example:
        >>> draw_errors("tanh(x)", x=0.5)
        error of the slope of f(x) = tanh(x) at x = 0.5: least at h = 8e−9 to one side, at h = 2.5e−6 to both
    """
    function = read_function(f, {**(leaves or {}), **named})
    at = function.at
    along = next(iter(at))
    here, exact = function.value(at), function.derivative(along, at)
    errors: dict[str, list[tuple[float, float]]] = {"to one side": [], "to both sides": []}
    for h in NUDGES:
        above, below = (function.value({**at, along: at[along] + d}) for d in (h, -h))
        errors["to one side"].append((h, abs((above - here) / h - exact)))
        errors["to both sides"].append((h, abs((above - below) / (2 * h) - exact)))
    logs = [math.log10(e) for points in errors.values() for _, e in points if 0 < e < math.inf]
    across, up = make_axes((-16, 0), (min(logs, default=-16) - 0.5, max(logs, default=0) + 0.5))
    parts = grid_of(across, up, "h", powers=True)
    best = []
    # no line of the grid runs through the legend
    parts.append(f"<rect x='{across.px(_LEGEND) - 6:.0f}' y='{TOP}' width='172' height='62' fill='#ffffff'/>")
    for (text, points), tint, dash in zip(errors.items(), (_BLUE, _RED), ("", "6 3"), strict=True):
        seen = [(across.px(math.log10(h)), up.px(math.log10(e)) if 0 < e < math.inf else math.nan) for h, e in points]
        parts.append(line_through(seen, tint, 1.8, dash))
        best.append(_valley(points))
        left, y = across.px(_LEGEND), TOP + 16 + 18 * len(best)
        parts.append(line_through([(left, y - 4), (left + 24, y - 4)], tint, 1.8, dash))
        parts.append(words_at(left + 32, y, f"nudged {text}", tint, "start"))
    parts.append(words_at(across.px(_LEGEND), TOP + 14, "error of the slope", SCREEN.ink, "start"))
    where = ", ".join(f"{name} = {number_text(x)}" for name, x in at.items())
    said = f"least at h = {number_text(best[0])} to one side, at h = {number_text(best[1])} to both"
    return still_of(parts, f"error of the slope of {function.title} at {where}: {said}")


def picture_of_losses(losses: Mapping[str, Sequence[tuple[float, float]]]) -> Still:
    """The loss of runs, step by step, on an axis of powers of ten.

    Args:
        losses: Of each run, by its name, the steps and their losses.
    """
    logs = [math.log10(x) for points in losses.values() for _, x in points if 0 < x < math.inf]
    most = max((step for points in losses.values() for step, _ in points), default=1.0)
    across, up = make_axes((0.0, max(most, 1.0)), (min(logs, default=-1.0) - 0.3, max(logs, default=0.0) + 0.3))
    parts = grid_of(across, up, "step", losses=True)
    told = []
    for k, (name, points) in enumerate(losses.items()):
        seen = [(across.px(step), up.px(math.log10(x)) if 0 < x < math.inf else math.nan) for step, x in points]
        parts.append(line_through(seen, TINTS[k % len(TINTS)], 1.8))
        parts.append(words_at(SIZE[0] - RIGHT - 8, TOP + 16 + 18 * k, name, TINTS[k % len(TINTS)], "end"))
        (_, first), (step, last) = points[0], points[-1]
        told.append(f"{name}: {number_text(first)} at the start, {number_text(last)} at step {step:.0f}")
    return still_of(parts, f"The loss of {'; '.join(told)}")


def _valley(points: Sequence[tuple[float, float]]) -> float:
    """The h of the least error, as its neighbours have it too: one lucky zero is no valley."""
    k = min(range(2, len(points) - 2), key=lambda k: max(e for _, e in points[k - 2 : k + 3]))
    return points[k][0]


def _range(ys: Sequence[float]) -> tuple[float, float]:
    """From where to where an axis goes that shows some numbers; a few far outside, as near a pole, do not count."""
    known = sorted(min(max(y, -_FAR), _FAR) for y in ys if math.isfinite(y))
    if not known:
        return -1.0, 1.0
    least, most = known[0], known[-1]
    low, high = (known[round(share * (len(known) - 1))] for share in (0.08, 0.92))
    if most - least > 8 * (high - low) > 0:
        least, most = low - (high - low), high + (high - low)
    room = 0.08 * (most - least) or abs(most) * 0.1 or 1.0
    return least - room, most + room
