"""What the exercises on broken engines share, those of lessons 07 and 15: texts of engines, and what they are tried on."""

from __future__ import annotations

from random import Random
from textwrap import indent

from ..base import DrawCases, Inputs, Row
from ..judge import (
    by_backpropagation,
    case_graphs,
    draw_programs,
    probes,
    random_shaped_programs,
)
from .engine_text import BACKWARD, ENGINE_CLASS

BASE = ENGINE_CLASS.replace("set(_children)", "tuple(_prev)").replace(
    "_children", "_prev"
)  # a tuple, which keeps the order, and both inputs of a + a

SORTED = "\n" + indent(BACKWARD.replace("root", "self"), "    ")

ENGINE = BASE + SORTED


def used_twice(rng: Random) -> list[Inputs]:
    return [*random_shaped_programs(rng, "square", "doubled"), *random_shaped_programs(rng, "diamond")]


def used_early_and_late(rng: Random) -> list[Inputs]:
    return [*random_shaped_programs(rng, "again", "late", "ladder"), *draw_programs(3)(rng)]


def engine_row(text: str, points: int, draw: DrawCases) -> Row:
    return Row(text, points, draw, probe=probes.value_grads, graph=case_graphs.program_graph)


def guarded(*rows: Row) -> tuple[Row, ...]:
    return by_backpropagation(probes.counted_value_grads, *rows)


FIND = "This engine is broken. Find the fault and mend it."
