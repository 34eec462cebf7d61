"""What every view needs besides the trace: where the cards stand and what is written on them."""

from __future__ import annotations

from typing import Any

from ..layout import Layout, layered
from ..ops import OPS
from ..tracing import Trace
from ..words import names, number, titles

CARD_HEIGHT = 58.0
_LETTER = 7.3  # px: the widest common letters of the title's font at 13 px
_WIDTHS = (104.0, 190.0)  # of a card, px, least and most


def scene(trace: Trace, *, rankdir: str = "LR") -> dict[str, Any]:
    """Positions and words for a trace, as plain data.

    Returns:
        x[], y[], w[] and h of the cards and `routes` of the edges in px; `width` and `height` of the picture;
        `name` and `title` of every value; `rules`, the rows of the table of operations in use; `faults`; and `alt`,
        the picture in a sentence.
    """
    named = names(trace)
    titled = titles(trace, named)
    widths = [min(max(_WIDTHS[0], 24 + _LETTER * len(title)), _WIDTHS[1]) for title in titled]
    placed: Layout = layered(
        len(trace), trace.sources, trace.targets, widths=widths, card=(_WIDTHS[0], CARD_HEIGHT), rankdir=rankdir
    )
    return {
        "x": [round(x, 1) for x in placed.x],
        "y": [round(y, 1) for y in placed.y],
        "w": widths,
        "h": CARD_HEIGHT,
        "routes": [[[round(x, 1), round(y, 1)] for x, y in route] for route in placed.routes],
        "width": round(placed.width, 1),
        "height": round(placed.height, 1),
        "name": named,
        "title": titled,
        "rules": {name: _rule(name) for name in sorted(set(trace.op)) if name in OPS},
        "faults": [fault._asdict() for fault in trace.faults],
        "alt": alt(trace, titled),
    }


def alt(trace: Trace, titled: list[str]) -> str:
    """The picture in a sentence, for those who do not see it."""
    operations = [i for i, op in enumerate(trace.op) if op]
    shown = [f"{titled[i]} = {number(trace.data[i])}" for i in operations[:6]]
    more = f"; and {len(operations) - 6} more" if len(operations) > 6 else ""
    return f"Expression graph of {len(trace)} values: {'; '.join(shown) or titled[trace.root]}{more}"


def _rule(name: str) -> dict[str, Any]:
    op = OPS[name]
    return {
        "notation": op.notation,
        "formula": op.formula,
        "locals": list(op.locals),
        "arity": op.arity,
        "params": list(op.params),
    }
