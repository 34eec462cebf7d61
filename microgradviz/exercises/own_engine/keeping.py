"""keep(Value), keep(Neuron, Layer, MLP): what a learner wrote, put into one readable file."""

from __future__ import annotations

import base64
import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from html import escape
from typing import Any

from ..networks import NETWORK
from ..stages import METHODS, STAGES
from .class_text import NotKept, class_text
from .layers import KEYS, complete, own_methods
from .line_notes import explained
from .storing import NAME, engine_path, kept_space, run_kept, store_engine
from .trying import MISSING, attempted_stage, course_space, method_faults, reached_stage

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
    `keep(Neuron, Layer, MLP)` writes your network below the Value that is kept, which stays what it was.

    Args:
        *classes: Value, or Neuron, Layer and MLP, or all of them, and others that belong to them.

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
    new = {cls.__name__: cls for cls in given}
    kept, _ = kept_space()
    before = reached_stage(kept["Value"]) if kept else ""
    try:
        whole = _whole(new, kept)
        text = class_text(*whole)
        value = run_kept(text)["Value"]
        stage = reached_stage(value)
        notes = _notes_on_engine(value, stage, before) if "Value" in new else []
        _refuse_wrong_networks(new, text)
        stay, lost = _kept_before(new, kept, stage)
        if stay:
            text = _with_what_stays(whole, stay, stage)
            notes.append(f"Yours, as you kept them before, stay: {_named(stay)}.")
    except NotKept as error:
        return Kept(f"Not kept: {error}")
    if lost:
        notes.append(f"The course's, for yours are those of an earlier lesson: {', '.join(lost)}.")
    networks = [name for name in NETWORK if name in new]
    what = f"your engine as lesson {stage} leaves it" if "Value" in new else "below the Value that they are built on"
    return _store(text, ", ".join([*networks, what]), before, notes)


def _whole(new: Mapping[str, Any], kept: Mapping[str, Any]) -> list[type]:
    """The classes of the text: Value first, then what belongs to it, then the network, each new or as it was kept."""
    if not new.keys() & {"Value", *NETWORK}:
        raise NotKept("there must be a class Value.")
    value = new.get("Value") or kept.get("Value") or _value_named_by(new)
    beside = [cls for name, cls in new.items() if name not in ("Value", *NETWORK)]
    return [value, *beside, *(new.get(name) or kept[name] for name in NETWORK if name in {**new, **kept})]


def _value_named_by(new: Mapping[str, Any]) -> Any:
    """The engine of the notebook that a network's classes name."""
    spaces = [what.__globals__ for cls in new.values() for what in own_methods(cls).values()]
    if not spaces:
        raise NotKept(f"all of {', '.join(new)} is the course's so far; what you write there is kept.")
    found: Any = next((space["Value"] for space in spaces if isinstance(space.get("Value"), type)), None)
    if found is None or found.__module__.startswith("microgradviz"):
        name = next(iter(new))
        raise NotKept(f"{name} must be built on your own engine: run Value = mine(), then your cells once more.")
    return found


def _notes_on_engine(value: type, stage: str, before: str) -> list[str]:
    """What to say of a new engine.

    Raises:
        NotKept: If it is none, or that of an earlier lesson than what is kept.
    """
    tried = attempted_stage(value)
    wrong = {key: fault for key, fault in method_faults(value, tried).items() if fault != MISSING}
    told = "; ".join(f"{key} ({fault})" for key, fault in wrong.items())
    if not stage:
        told = told or "{} ({})".format(*next(iter(method_faults(value, STAGES[0]).items())))
        raise NotKept(f"{told}. To go on with the course's: Value = mine({tried!r}, Value)")
    if before > stage and tried >= before and told:
        raise NotKept(f"{told}. What you kept of lesson {before} stays as it is.")
    if before > stage:
        raise NotKept(
            f"this Value is the engine of lesson {stage}, and what you kept is that of lesson {before}. "
            f"A method that you have written since can be put into {NAME} by hand; to begin anew, remove that file."
        )
    return [f"For lesson {tried} this is not right yet: {told}."] if told and tried > stage else []


def _refuse_wrong_networks(names: Collection[str], text: str) -> None:
    """Try the network of a text on the course's engine, so that nothing else can be at fault.

    Raises:
        NotKept: If one of these is not right.
    """
    space = run_kept(text)
    space["Value"] = value = course_space(STAGES[-1])["Value"]
    for name in NETWORK:
        faults = complete(name, space[name], value, space) if name in space else {}
        if faults and name in names:
            told = "; ".join(f"{key} ({fault})" for key, fault in faults.items())
            raise NotKept(f"{name}: {told}. To go on with the course's: {name} = mine({name!r}, {name})")


def _kept_before(
    new: Mapping[str, Any], kept: Mapping[str, Any], stage: str
) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """The learner's methods, as they were kept, that new classes lack or have from the course.

    Returns:
        By class, those that stay; and the names of those that do not do what the lesson asks.
    """
    stay, lost = dict[str, dict[str, Any]](), list[str]()
    for name in (name for name in ("Value", *NETWORK) if name in new and name in kept):
        asked = _EVERY_KEY if name == "Value" else {*KEYS}
        faults = method_faults(kept[name], stage) if name == "Value" else {}
        own = own_methods(kept[name])
        missing = [key for key in own if key in asked and key not in own_methods(new[name])]
        lost += [key for key in missing if key in faults]
        if right := {key: own[key] for key in missing if key not in faults}:
            stay[name] = right
    return stay, lost


def _with_what_stays(whole: list[type], stay: Mapping[str, Mapping[str, Any]], stage: str) -> str:
    """The text with methods that were kept before.

    Raises:
        NotKept: If they do not fit.
    """
    with suppress(NotKept):
        text = class_text(*whole, instead=stay)
        _refuse_wrong_networks(stay, text)
        if reached_stage(run_kept(text)["Value"]) >= stage:
            return text
    raise NotKept(f"the course's {_named(stay)} would take the place of yours, which are in {NAME}.")


def _named(methods: Mapping[str, Mapping[str, Any]]) -> str:
    return ", ".join(key if name == "Value" else f"{name}.{key}" for name, keys in methods.items() for key in keys)


def _store(text: str, what: str, before: str, notes: list[str]) -> Kept:
    at = engine_path()
    on_binder = "BINDER_SERVICE_HOST" in os.environ
    try:
        aside = store_engine(text, before)
    except OSError as error:
        why = error.strerror or error
        said = f"{what[0].upper()}{what[1:]}, kept in memory only ({why}: {at}). To copy:\n\n{text}"
        return Kept(said, text, download=True)
    notes = [*notes, f"What you kept before is in {aside}."] if aside else notes
    notes = [*notes, "This machine forgets it when you leave:"] if on_binder and at else notes
    where = f"in {NAME}" if at else "in memory"
    return Kept(" ".join([f"Kept {where}: {what}.", *notes]), text, download=on_binder and at is not None)
