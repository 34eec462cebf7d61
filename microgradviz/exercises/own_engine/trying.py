"""Which methods of a class do what they should: small expressions, beside the course's own class of the same stage."""

from __future__ import annotations

import linecache
import math
from collections.abc import Callable
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from ..base import put_helpers, rebound
from ..learner_code import OutOfTime, run_guarded
from ..stages import METHODS, STAGES, engine_source, stage_methods

MISSING, SORT = "not written yet", "topological_order"
WRONG_SORT = f"your {SORT} gives it a wrong order"
_SECONDS = 2.0  # for a class
_Expressions = list[Callable[[Any, Any], Any]]
# For each method, expressions of two values that show what it does.
_TRIED: dict[str, _Expressions] = {
    "__init__": [lambda a, b: a],
    "__repr__": [lambda a, b: a],
    "__add__": [lambda a, b: a + b, lambda a, b: a + 1.5, lambda a, b: a + a],
    "__mul__": [lambda a, b: a * b, lambda a, b: a * 1.5, lambda a, b: a * a],
    "__radd__": [lambda a, b: 1.5 + a],
    "__rmul__": [lambda a, b: 1.5 * a],
    "__neg__": [lambda a, b: -a],
    "__sub__": [lambda a, b: a - b, lambda a, b: a - 1.5],
    "__rsub__": [lambda a, b: 1.5 - a],
    "tanh": [lambda a, b: a.tanh(), lambda a, b: (a * b).tanh() + a],
    "backward": [lambda a, b: a * b + a, lambda a, b: (lambda u: u * (u + a))(a * b)],
    "__pow__": [lambda a, b: a**3, lambda a, b: a**-1, lambda a, b: (a * 0) ** 0],
    "exp": [lambda a, b: a.exp(), lambda a, b: a.exp() * a],
    "log": [lambda a, b: a.log()],
    "relu": [lambda a, b: a.relu(), lambda a, b: b.relu(), lambda a, b: a.relu() + a],
    "sigmoid": [lambda a, b: a.sigmoid(), lambda a, b: b.sigmoid() * b],
    "__truediv__": [lambda a, b: a / b, lambda a, b: a / 2, lambda a, b: a / a],
    "__rtruediv__": [lambda a, b: 1.5 / a],
}
_AT = (1.75, -0.625)
_BEFORE = 0.25  # a grad that stands there before, and must stay


def run_text(text: str, name: str) -> dict[str, Any]:
    """The names that a text defines, run in a fresh namespace; its functions can show their sources.

    Whatever the text raises goes through.
    """
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(_compiled(text, name), space)
    return space


@lru_cache(maxsize=32)
def _compiled(text: str, name: str) -> CodeType:
    code = compile(text, name, "exec", dont_inherit=True)
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    return code


def course_space(stage: str) -> dict[str, Any]:
    """The names of the course's own engine at a stage, made anew."""
    return run_text(engine_source(stage), f"<the course's engine of lesson {stage}>")


def method_faults(cls: type, stage: str) -> dict[str, str]:
    """What is wrong with a class's methods, by name: those of a stage that are missing or do something else.

    A class that does all of it is right, however it is built. Else each method is tried on its own, on the course's
    class with this one method in its place and all that the learner's class has besides.
    """
    tried = [key for key in stage_methods(stage) if key in _TRIED]
    together = {key: fault for key in tried if key in vars(cls) and (fault := _compare(cls, key, stage))}
    if not together and all(key in vars(cls) for key in tried):
        return {}
    found = {}
    for key in tried:
        fault = _fault_alone(cls, key, stage) if key in vars(cls) else MISSING
        if fault and fault != MISSING and _is_of_an_earlier_lesson(cls, key, stage):
            fault = MISSING
        if fault:
            found[key] = fault
    if not found and "backward" in together and _sorts_wrongly(cls, stage):
        return {"backward": WRONG_SORT}
    return found or together


def reached_stage(cls: type) -> str:
    """The highest stage that a class passes; "" if none."""
    return next((stage for stage in reversed(STAGES) if not method_faults(cls, stage)), "")


def attempted_stage(cls: type) -> str:
    """The latest lesson that brings one of a class's methods, right or wrong."""
    first = {method.key: method.lesson for method in reversed(METHODS)}
    return max([STAGES[0], *(first[key] for key in vars(cls) if key in first)])


def _fault_alone(cls: type, key: str, stage: str) -> str:
    what, space = vars(cls)[key], course_space(stage)
    course = space["Value"]
    put_helpers(cls, course, space)
    began = vars(cls).get("__init__")
    if isinstance(began, FunctionType) and key != "__init__":
        given = course.__init__
        course.__init__ = rebound(began, space)
        if _compare(course, "__init__", stage):
            course.__init__ = given
    setattr(course, key, rebound(what, space) if isinstance(what, FunctionType) else what)
    fault = _compare(course, key, stage)
    other = next((m.key for m in METHODS if m.function == getattr(what, "__name__", "") and m.key != key), "")
    return f"that is your {what.__name__}, which belongs under {other}" if fault and other else fault


def _sorts_wrongly(cls: type, stage: str) -> bool:
    """Whether a right backward goes through the order of a sort of the learner's that is not right."""
    names = getattr(vars(cls)["backward"], "__globals__", {})
    sort = names.get(SORT)
    if not isinstance(sort, FunctionType):
        return False
    space = course_space(stage)
    space[SORT] = rebound(sort, space)
    return bool(_compare(space["Value"], "backward", stage))


def _is_of_an_earlier_lesson(cls: type, key: str, stage: str) -> bool:
    """Whether a method that a lesson rewrites does what it should have done before it."""
    method = vars(cls)[key]
    before = [m.lesson for m in METHODS if m.key == key and m.lesson < stage_methods(stage)[key].lesson]
    touched = "_backward" in getattr(getattr(method, "__code__", None), "co_names", ())
    return bool(before) and not touched and not _fault_alone(cls, key, before[-1])


def _compare(cls: Any, key: str, stage: str) -> str:
    course = course_space(stage)["Value"]
    return first_fault(lambda: _first_difference(cls, course, key, stage))


def first_fault(look: Callable[[], str]) -> str:
    """What a look at a learner's code finds, "" if nothing; what it raises, and that it takes too long, are faults."""
    ran = run_guarded(look, _SECONDS)
    if ran.value is not None:
        return ran.value
    if isinstance(ran.error, OutOfTime):
        return f"yours takes longer than {_SECONDS:g} seconds"
    return f"yours raises {type(ran.error).__name__}: {str(ran.error)[:80]}".rstrip(": ")


def _first_difference(cls: Any, course: Any, key: str, stage: str) -> str:
    for expression in _TRIED[key]:
        leaves, out = _run(cls, expression)
        right_leaves, right = _run(course, expression)
        if out is None:
            return "yours gives None; is there a return?"
        if not isinstance(out, cls):
            return f"yours gives a {type(out).__name__}, not a Value"
        if not are_close(out.data, right.data):
            return "yours gives another number than it should"
        if not isinstance(out._prev, tuple | set | list) or not isinstance(out._op, str):
            return "yours must remember _prev, its inputs, and _op, its operation"
        if _reached(out, leaves) != _reached(right, right_leaves):
            return "yours forgets an input"
        if key == "__repr__" and f"{out.data}" not in repr(out):
            return "yours does not show its data"
        if key == "__init__" and not are_close(out.grad, 0.0):
            return "a grad must begin at 0"
        if stage < "05":
            continue
        if not callable(getattr(out, "_backward", None)):
            return "yours has no _backward"
        for leaf in (*leaves, *right_leaves):
            leaf.grad = _BEFORE
        for value in (out, right):
            _sweep(value, key)
        grads, rights = [leaf.grad for leaf in leaves], [leaf.grad for leaf in right_leaves]
        if key == "backward" and all(map(are_close, grads, [right - _BEFORE for right in rights])):
            continue  # it sets all grads to 0 first, which is right, too
        lost = [are_close(x, y - _BEFORE) for x, y in zip(grads, rights, strict=True) if not are_close(x, y)]
        if any(lost):
            return "yours throws away what a grad held before: += adds to it"
        if lost:
            return "yours passes other gradients back"
    return ""


def _run(make: Any, expression: Callable[[Any, Any], Any]) -> tuple[list[Any], Any]:
    leaves = [make(x) for x in _AT]
    return leaves, expression(*leaves)


def _reached(out: Any, leaves: list[Any]) -> list[bool]:
    """Which leaves a result remembers."""
    found = _values(out)
    return [any(leaf is value for value in found) for leaf in leaves]


def _values(out: Any) -> list[Any]:
    """All values that a result was computed from, each after its inputs."""
    found: list[Any] = []

    def visit(value: Any) -> None:
        if not any(value is other for other in found):
            for x in value._prev:
                visit(x)
            found.append(value)

    visit(out)
    return found


def _sweep(out: Any, key: str) -> None:
    if key == "backward":
        out.backward()
        return
    out.grad = 3.0  # at 1, who forgets what arrives would be right
    for value in reversed(_values(out)):
        value._backward()


def are_close(x: Any, y: float) -> bool:
    """Whether what a learner computed is that number, but for rounding."""
    return isinstance(x, int | float) and math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-9)
