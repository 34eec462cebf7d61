"""The public names: where users import them from, and which of them the reference lacks."""

from __future__ import annotations

import inspect
from collections.abc import Container
from importlib import import_module
from types import FunctionType
from typing import Any

# Where names are offered: a name that several offer is documented at the first of them.
PUBLIC_MODULES = [
    "microgradviz",
    "microgradviz.engine",
    "microgradviz.nn",
    "microgradviz.train",
    "microgradviz.verify",
    "microgradviz.compiled",
    "microgradviz.gpt",
]
# Further faces, of which the named things are for readers of the docs.
PUBLIC_PARTS = {
    "microgradviz.nn": ["Module", "ACTIVATIONS", "INITIALISERS"],
    "microgradviz.exercises.quizzes": ["Choice", "Option", "Number", "Click", "Arrange"],
    "microgradviz.views": ["Player", "Instrument"],
    "microgradviz.sources.presets": ["Preset", "PRESETS"],
}
# Classes that users call; all others are made by functions.
CALLED = {
    *(f"microgradviz.{name}" for name in ("Value", "Neuron", "Layer", "MLP", "SGD", "Adam", "group")),
    *(f"microgradviz.exercises.quizzes.{name}" for name in ("Choice", "Option", "Number", "Click", "Arrange")),
    "microgradviz.gpt.GPT",
}
_WITH_DOCSTRING = FunctionType | property | classmethod | staticmethod


def public_names() -> dict[str, str]:
    """Every name that users import, and the full name under which it is documented."""
    found: dict[str, str] = {}
    for module in [*PUBLIC_MODULES, *PUBLIC_PARTS]:
        offered = getattr(import_module(module), "__all__", []) if module in PUBLIC_MODULES else []
        for name in [*offered, *PUBLIC_PARTS.get(module, [])]:
            found.setdefault(name, f"{module}.{name}")
    return found


def undocumented(documented: Container[str]) -> list[str]:
    """What is missing, in sentences: public names without an entry in the reference, and what has no docstring.

    Sphinx's own coverage passes over names that a module takes from another one, as nearly all of ours are.
    """
    problems = []
    for full in public_names().values():
        thing = thing_called(full)
        if full not in documented:
            problems.append(f"{full} has no entry in docs/reference")
        if callable(thing) and not inspect.getdoc(thing):
            problems.append(f"{full} has no docstring")
        members = vars(thing) if inspect.isclass(thing) else {}
        problems += [
            f"{full}.{member} has no docstring"
            for member, value in members.items()
            if not member.startswith("_")
            and isinstance(value, _WITH_DOCSTRING)
            and not inspect.getdoc(getattr(thing, member))
        ]
    return problems


def thing_called(full: str) -> Any:
    """What a full name such as "microgradviz.play" stands for."""
    module, _, name = full.rpartition(".")
    return getattr(import_module(module), name)
