"""draw_orders(expression): two right orders of its backward pass side by side, as a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ...layout import fold_constants, make_scene
from ...sources import trace_any
from ...tracing import Trace, value_names
from .axes import Still, still_of
from .marks import TEXT
from .picture import SCREEN, draw_svg, escape_xml

_TITLE = 30  # px: of the line above each picture
_GAP = 24  # px: between the two
_FEW = 1000  # right orders that are looked at for one that differs much


def draw_orders(expr: Any, /, *, leaves: Mapping[str, float] | None = None, **named: float) -> Still:
    """Two right orders of a backward pass, as different as can be, with the same gradients; or the only one.

    Args:
        expr: The result, as `play` takes it.
        leaves: Numbers for the names of a preset, text or function.
        **named: The same: `draw_orders("a*b + a", a=2, b=-3)`.

    Raises:
        TypeError: If expr is not an expression.
        ValueError: If it has no operation.

    Example:
        >>> draw_orders("orders")
        two right orders of the backward pass: g, f, e, d, c and g, e, f, c, d
    """
    traced = trace_any(expr, leaves, named, draw_orders)
    if not any(traced.op):
        raise ValueError("expression must have operations to put in order (got a single value)")
    orders = _two(traced)
    names = value_names(traced)
    told = [", ".join(names[i] for i in order) for order in orders]
    placed = fold_constants(make_scene(traced))
    placed["alt"] = ""
    width, height = placed["width"], placed["height"] + _TITLE
    parts = []
    for k, order in enumerate(orders):
        made = re.sub(r"<title></title>\n?|<style>.*</style>\n", "", draw_svg(traced, placed, grad=traced.gradients()))
        badges = "".join(_badge(placed, node, place) for place, node in enumerate(order, 1))
        words = escape_xml(" → ".join(names[i] for i in order))
        title = f"<text x='12' y='20' font-size='13' fill='{SCREEN.ink}' font-weight='600'>{words}</text>"
        parts.append(
            f"<g transform='translate(0 {k * (height + _GAP):g})'>{title}"
            f"<g transform='translate(0 {_TITLE})'>{made}{badges}</g></g>"
        )
    count = "two right orders" if len(orders) > 1 else "the only right order"
    alt = f"{count} of the backward pass: {' and '.join(told)}"
    total = len(orders) * height + (len(orders) - 1) * _GAP
    return still_of(parts, alt, (width, total), 1.0)


def picture_of_board(traced: Trace, order: Sequence[int]) -> Still:
    """The board of the game before its run: the operations that were placed have their numbers."""
    names = value_names(traced)
    placed = fold_constants(make_scene(traced))
    told = ", ".join(names[i] for i in order) or "nothing"
    open_ = ", ".join(names[i] for i in range(len(traced)) if traced.op[i] and i not in order)
    placed["alt"] = f"a backward pass to put in order; placed so far: {told}" + (
        f"; still open: {open_}" if open_ else ""
    )
    grad = [traced.seed if i == traced.root else None for i in range(len(traced))]
    svg = draw_svg(traced, placed, grad=grad)
    badges = "".join(_badge(placed, node, place) for place, node in enumerate(order, 1))
    return Still(svg.replace("</svg>", f"{badges}</svg>"), placed["alt"])


def _badge(placed: dict[str, Any], node: int, place: int) -> str:
    x, y = placed["x"][node] + placed["w"][node] - 24, placed["y"][node] - 2
    return (
        f"<g transform='translate({x:g} {y:g})'><rect x='-10' y='-10' width='20' height='20' rx='3' fill='{TEXT}'/>"
        f"<text y='4.5' text-anchor='middle' fill='#ffffff' font-weight='700'>{place}</text></g>"
    )


def _two(traced: Trace) -> list[list[int]]:
    """A right order, and another one that differs from it at as many places as any of the first thousand."""
    found = list(islice(right_orders(traced), _FEW))
    first = found[0]
    other = max(found, key=lambda order: sum(x != y for x, y in zip(order, first, strict=True)))
    return [first, other] if other != first else [first]


def right_orders(traced: Trace) -> Iterator[list[int]]:
    """Every order in which each operation comes after all its users, one after the other."""
    operations = [i for i in reversed(range(len(traced))) if traced.op[i]]
    users: dict[int, set[int]] = {i: set() for i in operations}
    for source, target in zip(traced.sources, traced.targets, strict=True):
        if source in users:
            users[source].add(target)

    def extended(begun: list[int]) -> Iterator[list[int]]:
        if len(begun) == len(operations):
            yield begun
            return
        for i in operations:
            if i not in begun and users[i] <= set(begun):
                yield from extended([*begun, i])

    return extended([])
