"""Losses. Each is a Value for one sample; divide the total over samples by their number."""

from __future__ import annotations

import math
from functools import lru_cache, reduce

from ..engine import Op, Value, apply, total

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
        target: The number of the right class, which may be a Value, or a list with a probability for each class.

    Raises:
        ValueError: If there is no such class, or there are more or fewer probabilities than classes.

    Example:
        >>> round(cross_entropy([Value(1000.0), Value(0.0)], 1).data, 4)
        1000.0
    """
    if isinstance(target, Value):
        target = one_hot(target, len(logits))
    if not isinstance(target, list | tuple):
        if not (isinstance(target, int) and 0 <= target < len(logits)):
            raise ValueError(f"target must be a class, 0 to {len(logits) - 1}, or a list (got {target!r})")
        return logsumexp(logits) - logits[target]
    _same_length(logits, target)
    return logsumexp(logits) * total(target) - total([t * x for t, x in zip(target, logits, strict=True)])


def one_hot(index: Any, size: int) -> list[Any]:
    """A list with 1 at the place of the index and 0 elsewhere: arithmetic can choose with it, where `[]` cannot.

    A compiled function chooses the row of a table by the number of a class, a Value, in this way.

    Args:
        index: A whole number from 0 to below size, or a Value that holds one; any other gives a list of nan.
        size: How long the list is.

    Example:
        >>> one_hot(1, 3), [x.data for x in one_hot(Value(2), 3)]
        ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0])
    """
    if isinstance(index, Value):
        hits: list[Any] = [apply(_equals(), (index, float(i))) for i in range(size)]
        count = total(hits)
        return [hit / count for hit in hits]
    return [float(i == index) if index in range(size) else math.nan for i in range(size)]


@lru_cache(maxsize=1)
def _equals() -> Op:
    from ..engine import make_op  # reading formulas takes long to import, and few need it

    return make_op("equals", "1.0 if x == y else 0.0", ["0.0", "0.0"], notation="x == y", register=False)


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
