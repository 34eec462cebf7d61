"""fast_track: the one exercise that proves a lesson, for those who know it already."""

from __future__ import annotations

from typing import Any

from ..base import Exercise
from ..topics import EXERCISES
from .progress_file import load_progress

PROOFS = {  # of all exercises of a lesson, the one that nobody can do who would need the lesson
    "00": "first_gradients",
    "01": "partial_slopes",
    "02": "diamond_by_hand",
    "03": "neuron_by_hand",
    "03b": "install_size",
    "04": "mul_values",
    "05": "mul_rule",
    "06": "late_share",
    "07": "backward",
    "08": "exp_rule",
    "08b": "relu_rule",
    "09": "gradient_check",
    "09b": "check_engine",
    "10": "training_loop",
    "11": "mlp",
    "12": "xor",
    "13": "moons",
    "13b": "leak_found",
    "14": "line_by_line",
    "14b": "shape_trap",
    "15": "broken_training",
    "15b": "broken_wire",
    "16": "chain_gradient",
    "17": "initialisation",
    "17b": "clip_grad_norm",
    "18": "cross_entropy",
    "19": "adam",
    "20": "iterative_order",
    "21": "dual",
    "22": "layer_gradients",
    "23": "program_gradients",
    "24": "count_gradients",
    "25": "embedding_gradient",
    "26": "attend",
    "27": "attend_masked",
    "27b": "network_part",
    "27c": "check_gpt",
    "28": "repair_targets",
}


class FastTrack:
    """The offer, which shows itself.

    Attributes:
        lesson: The lesson's number.
        exercise: The name of the exercise that proves it.
        passed: Whether you have all its points already.
    """

    def __init__(self, lesson: str, exercise: Exercise, passed: bool) -> None:
        self.lesson, self.exercise, self.passed, self._of = lesson, exercise.name, passed, exercise

    def _parts(self) -> tuple[str, str, str]:
        """What is asked, the cell to begin with, and what to do with it."""
        own = self._of
        begin = f'from microgradviz import mine\n\nValue = mine("{self.lesson}")\n\n\n' if own.method else ""
        done = f" You have all its points already: lesson {self.lesson} is behind you." if self.passed else ""
        asked = f"“{own.title}” proves lesson {self.lesson}.{done}\n\n{own.text()}"
        then = f'Copy this into a cell of your own, complete it, and run `check("{own.name}", {own.answer})`.'
        if not self.passed:
            then += (
                f" With all {own.points} points, leave lesson {self.lesson} out; with fewer, it is the lesson for you."
            )
        return asked, (begin + own.stub).rstrip(), then

    def __repr__(self) -> str:
        return "\n\n".join(self._parts())

    def _repr_markdown_(self) -> str:
        asked, stub, then = self._parts()
        return f"{asked}\n\n```python\n{stub}\n```\n\n{then}"


def fast_track(lesson: Any) -> FastTrack:
    """The one exercise that proves a lesson, for those who know it already: with all points, leave the lesson out.

    Args:
        lesson: The lesson's number, such as "05".

    Raises:
        ValueError: If there is no such lesson, or it has no exercise.

    Example:
        >>> fast_track("18").exercise
        'cross_entropy'
    """
    if not isinstance(lesson, str) or lesson not in PROOFS:
        raise ValueError(
            f"lesson must be the number of a lesson with exercises, {', '.join(PROOFS)} (got {lesson!r:.60}); "
            "the others are best read: they are short"
        )
    exercise = EXERCISES[PROOFS[lesson]]
    reached, _ = load_progress()
    best = reached["exercises"].get(exercise.name, {}).get("best", 0)
    return FastTrack(lesson, exercise, best >= exercise.points)
