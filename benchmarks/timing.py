"""The shortest of many repetitions."""

import time


def shortest(step, patience, most=2000):
    """The shortest time of one step, over repetitions that take about `patience` seconds together."""
    best, spent, count = float("inf"), 0.0, 0
    while count < 3 or (spent < patience and count < most):
        start, processor = time.perf_counter(), time.process_time()
        step()
        wall, processor = time.perf_counter() - start, time.process_time() - processor
        took = processor if wall > 1e-3 else wall
        best, spent, count = min(best, took), spent + wall, count + 1
        if wall > 5 * patience:
            break
    return best
