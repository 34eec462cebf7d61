"""The still picture: a trace as one SVG text, the same on every machine, with no program but Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from ..tracing import Trace
from ..words import number
from .scene import scene

_FONT = "font-family='system-ui, -apple-system, Segoe UI, Roboto, DejaVu Sans, sans-serif'"
_INK, _QUIET, _LINE, _LEAF, _PAPER = "#1f2328", "#59636e", "#8c959f", "#eef4fb", "#ffffff"
_LONGEST = 22  # letters of a title that fit the widest card


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
        placed: Its `scene`, if it is at hand already.
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
        f"viewBox='0 0 {width:g} {height:g}' role='img' {_FONT} font-size='12'>",
        f"<title>{text(placed['alt'])}</title>",
        f"<rect width='100%' height='100%' rx='6' fill='{_PAPER}'/>",
        f"<g fill='none' stroke='{_LINE}' stroke-width='1.2'>",
        *(f"<path d='{curve(route)}'/>" for route in placed["routes"]),
        "</g>",
        f"<g fill='{_LINE}'>",
        *(f"<path d='{_arrow(route, rankdir)}'/>" for route in placed["routes"]),
        "</g>",
    ]
    for i, title in enumerate(placed["title"]):
        parts.append(
            _card(
                placed["x"][i], placed["y"][i], placed["w"][i], placed["h"], title, number(data[i]), number(grad[i]),
                fill=_PAPER if trace.op[i] else _LEAF,
            )
        )  # fmt: skip
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def text(label: str) -> str:
    """A label as XML text: escaped, and without the control characters that XML has no way to write.

    Example:
        >>> text("a<b & c\\x00")
        'a&lt;b &amp; c'
    """
    return escape("".join(c for c in label if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff"))


def curve(route: Sequence[Sequence[float]]) -> str:
    """A route as the `d` of a smooth path that leaves and arrives level."""
    (x, y), *rest = route
    d = f"M{x:g} {y:g}"
    for nx, ny in rest:
        middle = (x + nx) / 2
        d += f"L{nx:g} {ny:g}" if y == ny else f"C{middle:g} {y:g} {middle:g} {ny:g} {nx:g} {ny:g}"
        x, y = nx, ny
    return d


def _arrow(route: Sequence[Sequence[float]], rankdir: str) -> str:
    x, y = route[-1]
    if rankdir == "TB":
        return f"M{x:g} {y:g}l-3 -6h6z"
    return f"M{x:g} {y:g}l-6 -3v6z"


def _card(x: float, y: float, w: float, h: float, title: str, data: str, grad: str, *, fill: str) -> str:
    short = title if len(title) <= _LONGEST else title[: _LONGEST - 1] + "…"
    return (
        f"<g transform='translate({x:g} {y:g})'><title>{text(title)}</title>"
        f"<rect width='{w:g}' height='{h:g}' rx='6' fill='{fill}' stroke='{_LINE}'/>"
        f"<text x='10' y='17' font-size='13' font-weight='600' fill='{_INK}'>{text(short)}</text>"
        f"<text x='10' y='34' fill='{_QUIET}'>data</text>"
        f"<text x='{w - 10:g}' y='34' text-anchor='end' fill='{_INK}'>{data}</text>"
        f"<text x='10' y='50' fill='{_QUIET}'>grad</text>"
        f"<text x='{w - 10:g}' y='50' text-anchor='end' fill='{_INK}'>{grad}</text></g>"
    )
