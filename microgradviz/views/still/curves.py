"""draw_tangents and draw_errors: a curve with its tangents, and the error of a measured slope against h."""

from __future__ import annotations

import base64
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from ...engine import as_float
from ...tracing import number_text
from ..functions import NUDGES, Function, read_function
from .dark import CLASS, dark_rules
from .picture import SCREEN, escape_xml

_SIZE = (420, 300)  # px: as it is on a phone, so that its letters can be read there
_SHOWN = 1.2  # as large is it where there is room
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 18, 16, 40  # px: room for the numbers of the axes
_POINTS = 201
_PATIENCE = 2.0  # seconds that a curve may take
_FAR = 1e300  # beyond it there is no room for an axis within a double
_TANGENT = 90  # px: half its length
_LEGEND = -11.0  # the power of h over which there is room, for below it is where errors are small
_BLUE, _RED = "#0072b2", "#b94f00"
_TINTS = ("#0072b2", "#b94f00", "#007a5a", "#8a3f78")  # legible on white, told apart by the colour-blind
_FONT = "font-family='system-ui, -apple-system, Segoe UI, Roboto, DejaVu Sans, sans-serif' font-size='12'"


class Still:
    """A picture, which shows itself in a notebook.

    Attributes:
        svg: The picture, an `<svg>` element as text.
        alt: What it shows, in a sentence.
    """

    def __init__(self, svg: str, alt: str) -> None:
        self.svg, self.alt = svg, alt

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def to_img(self) -> str:
        """The picture as HTML that needs no script."""
        words = escape_xml(self.alt).replace('"', "&quot;")
        image = base64.b64encode(self.svg.encode()).decode()
        return f'<img class="mv-still" alt="{words}" src="data:image/svg+xml;base64,{image}">'

    def _repr_html_(self) -> str:
        return self.to_img()  # which notebooks shrink to the page, as they do not with SVG

    def __repr__(self) -> str:
        return self.alt


class _Axis(NamedTuple):
    """From where to where an axis goes, and which px that is."""

    least: float
    most: float
    begin: float
    end: float

    def px(self, x: float) -> float:
        return self.begin + (x - self.least) / (self.most - self.least) * (self.end - self.begin)


def draw_tangents(
    f: str | Callable[..., Any],
    /,
    *,
    at: Iterable[float],
    limits: tuple[float, float] | None = None,
) -> Still:
    """A curve and its tangents, each with its slope.

    Args:
        f: The function of one input, as a text or a Python function of numbers.
        at: Where the tangents touch it.
        limits: From where to where the curve goes; a little beyond the outermost tangents if not given.

    Raises:
        TypeError: If f is neither, or gives something else than a real number.
        ValueError: If f has more than one input, or `at` is empty.

    Example:
        >>> draw_tangents("3*x**2 - 4*x + 5", at=[-3, 3])
        f(x) = 3 × x² − 4 × x + 5 with its tangents: slope −22 at x = −3, slope 14 at x = 3
    """
    places = [as_float(x, "place of a tangent") for x in at]
    if not places:
        raise ValueError("at must hold one place at least (got none)")
    function = read_function(f, places[0])
    reach = max(max(places) - min(places), 2.0) * 0.35
    return picture_of_tangents(
        function, function.names[0], places, limits or (min(places) - reach, max(places) + reach)
    )


def picture_of_tangents(
    function: Function, name: str, places: Sequence[float], limits: Sequence[float], *, tangents: bool = True
) -> Still:
    """The same of a function that was read already, along one of its inputs; without tangents, the points alone."""
    lowest, highest = limits
    xs = [lowest + (highest - lowest) * k / (_POINTS - 1) for k in range(_POINTS)]
    until = time.monotonic() + _PATIENCE
    ys = [function.tried({**function.at, name: x}) if time.monotonic() < until else math.nan for x in xs]
    across, up = _axes((lowest, highest), _range(ys))
    curve = [(across.px(x), up.px(y)) for x, y in zip(xs, ys, strict=True)]
    drawn, told = [_path(curve, SCREEN.ink)], []
    labels = []
    for i, x in enumerate(places):
        there = {**function.at, name: x}
        y, tint = function.tried(there), _TINTS[i % len(_TINTS)]
        if not tangents:
            told.append(f"{name} = {number_text(x)}")
            drawn += [_point(across.px(x), up.px(y), tint)] if math.isfinite(y) else []
            continue
        slope = function.derivative(name, there)[0]
        if not math.isfinite(y + slope) or function.slopes_beside(name, there):
            told.append(f"no slope at {name} = {number_text(x)}")
            continue
        told.append(f"slope {number_text(slope)} at {name} = {number_text(x)}")
        steep = slope * (up.end - up.begin) / (up.most - up.least) * (highest - lowest) / (across.end - across.begin)
        reach = _TANGENT / math.hypot(1, steep) * (highest - lowest) / (across.end - across.begin)
        drawn.append(_path([(across.px(x + d), up.px(y + d * slope)) for d in (-reach, reach)], tint, 2.2))
        drawn.append(_point(across.px(x), up.px(y), tint))
        side, anchor = (-10, "end") if slope > 0 else (10, "start")
        labels.append(_text(across.px(x) + side, up.px(y) - 8, f"slope {number_text(slope)}", tint, anchor))
    shown = ("its tangent" if tangents else "a point") + ("s" if len(places) > 1 else "")
    width, height = across.end - across.begin, up.begin - up.end
    inside = f"<svg x='{_LEFT}' y='{_TOP}' width='{width}' height='{height}' viewBox='{_LEFT} {_TOP} {width} {height}'>"
    parts = [*_grid(across, up, name), inside, *drawn, "</svg>", *labels]
    return _still(parts, f"{function.title} with {shown}: {', '.join(told)}")


def draw_errors(
    f: str | Callable[..., Any],
    /,
    *,
    along: str | None = None,
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> Still:
    """The error of a measured slope against h, nudged to one side and to both: smaller is not always better.

    Args:
        f: The function, as a text or a Python function of numbers.
        along: The input that is nudged; the first if not given.
        leaves: The inputs' numbers, by name.
        **named: The same: `draw_errors("x**2", x=3)`.

    Raises:
        TypeError: If f is neither, or gives something else than a real number.
        ValueError: If the names are not those of f's inputs.

    Example:
        >>> draw_errors("tanh(x)", x=0.5)
        error of the slope of f(x) = tanh(x) at x = 0.5: least at h = 8e−9 to one side, at h = 2.5e−6 to both
    """
    function = read_function(f, {**(leaves or {}), **named}, along=along)
    at = function.at
    along = along or function.names[0]
    here, exact = function.tried(at), function.derivative(along, at)[0]
    errors: dict[str, list[tuple[float, float]]] = {"to one side": [], "to both sides": []}
    for h in NUDGES:
        above, below = (function.tried({**at, along: at[along] + d}) for d in (h, -h))
        errors["to one side"].append((h, abs((above - here) / h - exact)))
        errors["to both sides"].append((h, abs((above - below) / (2 * h) - exact)))
    logs = [math.log10(e) for points in errors.values() for _, e in points if 0 < e < math.inf]
    across, up = _axes((-16, 0), (min(logs, default=-16) - 0.5, max(logs, default=0) + 0.5))
    parts = _grid(across, up, "h", powers=True)
    best = []
    # no line of the grid runs through the legend
    parts.append(f"<rect x='{across.px(_LEGEND) - 6:.0f}' y='{_TOP}' width='172' height='62' fill='#ffffff'/>")
    for (text, points), tint, dash in zip(errors.items(), (_BLUE, _RED), ("", "6 3"), strict=True):
        seen = [(across.px(math.log10(h)), up.px(math.log10(e)) if 0 < e < math.inf else math.nan) for h, e in points]
        parts.append(_path(seen, tint, 1.8, dash))
        best.append(_valley(points))
        left, y = across.px(_LEGEND), _TOP + 16 + 18 * len(best)
        parts.append(_path([(left, y - 4), (left + 24, y - 4)], tint, 1.8, dash))
        parts.append(_text(left + 32, y, f"nudged {text}", tint, "start"))
    parts.append(_text(across.px(_LEGEND), _TOP + 14, "error of the slope", SCREEN.ink, "start"))
    where = ", ".join(f"{name} = {number_text(x)}" for name, x in at.items())
    said = f"least at h = {number_text(best[0])} to one side, at h = {number_text(best[1])} to both"
    return _still(parts, f"error of the slope of {function.title} at {where}: {said}")


def picture_of_losses(losses: Mapping[str, Sequence[tuple[float, float]]]) -> Still:
    """The loss of runs, step by step, on an axis of powers of ten.

    Args:
        losses: Of each run, by its name, the steps and their losses.
    """
    logs = [math.log10(x) for points in losses.values() for _, x in points if 0 < x < math.inf]
    most = max((step for points in losses.values() for step, _ in points), default=1.0)
    across, up = _axes((0.0, max(most, 1.0)), (min(logs, default=-1.0) - 0.3, max(logs, default=0.0) + 0.3))
    parts = _grid(across, up, "step", losses=True)
    told = []
    for k, (name, points) in enumerate(losses.items()):
        seen = [(across.px(step), up.px(math.log10(x)) if 0 < x < math.inf else math.nan) for step, x in points]
        parts.append(_path(seen, _TINTS[k % len(_TINTS)], 1.8))
        parts.append(_text(_SIZE[0] - _RIGHT - 8, _TOP + 16 + 18 * k, name, _TINTS[k % len(_TINTS)], "end"))
        (_, first), (step, last) = points[0], points[-1]
        told.append(f"{name}: {number_text(first)} at the start, {number_text(last)} at step {step:.0f}")
    return _still(parts, f"The loss of {'; '.join(told)}")


def _valley(points: Sequence[tuple[float, float]]) -> float:
    """The h of the least error, as its neighbours have it too: one lucky zero is no valley."""
    k = min(range(2, len(points) - 2), key=lambda k: max(e for _, e in points[k - 2 : k + 3]))
    return points[k][0]


def _axes(xs: tuple[float, float], ys: tuple[float, float]) -> tuple[_Axis, _Axis]:
    return _Axis(*xs, _LEFT, _SIZE[0] - _RIGHT), _Axis(*ys, _SIZE[1] - _BOTTOM, _TOP)


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


def _ticks(axis: _Axis, room: float, finest: float = 0.0) -> list[float]:
    """Round numbers along an axis, each with so much room, px; no finer than that."""
    least = (axis.most - axis.least) / max(1.0, abs(axis.end - axis.begin) / room)
    power = 10.0 ** math.floor(math.log10(least))
    step = max(next((n * power for n in (1, 2, 5) if n * power >= least), 10 * power), finest)
    first = math.ceil(axis.least / step)
    return [k * step for k in range(first, math.floor(axis.most / step) + 1)]


def _grid(across: _Axis, up: _Axis, name: str, powers: bool = False, losses: bool = False) -> list[str]:
    """The lines and numbers of both axes; of `powers` of ten both are, of `losses` the one that goes up."""
    right, bottom = _SIZE[0] - _RIGHT, _SIZE[1] - _BOTTOM

    def shown(x: float, power: bool = powers) -> str:
        return (f"1e{x:.0f}".replace("-", "−") if x else "1") if power else number_text(round(x, 12))

    parts = []
    for x in _ticks(across, 62, float(powers)):
        at = across.px(x)
        parts.append(f"<path d='M{at:.1f} {_TOP}V{bottom}' stroke='{_tone(x, powers)}'/>")
        parts.append(_text(at, bottom + 17, shown(x), SCREEN.quiet, "middle"))
    for y in _ticks(up, 42, float(powers or losses)):
        at = up.px(y)
        parts.append(f"<path d='M{_LEFT} {at:.1f}H{right}' stroke='{_tone(y, powers or losses)}'/>")
        parts.append(_text(_LEFT - 7, at + 4, shown(y, powers or losses), SCREEN.quiet, "end"))
    parts.append(_text(right, bottom + 33, name, SCREEN.ink, "end"))
    return parts


def _tone(x: float, powers: bool) -> str:
    return "#8c959f" if not powers and abs(x) < 1e-12 else "#e3e7eb"


def _point(x: float, y: float, colour: str) -> str:
    return f"<circle cx='{x:.1f}' cy='{y:.1f}' r='4.5' fill='{colour}'/>"


def _path(points: Sequence[tuple[float, float]], colour: str, width: float = 2.0, dash: str = "") -> str:
    d, pen = "", "M"
    for x, y in points:
        if math.isfinite(x + y):
            d += f"{pen}{x:.1f} {min(max(y, -999.0), 1999.0):.1f}"
            pen = "L"
        else:
            pen = "M"
    dashed = f" stroke-dasharray='{dash}'" if dash else ""
    return f"<path d='{d}' fill='none' stroke='{colour}' stroke-width='{width:g}' stroke-linejoin='round'{dashed}/>"


def _text(x: float, y: float, text: str, colour: str, anchor: str) -> str:
    halo = "stroke='#ffffff' stroke-width='3' paint-order='stroke'"
    return f"<text x='{x:.1f}' y='{y:.1f}' fill='{colour}' text-anchor='{anchor}' {halo}>{escape_xml(text)}</text>"


def _still(parts: Iterable[str], alt: str) -> Still:
    width, height = _SIZE
    inner = "\n".join(parts)
    return Still(
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{_SHOWN * width:.0f}' height='{_SHOWN * height:.0f}' "
        f"viewBox='0 0 {width} {height}' style='max-width:100%;height:auto' role='img' class='{CLASS}' "
        f"{_FONT}>\n<title>{escape_xml(alt)}</title>\n<style>{dark_rules()}</style>\n"
        f"<rect width='100%' height='100%' rx='6' fill='#ffffff'/>\n{inner}\n</svg>\n",
        alt,
    )
