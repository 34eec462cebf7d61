"""Order within the columns: which node stands above which, for few crossings."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random

Columns = list[list[int]]
Links = Sequence[Sequence[int]]

# Work is counted in steps, not in seconds, so that the same graph gives the same picture everywhere.
WORK = 10_000  # nodes and links passed, crossings met; bigger graphs get fewer starts
FEWEST_STARTS = 2
SWAP_UP_TO = 800  # nodes and links
ROUNDS = 2  # of sweeps and swaps from one start
TIDYING_TURNS = 4
COUNT_UP_TO = 40_000  # nodes and links; above, nobody reads crossings and the last sweep is taken


def order_within_columns(column: Sequence[int], left: Links, right: Links) -> Columns:
    """Order the nodes of each column from top to bottom.

    From each of several depth-first starts, barycentre sweeps there and back, then swaps of neighbours; the order with
    the fewest crossings is kept. A large graph gets two starts, a small one many, with branches turned at random, for
    nothing else would turn them. At last, what may be swapped for nothing returns to the order of the formula.

    Args:
        column: The column of each node.
        left: For each node its neighbours one column to the left.
        right: For each node its neighbours one column to the right.

    Returns:
        The nodes of each column, top first.

    Example:
        >>> # 0 -> 3 and 1 -> 2 need not cross
        >>> order_within_columns([0, 0, 1, 1], [[], [], [1], [0]], [[3], [2], [], []])
        [[1, 0], [2, 3]]
    """
    if not column:
        return []
    size = len(column) + sum(map(len, right))
    if size > COUNT_UP_TO:
        layers = _walk(column, left, right)
        _sweep_across(layers, left, right, _row_of_each(layers, len(column)))
        return layers
    best = _least_crossed(column, left, right, size)
    if size <= SWAP_UP_TO:
        natural = _row_of_each(_walk(column, left, right), len(column))
        position = _row_of_each(best, len(column))
        for _ in range(TIDYING_TURNS):
            _swap_neighbours(best, left, right, position, natural=natural)
    return best


def count_crossings(layers: Columns, right: Links, position: Sequence[int]) -> int:
    """Count the pairs of links that cross.

    Args:
        layers: The nodes of each column, top first.
        right: For each node its neighbours one column to the right.
        position: The place of each node within its column.

    Returns:
        The number of crossings; links that share an end do not cross.

    Example:
        >>> count_crossings([[0, 1], [2, 3]], [[3], [2], [], []], [0, 1, 0, 1])
        1
    """
    total = 0
    for layer in layers:
        ends: list[int] = []
        for node in layer:
            near = right[node]
            if len(near) == 1:
                ends.append(position[near[0]])
            elif near:
                ends += sorted([position[user] for user in near])
        if ends == sorted(ends):
            continue
        passed: list[int] = []
        for end in ends:
            place = bisect_right(passed, end)
            total += len(passed) - place
            passed.insert(place, end)
    return total


def _least_crossed(column: Sequence[int], left: Links, right: Links, size: int) -> Columns:
    """The order with the fewest crossings of those that there is time for."""
    best: Columns = []
    fewest = size * size  # more than any order has
    work = WORK
    for start, layers, position in _orders(column, left, right, swapping=size <= SWAP_UP_TO):
        found = count_crossings(layers, right, position)
        if found < fewest:
            best, fewest = [layer[:] for layer in layers], found
        work -= size + found
        if not found or (start >= FEWEST_STARTS and work < 0):
            return best
    return best


def _orders(
    column: Sequence[int], left: Links, right: Links, *, swapping: bool
) -> Iterator[tuple[int, Columns, list[int]]]:
    """Orders without end, one mended from another: the number of the start, the columns, and the place of each node."""
    draw = Random(0).random  # the same series in every Python
    for start in count():
        onwards, back = (right, left) if start % 2 else (left, right)
        layers = _walk(column, onwards, back, draw if start >= FEWEST_STARTS else None)
        position = _row_of_each(layers, len(column))
        yield start, layers, position
        for _ in range(ROUNDS if swapping else 1):
            _sweep_across(layers, left, right, position)
            for ties in (True, False) if swapping else ():
                _swap_neighbours(layers, left, right, position, ties=ties)
            yield start, layers, position


def _walk(column: Sequence[int], onwards: Links, back: Links, draw: Callable[[], float] | None = None) -> Columns:
    """Fill the columns in depth-first order; a tree comes out without crossings. With a draw, turn its branches."""
    layers: Columns = [[] for _ in range(max(column) + 1)]
    seen = bytearray(len(column))
    stack = [node for node, links in enumerate(back) if not links][::-1]
    if draw:
        stack.sort(key=lambda _: draw())
    while stack:
        node = stack.pop()
        if not seen[node]:
            seen[node] = 1
            layers[column[node]].append(node)
            stack.extend(onwards[node] if draw and draw() < 0.5 else reversed(onwards[node]))
    return layers


def _sweep_across(layers: Columns, left: Links, right: Links, position: list[int]) -> None:
    _sweep(layers[1:], left, position)
    _sweep(layers[-2::-1], right, position)


def _sweep(layers: Columns, links: Links, position: list[int]) -> None:
    """Sort each column by the mean place of its neighbours; a node without any follows the one above it."""
    key = [0.0] * len(position)
    for layer in layers:
        above = -1.0
        for node in layer:
            near = links[node]
            if len(near) == 1:
                above = position[near[0]]
            elif near:
                above = sum([position[other] for other in near]) / len(near)
            key[node] = above
        layer.sort(key=key.__getitem__)
        _note_rows(layer, position)


def _swap_neighbours(
    layers: Columns,
    left: Links,
    right: Links,
    position: list[int],
    *,
    ties: bool = False,
    natural: Sequence[int] = (),
) -> None:
    """Swap vertical neighbours where that removes crossings; at a tie, always or towards a natural order."""
    for layer in layers:
        changed = False
        for place in range(1, len(layer)):
            upper, lower = layer[place - 1], layer[place]
            gain = _gain(upper, lower, left, right, position)
            if gain > 0 or (not gain and (ties or (natural and natural[lower] < natural[upper]))):
                layer[place - 1], layer[place] = lower, upper
                changed = True
        if changed:
            _note_rows(layer, position)


def _gain(upper: int, lower: int, left: Links, right: Links, position: list[int]) -> int:
    """How many crossings vanish when two nodes of a column change places."""
    gain = 0
    for links in (left, right):
        highs, lows = links[upper], links[lower]
        if not highs or not lows:
            continue
        if len(lows) == 1 and len(highs) == 1:
            at, end = position[highs[0]], position[lows[0]]
            gain += (at > end) - (at < end)
            continue
        for high in highs:
            at = position[high]
            for low in lows:
                end = position[low]
                if at > end:
                    gain += 1
                elif at < end:
                    gain -= 1
    return gain


def _row_of_each(layers: Columns, count: int) -> list[int]:
    """The place of each node within its column."""
    position = [0] * count
    for layer in layers:
        _note_rows(layer, position)
    return position


def _note_rows(layer: list[int], position: list[int]) -> None:
    """Note the places of the nodes of one column."""
    for place, node in enumerate(layer):
        position[node] = place
