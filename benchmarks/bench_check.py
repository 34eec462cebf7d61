"""How long check takes, until the table and the picture are there: at most 100 ms.

    python benchmarks/bench_check.py

Every stub, every known wrong answer and every solution is looked at, each time as if for the first time in a session,
so that the known wrong answers are tried as well. Of the two exercises that train a network, xor and moons, only the
answers that do not train are taken: the training is the learner's own time.
"""

import os
import sys
from time import perf_counter

os.environ["MICROGRADVIZ_PROGRESS"] = ""

from microgradviz import check
from microgradviz.exercises.advice.answer_picture import draw_answer  # noqa: F401 (loads the player, as the first picture does)
from microgradviz.exercises.base import Exercise
from microgradviz.exercises.judge import marking
from microgradviz.exercises.topics import EXERCISES

LIMIT = 100.0  # ms
REPEATS = 3


def seconds(exercise: Exercise, source: str) -> float:
    """The fastest of a few looks at an answer, with nothing remembered from the one before."""
    best = float("inf")
    for _ in range(REPEATS):
        answer = exercise.load(source)
        marking._known_answer.cache_clear()
        start = perf_counter()
        found = check(exercise.name, answer)
        found._repr_html_()
        found.player()
        best = min(best, perf_counter() - start)
    return best


def main() -> int:
    worst = []
    for exercise in EXERCISES.values():
        trains = not all(row.reference for row in exercise.rows)
        texts = [exercise.stub] if trains else [wrong.text(exercise.solution) for wrong in exercise.wrong]
        texts += [] if trains else [exercise.stub, exercise.solution]
        worst.append((max(seconds(exercise, text) for text in texts) * 1000, exercise.name))
    worst.sort(reverse=True)
    for took, name in worst[:8]:
        print(f"  {name:20s} {took:6.1f} ms")
    print(f"  the slowest of {len(worst)} exercises: {worst[0][0]:.1f} ms (limit {LIMIT:.0f} ms)")
    return 0 if worst[0][0] <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
