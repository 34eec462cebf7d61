"""What plots share: two axes with their numbers, lines, points, words, and the picture that holds them."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from ...tracing import number_text
from .dark import CLASS, dark_rules
from .picture import FONT, SCREEN, escape_xml

SIZE = (420, 300)  # px: as it is on a phone, so that its letters can be read there
_SHOWN = 1.2  # as large is it where there is room
LEFT, RIGHT, TOP, BOTTOM = 56, 18, 16, 40  # px: room for the numbers of the axes
TINTS = ("#0072b2", "#b94f00", "#007a5a", "#8a3f78")  # legible on white, told apart by the colour-blind


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


class Axis(NamedTuple):
    """From where to where an axis goes, and which px that is."""

    least: float
    most: float
    begin: float
    end: float

    def px(self, x: float) -> float:
        return self.begin + (x - self.least) / (self.most - self.least) * (self.end - self.begin)


def make_axes(xs: tuple[float, float], ys: tuple[float, float]) -> tuple[Axis, Axis]:
    """The axis that goes across, and the one that goes up."""
    return Axis(*xs, LEFT, SIZE[0] - RIGHT), Axis(*ys, SIZE[1] - BOTTOM, TOP)


def _ticks(axis: Axis, room: float, finest: float = 0.0) -> list[float]:
    """Round numbers along an axis, each with so much room, px; no finer than that."""
    least = (axis.most - axis.least) / max(1.0, abs(axis.end - axis.begin) / room)
    power = 10.0 ** math.floor(math.log10(least))
    step = max(next((n * power for n in (1, 2, 5) if n * power >= least), 10 * power), finest)
    first = math.ceil(axis.least / step)
    return [k * step for k in range(first, math.floor(axis.most / step) + 1)]


def grid_of(across: Axis, up: Axis, name: str, powers: bool = False, losses: bool = False) -> list[str]:
    """The lines and numbers of both axes; of `powers` of ten both are, of `losses` the one that goes up."""
    right, bottom = SIZE[0] - RIGHT, SIZE[1] - BOTTOM

    def shown(x: float, power: bool = powers) -> str:
        return (f"1e{x:.0f}".replace("-", "−") if x else "1") if power else number_text(round(x, 12))

    parts = []
    for x in _ticks(across, 62, float(powers)):
        at = across.px(x)
        parts.append(f"<path d='M{at:.1f} {TOP}V{bottom}' stroke='{_tone(x, powers)}'/>")
        parts.append(words_at(at, bottom + 17, shown(x), SCREEN.quiet, "middle"))
    for y in _ticks(up, 42, float(powers or losses)):
        at = up.px(y)
        parts.append(f"<path d='M{LEFT} {at:.1f}H{right}' stroke='{_tone(y, powers or losses)}'/>")
        parts.append(words_at(LEFT - 7, at + 4, shown(y, powers or losses), SCREEN.quiet, "end"))
    parts.append(words_at(right, bottom + 33, name, SCREEN.ink, "end"))
    return parts


def clipped(across: Axis, up: Axis, drawn: Iterable[str]) -> list[str]:
    """What is drawn, cut off where the axes end."""
    width, height = across.end - across.begin, up.begin - up.end
    place = f"x='{LEFT}' y='{TOP}' width='{width}' height='{height}'"
    return [f"<svg {place} viewBox='{LEFT} {TOP} {width} {height}'>", *drawn, "</svg>"]


def _tone(x: float, powers: bool) -> str:
    return "#8c959f" if not powers and abs(x) < 1e-12 else "#e3e7eb"


def point_at(x: float, y: float, colour: str, radius: float = 4.5) -> str:
    """A dot, at px."""
    return f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{radius:g}' fill='{colour}'/>"


def line_through(points: Sequence[tuple[float, float]], colour: str, width: float = 2.0, dash: str = "") -> str:
    """A line through points, px, with a gap where one is no number."""
    d, pen = "", "M"
    for x, y in points:
        if math.isfinite(x + y):
            d += f"{pen}{x:.1f} {min(max(y, -999.0), 1999.0):.1f}"
            pen = "L"
        else:
            pen = "M"
    dashed = f" stroke-dasharray='{dash}'" if dash else ""
    return f"<path d='{d}' fill='none' stroke='{colour}' stroke-width='{width:g}' stroke-linejoin='round'{dashed}/>"


def words_at(x: float, y: float, text: str, colour: str, anchor: str) -> str:
    """A text, at px."""
    halo = "stroke='#ffffff' stroke-width='3' paint-order='stroke'"
    return f"<text x='{x:.1f}' y='{y:.1f}' fill='{colour}' text-anchor='{anchor}' {halo}>{escape_xml(text)}</text>"


def still_of(parts: Iterable[str], alt: str, size: tuple[float, float] = SIZE, scale: float = _SHOWN) -> Still:
    """The picture of these parts, shown so many times as large."""
    width, height = size
    inner = "\n".join(parts)
    return Still(
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{scale * width:.0f}' height='{scale * height:.0f}' "
        f"viewBox='0 0 {width:g} {height:g}' style='max-width:100%;height:auto' role='img' class='{CLASS}' "
        f"{FONT} font-size='12'>\n<title>{escape_xml(alt)}</title>\n<style>{dark_rules()}</style>\n"
        f"<rect width='100%' height='100%' rx='6' fill='#ffffff'/>\n{inner}\n</svg>\n",
        alt,
    )
