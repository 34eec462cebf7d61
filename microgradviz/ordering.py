"""Order within the columns: which node stands above which, for few crossings."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

Columns = list[list[int]]
Links = Sequence[Sequence[int]]

# Work is counted in steps, not in seconds, so that the same graph gives the same picture everywhere.
START_WORK = 3_500  # nodes and links passed, crossings met; bigger graphs get fewer starts
FEWEST_STARTS, MOST_STARTS = 2, 40
HOPE = 1.5  # times the fewest crossings so far; an order with more is not mended
MENDING_TURNS = 2
POLISH_WORK, POLISH_PER_CROSSING = 2_400, 15  # pairs of neighbours compared; crossings count up to 100
POLISH_UP_TO = 800  # nodes and links
UPHILL = 0.15
TIDYING_TURNS = 4
COUNT_UP_TO = 40_000  # nodes and links; above, nobody reads crossings and the last sweep is taken


def arrange(column: Sequence[int], left: Links, right: Links) -> Columns:
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
        >>> arrange([0, 0, 1, 1], [[], [], [1], [0]], [[3], [2], [], []])  # 0 -> 3 and 1 -> 2 need not cross
        [[1, 0], [2, 3]]
    """
    if not column:
        return []
    size = len(column) + sum(map(len, right))
    if size > COUNT_UP_TO:
        layers = _walk(column, left, right)
        _sweep_across(layers, left, right, _positions(layers, len(column)))
        return layers
    best, fewest = _best_start(column, left, right, size)
    if size <= POLISH_UP_TO:
        best = _polish(best, column, left, right, fewest)
        natural = _positions(_walk(column, left, right), len(column))
        position = _positions(best, len(column))
        for _ in range(TIDYING_TURNS):
            _untangle(best, left, right, position, natural=natural)
    return best


def crossings(layers: Columns, right: Links, position: Sequence[int]) -> int:
    """Count the pairs of links that cross.

    Args:
        layers: The nodes of each column, top first.
        right: For each node its neighbours one column to the right.
        position: The place of each node within its column.

    Returns:
        The number of crossings; links that share an end do not cross.

    Example:
        >>> crossings([[0, 1], [2, 3]], [[3], [2], [], []], [0, 1, 0, 1])
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
        position = _positions(layers, len(column))
        if start < 2:
            found = crossings(layers, right, position)
            if found < fewest:
                best, fewest = [layer[:] for layer in layers], found
            if not found:
                break
        _sweep_across(layers, left, right, position)
        found = crossings(layers, right, position)
        if size <= POLISH_UP_TO and found <= HOPE * fewest + 2:
            for turn in range(MENDING_TURNS):
                found -= _untangle(layers, left, right, position, ties=not turn)
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


def _positions(layers: Columns, count: int) -> list[int]:
    position = [0] * count
    for layer in layers:
        _number(layer, position)
    return position


def _number(layer: list[int], position: list[int]) -> None:
    for place, node in enumerate(layer):
        position[node] = place


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
        _number(layer, position)


def _polish(layers: Columns, column: Sequence[int], left: Links, right: Links, crossed: int) -> Columns:
    """Undo one crossing at a time: move an end of one link past the other link, and mend the surroundings.

    Goes on from what is no worse, now and then from what is little worse; returns the best order met.
    """
    best, fewest = [layer[:] for layer in layers], crossed
    position = _positions(layers, len(column))
    steps = [
        sum([1 + (len(left[a]) * len(left[b]) + len(right[a]) * len(right[b])) // 4 for a, b in pairwise(layer)])
        for layer in layers
    ]
    looks = [1 + sum([len(right[node]) for node in layer]) // 8 for layer in layers]
    work = POLISH_WORK + POLISH_PER_CROSSING * min(crossed, 100)
    for turn in range(6):
        work -= sum(steps)
        if work < 0:
            return best
        gain = _untangle(layers, left, right, position, ties=not turn)
        crossed -= gain
        if turn and not gain:
            break
    joins = [(node, user) for node, users in enumerate(right) for user in users]
    draw = Random(0).random  # the same series in every Python
    while True:
        if crossed < fewest:
            best, fewest = [layer[:] for layer in layers], crossed
        if not crossed or work <= 0:
            return best
        a, b = joins[int(draw() * len(joins))]
        across = [
            (c, d)
            for c in layers[column[a]]
            for d in right[c]
            if (position[c] - position[a]) * (position[d] - position[b]) < 0
        ]
        work -= looks[column[a]]
        if not across:
            continue
        c, d = across[int(draw() * len(across))]
        node, goal = ((a, c), (c, a), (b, d), (d, b))[int(draw() * 4)]
        at = column[node]
        layer = layers[at]
        old, new = position[node], position[goal]
        first = max(at - 1, 0)
        window = layers[first : at + 2]
        saved = [nodes[:] for nodes in window]
        cost = sum(steps[first : at + 2]) + 1
        gain = 0
        for other in layer[new:old]:
            gain += _gain(other, node, left, right, position)
        for other in layer[old + 1 : new + 1]:
            gain += _gain(node, other, left, right, position)
        layer.insert(new, layer.pop(old))
        _number(layer, position)
        # The surroundings first: the column itself would only move the node back.
        window.append(window.pop(at - first))
        for turn in range(2):
            step = _untangle(window, left, right, position, ties=not turn)
            gain += step
            work -= cost
            if turn and not step:
                break
        if gain >= 0 or (gain >= -2 and draw() < UPHILL):
            crossed -= gain
        else:
            layers[first : at + 2] = saved
            for nodes in saved:
                _number(nodes, position)


def _untangle(
    layers: Columns,
    left: Links,
    right: Links,
    position: list[int],
    *,
    ties: bool = False,
    natural: Sequence[int] = (),
) -> int:
    """Swap vertical neighbours where that removes crossings; at a tie, always or towards a natural order.

    Returns the number of crossings removed.
    """
    removed = 0
    for layer in layers:
        changed = False
        for place in range(1, len(layer)):
            upper, lower = layer[place - 1], layer[place]
            gain = _gain(upper, lower, left, right, position)
            if gain > 0 or (not gain and (ties or (natural and natural[lower] < natural[upper]))):
                layer[place - 1], layer[place] = lower, upper
                removed += gain
                changed = True
        if changed:
            _number(layer, position)
    return removed


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
