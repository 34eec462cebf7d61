"""The still picture: a trace as one SVG text, the same on every machine, with no program but Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from ..tracing import Trace
from ..words import number
from .scene import PADDING, clean, cut, scene

_FONT = "font-family='system-ui, -apple-system, Segoe UI, Roboto, DejaVu Sans, sans-serif'"
_INK, _QUIET, _LINE, _LEAF, _PAPER = "#1f2328", "#59636e", "#8c959f", "#eef4fb", "#ffffff"
_LONGEST_TIP = 400  # letters of a title that the mouse shows where the card has no room for it
_HEAD = 6  # px: length of an arrow's head


def picture(
    trace: Trace,
    placed: dict[str, Any] | None = None,
    *,
    data: Sequence[float | None] | None = None,
    grad: Sequence[float | None] | None = None,
    rankdir: str = "LR",
) -> str:
    """The picture of a trace: a card for every value, inputs left, result right.

    Args:
        trace: What to draw.
        placed: Its `scene` with the same rankdir, if it is at hand already.
        data: The numbers to show, None for "not known yet"; the trace's own if not given.
        grad: The same for the gradients.
        rankdir: "LR" for inputs left, "TB" for inputs on top.

    Returns:
        An `<svg>` element as text, with a title for screen readers; text from labels is escaped.
    """
    placed = placed or scene(trace, rankdir=rankdir)
    data = trace.data if data is None else data
    grad = trace.grad if grad is None else grad
    width, height = placed["width"], placed["height"]
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:g}' height='{height:g}' "
        f"viewBox='0 0 {width:g} {height:g}' role='img' xml:space='preserve' {_FONT} font-size='12' fill='{_INK}'>",
        f"<title>{text(placed['alt'])}</title>",
        f"<rect width='100%' height='100%' rx='6' fill='{_PAPER}'/>",
        f"<g fill='none' stroke='{_LINE}' stroke-width='1.2'>",
        *(f"<path d='{curve(route, rankdir)}'/>" for route in placed["routes"]),
        "</g>",
        f"<g fill='{_LINE}'>",
        *(f"<path d='{_arrow(route, rankdir)}'/>" for route in placed["routes"]),
        "</g>",
    ]
    for i, title in enumerate(placed["title"]):
        parts.append(
            _card(
                placed["x"][i], placed["y"][i], placed["w"][i], placed["h"], title, placed["short"][i],
                number(data[i]), number(grad[i]), fill=_PAPER if trace.op[i] else _LEAF,
            )
        )  # fmt: skip
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def text(label: str) -> str:
    """A label as XML text in one line: escaped, and without the control characters that XML has no way to write.

    Example:
        >>> text("a<b & c\\x00")
        'a&lt;b &amp; c'
    """
    return escape(clean(label).replace("\n", " "))


def curve(route: Sequence[Sequence[float]], rankdir: str = "LR") -> str:
    """A route as the `d` of a smooth path that leaves and arrives in the direction of the picture.

    Example:
        >>> curve([(0, 0), (10, 0), (30, 8)])
        'M0 0L10 0C20 0 20 8 30 8'
    """
    (x, y), *rest = route
    d = [f"M{x:g} {y:g}"]
    for nx, ny in rest:
        if nx == x or ny == y:
            d.append(f"L{nx:g} {ny:g}")
        elif rankdir == "TB":
            middle = (y + ny) / 2
            d.append(f"C{x:g} {middle:g} {nx:g} {middle:g} {nx:g} {ny:g}")
        else:
            middle = (x + nx) / 2
            d.append(f"C{middle:g} {y:g} {middle:g} {ny:g} {nx:g} {ny:g}")
        x, y = nx, ny
    return "".join(d)


def _arrow(route: Sequence[Sequence[float]], rankdir: str) -> str:
    x, y = route[-1]
    if rankdir == "TB":
        return f"M{x:g} {y:g}l-3-{_HEAD}h6z"
    return f"M{x:g} {y:g}l-{_HEAD}-3v6z"


def _card(x: float, y: float, w: float, h: float, title: str, short: str, data: str, grad: str, *, fill: str) -> str:
    tip = "" if short == title else f"<title>{text(cut(title, _LONGEST_TIP))}</title>"
    left, right = f"{PADDING:g}", f"{w - PADDING:g}"
    return (
        f"<g transform='translate({x:g} {y:g})'>{tip}"
        f"<rect width='{w:g}' height='{h:g}' rx='6' fill='{fill}' stroke='{_LINE}'/>"
        f"<text x='{left}' y='18' font-size='13' font-weight='600'>{text(short)}</text>"
        f"<text x='{left}' y='35' fill='{_QUIET}'>data</text><text x='{right}' y='35' text-anchor='end'>{data}</text>"
        f"<text x='{left}' y='50' fill='{_QUIET}'>grad</text><text x='{right}' y='50' text-anchor='end'>{grad}</text>"
        "</g>"
    )
