"""Time and crossings of our layout against Graphviz's dot, on graphs as lessons and training make them.

    python benchmarks/bench_layout.py [--json FILE] [--quick]

Times are processor time of one layout, the best of several; dot's include its start (see the row `one node`).
Crossings are counted on the lines as drawn, for both alike: pairs of edges without a common end that meet.
"""

import argparse
import json
import random
import resource
import shutil
import subprocess
import time
from itertools import pairwise
from typing import Any

from microgradviz.layout.layered import Layout, place_in_layers

Point = tuple[float, float]
Route = list[Point]

COUNT_UP_TO, DOT_UP_TO = 150, 1_500  # values


class Graph:
    """A graph under construction: nodes in topological order, and edges."""

    def __init__(self) -> None:
        self.count = 0
        self.sources: list[int] = []
        self.targets: list[int] = []

    def add(self, *inputs: int) -> int:
        """Add a node and return it."""
        self.sources += inputs
        self.targets += [self.count] * len(inputs)
        self.count += 1
        return self.count - 1

    def layout(self, **options: Any) -> Layout:
        """Lay the graph out."""
        return place_in_layers(self.count, self.sources, self.targets, **options)


def lesson() -> Graph:
    """L = (a * b + c) * f."""
    g = Graph()
    g.add(g.add(g.add(g.add(), g.add()), g.add()), g.add())
    return g


def square() -> Graph:
    """a * a."""
    g = Graph()
    a = g.add()
    g.add(a, a)
    return g


def diamond() -> Graph:
    """d = (a + 1) * (3 * a)."""
    g = Graph()
    a = g.add()
    g.add(g.add(a, g.add()), g.add(g.add(), a))
    return g


def chain(length: int) -> Graph:
    """A function of a function of a function."""
    g = Graph()
    node = g.add()
    for _ in range(length - 1):
        node = g.add(node)
    return g


def softmax(size: int) -> Graph:
    """The log of each share."""
    g = Graph()
    powers = [g.add(g.add()) for _ in range(size)]
    total = g.add(*powers)
    for power in powers:
        g.add(g.add(power, total))
    return g


def mlp(*sizes: int, samples: int = 0, running: bool = False) -> Graph:
    """A net of tanh neurons; with samples, its loss: squared errors summed at once or as a running sum."""
    g = Graph()
    layers = [[(g.add(), [g.add() for _ in range(wide)]) for _ in range(neurons)] for wide, neurons in pairwise(sizes)]
    losses = []
    for _ in range(max(samples, 1)):
        x = [g.add() for _ in range(sizes[0])]
        for layer in layers:
            x = [g.add(g.add(b, *[g.add(w, xi) for w, xi in zip(ws, x, strict=True)])) for b, ws in layer]
        if samples:
            losses.append(g.add(g.add(x[0], g.add())))
    if running:
        total = losses[0]
        for loss in losses[1:]:
            total = g.add(total, loss)
    elif samples > 1:
        g.add(*losses)
    return g


def expression(size: int, seed: int) -> Graph:
    """A random expression of about `size` values, in which a quarter of the values is used again."""
    draw = random.Random(seed)
    g = Graph()
    pool: list[int] = []
    while g.count < size or len(pool) > 1:
        growing = g.count < size
        if growing and (len(pool) < 2 or draw.random() < 0.4):
            pool.append(g.add())
        elif draw.random() < 0.2:
            pool.append(g.add(pool.pop(draw.randrange(len(pool)))))
        else:
            pair = draw.choice(pool), draw.choice(pool)
            for node in sorted(set(pair)):
                if not growing or draw.random() > 0.25:
                    pool.remove(node)
            pool.append(g.add(*pair))
    return g


def readable() -> dict[str, Graph]:
    """Graphs of up to about 100 values, whose crossings are compared."""
    table = {
        "(a*b+c)*f": lesson(),
        "a*a": square(),
        "(a+1)*(3*a)": diamond(),
        "chain 30": chain(30),
        "softmax 3": softmax(3),
        "neuron 2": mlp(2, 1),
        "neuron 5": mlp(5, 1),
    }
    for sizes in ((2, 2, 1), (2, 3, 1), (3, 4, 1), (4, 4, 1)):
        table["mlp " + "-".join(map(str, sizes))] = mlp(*sizes)
    for samples in range(1, 6):
        table[f"neuron 2, {samples} samples"] = mlp(2, 1, samples=samples)
    for samples in (2, 3, 5):
        table[f"mlp 2-1-1, {samples} samples, running"] = mlp(2, 1, 1, samples=samples, running=True)
    table["mlp 2-2-1, 3 samples"] = mlp(2, 2, 1, samples=3)
    for size in (8, 12, 16, 25, 40, 60, 80):
        for seed in range(4):
            table[f"expression {size}, seed {seed}"] = expression(size, seed)
    return table


def large() -> dict[str, Graph]:
    """Graphs whose time is measured."""
    return {
        "one node": chain(1),
        "expression 100": expression(70, 7),
        "mlp 3-3-2-1, 2 samples": mlp(3, 3, 2, 1, samples=2),
        "expression 1,000": expression(750, 7),
        "mlp 3-4-4-1, 17 samples": mlp(3, 4, 4, 1, samples=17),
        "expression 10,000": expression(7_800, 7),
        "mlp 2-16-16-1, 26 samples": mlp(2, 16, 16, 1, samples=26),
        "chain 10,000": chain(10_000),
        "mlp 2-16-16-1, 170 samples": mlp(2, 16, 16, 1, samples=170),
        "mlp 2-16-16-1, 170 samples, running": mlp(2, 16, 16, 1, samples=170, running=True),
    }


def dot_routes(graph: Graph) -> list[Route]:
    """Lay out by Graphviz's dot: one box per value, same sizes; returns each edge's curve as short lines."""
    body = [f"{node};" for node in range(graph.count)]
    body += [f"{s}->{t};" for s, t in zip(graph.sources, graph.targets, strict=True)]
    text = (
        'digraph{rankdir=LR;ranksep=0.667;nodesep=0.25;edge[dir=none];node[shape=box,fixedsize=true,label="",'
        f"width=1.833,height=0.833];{''.join(body)}}}"
    )
    plain = subprocess.run(["dot", "-Tplain"], input=text, capture_output=True, text=True, check=True).stdout
    found: dict[tuple[int, int], list[Route]] = {}
    for line in plain.splitlines():
        word, *rest = line.split()
        if word == "edge":
            source, target, amount = map(int, rest[:3])
            numbers = [72 * float(number) for number in rest[3 : 3 + 2 * amount]]
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
            route = points[:1]
            for start in range(0, amount - 1, 3):
                route += [_bezier(points[start : start + 4], step / 9) for step in range(1, 10)]
            found.setdefault((source, target), []).append(route)
    return [found[edge].pop() for edge in zip(graph.sources, graph.targets, strict=True)]


def _bezier(points: list[Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x = sum(weight * point[0] for weight, point in zip(weights, points, strict=True))
    y = sum(weight * point[1] for weight, point in zip(weights, points, strict=True))
    return x, y


def crossings(graph: Graph, routes: list[Route]) -> int:
    """Count the crossings of drawn edges that have no end in common."""
    draw = random.Random(0)
    # A hair's breadth each, lest symmetric lines meet exactly at a corner and go uncounted.
    nudges = [draw.random() / 100 for _ in routes]
    routes = [[(x, y + nudge) for x, y in route] for route, nudge in zip(routes, nudges, strict=True)]
    ends = [{source, target} for source, target in zip(graph.sources, graph.targets, strict=True)]
    lines = sorted((*sorted((p, q)), edge) for edge, route in enumerate(routes) for p, q in pairwise(route))
    total, before = 0, []
    for p, q, edge in lines:  # from left to right
        before = [line for line in before if line[1][0] >= p[0]]
        total += sum(ends[edge].isdisjoint(ends[other]) and _meet(p, q, r, s) for r, s, other in before)
        before.append((p, q, edge))
    return total


def _meet(p: Point, q: Point, r: Point, s: Point) -> bool:
    return _side(p, q, r) * _side(p, q, s) < 0 and _side(r, s, p) * _side(r, s, q) < 0


def _side(p: Point, q: Point, r: Point) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _our_time(graph: Graph) -> float:
    best = float("inf")
    for _ in range(9 if graph.count < 2_000 else 3):
        start = time.process_time()
        graph.layout()
        best = min(best, time.process_time() - start)
    return best


def _dot_time(graph: Graph) -> float:
    best = float("inf")
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        dot_routes(graph)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def main() -> None:
    """Measure, print the table, and write it as JSON if asked."""
    parser = argparse.ArgumentParser(description="Time and crossings of our layout against Graphviz's dot.")
    parser.add_argument("--json", metavar="FILE", help="also write the rows here")
    parser.add_argument("--quick", action="store_true", help="leave out graphs of over 2,000 values")
    options = parser.parse_args()
    has_dot = shutil.which("dot") is not None
    rows = []
    print(f"{'graph':38} {'values':>7} {'edges':>7} {'ms':>9} {'dot ms':>9} {'ratio':>7}   crossings ours/dot")
    for name, graph in {**readable(), **large()}.items():
        if options.quick and graph.count > 2_000:
            continue
        row: dict[str, Any] = {"graph": name, "values": graph.count, "edges": len(graph.sources)}
        row["ms"] = 1e3 * _our_time(graph)
        small = graph.count <= COUNT_UP_TO
        timed = has_dot and graph.count <= DOT_UP_TO
        row["dot_ms"] = 1e3 * _dot_time(graph) if timed else None
        row["ratio"] = row["ms"] / row["dot_ms"] if timed else None
        row["crossings"] = crossings(graph, graph.layout().routes) if small else None
        row["dot_crossings"] = crossings(graph, dot_routes(graph)) if small and has_dot else None
        rows.append(row)
        cells = [f"{row['ms']:9.2f}"]
        cells += [f"{row['dot_ms']:9.2f}", f"{row['ratio']:7.2f}"] if timed else [f"{'-':>9}", f"{'-':>7}"]
        cells.append(f"  {row['crossings']}/{row['dot_crossings']}" if small else "  -")
        print(f"{name:38} {graph.count:7} {row['edges']:7} {' '.join(cells)}", flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
