"""What a learner's test said of the right and the wrong ones that it was tried on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..base import Inputs
from ..judge import Outcome

Verdicts = dict[str, bool]


def verdicts(
    cases: list[list[Inputs]], outcomes: list[list[Outcome]], when: Callable[[Iterable[bool]], bool] = all
) -> Verdicts:
    """By each one's label, whether it passed, every time; with `any`, at least once."""
    found: dict[str, list[bool]] = {}
    for row, came in zip(cases, outcomes, strict=False):
        for inputs, outcome in zip(row, came, strict=False):
            for label, said in zip(inputs["labels"], outcome.numbers, strict=False):
                found.setdefault(label, []).append(said == 1.0)
    return {label: when(said) for label, said in found.items()}


def all_pass(said: Verdicts, *kinds: Iterable[str]) -> bool:
    """Whether all of these labels passed."""
    return all(said.get(label, False) for kind in kinds for label in kind)


def none_passes(said: Verdicts, *kinds: Iterable[str]) -> bool:
    """Whether none of these labels passed."""
    return not any(said.get(label, True) for kind in kinds for label in kind)
