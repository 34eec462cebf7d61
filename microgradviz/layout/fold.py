"""Constants in their operation: which leaves need no card, as the title `e = a + 1` says them; the rest's picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..tracing import Fault, Trace, number_text

Ends = tuple[int, int]  # of an edge: what is used, and what uses it


def find_constants(trace: Trace, faults: Iterable[Fault]) -> list[int]:
    """The leaves that are plain numbers in one operation, such as the 1 of `a + 1`.

    A trace does not tell a number that was wrapped from a leaf that nobody named, and what could be a parameter keeps
    its card: what several operations use, and what has more digits than a title shows. Where an operation has no other
    inputs than such leaves, somebody made one of them, and could have made all: then none is folded. What a fault is
    about keeps its card too.

    Example:
        >>> from microgradviz import trace
        >>> [find_constants(trace(text, a=2), ()) for text in ("a + 1", "a * 0.123456", "a")]
        [[1], [], []]
    """
    unnamed = [not op and i not in trace.label for i, op in enumerate(trace.op)]
    ends = zip(trace.sources, trace.targets, strict=True)
    if set(trace.targets) != {user for source, user in ends if not unnamed[source]}:
        return []
    wrong = {i for fault in faults for i in (fault.node, None if fault.edge is None else trace.sources[fault.edge])}
    uses = [0] * len(trace)
    for source in trace.sources:
        uses[source] += 1
    return [
        i for i, x in enumerate(trace.data) if unnamed[i] and uses[i] == 1 and i not in wrong and _is_shown_in_full(x)
    ]


def _is_shown_in_full(x: float) -> bool:
    return float(number_text(x).replace("−", "-").replace("∞", "inf")) == x


def folded_constants(placed: dict[str, Any], constants: bool) -> set[int]:
    """The constants of a scene that have no card; `constants` gives each its own."""
    return set() if constants or "fold" not in placed else set(placed["fold"]["nodes"])


def draw_without(
    gone: set[int],
    ends: Sequence[Ends],
    sizes: Sequence[Any],
    draw: Callable[[list[Ends], list[Any]], dict[str, Any]],
) -> dict[str, Any]:
    """A picture without some of its leaves.

    Args:
        gone: The leaves.
        ends: The edges.
        sizes: Of all cards.
        draw: Makes the picture of what is left, whose cards are numbered anew, from its edges and sizes.

    Returns:
        x[] and y[] of all cards and `routes` of all edges, None for what is left out; `width` and `height`.
    """
    kept = [i for i in range(len(sizes)) if i not in gone]
    new = {old: i for i, old in enumerate(kept)}
    edges = [e for e, (source, _) in enumerate(ends) if source not in gone]
    made = draw([(new[ends[e][0]], new[ends[e][1]]) for e in edges], [sizes[i] for i in kept])
    return {
        **{name: _spread(made[name], kept, len(sizes)) for name in ("x", "y")},
        "routes": _spread(made["routes"], edges, len(ends)),
        "width": made["width"],
        "height": made["height"],
    }


def _spread(column: Sequence[Any], places: Sequence[int], count: int) -> list[Any]:
    out = [None] * count
    for i, x in zip(places, column, strict=True):
        out[i] = x
    return out


def fold_constants(placed: dict[str, Any]) -> dict[str, Any]:
    """A scene of single values with its constants folded: `shown` values have cards, `drawn` are the routes."""
    if "fold" not in placed:
        return placed
    fold = placed["fold"]
    gone = folded_constants(placed, constants=False)
    return {
        **placed,
        **{name: fold[name] for name in ("x", "y", "routes", "labels", "width", "height", "alt")},
        "shown": [i for i in range(len(placed["x"])) if i not in gone],
        "drawn": [route for route in fold["routes"] if route],
    }
