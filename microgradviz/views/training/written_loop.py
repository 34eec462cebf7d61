"""The loop that `training` writes: its settings, and the same steps in Python as the page takes by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

from ...engine import as_float
from ...train import binary_cross_entropy, cross_entropy, hinge
from .samples import Samples


def squared_error(prediction: Any, target: Any) -> Any:
    """(prediction − target)², or its mean over two lists, for values of any engine."""
    if not isinstance(prediction, list | tuple):
        return (prediction - target) ** 2
    if len(prediction) != len(target):
        raise ValueError(f"a target must have {len(prediction)} numbers, as the prediction (got {len(target)})")
    squares = [(p - t) ** 2 for p, t in zip(prediction, target, strict=True)]
    total = squares[0]
    for one in squares[1:]:
        total = total + one
    return total * (1 / len(squares))


def class_loss(scores: Any, target: Any) -> Any:
    """cross_entropy for values of any engine that has exp, log and relu; `target` has a probability for each class.

    What keeps exp from overflowing is part of the graph here, so that one graph serves all samples.
    """
    if not hasattr(scores, "__len__") or not hasattr(target, "__len__"):
        raise TypeError("cross_entropy must be given a list, a score for each class (got one value)")
    if len(scores) != len(target):
        raise ValueError(f"a target must have {len(scores)} numbers, as the prediction (got {len(target)})")
    largest = scores[0]
    for score in scores[1:]:
        largest = largest + (score - largest).relu()
    total, meant = (scores[0] - largest).exp(), scores[0] * target[0]
    for score, share in zip(scores[1:], target[1:], strict=True):
        total, meant = total + (score - largest).exp(), meant + score * share
    return total.log() + largest - meant


LOSSES: dict[str, Callable[[Any, Any], Any]] = {
    "mse": squared_error,
    "hinge": hinge,
    "binary_cross_entropy": binary_cross_entropy,
    "cross_entropy": class_loss,
}
RULES = ("sgd", "adam")


class Loop:
    """Settings of a loop.

    Args:
        optimizer: "sgd" or "adam".
        lr: The learning rate, above 0.
        momentum: Of "sgd", 0 to below 1.
        batch: How many samples a step sees; None for all.
        seed: Of the order of the samples.
        loss: Its name, or a function of prediction and target.
    """

    def __init__(
        self, *, optimizer: str = "sgd", lr: float = 0.1, momentum: float = 0.0, batch: int | None = None,
        seed: int = 0, loss: str | Callable[[Any, Any], Any] = "mse",
    ) -> None:  # fmt: skip
        if optimizer not in RULES:
            raise ValueError(f"optimizer must be {' or '.join(map(repr, RULES))} (got {optimizer!r})")
        if batch is not None and (not hasattr(batch, "__index__") or batch < 1):
            raise ValueError(f"batch must be a whole number from 1 on, or None for all samples (got {batch!r})")
        self.rule, self.batch, self.seed = optimizer, batch, seed
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
            "batch": self.batch, "seed": self.seed, "loss": self.loss_name,
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
    if loss is cross_entropy:
        return class_loss, "cross_entropy"
    if not callable(loss):
        raise TypeError(f"loss must be a name, or a function of prediction and target (got {type(loss).__name__})")
    return loss, getattr(loss, "__name__", "loss")


def samples_of(loop: Loop, count: int, step: int) -> Sequence[int]:
    """The numbers of the samples that a step sees: each epoch has an order of its own, which follows from the seed."""
    if loop.batch is None or loop.batch >= count:
        return range(count)
    epoch, place = divmod(step, -(-count // loop.batch))
    order = Random(f"{loop.seed}/{epoch}").sample(range(count), count)
    return order[place * loop.batch :][: loop.batch]


def written_loop(model: Any, params: Sequence[Any], samples: Samples, loop: Loop) -> Iterator[float]:
    """The usual loop for values of any engine: it takes a step, and yields the loss before it."""
    first, second = [0.0] * len(params), [0.0] * len(params)  # what the optimiser remembers

    def stepped(i: int, p: float, g: float) -> float:
        if loop.rule == "adam":
            first[i] = 0.9 * first[i] + (1 - 0.9) * g
            second[i] = 0.999 * second[i] + (1 - 0.999) * g * g
            mean, square = first[i] / (1 - 0.9 ** (step + 1)), second[i] / (1 - 0.999 ** (step + 1))
            return p - float(loop.lr * mean / (square**0.5 + 1e-8))
        if loop.momentum:
            first[i] = g = loop.momentum * first[i] + g
        return p - loop.lr * g

    for step in count():
        total = mean_loss(model, samples, samples_of(loop, samples.count, step), loop)
        for p in params:
            p.grad = 0.0
        total.backward()
        for i, p in enumerate(params):
            p.data = stepped(i, p.data, p.grad)
        yield float(total.data)


def mean_loss(model: Callable[[Any], Any], samples: Samples, chosen: Sequence[int], loop: Loop) -> Any:
    """The mean loss of some samples: a value of the engine that the model's parameters are of."""
    losses = []
    for k in chosen:
        x, y = samples.row(k)
        losses.append(loop.loss(model(samples.given(x)), y if samples.lists_targets else y[0]))
    total = losses[0]
    for one in losses[1:]:
        total = total + one
    return total * (1 / len(losses))
