"""Fewer crossings, one move at a time: neighbours change places, nodes move on trial."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

Columns = list[list[int]]
Links = Sequence[Sequence[int]]

POLISH_WORK, POLISH_PER_CROSSING = 2_400, 15  # pairs of neighbours compared; crossings count up to 100
UPHILL = 0.15


def row_of_each(layers: Columns, count: int) -> list[int]:
    """The place of each node within its column."""
    position = [0] * count
    for layer in layers:
        note_rows(layer, position)
    return position


def note_rows(layer: list[int], position: list[int]) -> None:
    """Note the places of the nodes of one column."""
    for place, node in enumerate(layer):
        position[node] = place


def undo_crossings(layers: Columns, column: Sequence[int], left: Links, right: Links, crossed: int) -> Columns:
    """Undo one crossing at a time: move an end of one link past the other link, and mend the surroundings.

    Goes on from what is no worse, now and then from what is little worse; returns the best order met.
    """
    best, fewest = [layer[:] for layer in layers], crossed
    position = row_of_each(layers, len(column))
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
        gain = swap_neighbours(layers, left, right, position, ties=not turn)
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
        note_rows(layer, position)
        # The surroundings first: the column itself would only move the node back.
        window.append(window.pop(at - first))
        for turn in range(2):
            step = swap_neighbours(window, left, right, position, ties=not turn)
            gain += step
            work -= cost
            if turn and not step:
                break
        if gain >= 0 or (gain >= -2 and draw() < UPHILL):
            crossed -= gain
        else:
            layers[first : at + 2] = saved
            for nodes in saved:
                note_rows(nodes, position)


def swap_neighbours(
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
            note_rows(layer, position)
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
