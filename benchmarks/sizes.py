"""What a training step costs against its size: values in the graph, and samples in the batch. Both should be linear.

Our engine's own work is. Python's cyclic collector looks through a large graph again and again while it grows, finds
nothing, and takes the more time the larger it is; so the engine is measured without the collector too.
"""

import gc
import math

from peers import PEERS, PENALTY, neurons, score, weights
from timing import shortest

from microgradviz import Value, compile, topological_order, total
from microgradviz.train import moons

WIDTHS = (2, 5, 10, 22, 48, 104, 224)  # of two hidden layers: about 30 to 100,000 values
SAMPLES = (10, 100, 1000, 10_000, 100_000)
ALONE = "our engine, collector off"
STEPS_OVER = ("our engine", ALONE, "compile, numpy", "compile, llvm")
MOST_SAMPLES = {"our engine": 1000, ALONE: 1000}


def uncollected(run):
    """The same without Python's cyclic collector."""

    def alone():
        gc.disable()
        try:
            run()
        finally:
            gc.enable()

    return alone


def against_values(patience):
    """{what: [(values in the graph of one sample, seconds a step)]}"""
    steps = {}
    for width in WIDTHS:
        sizes = (2, width, width, 1)
        parameters = [Value(w) for w in weights(sizes)]
        layers = neurons(sizes, parameters)

        def loss(layers=layers, parameters=parameters):
            hinge = (1 - score(layers, [Value(0.5), Value(-0.25)], total)).relu()
            return hinge + PENALTY * total([p * p for p in parameters])

        def plain(loss=loss, parameters=parameters):
            for p in parameters:
                p.grad = 0.0
            loss().backward()

        values = len(topological_order(loss()))
        step = compile(loss, parameters, backend="llvm")
        for name, run in (("our engine", plain), (ALONE, uncollected(plain)), ("whole graph, llvm", step)):
            run()
            steps[name, values] = run
    return by_name(shortest(steps, patience))


def against_samples(patience):
    """{what: [(samples in the batch, seconds a step)]} for the net 2-16-16-1."""
    sizes = (2, 16, 16, 1)
    start = weights(sizes)
    steps = {}
    for count in SAMPLES:
        points, labels = moons(count)
        for name in STEPS_OVER:
            if count <= MOST_SAMPLES.get(name, count):
                step = PEERS["our engine" if name == ALONE else name](sizes, start, points, labels)
                if name == ALONE:
                    step = uncollected(step)
                step()
                steps[name, count] = step
    return by_name(shortest(steps, patience))


def by_name(seconds):
    """{name: [(size, seconds)]} from {(name, size): seconds}"""
    found = {}
    for (name, size), took in seconds.items():
        found.setdefault(name, []).append((size, took))
    return found


def exponent(points):
    """k, if the seconds grow as size to the power k: the slope over the upper part of a log–log plot."""
    (small, quick), (large, slow) = points[-3], points[-1]
    return math.log(slow / quick) / math.log(large / small)


def table(title, figures):
    """Markdown: how each grows over the last three sizes. What outgrows a cache grows a little faster meanwhile."""
    yield f"| {title} | from | to | seconds grow as size to the power |"
    yield "|---|---:|---:|---:|"
    for name, points in figures.items():
        yield f"| {name} | {points[-3][0]:,} | {points[-1][0]:,} | {exponent(points):.2f} |"
