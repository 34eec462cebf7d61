"""keep(Value) and mine("05"): the engine that a learner writes lives on from one lesson to the next."""

from __future__ import annotations

import base64
import os
from collections.abc import Collection
from html import escape
from types import FunctionType
from typing import Any, NamedTuple

from ..advice import earns_all_points
from ..base import Exercise
from ..learner_code import OutOfTime, run_guarded
from ..stages import METHODS, STAGES, stage_at, stage_methods
from ..topics import EXERCISES
from .class_text import NotKept, class_text, is_of_the_course
from .line_notes import explained
from .storing import NAME, engine_path, load_engine, store_engine
from .trying import MISSING, SORT, WRONG_SORT, attempted_stage, course_space, method_faults, reached_stage, run_text

_SECONDS = 5.0  # that a text may take to run
_EVERY_KEY = {method.key for method in METHODS}


class Kept:
    """What `keep` did, which shows itself; true if the class was kept."""

    def __init__(self, said: str, text: str = "", download: bool = False) -> None:
        self.said, self.text, self.download = said, text, download

    def __bool__(self) -> bool:
        return bool(self.text)

    def __repr__(self) -> str:
        return self.said

    def explained(self) -> str:
        """The text that was kept, with what each of its lines is for beside it."""
        return explained(self.text)

    def _repr_html_(self) -> str:
        link = ""
        if self.download:
            data = base64.b64encode(self.text.encode()).decode()
            link = f' <a href="data:text/x-python;base64,{data}" download="{NAME}">Download {NAME}</a>'
        return f'<p style="white-space: pre-wrap">{escape(self.said)}{link}</p>'


def keep(*classes: type) -> Kept:
    """Keep your engine for the next lessons: your class, written into my_engine.py as one readable text.

    Its methods are read from the live class, wherever and in whatever order their cells ran, with the imports and the
    functions of the notebook that they name. The text is run on its own, and takes the place of what was kept before if
    it passes the tests of as late a lesson. A method of your own never makes way for one that the course has lent: what
    you kept before stays, and is named. What is replaced is put into my_engine_before. No mark needs these files.

    Args:
        *classes: Value, and others that belong to it.

    Returns:
        What was done, in a sentence.

    Raises:
        TypeError: If what is given is no class.

    Example:
        >>> keep(3)
        Traceback (most recent call last):
            ...
        TypeError: keep needs your class, as in keep(Value) (got 3)
    """
    given: tuple[Any, ...] = classes or (None,)
    for cls in given:
        if not isinstance(cls, type):
            raise TypeError(f"keep needs your class, as in keep(Value) (got {cls!r:.60})")
    try:
        text = class_text(*classes)
        found = _value_of(text)
    except NotKept as error:
        return Kept(f"Not kept: {error}")
    stage, tried = reached_stage(found), attempted_stage(found)
    wrong = {key: fault for key, fault in method_faults(found, tried).items() if fault != MISSING}
    told = "; ".join(f"{key} ({fault})" for key, fault in wrong.items())
    if not stage:
        told = told or "{} ({})".format(*next(iter(method_faults(found, STAGES[0]).items())))
        return Kept(f"Not kept: {told}. To go on with the course's: Value = mine({tried!r}, Value)")
    old, _ = _kept_class()
    before = reached_stage(old) if old is not None else ""
    if before > stage and tried >= before and told:
        return Kept(f"Not kept: {told}. What you kept of lesson {before} stays as it is.")
    if before > stage:
        return Kept(
            f"Not kept: this Value is the engine of lesson {stage}, and what you kept is that of lesson {before}. "
            f"A method that you have written since can be put into {NAME} by hand; to begin anew, remove that file."
        )
    notes = [f"For lesson {tried} this is not right yet: {told}."] if told and tried > stage else []
    named = next((cls for cls in classes if cls.__name__ == "Value"), None)
    if old is not None and named is not None:
        changes = _changes(named, old, stage)
        try:
            text = class_text(*classes, instead=changes.stay) if changes.stay else text
            fits = not changes.stay or reached_stage(_value_of(text)) >= stage
        except NotKept:
            fits = False
        if not fits:
            named_here = ", ".join(changes.stay)
            return Kept(f"Not kept: the course's {named_here} would take the place of yours, which are in {NAME}.")
        notes += changes.sentences()
    return _store(text, stage, before, notes)


class _Changes(NamedTuple):
    """What a class would change in what is kept.

    Attributes:
        stay: The learner's kept methods that it has lost or has from the course.
        lost: Those of them that do not do what the lesson asks, so that the course's take their place.
        gone: What else is in the kept class, and not in this one.
    """

    stay: dict[str, Any]
    lost: list[str]
    gone: list[str]

    def sentences(self) -> list[str]:
        """What to say of each kind."""
        kinds = [
            (list(self.stay), "Yours, as you kept them before, stay where this Value has none of yours: {}."),
            (self.lost, "The course's, for yours are those of an earlier lesson: {}."),
            (self.gone, "No longer in it: {}."),
        ]
        return [text.format(", ".join(names)) for names, text in kinds if names]


def _changes(cls: type, old: type, stage: str) -> _Changes:
    found = _Changes({}, [], [])
    asked, faults = stage_methods(stage), method_faults(old, stage)
    for key, what in vars(old).items():
        if not isinstance(what, FunctionType) or is_of_the_course(what):
            continue
        lent = key in vars(cls) and is_of_the_course(vars(cls)[key])
        if key in _EVERY_KEY and (lent or key not in vars(cls)):
            if key in asked and key in faults:
                found.lost.append(key)
            else:
                found.stay[key] = what
        elif key not in vars(cls):
            found.gone.append(key)
    return found


def _store(text: str, stage: str, before: str, notes: list[str]) -> Kept:
    at = engine_path()
    what = f"your engine as lesson {stage} leaves it"
    on_binder = "BINDER_SERVICE_HOST" in os.environ
    try:
        aside = store_engine(text, before)
    except OSError as error:
        why = error.strerror or error
        return Kept(f"{what.capitalize()}, kept in memory only ({why}: {at}). To copy:\n\n{text}", text, download=True)
    notes = [*notes, f"What you kept before is in {aside}."] if aside else notes
    notes = [*notes, "This machine forgets it when you leave:"] if on_binder and at else notes
    where = f"in {NAME}" if at else "in memory"
    return Kept(" ".join([f"Kept {where}: {what}.", *notes]), text, download=on_binder and at is not None)


def mine(lesson: Any = None, cls: Any = None) -> type:
    """Your engine as a lesson leaves it, completed by the course's own methods; one printed line says which are whose.

    With a class, the live one: it gets the course's methods where its own are missing or do not pass, and is returned.
    Without, the one that you kept: methods that later lessons add are left out, those that they rewrite come from the
    course. So a lesson goes on whatever is still unwritten.

    Args:
        lesson: The lesson's number, such as "05"; without it, the latest that you reached.
        cls: Your class as it stands, to be completed.

    Returns:
        The class Value.

    Raises:
        ValueError: If the lesson comes before the engine.
        TypeError: If cls is no class.

    Example:
        >>> import os; os.environ["MICROGRADVIZ_ENGINES"] = ""
        >>> Value = mine("05")
        Value: the course's own engine of lesson 05; nothing of yours is kept yet.
        >>> 2 * Value(3.0)
        Value(data=6.0, grad=0.0)
    """
    if cls is not None and not isinstance(cls, type):
        raise TypeError(f"cls must be your class, as in mine({lesson!r}, Value) (got {cls!r:.60})")
    if lesson is not None and not (isinstance(lesson, str) and lesson[:2].isdigit()):
        raise ValueError(f"lesson must be the number of a lesson, such as '05' (got {lesson!r:.60})")
    if cls is not None:
        return _completed(cls, stage_at(lesson or STAGES[-1]), "Value")
    found, why = _kept_class()
    if found is None:
        stage = stage_at(lesson or STAGES[-1])
        print(f"Value: the course's own engine of lesson {stage}; {why}.")
        made: type = course_space(stage)["Value"]
        return made
    reached = reached_stage(found) or STAGES[0]
    stage = stage_at(lesson) if lesson else reached
    methods = stage_methods(stage)
    for key in [key for key in vars(found) if key in _EVERY_KEY - methods.keys()]:
        delattr(found, key)
    rewritten = set()
    for method in METHODS:  # what a later lesson rewrites, and the learner has rewritten
        if stage < method.lesson <= reached and method.key in methods and method.key in vars(found):
            delattr(found, method.key)
            rewritten.add(method.key)
    called = f"Value, as you kept it in {NAME}" if engine_path() else "Value, as you kept it"
    return _completed(found, stage, called, rewritten)


def _completed(cls: type, stage: str, called: str, rewritten: Collection[str] = ()) -> type:
    """The class itself with the course's methods where its own do not pass; prints whose is what."""
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
        print(f"{called}: all of it is yours.")
        return cls
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
    print(f"{called}: {'; '.join(parts)}.{ask}{''.join(_misplaced(cls, key, stage) for key in still)}")
    return cls


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


def _value_of(text: str) -> Any:
    """The class Value of a text, run on its own."""
    name = f"<your engine, version {abs(hash(text)):x}>"
    ran = run_guarded(lambda: run_text(text, name), _SECONDS)
    if isinstance(ran.error, OutOfTime):
        raise NotKept(f"it takes longer than {_SECONDS:g} seconds to run; does it loop for ever?")
    if ran.error or ran.value is None:
        raise NotKept(f"it cannot be run on its own ({type(ran.error).__name__}: {str(ran.error)[:80]}).")
    space = ran.value
    if not isinstance(space.get("Value"), type):
        raise NotKept("there must be a class Value.")
    return space["Value"]


def _kept_class() -> tuple[Any, str]:
    """The class that is kept; None, and why, if there is none that runs."""
    try:
        text = load_engine()
        if not text:
            return None, "nothing of yours is kept yet"
        return _value_of(text), ""
    except NotKept as error:
        return None, f"{NAME} is left alone, for {str(error).rstrip('.')}"
    except (OSError, UnicodeDecodeError) as error:
        return None, f"{NAME} is left alone, for it cannot be read ({getattr(error, 'strerror', '') or 'no text'})"
