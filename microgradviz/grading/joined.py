"""All that a learner handed in as one: the rule by which every report adds up several notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from .results import ExerciseMark, Graded


def by_learner(graded: Sequence[Graded]) -> Iterator[list[Graded]]:
    """What each learner handed in, which may be several notebooks; learners in the order of their first one."""
    places: dict[str, list[int]] = {}
    for i, one in enumerate(graded):
        places.setdefault(one.learner, []).append(i)
    for own in places.values():
        yield [graded[i] for i in own]


def together(own: Sequence[Graded]) -> Graded:
    """All that a learner handed in as one: of two answers to an exercise the better one, unless a person set one.

    Files, reasons and notes of all are kept, each with its file where there are several; it is as late as the latest.
    """
    best: dict[str, tuple[tuple[bool, bool, int], ExerciseMark]] = {}
    for one in own:
        by_hand = {change.exercise for change in one.changes}
        for mark in one.exercises:
            rank = (mark.name in by_hand, *better(mark))
            if mark.name not in best or rank > best[mark.name][0]:
                best[mark.name] = (rank, mark)
    return replace(
        own[0],
        file="; ".join(one.file for one in own),
        exercises=tuple(mark for _, mark in best.values()),
        reason=told(own, lambda one: one.reason),
        sandboxed=all(one.sandboxed for one in own),
        late=max(one.late for one in own),
        changes=tuple(change for one in own for change in one.changes),
        note=told(own, lambda one: one.note),
    )


def better(mark: ExerciseMark) -> tuple[bool, int]:
    """The larger, the better: any answer is better than none, and then points count."""
    return bool(mark.found), mark.earned


def told(own: Sequence[Graded], what: Callable[[Graded], str]) -> str:
    """What there is to say of each notebook, with its file where there are several; "" if nothing."""
    lines = [(one.file, what(one)) for one in own]
    return "; ".join(f"{file}: {line}" if len(own) > 1 else line for file, line in lines if line)


def twice(own: Sequence[Graded]) -> bool:
    """Whether an exercise is answered in more than one of these notebooks."""
    names = [mark.name for one in own for mark in one.exercises if mark.found]
    return len(set(names)) < len(names)
