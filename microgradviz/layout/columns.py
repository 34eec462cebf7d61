"""Columns: which layer of the picture each node stands in, and which ones an edge passes."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

TIGHTEN_UP_TO = 300  # nodes; shifts take more than linear time
MOST_TURNS = 12
APART_UP_TO = 60  # places; with more to hold, the edges of one source share theirs, as a trunk that branches
PLACES_PER_EDGE = 4  # passed on average; with more to pass, the longest edges hold none


def assign_columns(inputs: Sequence[Sequence[int]], users: Sequence[Sequence[int]]) -> list[int]:
    """Give each node a column, so that edges run rightwards and are short in sum.

    Every node starts as far left as its inputs allow. Then, from the result back, a node moves up to its
    first user when that stretches no more edges than it shortens. What a node alone uses would travel with
    it, so the edges that stretch are those of a smallest cut through that private tree: one pass finds it.
    Small graphs are then tightened further.

    Args:
        inputs: The inputs of each node, nodes in topological order; a repeated input is listed as often.
        users: The users of each node, likewise.

    Returns:
        The column of each node; 0 is the leftmost in use.

    Example:
        >>> assign_columns([[], [], [0, 1], [], [2, 3]], [[2], [2], [4], [4], []])  # a * b + c
        [0, 0, 1, 1, 2]
    """
    column = [0] * len(inputs)
    stretched = [0] * len(inputs)
    for node, sources in enumerate(inputs):
        for source, edges in Counter(sources).items():
            column[node] = max(column[node], column[source] + 1)
            private = len(users[source]) == edges
            stretched[node] += min(edges, stretched[source]) if private else edges
    for node in range(len(inputs) - 1, -1, -1):
        if users[node] and stretched[node] <= len(users[node]):
            column[node] = min([column[user] for user in users[node]]) - 1
    if len(inputs) <= TIGHTEN_UP_TO:
        _tighten(column, inputs, users)
    first = min(column, default=0)
    return [at - first for at in column]


class Lanes(NamedTuple):
    """The graph with a place held in every column that an edge passes: links join neighbouring columns.

    Attributes:
        column: The column of each node, then of each place held.
        left: For each node or place its neighbours one column to the left.
        right: For each node or place its neighbours one column to the right.
        paths: For each edge the places it runs through.
    """

    column: list[int]
    left: list[list[int]]
    right: list[list[int]]
    paths: list[range]


def reserve_lanes(column: Sequence[int], sources: Sequence[int], targets: Sequence[int]) -> Lanes:
    """Hold a place for each long edge in each column that it passes.

    Args:
        column: The column of each node.
        sources: The input of each edge.
        targets: The user of each edge.

    Returns:
        The links between neighbouring columns, and the path of each edge.

    Example:
        >>> reserve_lanes([0, 1, 2], [0, 1, 0], [1, 2, 2]).paths  # the edge 0 -> 2 passes column 1 at place 3
        [range(3, 3), range(3, 3), range(3, 4)]
    """
    passed = [column[target] - column[source] - 1 for source, target in zip(sources, targets, strict=True)]
    apart = sum(passed) <= APART_UP_TO
    trunks = range(len(sources)) if apart else sources
    longest = max(passed, default=0)
    while not apart and sum([span for span in passed if span <= longest]) > PLACES_PER_EDGE * len(passed):
        longest //= 2
    reach = [0] * (len(sources) if apart else len(column))
    for trunk, span in zip(trunks, passed, strict=True):
        if reach[trunk] < span <= longest:
            reach[trunk] = span
    first = list(accumulate(reach, initial=len(column)))
    places = [*column, *[0] * sum(reach)]
    left: list[list[int]] = [[] for _ in places]
    right: list[list[int]] = [[] for _ in places]
    paths = []
    for trunk, source, target, span in zip(trunks, sources, targets, passed, strict=True):
        path = range(first[trunk], first[trunk] + (span if span <= longest else 0))
        paths.append(path)
        for step in range(len(path) - 1, -1, -1):
            place = path[step]
            if left[place]:
                break
            before = path[step - 1] if step else source
            places[place] = column[source] + 1 + step
            left[place].append(before)
            right[before].append(place)
        if span <= longest:
            before = path[-1] if path else source
            left[target].append(before)
            right[before].append(target)
    return Lanes(places, left, right, paths)


def _tighten(column: list[int], inputs: Sequence[Sequence[int]], users: Sequence[Sequence[int]]) -> None:
    """Shift groups of nodes as long as that shortens the edges in sum.

    The groups are the subtrees of a forest of edges that cannot be shorter, as in network simplex. Shifting
    any set of nodes by one column changes the sum by the edges that enter its nodes less those that leave
    them, since edges within the set count on both sides: so a subtree's gain is the sum over its nodes.
    """
    pull = [len(after) - len(before) for before, after in zip(inputs, users, strict=True)]
    for _ in range(MOST_TURNS):
        order, parent = _forest(column, inputs, users)
        gain, size = pull[:], [1] * len(pull)
        for node in reversed(order):
            if parent[node] >= 0:
                gain[parent[node]] += gain[node]
                size[parent[node]] += size[node]
        moved = False
        for place, node in enumerate(order):
            if not gain[node]:
                continue
            side = 1 if gain[node] > 0 else -1
            if parent[node] >= 0 and (column[parent[node]] - column[node]) * side > 0:
                continue
            links = users if side > 0 else inputs
            group = order[place : place + size[node]]
            inside = set(group)
            room = [(column[o] - column[n]) * side for n in group for o in links[n] if o not in inside]
            step = min(room, default=1) - 1
            if step > 0:
                moved = True
                for member in group:
                    column[member] += side * step
        if not moved:
            break


def _forest(
    column: list[int], inputs: Sequence[Sequence[int]], users: Sequence[Sequence[int]]
) -> tuple[list[int], list[int]]:
    """Spanning forest of the edges between neighbouring columns: nodes in preorder, and each one's parent."""
    parent = [-2] * len(column)
    order: list[int] = []
    for root in range(len(column) - 1, -1, -1):
        stack = [(root, -1)]
        while stack:
            node, above = stack.pop()
            if parent[node] == -2:
                parent[node] = above
                order.append(node)
                at = column[node]
                stack += [(u, node) for u in users[node] if parent[u] == -2 and column[u] == at + 1]
                stack += [(u, node) for u in inputs[node] if parent[u] == -2 and column[u] == at - 1]
    return order, parent
