"""What a learner's test said of the right and the wrong ones that it was tried on."""

from __future__ import annotations

from collections.abc import Iterable

from ..base import Inputs
from ..judge import Outcome

Verdicts = dict[str, bool]


def verdicts(cases: list[list[Inputs]], outcomes: list[list[Outcome]]) -> Verdicts:
    """By each one's label, whether it passed, every time."""
    found: Verdicts = {}
    for row, came in zip(cases, outcomes, strict=False):
        for inputs, outcome in zip(row, came, strict=False):
            for label, said in zip(inputs["labels"], outcome.numbers, strict=False):
                found[label] = found.get(label, True) and said == 1.0
    return found


def all_pass(said: Verdicts, *kinds: Iterable[str]) -> bool:
    """Whether all of these labels passed."""
    return all(said.get(label, False) for kind in kinds for label in kind)


def none_passes(said: Verdicts, *kinds: Iterable[str]) -> bool:
    """Whether none of these labels passed."""
    return not any(said.get(label, True) for kind in kinds for label in kind)
