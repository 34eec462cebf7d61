"""Time to draw an expression: our draw_dot and our own picture against the draw_dot of micrograd's notebook.

    python benchmarks/bench_draw.py [--json FILE] [--quick]

The same expression is drawn by both: a neural network's loss as large as the row says. Columns, in ms of
processor time, which a busy machine changes little:

    dot text    the DOT text, ours from trace to source; theirs from trace to source
    display     what a notebook shows: ours is Graphviz's SVG up to 300 values and our own beyond; theirs is always
                Graphviz's. Graphviz runs up to 1,000 values here, because at 10,000 it takes minutes.
    own         our own SVG, which needs no program but Python

A ratio is theirs over ours: above 1 we are faster.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import time
from collections.abc import Callable
from typing import Any

from graphviz import Digraph

from microgradviz import MLP, Value, draw_dot, total, trace
from microgradviz.views.still.picture import draw_svg

GRAPHVIZ_UP_TO = 1_500  # values


# The peer: draw_dot of karpathy/micrograd, trace_graph.ipynb (MIT License, © 2020 Andrej Karpathy).
def their_trace(root: Any) -> tuple[set[Any], set[Any]]:
    nodes: set[Any] = set()
    edges: set[Any] = set()

    def build(v: Any) -> None:
        if v not in nodes:
            nodes.add(v)
            for child in v._prev:
                edges.add((child, v))
                build(child)

    build(root)
    return nodes, edges


def their_draw_dot(root: Any, format: str = "svg", rankdir: str = "LR") -> Digraph:
    nodes, edges = their_trace(root)
    dot = Digraph(format=format, graph_attr={"rankdir": rankdir})
    for n in nodes:
        dot.node(name=str(id(n)), label=f"{{ data {n.data:.4f} | grad {n.grad:.4f} }}", shape="record")
        if n._op:
            dot.node(name=str(id(n)) + n._op, label=n._op)
            dot.edge(str(id(n)) + n._op, str(id(n)))
    for n1, n2 in edges:
        dot.edge(str(id(n1)), str(id(n2)) + n2._op)
    return dot


def expression(values: int) -> Value:
    """The loss of a small network, over as many samples as make about so many values."""
    net = MLP(2, [4, 1] if values >= 100 else [1], seed=1)
    losses: list[Value] = []
    while not losses or len(trace(total(losses))) < values:
        step = max(1, len(losses) // 8)
        for _ in range(step):
            out = net([Value(0.1 * len(losses)), Value(1.0)])
            out = out[0] if isinstance(out, list) else out
            losses.append((out - 1.0) ** 2 if values >= 100 else out)
    loss = total(losses)
    loss.backward()
    return loss


def best(run: Callable[[], Any], seconds: float = 1.0) -> float:
    """The least processor time of several runs, Graphviz's included, ms."""
    times: list[float] = []
    while len(times) < 3 or (sum(times) < seconds and len(times) < 30):
        start = processor_time()
        run()
        times.append(processor_time() - start)
        if times[-1] > seconds:
            break
    return 1e3 * min(times)


def processor_time() -> float:
    """Of this process and the programs that it has run, s."""
    programs = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + programs.ru_utime + programs.ru_stime


def without_path(run: Callable[[], Any]) -> Callable[[], Any]:
    """The same where no program is found."""

    def bare() -> None:
        path = os.environ["PATH"]
        os.environ["PATH"] = ""
        try:
            run()
        finally:
            os.environ["PATH"] = path

    return bare


def measure(values: int, has_dot: bool) -> dict[str, Any]:
    """One row."""
    root = expression(values)
    traced = trace(root)
    graphviz_too = has_dot and len(traced) <= GRAPHVIZ_UP_TO
    row: dict[str, Any] = {"values": len(traced), "edges": len(traced.sources)}
    row["dot_text"] = best(lambda: draw_dot(root).source)
    row["their_dot_text"] = best(lambda: their_draw_dot(root).source)
    row["display"] = best(lambda: draw_dot(root)._repr_mimebundle_()) if has_dot else None
    row["their_display"] = (
        best(lambda: their_draw_dot(root).pipe(format="svg", encoding="utf-8")) if graphviz_too else None
    )
    row["own"] = best(without_path(lambda: draw_dot(root)._repr_mimebundle_()))
    svg = draw_svg(traced)
    row["own_kilobytes"] = len(svg.encode()) / 1e3
    row["their_kilobytes"] = len(their_draw_dot(root).pipe(format="svg")) / 1e3 if graphviz_too else None
    row["dot_text_ratio"] = row["their_dot_text"] / row["dot_text"]
    row["display_ratio"] = row["their_display"] / row["display"] if graphviz_too else None
    row["own_ratio"] = row["their_display"] / row["own"] if graphviz_too else None
    return row


COLUMNS = {
    "values": ("values", 7, 0), "edges": ("edges", 7, 0),
    "dot_text": ("dot text", 9, 1), "their_dot_text": ("theirs", 9, 1), "dot_text_ratio": ("ratio", 6, 2),
    "display": ("display", 9, 1), "their_display": ("theirs", 9, 1), "display_ratio": ("ratio", 6, 2),
    "own": ("own", 9, 1), "own_ratio": ("ratio", 6, 2),
    "own_kilobytes": ("own kB", 8, 0), "their_kilobytes": ("theirs", 8, 0),
}  # fmt: skip


def main() -> None:
    """Measure, print the table, and write it as JSON if asked."""
    parser = argparse.ArgumentParser(description="Time to draw an expression, against the draw_dot of micrograd.")
    parser.add_argument("--json", metavar="FILE", help="also write the rows here")
    parser.add_argument("--quick", action="store_true", help="leave out the largest graph")
    options = parser.parse_args()
    has_dot = shutil.which("dot") is not None
    if not has_dot:
        print("Graphviz is not installed, so its columns stay empty: apt-get install graphviz")
    print(" ".join(f"{head:>{width}}" for head, width, _ in COLUMNS.values()))
    rows = []
    for values in (10, 100, 1_000) if options.quick else (10, 100, 1_000, 10_000):
        row = measure(values, has_dot)
        rows.append(row)
        cells = ("-" if row[key] is None else f"{row[key]:,.{digits}f}" for key, (_, _, digits) in COLUMNS.items())
        padded = (f"{cell:>{width}}" for cell, (_, width, _) in zip(cells, COLUMNS.values(), strict=True))
        print(" ".join(padded), flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
