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
from .framing import Milestone, in_words
from .goals import GOALS, Samples
from .layers import KEYS, classes_below, lent_methods
from .loop_run import AFTERWARDS, Progress, counted, in_a_sentence, number_of, train_by
from .reached_pages import FILE, Reached, store_reached
from .storing import engine_path
from .trying import MISSING, attempted_stage, method_faults

_TILES, _CURVE, _DOTS = 24, 100, 60  # tiles of the plane across; losses and points that are kept


def milestone(lesson: str, loop: Any, model: Any, *, middle: float = 0.0) -> Milestone:
    """Run your own training loop, on whatever engine, see whether it reaches the lesson's goal, and frame what it has.

    It may take a minute. 10 asks for the four signs of AND, 12 for those of XOR, 13 for 95 % of 200 new points of two
    moons, 25 for a loss below 2.65 on names that the model has not seen, 28 for one below 2.3. What was reached is
    noted in my_milestones.json beside my_engine.py: `milestones()` shows all pages, and `ledger()` a table.

    Args:
        lesson: The lesson's number: "10", "12", "13", "25" or "28".
        loop: Your loop: a function with `yield loss` after each step, or what it gives when called.
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
    losses, begun = list[float](), monotonic()
    with Progress() as progress:
        why = train_by(loop, model, losses, progress)
    seconds = monotonic() - begun
    if why and not losses:
        return Milestone(why)
    try:
        return _judged(lesson, model, middle, losses, round(seconds, 2), why)
    except KeyboardInterrupt:
        return Milestone("You stopped it before its answers were looked at.")


def _judged(lesson: str, model: Any, middle: float, losses: list[float], seconds: float, why: str) -> Milestone:
    """What a loop has reached, which may have ended early."""
    goal = GOALS[lesson]
    if not goal.samples:
        return _judged_by_names(lesson, model, losses, seconds, why)
    ran = run_guarded(lambda: [_right_signs(samples, model, middle) for samples in goal.samples], AFTERWARDS)
    if ran.value is None:
        return Milestone(why or in_a_sentence(ran.error, "Your model", "looking at it"))
    count = max(ran.value)
    points, labels = goal.samples[ran.value.index(count)]
    signs = f"{count} of {len(points)} {'signs' if len(points) == 4 else 'new points'} are right"
    if count < goal.share * len(points):
        told = f"Not there yet: {signs} after {counted(losses)}, the loss is {number_text(losses[-1])}. {goal.hint}"
        return Milestone(f"{why} {told}{_fault_of_engine(model)}".strip())
    dots = [[*point, label] for point, label in zip(points, labels, strict=True)][:: max(1, len(points) // _DOTS)]
    reached = Reached(
        lesson, goal.what, signs, losses[-1], len(losses), seconds, _whose(model), date.today().isoformat(),
        _thinned(losses), _plane(dots, model, middle), dots,
    )  # fmt: skip
    return _noted(reached, why)


def _judged_by_names(lesson: str, model: Any, losses: list[float], seconds: float, why: str) -> Milestone:
    """The same for a model of names."""
    from .name_judge import held_out_loss, made_names  # with what it takes to train a GPT

    goal = GOALS[lesson]
    ran = run_guarded(lambda: (*held_out_loss(model), made_names(model)), AFTERWARDS)
    if ran.value is None:
        return Milestone(why or in_a_sentence(ran.error, "Your model", "looking at it"))
    found, count, made = ran.value
    how_well = f"the loss on {count} names that it has not seen is {number_text(found)}"
    if found > goal.share:
        told = f"Not there yet: after {counted(losses)} {how_well}; {goal.share} is asked. {goal.hint}"
        return Milestone(f"{why} {told}{_fault_of_engine(model)}".strip())
    reached = Reached(
        lesson, goal.what, how_well, losses[-1], len(losses), seconds, _whose(model), date.today().isoformat(),
        _thinned(losses), [], [], made,
    )  # fmt: skip
    return _noted(reached, why)


def _thinned(losses: list[float]) -> list[float]:
    return [losses[k] for k in sorted({round(k * (len(losses) - 1) / (_CURVE - 1)) for k in range(_CURVE)})]


def _noted(reached: Reached, why: str) -> Milestone:
    sentence = store_reached(reached)
    noted = "Noted in memory: milestones() shows it." if engine_path() is None else f"Noted in {FILE}."
    return Milestone(" ".join(filter(None, [why, in_words(reached), sentence or noted])), reached)


def _right_signs(samples: Samples, model: Any, middle: float) -> int:
    must = "Your model must answer a point [x1, x2] with a Value or a number"
    return sum((number_of(model(list(x)), must) - middle) * y > 0 for x, y in zip(*samples, strict=True))


def _plane(dots: list[list[float]], model: Any, middle: float) -> list[str]:
    """The answers over the plane around points; nothing if they take too long."""
    xs, ys = ([a + (b - a) * (k + 0.5) / _TILES for k in range(_TILES)] for a, b in box_around(dots))

    def look() -> list[str]:
        def shade(x: float, y: float) -> int:
            return round(4 + 4 * math.tanh(number_of(model([x, y]), "") - middle))

        return ["".join(str(shade(x, y)) for x in xs) for y in ys]

    return run_guarded(look, AFTERWARDS).value or []


def _value_of(model: Any) -> Any:
    """The class of a model's parameters; None if it has none."""
    with suppress(Exception):
        return type(next(iter(model.parameters())))
    return None


def _fault_of_engine(model: Any) -> str:
    """What is wrong with a learner's engine, in a sentence."""
    value = _value_of(model)
    if value is None or "backward" not in vars(value) or value.__module__.startswith("microgradviz"):
        return ""
    faults = method_faults(value, attempted_stage(value)).items()
    wrong = "; ".join(f"{key} ({fault})" for key, fault in faults if fault != MISSING)
    return f" The engine itself is not right: {wrong}. Value = mine() completes it." if wrong else ""


def _whose(model: Any) -> str:
    """Whose engine a model is built on, and what of it, and of the network, is lent."""
    value = _value_of(model)
    lent, own_network = [], False
    for name, cls in {**classes_below(type(model)), type(model).__name__: type(model)}.items():
        methods = lent_methods(cls, {}) if name in NETWORK else []
        own_network |= name in NETWORK and methods != [*KEYS]
        lent += [name] if methods == [*KEYS] else [f"{name}.{method}" for method in methods]
    members = vars(value) if value else {}
    keys = [key for key in dict.fromkeys(m.name for m in METHODS if m.name) if key in members]
    theirs = [key for key in keys if is_of_the_course(members[key])]
    if not keys or value.__module__.startswith("microgradviz"):
        home = getattr(value, "__module__", "").partition(".")[0]
        return f"built on {home}" if home not in ("", "builtins", "__main__") else "built on plain numbers"
    if len(theirs) == len(keys):
        if not own_network:
            return ", ".join(["the course's engine", *sorted(lent)])
        told = f"; lent by the course: {', '.join(sorted(lent))}" if lent else ""
        return f"your own network on the course's engine{told}"
    told = f"; lent by the course: {', '.join([*theirs, *sorted(lent)])}" if theirs or lent else ", all of it"
    return f"your own engine{told}"
