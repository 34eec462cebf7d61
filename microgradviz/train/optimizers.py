"""SGD, Adam and clipping.

They take either a list of Values or a compiled step (`microgradviz.compile`), whose `params` and `grads` are flat
arrays: one rule of arithmetic serves both.
"""

from __future__ import annotations

import math

from ..engine import Value, as_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Optimizer:
    """What SGD and Adam share: a step over all parameters; how one of them changes is said by `update`.

    Attributes:
        lr: The learning rate; it may be changed between steps.
        steps: How many steps were taken.
    """

    memory = 0  # how many numbers a parameter's history needs

    def __init__(self, params: Any, lr: float) -> None:
        self.lr = _positive(lr, "lr")
        self.steps = 0
        self._flat = params if hasattr(params, "grads") else None
        self._values: list[Value] = [] if self._flat is not None else _leaf_list(params)
        self._history: list[Any] | None = None

    @property
    def of(self) -> Any:
        """The compiled step whose parameters it changes, or the list of Values."""
        return self._values if self._flat is None else self._flat

    def update(self, p: Any, g: Any, *history: Any) -> tuple[Any, ...]:
        """New data and new history from a parameter's data, gradient and history; numbers, or arrays of them."""
        raise NotImplementedError

    def step(self) -> None:
        """Change every parameter once, by its gradient."""
        self.steps += 1
        flat = self._flat
        if flat is None:
            self._update_each([v.data for v in self._values], [v.grad for v in self._values])
        elif hasattr(flat.params, "dtype"):
            import numpy as np

            with np.errstate(all="ignore"):  # infinity and nan are results here, not accidents
                flat.params[:], *self._history = self.update(
                    flat.params, flat.grads, *(self._history or [0.0] * self.memory)
                )
        else:
            self._update_each(flat.params, flat.grads)

    def _update_each(self, params: Any, grads: Any) -> None:
        history = self._history or [[0.0] * len(params) for _ in range(self.memory)]
        for i, (p, g) in enumerate(zip(params, grads, strict=True)):
            params[i], *new = self.update(p, g, *(column[i] for column in history))
            for column, number in zip(history, new, strict=True):
                column[i] = number
        self._history = history
        for v, p in zip(self._values, params, strict=False):  # no Values behind flat arrays
            v.data = p

    def zero_grad(self) -> None:
        """Set every gradient to 0; of a compiled step none, for each call writes them anew."""
        for v in self._values:
            v.grad = 0.0


class SGD(Optimizer):
    """Stochastic gradient descent: p −= lr × velocity, where velocity = momentum × velocity + grad.

    Args:
        params: A list of Values, or a compiled step.
        lr: The learning rate, above 0.
        momentum: How much of the velocity remains at each step, 0 to below 1.

    Raises:
        TypeError: If params are neither, or an option is not a real number.
        ValueError: If an option is out of its range, or a Value is named twice.

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
        self.momentum = _fraction(momentum, "momentum")
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
        eps: Keeps the divisor from 0; above 0.

    Raises:
        TypeError: If params are neither, or an option is not a real number.
        ValueError: If an option is out of its range, or a Value is named twice.

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
        pair = tuple(betas) if hasattr(betas, "__iter__") else ()
        if len(pair) != 2:
            raise TypeError(f"betas must be two numbers, such as (0.9, 0.999) (got {betas!r})")
        self.betas = (_fraction(pair[0], "betas[0]"), _fraction(pair[1], "betas[1]"))
        self.eps = _positive(eps, "eps")

    def update(self, p: Any, g: Any, *history: Any) -> tuple[Any, ...]:
        mean, square = history
        first, second = self.betas
        mean *= first
        mean += (1 - first) * g
        square *= second
        square += (1 - second) * g * g
        bias = (1 - second**self.steps) ** 0.5  # of the root, taken out of it: one pass over the numbers less
        rate = self.lr * bias / (1 - first**self.steps)
        return p - rate * mean / (square**0.5 + self.eps * bias), mean, square


def clip_grad_norm(params: Any, max_norm: float) -> float:
    """Shrink all gradients together so that their length is at most max_norm; returns the length before.

    Args:
        params: A list of Values, or a compiled step.
        max_norm: The greatest length allowed, above 0.

    Raises:
        TypeError: If params are neither, or max_norm is not a real number.
        ValueError: If max_norm is not above 0, or a Value is named twice.

    Example:
        >>> a, b = Value(3.0), Value(4.0)
        >>> (a * 3 + b * 4).backward()
        >>> clip_grad_norm([a, b], 1.0), a.grad
        (5.0, 0.6000000000000001)
    """
    _positive(max_norm, "max_norm")
    values = [] if hasattr(params, "grads") else _leaf_list(params)
    grads = [v.grad for v in values] if values else getattr(params, "grads", [])
    norm = math.sqrt(math.fsum(g * g for g in grads)) if all(map(math.isfinite, grads)) else math.inf
    if norm > max_norm:
        scale = max_norm / norm
        for v in values:
            v.grad *= scale
        for i in range(0 if values else len(grads)):
            grads[i] *= scale
    return norm


def params_as_list(params: Any) -> list[Any]:
    """The parameters as a list.

    Raises:
        TypeError: If they cannot be listed, such as a model itself or a single Value; it says what to write instead.
    """
    if not hasattr(params, "__iter__"):
        what = "params must be a list of Values"
        if callable(getattr(params, "parameters", None)):
            raise TypeError(f"{what} (got the {type(params).__name__} itself); write .parameters() behind it")
        hint = "call it" if callable(params) else "put brackets around a single one"
        raise TypeError(f"{what} (got {type(params).__name__}); {hint}")
    return list(params)


def _leaf_list(params: Iterable[Any]) -> list[Value]:
    values = params_as_list(params)
    for v in values:
        if not isinstance(v, Value):
            raise TypeError(f"params must be Values, or a compiled step (got {type(v).__name__})")
    if len({id(v) for v in values}) < len(values):
        raise ValueError("params must not name a Value twice: it would be changed twice at each step")
    return values


def _positive(number: Any, what: str) -> float:
    found: float = as_float(number, what)
    if not found > 0:
        raise ValueError(f"{what} must be above 0 (got {found})")
    return found


def require_whole_number(number: Any, what: str, least: int) -> None:
    """Raise ValueError, which calls the number `what`, unless it is a whole number from `least` on."""
    if not hasattr(number, "__index__") or number < least:
        raise ValueError(f"{what} must be a whole number from {least} on (got {number!r})")


def _fraction(number: Any, what: str) -> float:
    found: float = as_float(number, what)
    if not 0 <= found < 1:
        raise ValueError(f"{what} must be from 0 to below 1 (got {found})")
    return found
