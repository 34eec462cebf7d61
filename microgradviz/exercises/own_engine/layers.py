"""Neuron, Layer and MLP of a learner: which of their methods do what they should, and the course's in place of others.

A class is tried on the engine that it is built on, beside the course's own with the same weights: its outputs, the
gradients of all weights, and what `parameters()` lists.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from types import FunctionType, MappingProxyType
from typing import Any

from ..networks import NETWORK, NETWORK_TEXT
from ..stages import STAGES
from .class_text import is_of_the_course
from .trying import MISSING, are_close, course_space, first_fault, run_text

KEYS = ("__init__", "__call__", "parameters")  # in the order in which each needs the ones before
_SIZES: dict[str, tuple[tuple[Any, ...], ...]] = {
    "Neuron": ((3,), (1,)),
    "Layer": ((3, 2), (2, 1)),
    "MLP": ((2, (4, 4, 1)), (3, (2,))),
}
_AT = (1.25, -0.5, 0.75)


def course_network(value: type, below: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """The course's Neuron, Layer and MLP, built on a class Value and on whatever stands below them."""
    space = run_text(NETWORK_TEXT, "<the course's networks>")
    space.update(below, Value=value)
    return space


def complete(name: str, cls: Any, value: type, below: Mapping[str, Any]) -> dict[str, str]:
    """Give a class the course's methods where its own are missing or wrong; which, and why.

    Args:
        name: Neuron, Layer or MLP.
        cls: The class, which is changed.
        value: The engine that it is built on.
        below: The classes that the course's methods are to build on.
    """
    others = {other: below[other] for other in NETWORK if other in below and other != name}
    faults, course, drawn = {}, course_network(value, others), random.getstate()
    right = course_network(course_space(STAGES[-1])["Value"])[name]
    for key in KEYS:
        fault = first_fault(partial(_fault, name, key, cls, right)) if key in vars(cls) else MISSING
        if fault:
            faults[key] = fault
            setattr(cls, key, vars(course[name])[key])
    random.setstate(drawn)  # a seed that a learner has set stands
    return faults


def own_methods(cls: type) -> dict[str, FunctionType]:
    """A class's methods that are the learner's, by their names."""
    return {
        key: what for key, what in vars(cls).items() if isinstance(what, FunctionType) and not is_of_the_course(what)
    }


def lent_methods(cls: type, faults: Mapping[str, str]) -> list[str]:
    """Which of a class's methods are the course's, each with what was wrong with the learner's."""
    lent = [key for key in KEYS if is_of_the_course(vars(cls).get(key))]
    return [f"{key} ({faults[key]})" if faults.get(key, MISSING) != MISSING else key for key in lent]


def lent_parts(name: str, cls: type, faults: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """What of a network's class is the course's: the class, if all of it is, or its methods."""
    methods = lent_methods(cls, faults)
    return [name] if methods == [*KEYS] else [f"{name}.{method}" for method in methods]


def classes_below(cls: type) -> dict[str, Any]:
    """Value, and the network's other classes, as the notebook of a class has them."""
    found: dict[str, Any] = {}
    for what in own_methods(cls).values():
        names = ({"Value", *NETWORK} - {cls.__name__}) & what.__globals__.keys()
        found |= {name: what.__globals__[name] for name in names if isinstance(what.__globals__[name], type)}
    return found


def _fault(name: str, key: str, cls: Any, right_cls: Any) -> str:
    tried: Callable[[str, Any, Any], str] = {"__init__": _of_init, "__call__": _of_call, "parameters": _of_list}[key]
    for sizes in _SIZES[name]:
        # nouts is a list of its own for each, for a class may change it
        made, right = (c(*(list(x) if isinstance(x, tuple) else x for x in sizes)) for c in (cls, right_cls))
        if fault := tried(name, made, right):
            return fault
    return ""


def _of_init(name: str, made: Any, right: Any) -> str:
    if [len(n.w) for n in _neurons(name, made)] != [len(n.w) for n in _neurons(name, right)]:
        return "yours makes another number of neurons or weights"
    numbers = _weights(name, made)
    if not all(hasattr(v, "grad") and isinstance(v.data, int | float) for v in numbers):
        return "yours holds weights that are no Values"
    if len({id(v) for v in numbers}) < len(numbers):
        return "yours has one Value in two places"
    drawn = [v.data for n in _neurons(name, made) for v in n.w]
    return "yours begins with equal weights" if len({*drawn}) < len(drawn) else ""


def _of_call(name: str, made: Any, right: Any) -> str:
    mine, theirs = _weights(name, made), _weights(name, right)
    for v, to in zip(mine, theirs, strict=True):
        to.data = v.data
    x = list(_AT[: len(_neurons(name, made)[0].w)])
    out, right_out = made(x), right(x)
    if isinstance(out, list | tuple) != isinstance(right_out, list):
        one = "the Value itself" if name == "Neuron" else "the one output itself, x[0], where there is one"
        return f"yours must give {'a list' if isinstance(right_out, list) else one}"
    outs, rights = ([o] if not isinstance(o, list | tuple) else list(o) for o in (out, right_out))
    if len(outs) != len(rights) or not all(are_close(o.data, r.data) for o, r in zip(outs, rights, strict=True)):
        return "yours gives another output than it should"
    for each in (outs, rights):
        sum((o * (k + 2) for k, o in enumerate(each[1:])), each[0]).backward()
    same = all(are_close(v.grad, to.grad) for v, to in zip(mine, theirs, strict=True))
    return "" if same else "yours passes other gradients to its weights"


def _of_list(name: str, made: Any, right: Any) -> str:
    numbers, listed = _weights(name, made), list(made.parameters())
    if len(listed) != len(numbers):
        return f"yours lists {len(listed)} where there are {len(numbers)}"
    same = {id(v) for v in listed} == {id(v) for v in numbers}
    return "" if same else "yours lists other things than the weights and biases"


def _neurons(name: str, made: Any) -> list[Any]:
    layers = made.layers if name == "MLP" else [made]
    return [made] if name == "Neuron" else [n for layer in layers for n in layer.neurons]


def _weights(name: str, made: Any) -> list[Any]:
    return [v for n in _neurons(name, made) for v in (*n.w, n.b)]
