"""mine("05"), mine("MLP"): what a learner kept, completed by the course's own, so that any lesson goes on."""

from __future__ import annotations

from collections.abc import Collection
from textwrap import fill
from types import FunctionType
from typing import Any

from ...shell import running_shell
from ..advice import earns_all_points
from ..base import Exercise
from ..networks import NETWORK
from ..stages import METHODS, STAGES, stage_at, stage_methods
from ..topics import EXERCISES
from .class_text import is_of_the_course
from .layers import KEYS, classes_below, complete, course_network, lent_methods, lent_parts
from .storing import NAME, engine_path, kept_space
from .trying import MISSING, SORT, WRONG_SORT, course_space, method_faults, reached_stage

_EVERY_KEY = {method.key for method in METHODS}
_WIDTH = 88  # of a line in a notebook, which breaks longer ones inside words
_last: list[type] = []  # the class Value that was given last: networks are built on it


def mine(lesson: Any = None, cls: Any = None) -> type:
    """Your engine as a lesson leaves it, completed by the course's own methods; one printed line says which are whose.

    With a class, the live one: it gets the course's methods where its own are missing or do not pass, and is returned.
    Without, the one that you kept: methods that later lessons add are left out, those that they rewrite come from the
    course. So a lesson goes on whatever is still unwritten. By its name a class of your network is given in the same
    way, built on the Value that was given last.

    Args:
        lesson: The lesson's number, such as "05", or "Neuron", "Layer" or "MLP"; without it, the latest that you
            reached.
        cls: Your class as it stands, to be completed.

    Returns:
        The class.

    Raises:
        ValueError: If the lesson comes before the engine.
        TypeError: If cls is no class.

    Example:
        >>> import os; os.environ["MICROGRADVIZ_ENGINES"] = ""
        >>> Value = mine("05")
        Value: the course's own engine of lesson 05; once yours is kept, mine brings yours.
        >>> 2 * Value(3.0)
        Value(data=6.0, grad=0.0)
        >>> len(mine("MLP")(2, [4, 4, 1]).parameters())
        MLP: the course's own; once yours is kept, mine brings yours.
        37
    """
    if cls is not None and not isinstance(cls, type):
        raise TypeError(f"cls must be your class, as in mine({lesson!r}, Value) (got {cls!r:.60})")
    if isinstance(lesson, str) and lesson in NETWORK:
        made, line = _live_network(lesson, cls) if cls else _kept_network(lesson)
    elif lesson is not None and not (isinstance(lesson, str) and lesson[:2].isdigit()):
        raise ValueError(f"lesson must be the number of a lesson, such as '05' (got {lesson!r:.60})")
    else:
        made, line = _engine(lesson, cls)
    print(_as_wide_as_a_cell(line))
    return made


def _as_wide_as_a_cell(line: str) -> str:
    if not hasattr(running_shell(), "kernel"):
        return line
    return fill(line, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _engine(lesson: str | None, cls: Any) -> tuple[type, str]:
    """A Value of its own, so that what is done to one does not reach another; and whose it is."""
    if cls is not None:
        line = _completed(cls, stage_at(lesson or STAGES[-1]), "Value")
    else:
        kept, why = kept_space()
        cls, line = _kept_engine(lesson, kept.get("Value"), why)
    _last[:] = [cls]
    return cls, line


def _last_engine() -> type:
    return _last[0] if _last else _engine(None, None)[0]


def _kept_engine(lesson: str | None, found: Any, why: str) -> tuple[type, str]:
    if found is None:
        stage = stage_at(lesson or STAGES[-1])
        return course_space(stage)["Value"], f"Value: the course's own engine of lesson {stage}; {why}."
    reached = reached_stage(found) or STAGES[0]
    stage = stage_at(lesson) if lesson else reached
    methods = stage_methods(stage)
    later = {method.key for method in METHODS if stage < method.lesson <= reached}
    rewritten = vars(found).keys() & methods.keys() & later  # by a later lesson, and by the learner
    for key in [key for key in vars(found) if key in rewritten or key in _EVERY_KEY - methods.keys()]:
        delattr(found, key)
    return found, _completed(found, stage, f"Value, {_as_kept()}", rewritten)


def _as_kept() -> str:
    return f"as you kept it in {NAME}" if engine_path() else "as you kept it"


def _live_network(name: str, cls: type) -> tuple[type, str]:
    if cls.__module__.startswith("microgradviz"):
        raise TypeError(f"cls must be your own {name}, written in this notebook (got that of {cls.__module__})")
    below = classes_below(cls)
    value = below.pop("Value", None) or _last_engine()
    faults = complete(name, cls, value, below)
    if not (lent := lent_methods(cls, faults)):
        return cls, f"{name}: all of it is yours."
    yours = [key for key in KEYS if not is_of_the_course(vars(cls)[key])]
    told = f"yours: {', '.join(yours)}; " if yours else ""
    return cls, f"{name}: {told}the course's until yours is right: {', '.join(lent)}."


def _kept_network(name: str) -> tuple[type, str]:
    value = _last_engine()
    space, why = kept_space()
    below: dict[str, Any] = {}
    lent: list[str] = []
    space["Value"] = value
    for each in list(NETWORK)[: list(NETWORK).index(name) + 1]:
        faults = complete(each, space[each], value, below) if each in space else {}
        below[each] = space[each] if each in space else course_network(value, below)[each]
        lent += lent_parts(each, below[each], faults)
    if not lent:
        return below[name], f"{name}, {_as_kept()}: all of it is yours."
    if lent == [*below]:
        return below[name], f"{name}: the course's own; {why or 'no network of yours is kept yet'}."
    return below[name], f"{name}, {_as_kept()}; the course's: {', '.join(lent)}."


def _completed(cls: type, stage: str, called: str, rewritten: Collection[str] = ()) -> str:
    """The class itself with the course's methods where its own do not pass: who wrote what."""
    faults = method_faults(cls, stage)
    course = course_space(stage)
    own = dict(vars(course["Value"]))
    course["Value"] = cls
    replaced = {key: vars(cls)[key] for key in faults if key in vars(cls)}
    for key in faults:
        setattr(cls, key, own[key])
    methods = {key: method for key, method in stage_methods(stage).items() if method.name}
    theirs = [key for key in methods if key not in faults and is_of_the_course(vars(cls)[key])]
    yours = [key for key in methods if key not in faults and key not in theirs]
    if len(yours) == len(methods):
        return f"{called}: all of it is yours."
    if len(theirs) == len(methods):
        return f"{called}: all of it is the course's."
    wrong = [f"{key} ({fault})" for key, fault in faults.items() if fault != MISSING]
    missing = [key for key in methods if key in theirs or faults.get(key) == MISSING]
    new = [key for key in yours if methods[key].lesson == stage]
    new_here = [key for key in missing if methods[key].lesson == stage and key not in rewritten]
    still = [key for key in new_here if _exercise(key, stage)]
    brought = [key for key in new_here if key not in still]  # no exercise asks for them
    told = [", ".join(new)] if new else []
    told += ["what you wrote before"] if len(yours) > len(new) else []
    parts = [f"yours: {' and '.join(told)}"] if told else []
    parts += [f"the course's: {', '.join([*wrong, *brought])}"] if wrong or brought else []
    parts += [f"the course's until you write yours: {', '.join(still)}"] if still else []
    older = [key for key in missing if key in rewritten]
    parts += [f"the course's, for you have rewritten them since: {', '.join(older)}"] if older else []
    parts += ["all else the course's"] if len(missing) > len(new_here) + len(older) else []
    ask = _where_more_is_said(faults, replaced, stage)
    return f"{called}: {'; '.join(parts)}.{ask}{''.join(_misplaced(cls, key, stage) for key in still)}"


def _exercise(key: str, stage: str) -> Exercise | None:
    """The exercise that asks for a method."""
    lesson = stage_methods(stage)[key].lesson
    asking = (e for e in EXERCISES.values() if e.method == key and stage_at(e.lesson) == lesson)
    return next(asking, None)


def _where_more_is_said(faults: dict[str, str], own: dict[str, Any], stage: str) -> str:
    """The call of check that says more about a fault, under a name that there is; "" if it would find nothing wrong."""
    for key, fault in faults.items():
        asked = None if fault == MISSING else EXERCISES[SORT] if fault == WRONG_SORT else _exercise(key, stage)
        names = getattr(own.get(key), "__globals__", {})
        method = names.get(asked.answer) if asked else None
        if asked is None or not isinstance(method, FunctionType) or (fault != WRONG_SORT and method is not own[key]):
            continue
        if not earns_all_points(asked, method):
            return f' check("{asked.name}", {asked.answer}) says more.'
    return ""


def _misplaced(cls: type, key: str, stage: str) -> str:
    """What to do if a method has been put on the class under another name."""
    asked = _exercise(key, stage)
    answer = asked.answer if asked else ""
    place = next((name for name, v in vars(cls).items() if name != key and getattr(v, "__name__", "") == answer), "")
    return f" Your {answer} stands under the name {place}: write Value.{key} = {answer} below it." if place else ""
