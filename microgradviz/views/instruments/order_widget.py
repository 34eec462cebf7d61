"""visit_order(expr): place the operations of a backward pass, run it, and see what arrives too late."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets

from ...sources import trace_any
from ...tracing import Trace, count_operations, value_names
from ..scenes import trace_and_scene
from ..sendable import mend_surrogates, play_data
from ..still import picture_of_board
from ..widget import Instrument

MOST = 12  # operations: more are no game


class VisitOrder(Instrument):
    """The game of visiting orders; its traits are all that page and kernel tell each other.

    Attributes:
        visits: The operations that were placed, by their numbers in the trace; `order` has their names.
        answers: What was typed with `amounts=True`: {"node", "input", "contribution", "sum", "right"} each.
    """

    entry = "instruments/order.js"

    trace = traitlets.Dict(help="python -> page").tag(sync=True)
    scene = traitlets.Dict(help="python -> page").tag(sync=True)
    tall = traitlets.Dict(help="python -> page: the scene where there is no room to the side").tag(sync=True)
    amounts = traitlets.Bool(help="python -> page").tag(sync=True)
    visits: Any = traitlets.List(help="both ways").tag(sync=True)
    answers: Any = traitlets.List(help="page -> python").tag(sync=True)

    def __init__(self, traced: Trace, amounts: bool) -> None:
        self._traced = traced
        shown = play_data(traced)
        tall = mend_surrogates(trace_and_scene(traced, "TB", "open")[1])
        super().__init__(trace=shown["trace"], scene=shown["scene"], tall=tall, amounts=amounts)

    @property
    def order(self) -> list[str]:
        """The names of the operations that were placed, in order."""
        names = value_names(self._traced)
        return [names[i] for i in self._placed()]

    def _placed(self) -> list[int]:
        """What was placed, as far as it can be: a page can send anything."""
        known = [i for i in self.visits if type(i) is int and 0 <= i < len(self._traced) and self._traced.op[i]]
        return list(dict.fromkeys(known))

    def fallback(self) -> str:
        """The board with what was placed."""
        return picture_of_board(self._traced, self._placed()).to_img()

    def __repr__(self) -> str:
        placed = " → ".join(self.order) or "nothing placed yet"
        return f"VisitOrder({count_operations(self._traced)} operations: {placed})"

    def page_title(self) -> str:
        """What the game is about."""
        return "The order of the backward pass"


def visit_order(
    expr: Any = "order", /, *, amounts: bool = False, leaves: Mapping[str, float] | None = None, **named: float
) -> VisitOrder:
    """The game of visiting orders: click the operations in an order of your own, run, and see what arrives too late.

    Each operation passes its gradient on once, as it is when its turn comes. What arrives at an operation after that
    stays there, and is missing further on.

    Args:
        expr: The result, as `play` takes it; or a preset: "order", where one order is right, "diamond", "orders", seven
            values with several right orders.
        amounts: True to be the engine: after each place you type what arrives; order, rule and sum are judged apart.
        leaves: Numbers for the names of a preset, text or function, should one be called `amounts`, say.
        **named: The same: `visit_order("a*b + a", a=2, b=-3)`.

    Returns:
        The game, a widget; `order` can be read.

    Raises:
        TypeError: If expr is not an expression.
        ValueError: If it has no operation, or more than twelve.

    Example:
        >>> game = visit_order("diamond")
        >>> game
        VisitOrder(3 operations: nothing placed yet)
    """
    traced = trace_any(expr, leaves, named, visit_order)
    count = count_operations(traced)
    if not count:
        raise ValueError("expression must have operations to put in order (got a single value)")
    if count > MOST:
        raise ValueError(f"expression must have at most {MOST} operations (got {count:,}); take a part of it")
    return VisitOrder(traced, bool(amounts))
