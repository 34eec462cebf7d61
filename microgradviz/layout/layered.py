"""Positions: where the cards of a picture stand and how its edges run."""

from collections.abc import Sequence
from typing import NamedTuple

from .columns import Lanes, assign_columns, reserve_lanes
from .rows import order_within_columns

Point = tuple[float, float]

SWEEPS = 2  # of the coordinates; more change nothing that is seen
LANE_WEIGHT, LEAF_WEIGHT = 4.0, 1e-4  # against 1 of other cards: long edges run straight, leaves make room
HELD = 1e6  # against 1: does not move
WITHIN = 0.05  # px; nearer points of a route are one


class Layout(NamedTuple):
    """Where everything stands, in px; y grows downwards.

    Attributes:
        x: Left edge of each node's card.
        y: Top edge of each node's card.
        column: Layer of each node, 0 the first.
        width: Width of the whole picture, margin included.
        height: Height of the whole picture, margin included.
        routes: For each edge the points it runs through, from the source's card to the target's.
    """

    x: list[float]
    y: list[float]
    column: list[int]
    width: float
    height: float
    routes: list[list[Point]]


def place_in_layers(
    count: int,
    sources: Sequence[int],
    targets: Sequence[int],
    *,
    widths: Sequence[float] | None = None,
    heights: Sequence[float] | None = None,
    card: tuple[float, float] = (132.0, 60.0),
    gap: tuple[float, float] = (48.0, 18.0),
    margin: float = 12.0,
    rankdir: str = "LR",
    packed: bool = False,
) -> Layout:
    """Lay out a graph in layers, inputs first.

    The same arguments give the same picture everywhere; time grows linearly with nodes and edges.

    Args:
        count: Number of nodes; nodes are 0 .. count - 1 in topological order.
        sources: The input of each edge.
        targets: The user of each edge. Edges into one node arrive from top to bottom in the order given,
            unless they would cross on the way in.
        widths: Width of each node's card in px; all as wide as `card` if absent.
        heights: Height of each, likewise.
        card: Width and height of a card in px.
        gap: Least distance in px between layers, and between cards (or passing edges) of one layer.
        margin: Free space in px around the picture.
        rankdir: "LR" for layers from left to right, "TB" from top to bottom.
        packed: Whether every layer begins at the edge of the picture, which takes the least room across.

    Returns:
        The positions and routes.

    Example:
        >>> flow = place_in_layers(3, [0, 1], [2, 2])  # a * b
        >>> flow.x, flow.y, flow.column
        ([12.0, 12.0, 192.0], [12.0, 90.0, 51.0], [0, 0, 1])
    """
    inputs: list[list[int]] = [[] for _ in range(count)]
    users: list[list[int]] = [[] for _ in range(count)]
    for source, target in zip(sources, targets, strict=True):
        inputs[target].append(source)
        users[source].append(target)
    column = assign_columns(inputs, users)
    lanes = reserve_lanes(column, sources, targets)
    layers = order_within_columns(lanes.column, lanes.left, lanes.right)

    down = rankdir == "TB"
    wide = list(widths) if widths is not None else [card[0]] * count
    tall = list(heights) if heights is not None else [card[1]] * count
    along, across = (tall, wide) if down else (wide, tall)
    size = across + [0.0] * (len(lanes.column) - count)
    middle = _pack_all(layers, size, gap[1]) if packed else _settle(layers, lanes, size, gap[1], count)
    top = min([at - extent / 2 for at, extent in zip(middle, size, strict=True)], default=0.0) - margin
    middle = [round(at - top, 2) for at in middle]
    breadth = max([at + extent / 2 for at, extent in zip(middle, size, strict=True)], default=margin) + margin

    begin, end = [], [margin - gap[0]]
    for layer in layers:
        begin.append(end[-1] + gap[0])
        end.append(round(begin[-1] + max([along[node] for node in layer if node < count], default=0.0), 2))
    del end[0]
    length = (end[-1] if end else margin) + margin
    head = [round((begin[at] + end[at] - extent) / 2, 2) for at, extent in zip(column, along, strict=True)]
    side = [at - extent / 2 for at, extent in zip(middle, across, strict=False)]

    port = _ports(sources, targets, lanes, middle, across)
    routes: list[list[Point]] = []
    for source, target, path, arrival in zip(sources, targets, lanes.paths, port, strict=True):
        start, stop = column[source], column[target]
        route = [(round(head[source] + along[source], 2), middle[source])]
        if end[start] - route[0][0] > WITHIN:
            route.append((end[start], middle[source]))
        for place in path:
            at = lanes.column[place]
            route += [(begin[at], middle[place]), (end[at], middle[place])]
        if head[target] - begin[stop] > WITHIN:
            route.append((begin[stop], arrival))
        routes.append([*route, (head[target], arrival)])
    if down:
        turned = [[(b, a) for a, b in route] for route in routes]
        return Layout(side, head, column, breadth, length, turned)
    return Layout(head, side, column, length, breadth, routes)


def _ports(
    sources: Sequence[int], targets: Sequence[int], lanes: Lanes, middle: list[float], across: list[float]
) -> list[float]:
    """Where each edge meets its target: in edge order, unless the edges would then cross at the card."""
    arriving: list[list[tuple[float, int]]] = [[] for _ in across]
    for edge, (source, target) in enumerate(zip(sources, targets, strict=True)):
        path = lanes.paths[edge]
        arriving[target].append((middle[path[-1] if path else source], edge))
    port = [0.0] * len(targets)
    for target, edges in enumerate(arriving):
        edges.sort()
        for slot, (_, edge) in enumerate(edges, start=1):
            port[edge] = round(middle[target] + across[target] * (slot / (len(edges) + 1) - 0.5), 2)
    return port


def _pack_all(layers: list[list[int]], size: list[float], gap: float) -> list[float]:
    """Middle of each place across the layers, each layer from the edge on."""
    middle = [0.0] * len(size)
    for layer in layers:
        begin = 0.0
        for node in layer:
            middle[node] = begin + size[node] / 2
            begin += size[node] + gap
    return middle


def _settle(layers: list[list[int]], lanes: Lanes, size: list[float], gap: float, count: int) -> list[float]:
    """Middle of each place across the layers: near its neighbours, order and gaps held."""
    left, right = lanes.left, lanes.right
    # A result stands level with the results it comes from; its leaves stand beside. A long sum then runs straight.
    spine = [[x for x in near if left[x]] or near for near in left]
    weight = [1.0 if near else LEAF_WEIGHT for near in left[:count]] + [LANE_WEIGHT] * (len(size) - count)
    middle = [0.0] * len(size)
    offsets = []
    for layer in layers:
        offset, previous = 0.0, 0.0
        row: list[float] = []
        for node in layer:
            offset += (previous + size[node]) / 2 + gap
            previous = size[node]
            row.append(offset)
        offsets.append(row)
        _pack(layer, row, [0.0] * len(layer), weight, middle)
    there = list(zip(layers, offsets, strict=True))
    for _ in range(SWEEPS):
        for layer, row in there[::-1]:
            _pack(layer, row, _wishes(layer, right, left, middle), weight, middle)
        for layer, row in there:
            _pack(layer, row, _wishes(layer, spine, right, middle), weight, middle)
    # Last, leaves go to their users, and what is a user's one input stands level with it; the rest stays.
    for layer, row in there[-2::-1]:
        wishes = [middle[node] for node in layer]
        for index, node in enumerate(layer):
            users = right[node]
            single = len(users) == 1 and len(left[users[0]]) == 1 and node < count
            weight[node] = 1.0 if users and (single or not left[node]) else HELD
            if weight[node] != HELD:
                wishes[index] = sum([middle[user] for user in users]) / len(users)
        _pack(layer, row, wishes, weight, middle)
    return middle


def _wishes(layer: list[int], near: list[list[int]], other: list[list[int]], middle: list[float]) -> list[float]:
    """Where the nodes of a layer would stand, were there room: amid their neighbours on one side."""
    wishes = []
    for node in layer:
        links = near[node] or other[node]
        if len(links) == 1:
            wishes.append(middle[links[0]])
        elif links:
            wishes.append(sum([middle[link] for link in links]) / len(links))
        else:
            wishes.append(middle[node])
    return wishes


def _pack(
    layer: list[int], offsets: list[float], wishes: list[float], weight: list[float], middle: list[float]
) -> None:
    """Give a layer the places nearest its wishes, in least squares (pool adjacent violators)."""
    blocks: list[tuple[float, float, int]] = []  # mean, weight, and where the block ends
    for index, node in enumerate(layer):
        mean, total = wishes[index] - offsets[index], weight[node]
        while blocks and blocks[-1][0] >= mean:
            above, more, _ = blocks.pop()
            mean = (mean * total + above * more) / (total + more)
            total += more
        blocks.append((mean, total, index + 1))
    index = 0
    for mean, _, end in blocks:
        while index < end:
            middle[layer[index]] = mean + offsets[index]
            index += 1
