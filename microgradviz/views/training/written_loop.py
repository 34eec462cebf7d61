"""The loop that `training` writes: its settings, and the same steps in Python as the page takes by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...engine import as_float
from ...train import binary_cross_entropy, cross_entropy, hinge, mse
from .samples import Samples

LOSSES: dict[str, Callable[[Any, Any], Any]] = {
    "mse": mse,
    "hinge": hinge,
    "binary_cross_entropy": binary_cross_entropy,
    "cross_entropy": cross_entropy,
}
RULES = ("sgd", "adam")
_WORD = 2**32


class Loop:
    """Settings of a loop, which may be changed between its steps.

    Args:
        optimizer: "sgd" or "adam".
        lr: The learning rate, above 0.
        momentum: Of "sgd", 0 to below 1.
        batch: How many samples a step sees; None for all.
        seed: Of the order of the samples.
        reduction: "mean" or "sum" of the samples' losses.
        loss: Its name, or a function of prediction and target.
    """

    def __init__(
        self, *, optimizer: str = "sgd", lr: float = 0.1, momentum: float = 0.0, batch: int | None = None,
        seed: int = 0, reduction: str = "mean", loss: str | Callable[[Any, Any], Any] = "mse",
    ) -> None:  # fmt: skip
        if optimizer not in RULES:
            raise ValueError(f"optimizer must be {' or '.join(map(repr, RULES))} (got {optimizer!r})")
        if reduction not in ("mean", "sum"):
            raise ValueError(f"reduction must be 'mean' or 'sum' (got {reduction!r})")
        if batch is not None and (not hasattr(batch, "__index__") or batch < 1):
            raise ValueError(f"batch must be a whole number from 1 on, or None for all samples (got {batch!r})")
        self.rule, self.batch, self.seed, self.reduction = optimizer, batch, seed, reduction
        self.lr, self.momentum = as_float(lr, "lr"), as_float(momentum, "momentum")
        if not self.lr > 0:
            raise ValueError(f"lr must be above 0 (got {self.lr})")
        if not 0 <= self.momentum < 1:
            raise ValueError(f"momentum must be from 0 to below 1 (got {self.momentum})")
        self.loss, self.loss_name = find_loss(loss)

    def to_page(self) -> dict[str, Any]:
        """As plain data, as `Loop` of views/js/core/training/updates.js has it."""
        return {
            "rule": self.rule, "lr": self.lr, "momentum": self.momentum, "betas": [0.9, 0.999], "eps": 1e-8,
            "batch": self.batch, "seed": self.seed, "reduction": self.reduction, "loss": self.loss_name,
        }  # fmt: skip


def find_loss(loss: Any) -> tuple[Callable[[Any, Any], Any], str]:
    """A loss of one sample, and its name.

    Raises:
        ValueError: If there is none of that name.
        TypeError: If it is neither a name nor a function.
    """
    if isinstance(loss, str):
        if loss not in LOSSES:
            raise ValueError(f"loss must be one of {', '.join(LOSSES)}, or a function (got {loss!r})")
        return LOSSES[loss], loss
    if not callable(loss):
        raise TypeError(f"loss must be a name, or a function of prediction and target (got {type(loss).__name__})")
    return loss, getattr(loss, "__name__", "loss")


def samples_of(loop: Loop, count: int, step: int) -> Sequence[int]:
    """The numbers of the samples that a step sees: each epoch has an order of its own, which follows from the seed."""
    if loop.batch is None or loop.batch >= count:
        return range(count)
    steps = -(-count // loop.batch)
    order = _shuffled(count, (loop.seed * 0x9E3779B1 + step // steps) % _WORD)
    return order[step % steps * loop.batch :][: loop.batch]


def _shuffled(count: int, seed: int) -> list[int]:
    order, state = list(range(count)), seed
    for i in range(count - 1, 0, -1):
        state = (state + 0x6D2B79F5) % _WORD  # mulberry32, by Tommy Ettinger: few lines in any language
        x = (state ^ state >> 15) * (state | 1) % _WORD
        x ^= (x + (x ^ x >> 7) * (x | 61)) % _WORD
        j = int((x ^ x >> 14) / _WORD * (i + 1))
        order[i], order[j] = order[j], order[i]
    return order


def run_written_loop(
    model: Callable[[Any], Any], params: Sequence[Any], samples: Samples, loop: Loop, settings: Callable[[], float]
) -> Iterator[float]:
    """The usual loop, for values of any engine; `settings` gives the rate of the step to come."""
    columns = [[0.0] * len(params) for _ in range(2)]
    step = 0
    while True:
        chosen = samples_of(loop, samples.count, step)
        losses = []
        for k in chosen:
            x, y = samples.row(k)
            prediction = model(list(x))
            losses.append(loop.loss(prediction, y if samples.lists_targets else y[0]))
        total = losses[0]
        for one in losses[1:]:
            total = total + one
        if loop.reduction == "mean":
            total = total * (1 / len(losses))
        for p in params:
            p.grad = 0.0
        total.backward()
        step += 1
        rate = settings()
        for i, p in enumerate(params):
            p.data = _next(loop, rate, step, p.data, p.grad, columns, i)
        yield total.data


def _next(loop: Loop, rate: float, step: int, p: float, g: float, columns: list[list[float]], i: int) -> float:
    first, second = columns
    if loop.rule == "adam":
        first[i] = 0.9 * first[i] + (1 - 0.9) * g
        second[i] = 0.999 * second[i] + (1 - 0.999) * g * g
        return p - rate * (first[i] / (1 - 0.9**step)) / ((second[i] / (1 - 0.999**step)) ** 0.5 + 1e-8)
    if loop.momentum:
        first[i] = loop.momentum * first[i] + g
        g = first[i]
    return p - rate * g
