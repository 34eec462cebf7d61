"""Where the local derivatives stand: beside their lines, and apart from each other where there is room."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import floor, inf, isfinite
from typing import Any

from ..tracing import Trace, number_text

DENSE = 400  # edges; beyond, there are no labels but where an edge is lit
HEIGHT = 18.0  # px, of a label
_OFF = 3.0  # px between a label and its line
_SPILL = 6.0  # px: no more of a label lies beside its lane
_LEVEL = 12.0  # px across: less, and a line is as good as straight
_STOPS = (1, 4, 8, 12, 15)  # sixteenths of a stretch, where a label may touch it with a corner
_STOPS_DOWN = (12, 15, 8, 4, 1)  # contributions hang below the card where an edge begins
_APART = 10  # lines that may cross a label before it covers something else
_HANGS, _ARRIVING = 17.0, 100.0  # px: so far below a card hangs what arrives there, from so far left of its right end
# px: as much wider than its card may such a sum be, in letters a little smaller than a label's
SUM_SPILL, _INDENT = 22.0, 3.0
_ROUNDS = 3
_FEW = 80  # labels, of which those that still cover something may stand anywhere near their lines
_DOUBT = 0.1  # lines that cross it are ten of those that run beside it
_CLEAR = 6.0  # px: what is so near to another line, too, could be that one's
_SHARES = (-0.5, -0.25, 0.0, 0.25, 0.5)  # of its sides, where it touches it
_CELL = 32.0  # px
PAD = 4.0  # px at either end of a label
_DIGIT = 8.7  # px wide, in bold letters
# Those that are wider, or less wide.
_LETTERS = {".": 4.8, " ": 4.4, "(": 5.7, ")": 5.7} | dict.fromkeys("×−→+=≈", 10.5)
_PIECES = 16  # straight ones that stand for a curve
SHORT = 16.0  # px: a shorter stretch of a route is straight, such as a corner that is cut
_LEAST = 41.0  # px wide: what there is room for at least

_USUAL = "× −0.1234"  # four digits

Point = Sequence[float]
Route = Sequence[Point]
Places = dict[int, tuple[float, float]]  # by edge
Box = tuple[float, float, float, float]  # left, top, right, bottom, px


def label_places(trace: Trace, placed: dict[str, Any], some: Sequence[int] | None = None) -> Places:
    """The middle of the label of some edges; of all edges that have a line to themselves, if none are named."""
    if some is None and "labels" in placed:
        return {e: (place[0], place[1]) for e, place in enumerate(placed["labels"]) if place}
    routes = placed["routes"]
    if some is None:
        some = _alone(routes)
    widths = [max(label_width(slope_text(trace.local[e])), _LEAST) for e in some]
    taken = taken_by_cards(placed["x"], placed["y"], placed["w"], [placed["h"]] * len(placed["w"]), trace.sources)
    down = placed["rankdir"] == "TB"
    return dict(zip(some, place_labels([routes[e] for e in some], down, widths, taken), strict=True))


def label_column(
    routes: Sequence[Route | None],
    rankdir: str,
    slopes: Sequence[float | None] | None = None,
    taken: Sequence[Box] = (),
    width: float = inf,
) -> list[list[float] | None]:
    """The places as plain data, by edge, None for what shares its line; nothing where there are too many.

    What stands beside the lane of its line, where no card is, has a third number: how wide it may be there.

    Args:
        routes: Of all edges, None for those without.
        rankdir: Of the picture.
        slopes: Their local derivatives; None in a picture that stands for several groups, which differ in them.
        taken: Where something else stands.
        width: Of the picture, px.
    """
    some = _alone(routes)
    if not some:
        return []
    seen = [route for e in some if (route := routes[e])]
    widths = [max(label_width(slope_text(slopes[e])), _LEAST) if slopes else label_width(_USUAL) for e in some]
    found = dict(zip(some, place_labels(seen, rankdir == "TB", widths, taken, width), strict=True))
    wide = dict(zip(some, widths, strict=True))
    return [
        [round(x, 4) for x in (*found[e], *_room(routes[e], rankdir == "TB", found[e], wide[e]))]
        if e in found
        else None
        for e in range(len(routes))
    ]


def _room(route: Route | None, down: bool, place: Point, width: float) -> list[float]:
    """How wide a label may be where it stands, if that is beside its lane; none if it stands in it."""
    left, right = place[0] - width / 2, place[0] + width / 2
    lanes = [sorted((a[0], b[0])) for a, b in pairwise(route or ())]
    return (
        []
        if down or any(begin - _SPILL <= left and right <= end + _SPILL for begin, end in lanes)
        else [width + _SPILL]
    )


def taken_by_cards(
    x: Sequence[float | None], y: Sequence[float | None], w: Sequence[float], h: Sequence[float], sources: Sequence[int]
) -> list[Box]:
    """Where cards stand, and what hangs below them: a gradient arrives at the sources of edges, at some several."""
    uses = Counter(sources)
    found = []
    for i, (left, top) in enumerate(zip(x, y, strict=True)):
        if left is None or top is None:
            continue
        right, low = left + w[i], top + h[i]
        found.append((left + _SPILL, top, right - _SPILL, low))
        if uses[i] > 1:
            found.append((left + _INDENT, low, right + SUM_SPILL, low + _HANGS))
        elif uses[i]:
            found.append((right - _ARRIVING, low, right - _SPILL, low + _HANGS))
    return found


def fit_sum(texts: Sequence[str], width: float) -> str:
    """The longest way to write a sum that there is room for under a card of this width."""
    room = width + SUM_SPILL + 2 * PAD
    return next((text for text in texts if label_width(text) <= room), texts[-1])


def _alone(routes: Sequence[Route | None]) -> list[int]:
    """The edges that have a line to themselves, if it is a picture with labels."""
    lines: defaultdict[Any, list[int]] = defaultdict(list)
    for e, route in enumerate(routes):
        if route:
            lines[tuple(map(tuple, route))].append(e)
    return [edges[0] for edges in lines.values() if len(edges) == 1] if len(lines) <= DENSE else []


def slope_text(slope: float | None) -> str:
    """What an edge says: its local derivative."""
    return f"× {'?' if slope is None else number_text(slope)}"


def label_width(text: str) -> float:
    """How wide a label is."""
    return 2 * PAD + sum(_LETTERS.get(letter, _DIGIT) for letter in text)


def used_label(route: Route, down: bool, place: Point, slope: float, amount: float) -> tuple[float, float, str]:
    """Where the label of a used edge stands and what it says: what came of it too, if that is no number to go on with.

    For that there must be room between the cards.
    """
    told = slope_text(slope)
    text, (x, y) = f"{told} → {number_text(amount)}", place
    width = label_width(text) + _SPILL  # it stands clear of the cards
    lanes = [sorted((a[0], b[0])) for a, b in pairwise(route)]
    if isfinite(amount) or (not down and width > 2 * _SPILL + max(end - begin for begin, end in lanes)):
        return x, y, told
    for begin, end in [] if down else lanes:
        begin, end = begin + width / 2 - _SPILL, end - width / 2 + _SPILL
        if begin <= end and begin - width / 2 <= x <= end + width / 2:
            return min(max(x, begin), end), y, text
    return x, y, text


def place_labels(
    routes: Sequence[Route], down: bool, widths: Sequence[float], taken: Sequence[Box] = (), width: float = inf
) -> list[tuple[float, float]]:
    """The middle of a label for each route: the first place that nothing else needs, or the one that the least does.

    What was placed early looks again when all are.
    """
    lines_at = _lines_in_cells([_points_of(route, down) for route in routes])
    boxes_at = _boxes_in_cells(taken)
    offers = [_places_beside(route, down, w) for route, w in zip(routes, widths, strict=True)]
    lines: list[dict[int, float]] = [{} for _ in routes]
    placed = [(0.0, 0.0)] * len(routes)
    rows: defaultdict[int, set[int]] = defaultdict(set)  # the labels whose middle is in a row as high as a label

    def covered(i: int, x: float, y: float) -> int:
        row = floor(y / HEIGHT)
        near = [o for r in (row - 1, row, row + 1) for o in rows.get(r, ()) if o != i]
        return sum(abs(placed[o][1] - y) < HEIGHT and abs(placed[o][0] - x) < (widths[i] + widths[o]) / 2 for o in near)

    def blocked(x: float, y: float, w: float) -> int:
        return boxes_at(x, y, w) + (not w / 2 <= x <= width - w / 2)  # it would stand out of the picture

    costs = [0.0] * len(routes)
    for turn in range(_ROUNDS + 2 if len(routes) <= _FEW else _ROUNDS):
        for i, offered in enumerate(offers):
            w = widths[i]
            if turn == _ROUNDS and costs[i] >= 1:
                near = [p for p in _places_near(routes[i], down, w) if not blocked(*p, w)]
                offered += near
            best, least = offered[0], inf
            for j, (x, y) in enumerate(offered):
                crossed = lines[i].setdefault(j, -1)
                if crossed < 0:
                    crossed = lines_at(x, y, w) + _APART * blocked(x, y, w)
                    crossed = lines[i][j] = crossed or _DOUBT * max(lines_at(x, y, w, _CLEAR) - 1, 0)
                cost = crossed + _APART * covered(i, x, y) if crossed < least else inf
                if cost < least:
                    best, least = (x, y), cost
                if least == 0:
                    break
            rows[floor(placed[i][1] / HEIGHT)].discard(i)
            placed[i], costs[i] = best, least
            rows[floor(best[1] / HEIGHT)].add(i)
    return placed


def _places_beside(route: Route, down: bool, w: float) -> list[tuple[float, float]]:
    """The places beside a route, the best first.

    A stretch runs one way across, so that a box which touches it with one corner, on its outer side, is free of it; and
    where a stretch runs, no card stands.
    """
    along = 1 if down else 0
    size = HEIGHT if down else w
    stops = _STOPS_DOWN if down else _STOPS
    found: list[tuple[float, float]] = []
    for a, b in pairwise(route):
        if abs(b[along] - a[along]) < size - _SPILL:
            continue
        if abs(b[1 - along] - a[1 - along]) < _LEVEL:
            found += _beside_level(a, b, down, w)
            continue
        points = _points_of([a, b], down)
        begin, end = min(a[along], b[along]) + size / 2 - _SPILL, max(a[along], b[along]) - size / 2 + _SPILL
        found += [p for stop in stops for p in _at_corners(points[stop], a, b, w) if begin <= p[along] <= end]
    if found:
        return found
    a, b = max(pairwise(route), key=lambda ends: abs(ends[1][along] - ends[0][along]))
    points = _points_of([a, b], down)
    ends = (_at_corners(points[1], a, b, w)[0], _at_corners(points[-2], a, b, w)[1])
    return [(x if down else (a[0] + b[0]) / 2, y) for x, y in ends]  # as little as can be below either card


def _places_near(route: Route, down: bool, w: float) -> list[tuple[float, float]]:
    """All places that touch a route's line, those that stand least out of its lane first."""
    found = []
    for a, b in pairwise(route):
        (left, right), (top, low) = (sorted((a[i], b[i])) for i in (0, 1))
        for px, py in _points_of([a, b], down)[::2]:
            over = [(px + w * share, py + side * (HEIGHT / 2 + 1)) for share in _SHARES for side in (-1, 1)]
            beside = [(px + side * (w / 2 + 1), py + HEIGHT * share) for share in _SHARES for side in (-1, 1)]
            for x, y in over + beside:
                out = max(top - y, y - low) + HEIGHT / 2 if down else max(left - x, x - right) + w / 2
                found.append((max(out - _SPILL, 0.0), abs(x - (left + right) / 2), x, y))
    return [(x, y) for _, _, x, y in sorted(found)]


def _beside_level(a: Point, b: Point, down: bool, w: float) -> list[tuple[float, float]]:
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    if down:
        return [(max(a[0], b[0]) + _OFF + w / 2, y), (min(a[0], b[0]) - _OFF - w / 2, y)]
    return [(x, min(a[1], b[1]) - _OFF - HEIGHT / 2), (x, max(a[1], b[1]) + _OFF + HEIGHT / 2)]


def _at_corners(at: Point, a: Point, b: Point, w: float) -> list[tuple[float, float]]:
    """The box right of a point of a stretch, and the one left of it."""
    falls = 1 if (b[0] - a[0]) * (b[1] - a[1]) >= 0 else -1
    dx, dy = _OFF + w / 2, falls * (_OFF + HEIGHT / 2)
    return [(at[0] + dx, at[1] - dy), (at[0] - dx, at[1] + dy)]


def _points_of(route: Route, down: bool) -> list[tuple[float, float]]:
    """Points along a route, on the line that is drawn of it."""
    points = [(route[0][0], route[0][1])]
    for (ax, ay), (bx, by) in pairwise(route):
        straight = abs(by - ay if down else bx - ax) < SHORT
        for j in range(1, _PIECES + 1):
            t = j / _PIECES
            along, across = (t, t) if straight else (1.5 * t * (1 - t) + t**3, t * t * (3 - 2 * t))
            points.append((ax + (bx - ax) * (across if down else along), ay + (by - ay) * (along if down else across)))
    return points


def _boxes_in_cells(boxes: Sequence[Box]) -> Callable[[float, float, float], int]:
    """How many boxes a label's box covers, for many labels."""
    cells: defaultdict[tuple[int, int], list[Box]] = defaultdict(list)
    for box in boxes:
        for cell in _cells_of(*box):
            cells[cell].append(box)

    def count(x: float, y: float, w: float) -> int:
        left, top, right, bottom = x - w / 2, y - HEIGHT / 2, x + w / 2, y + HEIGHT / 2
        near = {box for cell in _cells_of(left, top, right, bottom) for box in cells.get(cell, ())}
        return sum(a < right and left < c and b < bottom and top < d for a, b, c, d in near)

    return count


def _cells_of(left: float, top: float, right: float, bottom: float) -> Iterator[tuple[int, int]]:
    for i in range(floor(left / _CELL), floor(right / _CELL) + 1):
        for j in range(floor(top / _CELL), floor(bottom / _CELL) + 1):
            yield i, j


def _lines_in_cells(lines: Sequence[Sequence[Point]]) -> Callable[..., int]:
    """How many lines run through a label's box, or so close beside it, for many labels."""
    cells: defaultdict[tuple[int, int], list[tuple[float, float, int]]] = defaultdict(list)
    for line, points in enumerate(lines):
        for x, y in points:
            cells[floor(x / _CELL), floor(y / _CELL)].append((x, y, line))

    def count(x: float, y: float, w: float, beside: float = 0.0) -> int:
        wide, high = w / 2 + beside, HEIGHT / 2 + beside
        left, right, top, bottom = x - wide, x + wide, y - high, y + high
        return len({
            line
            for cell in _cells_of(left, top, right, bottom)
            for px, py, line in cells.get(cell, ())
            if left < px < right and top < py < bottom
        })  # fmt: skip

    return count
