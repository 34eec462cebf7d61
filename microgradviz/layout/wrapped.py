"""A long row of cards in several, one below the other: what is wider than a screen is drawn too small to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from .layered import Layout, Point, place_in_layers

LONG, FLAT, MOST_CARDS = 1_250.0, 2.0, 60  # px, width to height, and cards: what is wrapped
_ROOM = (1_900.0, 790.0)  # px: what a projector shows of a picture
_LARGEST, _LEGIBLE = 2.6, 1.62  # times as drawn: as large as it gets there, and below which it rather scrolls
_WIDEST = (540, 740, 940, 1_140)  # px: of a row
_MOST_TURNING = 3  # edges from one row to the next
_TURN_COST = 0.004  # of an edge that turns back
_BETWEEN = 40.0  # px: between rows, with room for an edge, its number, and what hangs below a card
_LINE = 14.0  # px: above a row runs the edge that turns back to it
_SIDE, _APART = 16.0, 8.0  # px: how far beside the cards it does, and from its neighbour
_CORNER = 6.0  # px

Ends = tuple[int, int]
Draw = Callable[[list[int], list[Ends], list[int], bool], Layout]


class _Row(NamedTuple):
    """A row of cards, laid out by itself.

    Attributes:
        nodes: Its cards, after the places where edges of the row before come in.
        entering: The sources of those edges.
        edges: The edges that arrive in this row.
        made: Where all stand.
        left: Where its cards begin, px.
    """

    nodes: list[int]
    entering: list[int]
    edges: list[int]
    made: Layout
    left: float


def place_cards(
    sources: Sequence[int],
    targets: Sequence[int],
    *,
    widths: Sequence[float],
    heights: Sequence[float],
    gap: tuple[float, float],
    margin: float = 12.0,
    rankdir: str = "LR",
) -> Layout:
    """As `place_in_layers`, but a small graph that comes out long and flat goes on in a row below.

    An edge into the next row turns back: right of its card, along between the rows, and in from the left.

    Example:
        >>> made = place_cards(range(9), range(1, 10), widths=[120.0] * 10, heights=[58.0] * 10, gap=(76, 24))
        >>> made.width < 1000, sorted(set(made.y))
        (True, [12.0, 110.0, 208.0])
    """

    def draw(nodes: list[int], inner: list[Ends], entering: list[int], packed: bool) -> Layout:
        bare = len(entering)
        return place_in_layers(
            bare + len(nodes), [a for a, _ in inner], [b for _, b in inner],
            widths=[0.0] * bare + [widths[i] for i in nodes], heights=[0.0] * bare + [heights[i] for i in nodes],
            gap=gap, margin=margin, packed=packed,
        )  # fmt: skip

    ends = list(zip(sources, targets, strict=True))
    count = len(widths)
    whole = place_in_layers(
        count, sources, targets, widths=widths, heights=heights, gap=gap, margin=margin, rankdir=rankdir
    )
    if rankdir == "TB" or count > MOST_CARDS or whole.width <= max(LONG, FLAT * whole.height):
        return whole
    best = whole
    for packed in (True, False):  # what does not fit anyway may be taller: its edges cross less
        best, least = whole, _cost(whole)
        for row_of in _ways_to_cut(whole, ends, widths):
            rows = _lay_out_rows(row_of, ends, draw, packed)
            if not rows:
                continue
            made = _stack(rows, ends, widths, heights, margin)
            cost = _cost(made) + _TURN_COST * sum(len(row.entering) for row in rows)
            if cost < least:
                best, least = made, cost
        if _scale(best) >= _LEGIBLE:
            break
    return best


def _scale(made: Layout) -> float:
    """At which all of a picture is seen where it is presented."""
    return min(_ROOM[0] / made.width, _ROOM[1] / made.height, _LARGEST)


def _cost(made: Layout) -> float:
    """How small the picture is where it is presented; one that is too tall may scroll down, but never sideways."""
    fits, wide = _scale(made), _ROOM[0] / made.width
    if fits < _LEGIBLE:
        fits = _LEGIBLE - min(made.height / 1e4, 1.0) if wide >= _LEGIBLE else fits / 4
    return 1 / fits


def _ways_to_cut(whole: Layout, ends: list[Ends], widths: Sequence[float]) -> Iterator[list[int]]:
    """The row of every card, for rows that are as long as they may be; each way once."""
    column, last = whole.column, max(whole.column)
    users: list[list[int]] = [[] for _ in column]
    for source, target in ends:
        users[source].append(target)
    made = {target for _, target in ends}
    # A leaf goes with its first user.
    place = [c if i in made or not users[i] else min(column[u] for u in users[i]) for i, c in enumerate(column)]
    legal = []
    for c in range(last):
        turning = {s for s, t in ends if place[s] <= c < place[t]}
        if turning and len(turning) <= _MOST_TURNING and all(s in made and column[s] == c for s in turning):
            legal.append(c)
    right = [max(x + w for x, w, at in zip(whole.x, widths, column, strict=True) if at == c) for c in range(last + 1)]
    seen = set()
    for widest in _WIDEST:
        cuts: list[int] = []
        begin = 0.0
        for c, after in pairwise([*legal, last]):
            if right[after] - begin > widest:
                cuts.append(c)
                begin = right[c]
        if cuts and tuple(cuts) not in seen:
            seen.add(tuple(cuts))
            yield [sum(p > c for c in cuts) for p in place]


def _lay_out_rows(row_of: list[int], ends: list[Ends], draw: Draw, packed: bool) -> list[_Row] | None:
    """Every row by itself; None if an edge would have to pass through a row."""
    rows: list[_Row] = []
    for row in range(max(row_of) + 1):
        nodes = [i for i, at in enumerate(row_of) if at == row]
        edges = [e for e, (_, target) in enumerate(ends) if row_of[target] == row]
        entering = sorted({ends[e][0] for e in edges if row_of[ends[e][0]] != row})
        if rows:
            before = rows[-1]
            column = dict(zip(before.nodes, before.made.column[len(before.entering) :], strict=True))
            if any(column.get(source) != max(column.values()) for source in entering):
                return None
        new = {node: k for k, node in enumerate([*entering, *nodes])}
        inner = [(new[ends[e][0]], new[ends[e][1]]) for e in edges]
        made = draw(nodes, inner, entering, packed)
        alone = sum(c == 0 for c in made.column) == sum(c == 0 for c in made.column[: len(entering)])
        rows.append(
            _Row(
                nodes,
                entering,
                edges,
                _narrowed(made, inner, len(entering)) if alone else made,
                min(made.x[len(entering) :]),
            )
        )
    return rows


def _narrowed(made: Layout, inner: list[Ends], bare: int) -> Layout:
    """A row in whose first column nothing stands: edges come in close to its cards, and level."""
    left = min(x for x, c in zip(made.x, made.column, strict=True) if c == 1)
    share = _SIDE / (left - min(made.x))

    def near(x: float) -> float:
        return round(left - (left - x) * share, 2) if x < left else x

    routes = [[(near(x), y) for x, y in route] for route in made.routes]
    y = list(made.y)
    for (source, _), route in zip(inner, routes, strict=True):
        if source < bare and len(route) == 2:
            y[source] = route[1][1]
            route[0] = (route[0][0], y[source])
    return made._replace(x=[near(x) for x in made.x], y=y, routes=routes)


def _stack(rows: list[_Row], ends: list[Ends], widths: Sequence[float], tall: Sequence[float], margin: float) -> Layout:
    """The rows below one another, each as far up as there is room for it, under what is low of those before."""
    x, y = [0.0] * len(widths), [0.0] * len(widths)
    column = [0] * len(widths)
    routes: list[list[Point]] = [[] for _ in ends]
    placed: list[int] = []
    right = 0.0
    for row in rows:
        bare = len(row.entering)
        beside, between = (least + _APART * max(bare - 1, 0) for least in (_SIDE, _BETWEEN))  # what turning edges need
        begins = sorted({margin + beside, *(x[i] for i in placed if x[i] > margin + beside)}) if placed else [row.left]
        tried = []
        for begin in begins:
            dx = begin - row.left
            inside = [(at + dx, at + dx + widths[i]) for i, at in zip(row.nodes, row.made.x[bare:], strict=True)]
            ahead = max([right + beside, *[b for _, b in inside]])
            drop = 0.0
            for (a, b), top in zip(inside, row.made.y[bare:], strict=True):
                under = [y[i] + tall[i] for i in placed if x[i] < b + beside and a - beside < x[i] + widths[i]]
                drop = max([drop, *(low + between - top for low in under)])
            turned = [y[i] + tall[i] for i in placed if begin - 2 * beside < x[i] + widths[i]]
            drop = (
                max([drop, *(low + _BETWEEN + _APART * max(bare - 1, 0) - margin for low in turned)]) if bare else drop
            )
            deep = max([drop + row.made.height, *(y[i] + tall[i] + margin for i in placed)])
            tried.append((_cost(Layout([], [], [], ahead + margin, deep, [])), dx, drop))
        _, dx, drop = min(tried)
        for node, at, top, c in zip(
            row.nodes, row.made.x[bare:], row.made.y[bare:], row.made.column[bare:], strict=True
        ):
            x[node], y[node], column[node] = round(at + dx, 2), round(top + drop, 2), c
        turns = _turns(row, ends, x, y, widths, tall, right, dx, drop, margin)
        for e, route in zip(row.edges, row.made.routes, strict=True):
            way = turns.get(ends[e][0], [])
            begin = way[-1][0] if way else min(a + dx for a, _ in route)
            routes[e] = way + [(round(a + dx, 2), round(b + drop, 2)) for a, b in route if a + dx >= begin - 1e-6]
        right = max(x[i] + widths[i] for i in row.nodes)
        placed += row.nodes
    wide = max([x[i] + widths[i] for i in placed] + [a for route in routes for a, _ in route]) + margin
    deep = max([y[i] + tall[i] for i in placed] + [b for route in routes for _, b in route]) + margin
    return Layout(x, y, column, round(wide, 2), round(deep, 2), routes)


def _turns(
    row: _Row, ends: list[Ends], x: list[float], y: list[float], widths: Sequence[float], tall: Sequence[float],
    right: float, dx: float, drop: float, margin: float,
) -> dict[int, list[Point]]:  # fmt: skip
    """By source, the way of an edge out of the row before to the place where it comes in; the upper ones outside."""
    found: dict[int, list[Point]] = {}
    order = sorted(row.entering, key=lambda i: y[i])
    for k, source in enumerate(order):
        begin = x[source] + widths[source], y[source] + tall[source] / 2
        at = row.entering.index(source)
        stop = row.made.x[at] + dx, row.made.y[at] + drop
        out = right + _SIDE + _APART * (len(order) - 1 - k)
        back = min(row.left + dx - _SIDE, stop[0]) - _APART * (len(order) - 1 - k)
        line = margin + drop - _LINE - _APART * (len(order) - 1 - k)
        corners = [(out, begin[1]), (out, line), (back, line), (back, stop[1])]
        found[source] = [begin, *_rounded([begin, *corners, (max(stop[0], back + _SIDE), stop[1])])]
    return {i: [(round(a, 2), round(b, 2)) for a, b in points] for i, points in found.items()}


def _rounded(corners: list[Point]) -> list[Point]:
    """A way with its corners cut; of the first and the last point it does not tell."""
    points: list[Point] = []
    for before, (x, y), after in zip(corners, corners[1:], corners[2:], strict=False):
        for ox, oy in (before, after):
            far = abs(ox - x) + abs(oy - y)
            by = min(_CORNER, far / 2) / far if far else 0.0
            points.append((x + (ox - x) * by, y + (oy - y) * by))
    return points
