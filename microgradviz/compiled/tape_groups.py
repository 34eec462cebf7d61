"""Sums over the same values: which of them one instruction of a tape takes together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

TOGETHER = 4  # enough to load values seldom, few enough to keep the sums in registers


class Sum(NamedTuple):
    """start + a × b + a × b + …, all by their places but for the value of the program that it is; each a is uniform."""

    value: int
    active: bool
    out: int
    start: int
    terms: list[tuple[int, int]]


def grouped(sums: Iterable[Sum]) -> Iterator[list[Sum]]:
    """Those over the same values, TOGETHER of them at a time, and any others alone."""
    alike: dict[tuple[int, ...], list[Sum]] = {}
    for one in sums:
        alike.setdefault((one.active, *(b for _, b in one.terms)), []).append(one)
    for group in alike.values():
        whole = len(group) // TOGETHER * TOGETHER
        yield from (group[i : i + TOGETHER] for i in range(0, whole, TOGETHER))
        yield from ([one] for one in group[whole:])


def places(group: list[Sum]) -> list[int]:
    """The numbers of their instruction, after that of the operation.

    Example:
        >>> places([Sum(90, True, 10, 5, [(1, 7), (2, 8)]), Sum(91, True, 11, 6, [(3, 7), (4, 8)])])
        [10, 5, 2, 11, 6, 1, 3, 7, 2, 4, 8]
    """
    first, *others = group
    heads = [place for one in others for place in (one.out, one.start)]
    terms = zip(*(one.terms for one in group), strict=True)
    return [
        *(first.out, first.start, len(first.terms), *heads),
        *(place for term in terms for place in (*(a for a, _ in term), term[0][1])),
    ]
