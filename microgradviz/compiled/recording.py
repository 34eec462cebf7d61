"""Running a function once on values whose numbers must not be looked at, to learn which operations it does.

A compiled step repeats the recorded operations for every sample. So nothing in the function may depend on a number:
where Python would look at one, the recording stops with a sentence.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from numbers import Real
from threading import RLock
from typing import Any

from ..engine import Value, apply1, context, make_op

_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep
_SLOT: Any = Value.__dict__["data"]

DETACH = make_op("detach", "x", ["0.0"], notation="detach(x)", register=False)  # its input takes no gradient at all

PARAMS_LOCK = RLock()  # held while parameters are hidden: functions of several threads may share them


class RecordedValue(Value):
    """A value while a function is being recorded: arithmetic works, and to ask for its number raises TypeError."""

    __slots__ = ()

    @property
    def data(self) -> float:
        if not sys._getframe(1).f_code.co_filename.startswith(_PACKAGE):
            raise _refusal("the data of a value must not be read")
        number: float = _SLOT.__get__(self)
        return number

    @data.setter
    def data(self, number: float) -> None:
        if not sys._getframe(1).f_code.co_filename.startswith(_PACKAGE):
            raise _refusal("the data of a value must not be changed")
        _SLOT.__set__(self, number)

    def __bool__(self) -> bool:
        raise _refusal("a value must not be asked whether it is true")

    def _compare(self, other: Any) -> bool:
        raise _refusal("values must not be compared", "; max(a, b) is a.max(b), and relu, abs and min need no `if`")

    __lt__ = __le__ = __gt__ = __ge__ = _compare

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Real):
            raise _refusal("a value must not be compared with a number", "; give one-hot lists, and multiply and add")
        return self is other

    __hash__ = Value.__hash__

    def __float__(self) -> float:
        raise _refusal("a value must not be turned into a plain number")

    def __index__(self) -> int:
        raise _refusal("a value must not be an index", "; give one-hot lists, and multiply and add")

    def backward(self) -> None:
        raise _refusal("backward() must not be called", "; a compiled step finds the gradients by itself")

    def detach(self) -> Value:
        return apply1(DETACH, self)


def _refusal(what: str, hint: str = "") -> TypeError:
    return TypeError(f"{what} inside a compiled function, which does the same operations for every sample{hint}")


def record_function(
    function: Callable[..., Any], params: Sequence[Value], samples: Sequence[Any]
) -> tuple[Value, list[Value]]:
    """Run a function on one sample; return its result, and the leaves that stand for the sample's numbers.

    Args:
        function: Takes a Value, or (nested) lists of Values, for each of samples; returns one Value.
        params: The leaves that training changes.
        samples: For each argument a number, or (nested) lists of numbers.

    Raises:
        TypeError: If the function looks at a number, or does not return one Value.
    """
    leaves: list[Value] = []
    arguments = [_as_values(sample, leaves) for sample in samples]
    with PARAMS_LOCK, _hide(params), context.marking(_mark):
        out = function(*arguments)
    if inspect.iscoroutine(out):
        out.close()
    if isinstance(out, list | tuple) and len(out) == 1:
        out = out[0]  # a layer of one neuron
    if not isinstance(out, Value):
        hint = {type(None): "; is a return missing?", list: "; return their sum", tuple: "; return their sum"}
        raise TypeError(
            f"a compiled function must return one Value (got {type(out).__name__})"
            f"{hint.get(type(out), '; a number that no parameter and no sample went into has no gradient')}"
        )
    return out, leaves


def _mark(value: Value) -> None:
    if context.no_grad.on():
        raise _refusal("no_grad must not be used", "; a.detach() stops the gradient at one value")
    value.__class__ = RecordedValue


def _as_values(sample: Any, leaves: list[Value]) -> Any:
    if isinstance(sample, list | tuple):
        return [_as_values(x, leaves) for x in sample]
    leaf = Value(sample)
    leaf.__class__ = RecordedValue
    leaves.append(leaf)
    return leaf


@contextmanager
def _hide(params: Sequence[Value]) -> Iterator[None]:
    for p in params:
        p.__class__ = RecordedValue
    try:
        yield
    finally:
        for p in params:
            p.__class__ = Value
