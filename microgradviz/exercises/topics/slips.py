"""A slip in one number that is worked out by hand."""

from __future__ import annotations

from typing import Any

from ..base import Inputs, WrongAnswer


def slip(name: str, right: dict[str, float], sentence: str, entry: str, x: float) -> WrongAnswer:
    """The sentence for who gives x, to two decimals, for this entry of the exercise, whatever the others are."""

    def is_so(cases: list[list[Inputs]], outcomes: list[list[Any]]) -> bool:
        place = list(right).index(entry)
        found: tuple[float, ...] = outcomes[place][0].numbers if outcomes[place] else ()
        is_right = bool(found) and abs(found[0] - right[entry]) <= 1e-3 * max(1, abs(right[entry]))
        return bool(found) and not is_right and abs(found[0] - x) < 6e-3

    return WrongAnswer(sentence, source=f"{name} = {right | {entry: x}}\n", recognise=is_so)
