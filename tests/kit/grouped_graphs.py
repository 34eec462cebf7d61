"""Graphs with groups: random ones, and a training step."""

import random
from typing import Any

from hypothesis import strategies as st

from microgradviz import Value, group
from microgradviz.nn import MLP


def training(samples: int, penalty: bool = True) -> Value:
    """The loss of a small network over some samples, as in the moons demo."""
    model = MLP(2, [4, 4, 1], seed=3)
    terms = [(1 - (-1) ** k * model([Value(0.1 * k), Value(1.0)])).relu() for k in range(samples)]
    loss = sum(terms) * (1 / samples)
    return loss + 1e-4 * sum(p * p for p in model.parameters()) if penalty else loss


@st.composite
def grouped_graphs(draw: Any) -> Value:
    """Random graphs whose values are thrown into nested groups without any regard for who uses whom."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    outer = [group(f"part {i}") for i in range(draw(st.integers(0, 3)))]
    entered = []
    for one in outer:
        with one as g, group("inner") as h:
            entered += [g, h]
    values = [Value(rng.uniform(-1, 1), label=f"x{i}") for i in range(3)]
    for _ in range(draw(st.integers(1, 40))):
        a, b = rng.choice(values), rng.choice(values[-5:])
        out = a + b if rng.random() < 0.6 else a * b
        out.group = rng.choice([None, *entered])
        values.append(out)
    return sum(values[-4:], Value(0.0))
