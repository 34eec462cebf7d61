"""The exercises, one file a topic, in the order of the course."""

from __future__ import annotations

from typing import Any

from ..base import Exercise
from . import (
    broken,
    by_hand,
    engine,
    engine_tests,
    local_rules,
    losses,
    networks,
    one_neuron,
    operations,
    orders,
    python,
    rules,
    slopes,
    training,
    value_class,
)

_ALL: tuple[Exercise, ...] = (
    *slopes.EXERCISES,
    *by_hand.EXERCISES,
    *one_neuron.EXERCISES,
    *python.EXERCISES,
    *value_class.EXERCISES,
    *rules.EXERCISES,
    *local_rules.EXERCISES,
    *engine.EXERCISES,
    *engine_tests.EXERCISES,
    *orders.EXERCISES,
    *operations.EXERCISES,
    *networks.EXERCISES,
    *training.EXERCISES,
    *broken.EXERCISES,
    *losses.EXERCISES,
)

EXERCISES: dict[str, Exercise] = {exercise.name: exercise for exercise in sorted(_ALL, key=lambda e: e.lesson)}


def find_exercise(name: Any) -> Exercise:
    """The exercise of that name.

    Raises:
        ValueError: If there is none, with the nearest names.
    """
    if isinstance(name, str) and name in EXERCISES:
        return EXERCISES[name]
    from difflib import get_close_matches

    near = get_close_matches(str(name)[:80], EXERCISES, n=3)
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "progress() lists them all"
    raise ValueError(f"name must be that of an exercise (got {str(name)[:80]!r}); {hint}")
