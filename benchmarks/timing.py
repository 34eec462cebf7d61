"""How long a step takes, of several that take turns."""

import gc
import statistics
import time

TURNS = 5
SHORT = 1e-3  # seconds, below which processor time is too coarse


def shortest(steps, patience, most=2000):
    """{name: seconds a step, in the best of its turns}, which take about `patience` seconds together for each name.

    All take turns, for a machine that is slower in some minutes than in others would favour whoever met a good one.
    """
    gc.collect()
    gc.freeze()  # else every collection would also look through PyTorch, and what the other steps hold
    best = dict.fromkeys(steps, float("inf"))
    for _ in range(TURNS):
        for name, step in steps.items():
            best[name] = min(best[name], turn(step, patience / TURNS, most / TURNS))
    return best


def turn(step, patience, most):
    """The shortest wall clock of a short step; of a long one the mean processor time.

    The mean, because Python's cyclic collector takes a part of some steps only, for the garbage of all.
    """
    walls, processors = [], []
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < patience or len(walls) < 2:
        if len(walls) >= most or spent > 5 * patience:
            break
        start, processor = time.perf_counter(), time.process_time()
        step()
        walls.append(time.perf_counter() - start)
        processors.append(time.process_time() - processor)
    return min(walls) if min(walls) < SHORT else statistics.mean(processors)
