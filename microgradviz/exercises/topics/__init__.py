"""The exercises, one file a topic, in the order of the course."""

from __future__ import annotations

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
