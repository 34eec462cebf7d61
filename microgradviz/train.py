"""What a training loop needs besides a model: losses, two optimisers, clipping, a loop to watch, small data sets.

The optimisers and `clip_grad_norm` take either a list of Values or a compiled step (`microgradviz.compile`), whose
`params` and `grads` are flat arrays: one rule of arithmetic serves both.
"""

from __future__ import annotations

import math
import random
from functools import reduce

from .engine import Value, real, total

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

# Losses. Each is a Value for one sample; divide the total over samples by their number.


def mse(prediction: Any, target: Any) -> Value:
    """(prediction − target)², or its mean over the elements of two lists.

    Example:
        >>> mse([Value(1.0), Value(3.0)], [0.0, 1.0]).data
        2.5
    """
    if not isinstance(prediction, list | tuple):
        return _value(prediction - target) ** 2
    _same_length(prediction, target)
    return total([(p - t) ** 2 for p, t in zip(prediction, target, strict=True)]) / len(prediction)


def hinge(score: Value, label: Value | float) -> Value:
    """max(0, 1 − label × score), for a label of +1 or −1.

    Example:
        >>> hinge(Value(0.25), -1.0).data
        1.25
    """
    return (1 - label * score).relu()


def binary_cross_entropy(logit: Value, target: Value | float) -> Value:
    """−log of the probability given to the target, 0 or 1; the probability of 1 is sigmoid(logit).

    Example:
        >>> round(binary_cross_entropy(Value(0.0), 1.0).data, 4)
        0.6931
    """
    return logit.softplus() - target * logit


def cross_entropy(logits: Sequence[Value], target: Any) -> Value:
    """−log of the probability that softmax(logits) gives to the target.

    Args:
        logits: One score for each class.
        target: The number of the right class, or a list with a probability for each class, such as a one-hot list.

    Raises:
        ValueError: If there is no such class, or there are more or fewer probabilities than classes.

    Example:
        >>> round(cross_entropy([Value(1000.0), Value(0.0)], 1).data, 4)
        1000.0
    """
    if not isinstance(target, list | tuple):
        if not (isinstance(target, int) and 0 <= target < len(logits)):
            raise ValueError(f"target must be a class, 0 to {len(logits) - 1}, or a list (got {target!r})")
        return logsumexp(logits) - logits[target]
    _same_length(logits, target)
    return logsumexp(logits) * total(target) - total([t * x for t, x in zip(target, logits, strict=True)])


def logsumexp(values: Sequence[Value]) -> Value:
    """log(exp(v₁) + exp(v₂) + …), exact at any size: the largest is subtracted first, and takes no gradient.

    Example:
        >>> logsumexp([Value(1000.0), Value(1000.0)]).data
        1000.6931471805599
    """
    largest = reduce(Value.max, values).detach()
    return total([(v - largest).exp() for v in values]).log() + largest


# Optimisers.


class Optimizer:
    """What SGD and Adam share: where the numbers are, and one step of `update` over all of them.

    Attributes:
        lr: The learning rate; it may be changed between steps.
        steps: How many steps were taken.
    """

    memory = 0  # how many numbers a parameter's history needs

    def __init__(self, params: Any, lr: float) -> None:
        self.lr = _positive(lr, "lr")
        self.steps = 0
        self._flat = params if hasattr(params, "grads") else None
        self._values: list[Value] = [] if self._flat is not None else _values(params)
        self._history: list[Any] | None = None

    def update(self, p: Any, g: Any, *history: Any) -> tuple[Any, ...]:
        """New data and new history from a parameter's data, gradient and history; numbers, or arrays of them."""
        raise NotImplementedError

    def step(self) -> None:
        """Change every parameter once, by its gradient."""
        self.steps += 1
        flat = self._flat
        if flat is None:
            self._one_by_one([v.data for v in self._values], [v.grad for v in self._values])
        elif hasattr(flat.params, "dtype"):
            import numpy as np

            with np.errstate(all="ignore"):  # infinity and nan are results here, not accidents
                flat.params[:], *self._history = self.update(
                    flat.params, flat.grads, *(self._history or [0.0] * self.memory)
                )
        else:
            self._one_by_one(flat.params, flat.grads)

    def _one_by_one(self, params: Any, grads: Any) -> None:
        history = self._history or [[0.0] * len(params) for _ in range(self.memory)]
        for i, (p, g) in enumerate(zip(params, grads, strict=True)):
            params[i], *new = self.update(p, g, *(column[i] for column in history))
            for column, number in zip(history, new, strict=True):
                column[i] = number
        self._history = history
        for v, p in zip(self._values, params, strict=False):  # no Values behind flat arrays
            v.data = p

    def zero_grad(self) -> None:
        """Set every gradient to 0. A compiled step does not need it: each call writes its gradients anew."""
        for v in self._values:
            v.grad = 0.0
        if self._flat is not None:
            for i in range(len(self._flat.grads)):
                self._flat.grads[i] = 0.0


class SGD(Optimizer):
    """Stochastic gradient descent: p −= lr × velocity, where velocity = momentum × velocity + grad.

    Args:
        params: A list of Values, or a compiled step.
        lr: The learning rate, above 0.
        momentum: How much of the velocity remains at each step, 0 to below 1.

    Example:
        >>> w = Value(3.0)
        >>> optimizer = SGD([w], lr=0.1)
        >>> for _ in range(3):
        ...     optimizer.zero_grad()
        ...     (w * w).backward()
        ...     optimizer.step()
        >>> round(w.data, 4)
        1.536
    """

    def __init__(self, params: Any, lr: float = 0.01, *, momentum: float = 0.0) -> None:
        super().__init__(params, lr)
        self.momentum = _share(momentum, "momentum")
        self.memory = 1 if momentum else 0

    def update(self, p: Any, g: Any, *history: Any) -> tuple[Any, ...]:
        if not history:
            return (p - self.lr * g,)
        velocity = self.momentum * history[0] + g
        return p - self.lr * velocity, velocity


class Adam(Optimizer):
    """Adam (Kingma and Ba 2015, algorithm 1).

    Args:
        params: A list of Values, or a compiled step.
        lr: The learning rate, above 0.
        betas: How much of the running means of the gradient and of its square remains at each step.
        eps: Keeps the divisor from 0.

    Example:
        >>> w = Value(3.0, label="w")
        >>> optimizer = Adam([w], lr=0.1)
        >>> (w * w).backward()
        >>> optimizer.step()
        >>> round(w.data, 6)
        2.9
    """

    memory = 2

    def __init__(
        self, params: Any, lr: float = 0.001, *, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8
    ) -> None:
        super().__init__(params, lr)
        self.betas = (_share(betas[0], "betas[0]"), _share(betas[1], "betas[1]"))
        self.eps = eps

    def update(self, p: Any, g: Any, *history: Any) -> tuple[Any, ...]:
        mean, square = history
        first, second = self.betas
        mean = first * mean + (1 - first) * g
        square = second * square + (1 - second) * g * g
        m = mean / (1 - first**self.steps)
        v = square / (1 - second**self.steps)
        return p - self.lr * m / (v**0.5 + self.eps), mean, square


def clip_grad_norm(params: Any, max_norm: float) -> float:
    """Shrink all gradients together so that their length is at most max_norm; returns the length before.

    Args:
        params: A list of Values, or a compiled step.
        max_norm: The greatest length allowed, above 0.

    Example:
        >>> a, b = Value(3.0), Value(4.0)
        >>> (a * 3 + b * 4).backward()
        >>> clip_grad_norm([a, b], 1.0), a.grad
        (5.0, 0.6000000000000001)
    """
    _positive(max_norm, "max_norm")
    values = [] if hasattr(params, "grads") else _values(params)
    grads = [v.grad for v in values] if values else getattr(params, "grads", [])
    norm = math.sqrt(math.fsum(g * g for g in grads)) if all(map(math.isfinite, grads)) else math.inf
    if norm > max_norm:
        scale = max_norm / norm
        for v in values:
            v.grad *= scale
        for i in range(0 if values else len(grads)):
            grads[i] *= scale
    return norm


def fit(
    step: Any, *arrays: Any, optimizer: Optimizer, steps: int, batch: int | None = None, seed: int = 0
) -> Iterator[float]:
    """Train a compiled step; yields each loss, so that a run can be watched, and stopped at any time.

    However it ends, the parameters are written back to their Values.

    Args:
        step: What `microgradviz.compile` returned.
        *arrays: All samples, as for the step itself.
        optimizer: Changes the step's parameters.
        steps: How many steps to take.
        batch: How many samples to draw for each step; None for all of them.
        seed: Seed of the drawing.

    Example:
        >>> from microgradviz import compile
        >>> w = Value(0.0)
        >>> step = compile(lambda x, y: (w * x - y) ** 2, [w], backend="python")
        >>> for loss in fit(step, [1.0, 2.0], [2.0, 4.0], optimizer=SGD(step, lr=0.1), steps=50):
        ...     if loss < 1e-6:
        ...         break
        >>> round(w.data, 2)
        2.0
    """
    rng = random.Random(seed)
    try:
        for _ in range(steps):
            chosen = arrays
            if batch is not None:
                rows = rng.sample(range(len(arrays[0])), batch)
                chosen = tuple(a[rows] if hasattr(a, "dtype") else [a[i] for i in rows] for a in arrays)
            loss = step(*chosen)
            optimizer.step()
            yield loss
    finally:
        step.sync()


# Data sets: points of the plane, and a label for each.


def moons(n: int = 100, *, noise: float = 0.1, seed: int = 1337) -> tuple[list[list[float]], list[float]]:
    """Two half moons, one inside the other's arms: points [x, y] and labels −1.0 or +1.0, in turn.

    Example:
        >>> points, labels = moons(4, noise=0)
        >>> points[0], labels
        ([1.0, 0.0], [-1.0, 1.0, -1.0, 1.0])
    """
    rng = random.Random(seed)
    points, labels = [], []
    for i in range(n):
        angle = math.pi * (i // 2) / max(1, (n + 1) // 2 - 1)
        x, y = (1.0 - math.cos(angle), 0.5 - math.sin(angle)) if i % 2 else (math.cos(angle), math.sin(angle))
        points.append([x + rng.gauss(0, noise), y + rng.gauss(0, noise)])
        labels.append(1.0 if i % 2 else -1.0)
    return points, labels


def circles(n: int = 100, *, noise: float = 0.1, seed: int = 1337) -> tuple[list[list[float]], list[float]]:
    """A ring of radius 1 (label −1.0) around one of radius ½ (label +1.0), in turn.

    Example:
        >>> points, labels = circles(4, noise=0)
        >>> points[1], labels[1]
        ([0.5, 0.0], 1.0)
    """
    rng = random.Random(seed)
    points, labels = [], []
    for i in range(n):
        angle, radius = 2 * math.pi * (i // 2) / max(1, (n + 1) // 2), 0.5 if i % 2 else 1.0
        points.append([radius * math.cos(angle) + rng.gauss(0, noise), radius * math.sin(angle) + rng.gauss(0, noise)])
        labels.append(1.0 if i % 2 else -1.0)
    return points, labels


def _values(params: Iterable[Any]) -> list[Value]:
    values = list(params)
    for v in values:
        if not isinstance(v, Value):
            raise TypeError(f"params must be Values, or a compiled step (got {type(v).__name__})")
    if len({id(v) for v in values}) < len(values):
        raise ValueError("params must not name a Value twice: it would be changed twice at each step")
    return values


def _value(x: Any) -> Value:
    return x if isinstance(x, Value) else Value(x)


def _same_length(a: Sequence[Any], b: Sequence[Any]) -> None:
    if len(a) != len(b):
        raise ValueError(f"both lists must be of one length (got {len(a)} and {len(b)})")


def _positive(number: Any, what: str) -> float:
    found: float = real(number, what)
    if not found > 0:
        raise ValueError(f"{what} must be above 0 (got {found})")
    return found


def _share(number: Any, what: str) -> float:
    found: float = real(number, what)
    if not 0 <= found < 1:
        raise ValueError(f"{what} must be from 0 to below 1 (got {found})")
    return found
