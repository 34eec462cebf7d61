"""One head of attention as Values: a query, and of each letter a key and a value; scores, weights, output."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...engine import Value, as_float, group, total

MOST = 5  # letters
WIDTH = 2
ARRIVING = (1.0, -1.0)
FARTHEST = 10.0  # so that no exp is too large for a double
KINDS = {"query": "queries", "key": "keys", "value": "values"}

Arrows = dict[str, list[list[float]]]  # of each kind one for each letter


class Head:
    """The graph of one letter's query: what it takes from each value, and the gradient of L on the way back.

    L is the output, each number times the gradient that arrives there, 1 and −1.

    Attributes:
        parts: The Values by the name of their part: "query", "key", "score", "weight", "value", "output".
        loss: L.
    """

    def __init__(self, names: Sequence[str], arrows: Mapping[str, Any], asks: int) -> None:
        each = range(len(names))
        with group("query"):
            query = [Value(x, label=f"query[{c}]") for c, x in enumerate(arrows["query"][asks])]
        with group("key"):
            keys = [_leaves("key", names[j], arrows["key"][j]) for j in each]
        with group("score"):
            dots = [total([q * k for q, k in zip(query, key, strict=True)]) for key in keys]
            scores = [_named(dot / math.sqrt(WIDTH), f"score_{names[j]}") for j, dot in enumerate(dots)]
        with group("weight"):
            powers = [_named(score.exp(), f"exp_{names[j]}") for j, score in enumerate(scores)]
            shared = _named(_sum(powers), "total") if len(powers) > 1 else powers[0]
            weights = [_named(power / shared, f"weight_{names[j]}") for j, power in enumerate(powers)]
        with group("value"):
            values = [_leaves("value", names[j], arrows["value"][j]) for j in each]
        with group("output"):
            mixed = [[weight * value[c] for weight, value in zip(weights, values, strict=True)] for c in range(WIDTH)]
            output = [_named(_sum(terms), f"output[{c}]") for c, terms in enumerate(mixed)]
        self.loss = _named(total([y * g for y, g in zip(output, ARRIVING, strict=True)]), "L")
        self.parts: dict[str, list[Any]] = {
            "query": query, "key": keys, "score": scores, "weight": weights, "value": values, "output": output,
        }  # fmt: skip


def _sum(terms: list[Value]) -> Value:
    return total(terms) if len(terms) > 1 else terms[0]


def _leaves(kind: str, name: str, numbers: Sequence[float]) -> list[Value]:
    return [Value(x, label=f"{kind}_{name}[{c}]") for c, x in enumerate(numbers)]


def _named(value: Value, label: str) -> Value:
    value.label = label
    return value


def read_arrows(kind: str, given: Any, count: int) -> list[list[float]]:
    """An arrow of two numbers for each letter.

    Raises:
        TypeError: If it is no list of them.
        ValueError: If there are too few or too many, one has another width, or a number is too large or none.
    """
    name = KINDS[kind]
    listed = _listed(f"{name} must be a list of arrows, such as [1, −0.5], one for each letter", given)
    if len(listed) != count:
        raise ValueError(f"{name} must have one arrow for each letter, {count} (got {len(listed)})")
    return [_read_arrow(f"an arrow of {name}", arrow) for arrow in listed]


def _read_arrow(name: str, given: Any) -> list[float]:
    listed = _listed(f"{name} must be two numbers, such as [1, −0.5]", given)
    if len(listed) != WIDTH:
        raise ValueError(
            f"{name} must have width {WIDTH}, as it is drawn in a plane (got {len(listed)} numbers, {given!r:.60}); "
            "give two numbers"
        )
    numbers = [as_float(x, f"a number of {name}") for x in listed]
    for x in numbers:
        if not abs(x) <= FARTHEST:
            raise ValueError(
                f"{name} must hold numbers from −{FARTHEST:g} to {FARTHEST:g} (got {x!r}); give "
                "smaller ones, for exp of a score grows fast"
            )
    return numbers


def _listed(must: str, given: Any) -> list[Any]:
    listed = given.tolist() if hasattr(given, "tolist") else given
    if not isinstance(listed, list | tuple):
        raise TypeError(f"{must} (got {given!r:.60})")
    return list(listed)
