"""milestone("12", loop, model): a learner's own loop on their own engine, watched, judged, and framed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from time import monotonic
from typing import Any

from ...tracing import number_text
from ...views import box_around
from ..learner_code import run_guarded
from ..networks import NETWORK
from ..stages import METHODS
from .class_text import is_of_the_course
from .goals import GOALS, look_at
from .layers import classes_below, lent_parts
from .loop_run import AFTERWARDS, Progress, counted, in_a_sentence, number_of, train_by
from .pages import FILE, Milestone, Reached, store_reached
from .storing import engine_path

_TILES, _CURVE = 24, 100  # tiles of the plane across; losses that are kept


def milestone(lesson: str, loop: Any, model: Any, *, middle: float = 0.0) -> Milestone:
    """Run your own training loop, on whatever engine, see whether it reaches the lesson's goal, and frame what it has.

    It may take a minute. 10 asks for the four signs of AND, 12 for those of XOR, 13 for 95 % of 200 new points of two
    moons, 25 for a loss below 2.65 on names that the model has not seen, 28 for one below 2.3. What was reached is
    noted in my_milestones.json beside my_engine.py: `milestones()` shows all pages, and `ledger()` a table.

    Args:
        lesson: The lesson's number: "10", "12", "13", "25" or "28".
        loop: What your loop gives when called, a function with `yield loss` after each step; or a function, without
            arguments, that calls it.
        model: What it trains. Called with a point, it gives a Value, whose sign is its answer; in 25 and 28, called
            with the letters so far, such as "mar", a list of 27 scores for the next one.
        middle: What answers are held against in place of 0: 0.5 if they are 0 and 1.

    Returns:
        What came out, as a sentence, and as a page if the goal is reached.

    Raises:
        ValueError: If that lesson has no milestone.
        TypeError: If loop or model are none.
    """
    if lesson not in GOALS:
        raise ValueError(f"lesson must be one with a milestone, {', '.join(GOALS)} (got {lesson!r:.60})")
    if not callable(model):
        raise TypeError(f"model must be what your loop trains, called as model(x) (got {model!r:.60})")
    if not (callable(loop) or isinstance(loop, Iterator)):
        raise TypeError(f"loop must be your function with yield loss in it, or its call (got {loop!r:.60})")
    losses, begun, progress = list[float](), monotonic(), Progress()
    why = train_by(loop, losses, progress)
    seconds = monotonic() - begun
    progress.end()
    if why and not losses:
        return Milestone(why)
    return _judged(lesson, model, middle, losses, round(seconds, 2), why)


def _judged(lesson: str, model: Any, middle: float, losses: list[float], seconds: float, why: str) -> Milestone:
    """What a loop has reached, which may have ended early."""
    goal, last = GOALS[lesson], losses[-1]
    ran = run_guarded(lambda: look_at(goal, model, middle), AFTERWARDS)
    if ran.value is None:
        return Milestone(why or in_a_sentence(ran.error, "Your model", "looking at it"))
    enough, how_well, dots, made = ran.value
    if not enough:
        told = f"Not there yet after {counted(losses)}, with a loss of {number_text(last)}: {how_well}. {goal.hint}"
        return Milestone(f"{why} {told}".strip())
    curve = [losses[k] for k in sorted({round(k * (len(losses) - 1) / (_CURVE - 1)) for k in range(_CURVE)})]
    plane = _plane(dots, model, middle) if dots else []
    reached = Reached(
        lesson, goal.what, how_well, last, len(losses), seconds, _whose(model), date.today().isoformat(),
        curve, plane, dots, made,
    )  # fmt: skip
    noted = "Noted in memory: milestones() shows it." if engine_path() is None else f"Noted in {FILE}."
    said = [why, reached.in_words(), store_reached(reached) or noted]
    return Milestone(" ".join(filter(None, said)), reached)


def _plane(dots: list[list[float]], model: Any, middle: float) -> list[str]:
    """The answers over the plane around points; nothing if they take too long."""
    xs, ys = ([a + (b - a) * (k + 0.5) / _TILES for k in range(_TILES)] for a, b in box_around(dots))

    def look() -> list[str]:
        def shade(x: float, y: float) -> int:
            return round(4 + 4 * math.tanh(number_of(model([x, y]), "") - middle))

        return ["".join(str(shade(x, y)) for x in xs) for y in ys]

    return run_guarded(look, AFTERWARDS).value or []


def _whose(model: Any) -> str:
    """Whose engine a model is built on, and what of it, and of the network, is lent."""
    value: Any = None
    with suppress(Exception):
        value = type(next(iter(model.parameters())))
    members = vars(value) if value else {}
    keys = [key for key in dict.fromkeys(m.name for m in METHODS if m.name) if key in members]
    if not keys or value.__module__.startswith("microgradviz"):
        home = getattr(value, "__module__", "").partition(".")[0]
        return f"built on {home}" if home not in ("", "builtins", "__main__") else "built on plain numbers"
    lent = [key for key in keys if is_of_the_course(members[key])]
    networks = {**classes_below(type(model)), type(model).__name__: type(model)}
    parts = {name: lent_parts(name, networks[name]) for name in sorted(networks.keys() & {*NETWORK})}
    if len(lent) < len(keys):
        whose = "your own engine"
    elif any(part != [name] for name, part in parts.items()):
        whose, lent = "your own network on the course's engine", []
    else:
        return "the course's engine"
    lent += [part for each in parts.values() for part in each]
    return f"{whose}; lent by the course: {', '.join(lent)}" if lent else whose
