"""Order within the columns: which node stands above which, for few crossings."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from random import Random

from .swaps import Columns, Links, note_rows, row_of_each, swap_neighbours, undo_crossings

# Work is counted in steps, not in seconds, so that the same graph gives the same picture everywhere.
START_WORK = 3_500  # nodes and links passed, crossings met; bigger graphs get fewer starts
FEWEST_STARTS, MOST_STARTS = 2, 40
HOPE = 1.5  # times the fewest crossings so far; an order with more is not mended
MENDING_TURNS = 2
POLISH_UP_TO = 800  # nodes and links
TIDYING_TURNS = 4
COUNT_UP_TO = 40_000  # nodes and links; above, nobody reads crossings and the last sweep is taken


def order_within_columns(column: Sequence[int], left: Links, right: Links) -> Columns:
    """Order the nodes of each column from top to bottom.

    A barycentre sweep there and back from each of several depth-first starts; the order with the fewest
    crossings is kept. A large graph gets two starts, a small one many, with branches turned at random: what
    comes later moves one node at a time and would not turn them. Then neighbours are swapped and nodes are
    moved on trial; at last, what may be swapped for nothing returns to the order of the formula.

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
        _sweep_across(layers, left, right, row_of_each(layers, len(column)))
        return layers
    best, fewest = _best_start(column, left, right, size)
    if size <= POLISH_UP_TO:
        best = undo_crossings(best, column, left, right, fewest)
        natural = row_of_each(_walk(column, left, right), len(column))
        position = row_of_each(best, len(column))
        for _ in range(TIDYING_TURNS):
            swap_neighbours(best, left, right, position, natural=natural)
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


def _best_start(column: Sequence[int], left: Links, right: Links, size: int) -> tuple[Columns, int]:
    """Sweep from several starts; returns the order with the fewest crossings, and their number."""
    draw = Random(0).random  # the same series in every Python
    best: Columns = []
    fewest = size * size  # more than any order has
    work = START_WORK
    for start in range(MOST_STARTS):
        if start >= FEWEST_STARTS and work < size + fewest:
            break
        onwards, back = (right, left) if start % 2 else (left, right)
        layers = _walk(column, onwards, back, draw if start > 1 else None)
        position = row_of_each(layers, len(column))
        if start < 2:
            found = count_crossings(layers, right, position)
            if found < fewest:
                best, fewest = [layer[:] for layer in layers], found
            if not found:
                break
        _sweep_across(layers, left, right, position)
        found = count_crossings(layers, right, position)
        if size <= POLISH_UP_TO and found <= HOPE * fewest + 2:
            for turn in range(MENDING_TURNS):
                found -= swap_neighbours(layers, left, right, position, ties=not turn)
        if found < fewest:
            best, fewest = layers, found
        if not found:
            break
        work -= size + fewest
    return best, fewest


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
        note_rows(layer, position)
