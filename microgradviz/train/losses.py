"""Losses. Each is a Value for one sample; divide the total over samples by their number."""

from __future__ import annotations

from functools import reduce

from ..engine import Value, total

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def mse(prediction: Any, target: Any) -> Value:
    """(prediction − target)², or its mean over the elements of two lists.

    Raises:
        ValueError: If the lists are not of one length.

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


def _value(x: Any) -> Value:
    return x if isinstance(x, Value) else Value(x)


def _same_length(a: Sequence[Any], b: Sequence[Any]) -> None:
    if len(a) != len(b):
        raise ValueError(f"both lists must be of one length (got {len(a)} and {len(b)})")
