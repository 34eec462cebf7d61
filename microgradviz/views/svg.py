"""The still picture: a trace as one SVG text, the same on every machine, with no program but Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from ..tracing import Trace
from ..words import number
from .curves import arrow, curve
from .marks import BACKWARD, FORWARD, numbers, wires
from .moment import Moment
from .scene import PADDING, clean, cut, scene

_FONT = "font-family='system-ui, -apple-system, Segoe UI, Roboto, DejaVu Sans, sans-serif'"
_INK, _QUIET, _LINE, _LEAF, _PAPER = "#1f2328", "#59636e", "#8c959f", "#eef4fb", "#ffffff"
_LONGEST_TIP = 400  # letters of a title that the mouse shows where the card has no room for it
_HEAD = 6  # px: length of an arrow's head
_PILL = 6  # px: what arrives at the lowest card hangs below the picture


def picture(
    trace: Trace,
    placed: dict[str, Any] | None = None,
    *,
    data: Sequence[float | None] | None = None,
    grad: Sequence[float | None] | None = None,
    rankdir: str = "LR",
    now: Moment | None = None,
    gradients: bool = True,
) -> str:
    """The picture of a trace: a card for every value, inputs left, result right.

    Args:
        trace: What to draw.
        placed: Its `scene` with the same rankdir, if it is at hand already.
        data: The numbers to show, None for "not known yet"; the trace's own if not given.
        grad: The same for the gradients.
        rankdir: "LR" for inputs left, "TB" for inputs on top; a scene at hand knows its own.
        now: The step whose cards and edges are lit; none if not given.
        gradients: Whether the cards show gradients.

    Returns:
        An `<svg>` element as text, with a title for screen readers; text from labels is escaped.
    """
    placed = placed or scene(trace, rankdir=rankdir)
    data = trace.data if data is None else data
    grad = trace.grad if grad is None else grad
    rankdir = placed["rankdir"]
    width, height = placed["width"], placed["height"] + (_PILL if now and now.arriving else 0)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:g}' height='{height:g}' "
        f"viewBox='0 0 {width:g} {height:g}' role='img' xml:space='preserve' {_FONT} font-size='12' fill='{_INK}'>",
        f"<title>{text(placed['alt'])}</title>",
        f"<rect width='100%' height='100%' rx='6' fill='{_PAPER}'/>",
        f"<g fill='none' stroke='{_LINE}' stroke-width='1.2'>",
        *(f"<path d='{curve(route, rankdir)}'/>" for route in placed["routes"]),
        "</g>",
        f"<g fill='{_LINE}'>",
        *(f"<path d='{arrow(route, rankdir, _HEAD)}'/>" for route in placed["routes"]),
        "</g>",
        *(wires(trace, placed, now) if now else ()),
    ]
    line, tint = BACKWARD if now and now.backward else FORWARD

    def lit(i: int) -> bool:
        return now is not None and i in now.nodes

    for i, title in enumerate(placed["title"]):
        parts.append(
            _card(
                placed["x"][i], placed["y"][i], placed["w"][i], placed["h"], title, placed["short"][i],
                number(data[i]), number(grad[i]) if gradients else None,
                fill=tint if lit(i) else _PAPER if trace.op[i] else _LEAF, line=line if lit(i) else _LINE,
            )
        )  # fmt: skip
    parts += numbers(trace, placed, now) if now else []
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def text(label: str) -> str:
    """A label as XML text in one line: escaped, and without the control characters that XML has no way to write.

    Example:
        >>> text("a<b & c\\x00")
        'a&lt;b &amp; c'
    """
    return escape(clean(label).replace("\n", " "))


def _card(
    x: float, y: float, w: float, h: float, title: str, short: str, data: str, grad: str | None, *, fill: str, line: str
) -> str:
    tip = "" if short == title else f"<title>{text(cut(title, _LONGEST_TIP))}</title>"
    left, right = f"{PADDING:g}", f"{w - PADDING:g}"
    first, second = (18, 35) if grad is not None else (24, 44)  # of two lines in place of three

    def row(name: str, shown: str, at: int) -> str:
        key = f"<text x='{left}' y='{at}' fill='{_QUIET}'>{name}</text>"
        return f"{key}<text x='{right}' y='{at}' text-anchor='end'>{shown}</text>"

    return (
        f"<g transform='translate({x:g} {y:g})'>{tip}"
        f"<rect width='{w:g}' height='{h:g}' rx='6' fill='{fill}' stroke='{line}'/>"
        f"<text x='{left}' y='{first}' font-size='13' font-weight='600'>{text(short)}</text>"
        f"{row('data', data, second)}{row('grad', grad, 50) if grad is not None else ''}"
        "</g>"
    )
