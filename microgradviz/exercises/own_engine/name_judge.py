"""What a model of names is worth: its loss on names that are held out, and names that it makes up."""

from __future__ import annotations

import math
from functools import cache, partial
from random import Random
from statistics import fmean
from typing import Any

from ...gpt import LETTERS, first_names
from .loop_run import Said, number_of

_HELD_OUT, _ASKED, _MADE, _LONGEST = 10, 5, 8, 12  # every tenth name, of these every fifth; names, letters of one


def held_out_loss(model: Any) -> tuple[float, int]:
    """The mean loss a letter on names that lesson 25 holds out, and how many names were asked about."""
    names = first_names()[::_HELD_OUT][::_ASKED]
    scores_after = cache(partial(_scores, model))
    losses = [
        _cost(scores_after(name[:place]), LETTERS.index(letter))
        for name in names
        for place, letter in enumerate(f"{name}.")
    ]
    return fmean(losses), len(names)


def made_names(model: Any) -> tuple[str, ...]:
    """A few names that a model makes up."""
    rng = Random(0)
    return tuple(_made_name(model, rng) for _ in range(_MADE))


def _made_name(model: Any, rng: Random) -> str:
    name = ""
    while len(name) < _LONGEST:
        scores = _scores(model, name)
        letter = rng.choices(LETTERS, [math.exp(z - max(scores)) for z in scores])[0]
        if letter == ".":
            break
        name += letter
    return name


def _scores(model: Any, before: str) -> list[float]:
    found = model(before)
    if not isinstance(found, list | tuple) or len(found) != len(LETTERS):
        size = f" of {len(found)}" if isinstance(found, list | tuple) else ""
        raise Said(
            f"Your model must give a list of {len(LETTERS)} scores for the letters so far, model({before!r}) "
            f"(got {type(found).__name__}{size})."
        )
    scores = [number_of(z, f"A score after {before!r} must be a Value or a number") for z in found]
    if not all(map(math.isfinite, scores)):
        raise Said(f"A score after {before!r} is no finite number: the numbers have run away. Try a smaller rate.")
    return scores


def _cost(scores: list[float], right: int) -> float:
    top = max(scores)
    return top + math.log(sum(math.exp(z - top) for z in scores)) - scores[right]
