"""Answers in odd styles, written by people who had read the lessons and nothing else."""

from pathlib import Path
from typing import NamedTuple


class OddAnswer(NamedTuple):
    """One answer: the exercise, what is odd about it, and its cell's text, whose first line says that too."""

    exercise: str
    style: str
    text: str


def odd_answers(kind: str) -> list[OddAnswer]:
    """The answers of a kind: "right", or "half" of whose points are earned."""
    parts = (Path(__file__).parent / f"{kind}.txt").read_text(encoding="utf-8").split("===== ")[1:]
    split = (part.split("\n", 1) for part in parts)
    return [OddAnswer(name, text.split("\n", 1)[0].lstrip("# "), text) for name, text in split]
