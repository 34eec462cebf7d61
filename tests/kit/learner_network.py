"""A network and a training loop as a learner writes them, for any engine class, and the XOR that they learn."""

import random
from collections.abc import Callable, Iterator
from typing import Any

X = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
Y = [-1.0, 1.0, 1.0, -1.0]


class Network:
    """2-4-1, tanh."""

    def __init__(self, kind: Any, seed: int = 0) -> None:
        rng = random.Random(seed)
        self.hidden = [([kind(rng.uniform(-1, 1)) for _ in "xy"], kind(0.0)) for _ in range(4)]
        self.out = [kind(rng.uniform(-1, 1)) for _ in range(4)]
        self.bias = kind(0.0)

    def parameters(self) -> list[Any]:
        return [p for w, b in self.hidden for p in (*w, b)] + [*self.out, self.bias]

    def __call__(self, x: Any) -> Any:
        total = self.bias
        for (w, b), v in zip(self.hidden, self.out, strict=True):
            total = total + v * (w[0] * x[0] + w[1] * x[1] + b).tanh()
        return total


class Weight:
    """w·x of a number."""

    def __init__(self, w: Any) -> None:
        self.w = w

    def parameters(self) -> list[Any]:
        return [self.w]

    def __call__(self, x: Any) -> Any:
        return self.w * x


def learning(model: Any, steps: int = 200, *, rate: float = 0.05, zero: bool = True) -> Callable[[], Iterator[float]]:
    """A loop that takes one step at each `next`; `zero=False` forgets to set the grads to 0."""

    def learn() -> Iterator[float]:
        for _ in range(steps):
            loss = (model(X[0]) - Y[0]) ** 2
            for x, y in zip(X[1:], Y[1:], strict=True):
                loss = loss + (model(x) - y) ** 2
            loss = loss * 0.25
            for p in model.parameters() if zero else ():
                p.grad = 0.0
            loss.backward()
            for p in model.parameters():
                p.data -= rate * p.grad
            yield loss.data

    return learn
