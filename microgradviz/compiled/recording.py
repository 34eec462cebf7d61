"""Running a function on values without numbers, to learn which operations it does.

A compiled step repeats the recorded operations for every sample. So nothing in the function may depend on a number:
where Python would look at one, the recording stops with a sentence.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from numbers import Real
from threading import RLock
from typing import Any

from ..engine import Op, Value, apply, apply1, as_float, context, make_op, topological_order

_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep
_SLOT: Any = Value.__dict__["data"]

DETACH = make_op("detach", "x", ["0.0"], notation="detach(x)", register=False)  # its input takes no gradient at all

PARAMS_LOCK = RLock()  # held while parameters are hidden: functions of several threads may share them


class RecordedValue(Value):
    """A value while a function is being recorded: arithmetic works, and to ask for its number raises TypeError.

    What an operation makes has no number at all; parameters keep theirs, for others may compute with them meanwhile.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name in ("data", "grad", "dx", "dy"):
            raise _refusal(f"the {name} of a value must not be read")
        raise AttributeError(f"a value has no attribute {name!r}")

    def __repr__(self) -> str:
        return f"<{self.label or (self.op.name if self.op else 'a value')}, being recorded>"

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
            raise _refusal(
                "a value must not be compared with a number", "; one_hot(x, size) makes a list of 0 and 1 of it"
            )
        return self is other

    __hash__ = Value.__hash__

    def __float__(self) -> float:
        raise _refusal("a value must not be turned into a plain number")

    def __index__(self) -> int:
        raise _refusal("a value must not be an index", "; one_hot(x, size) makes a list of 0 and 1 of it")

    def backward(self) -> None:
        raise _refusal("backward() must not be called", "; a compiled step finds the gradients by itself")

    def detach(self) -> Value:
        return apply1(DETACH, self)


def _refusal(what: str, hint: str = "") -> TypeError:
    return TypeError(f"{what} inside a compiled function, which does the same operations for every sample{hint}")


class Recording:
    """What a function does, for samples of one shape after another.

    All runs share what they have in common: where one does an operation with the inputs of another's, both have the
    same value. So two runs that end in the same value did the same, and a text of five letters is a part of one of six
    for a function that reads from left to right. Within one run every operation has a value of its own, as in the
    engine.

    Attributes:
        function: The function itself.
        leaves: The numbers of samples by place: the number of the argument, then the indices within it.
        made: What operations made, by these and their inputs, in order.
        latest: What the latest run made.
    """

    def __init__(self, function: Callable[..., Any], params: Sequence[Value]) -> None:
        self.function, self._params = function, params
        self.leaves: dict[tuple[int, ...], Value] = {}
        self.made: dict[tuple[Any, ...], Value] = {}
        self._constants: dict[Any, Value] = {}
        self._outside: dict[Value, Value] = {}
        self.latest: set[Value] = set()
        self._repeats: Counter[tuple[Any, ...]] = Counter()

    def run(self, shapes: Sequence[tuple[int, ...]]) -> Value:
        """The result for a sample of these shapes, one for each argument: () for a number, (k,) for a list of k.

        Raises:
            TypeError: If the function looks at a number, or does not return one Value.
        """
        arguments = [nest((i,), shape, self._leaf) for i, shape in enumerate(shapes)]
        self.latest.clear()
        self._repeats.clear()
        with PARAMS_LOCK, _hide(self._params), context.recording(self._record):
            out = self.function(*arguments)
            if isinstance(out, list | tuple) and len(out) == 1:
                out = out[0]  # a layer of one neuron
            if isinstance(out, Value):
                return self._known(out)
        hints = {type(None): "; is a return missing?", list: "; return their sum", tuple: "; return their sum"}
        number = "; a number that no parameter and no sample went into has no gradient" if isinstance(out, Real) else ""
        raise TypeError(
            f"a compiled function must return one Value (got {type(out).__name__}){hints.get(type(out), number)}"
        )

    def _leaf(self, place: tuple[int, ...]) -> Value:
        return self.leaves.setdefault(place, _new_value(None, ()))

    def _record(self, op: Op, inputs: tuple[Any, ...]) -> Value:
        if context.modes > 1 and context.no_grad.on():
            raise _refusal("no_grad must not be used", "; a.detach() stops the gradient at one value")
        if not _ALL_RECORDED.issuperset(map(type, inputs)):
            inputs = tuple([x if x.__class__ is RecordedValue else self._known(x, op) for x in inputs])
            if not any(x.__class__ is RecordedValue for x in inputs):
                return apply(op, inputs, plainly=True)
        key: tuple[Any, ...] = ((op.name, *op.constants.values()) if op.constants else op, inputs)
        out = self.made.get(key)
        if out in self.latest:
            self._repeats[key] += 1
            key = (*key, self._repeats[key])
            out = self.made.get(key)
        if out is None:
            if not op.formula:
                raise TypeError(
                    f"a compiled function must use operations of the table (got one made by hand: {op.symbol!r}); "
                    "define it with microgradviz.define_op"
                )
            out = self.made[key] = _new_value(op, inputs)
        self.latest.add(out)
        return out

    def _known(self, x: Any, op: Op | None = None) -> Value:
        """The value that stands for an input: a constant of this number, or what a value from outside is made of."""
        if x.__class__ is RecordedValue:
            return x
        if not isinstance(x, Value):
            number = as_float(x, f"operand of {op.name if op else 'a function'}")
            return self._constants.setdefault(number if number and number == number else repr(number), Value(number))
        if x not in self._outside:
            for value in topological_order(x) if x.inputs else ():
                inputs = tuple([self._outside.get(i, i) for i in value.inputs])
                if value.op and any(i.__class__ is RecordedValue for i in inputs):
                    self._outside[value] = self._record(value.op, inputs)
            self._outside.setdefault(x, self._known(as_float(x.data, "data of a constant")))
        return self._outside[x]

    def values_behind(self, roots: Sequence[Value]) -> dict[Value, int]:
        """The operations that these results need, in an order in which they can be done, with a bit for each result."""
        whose: dict[Value, int] = {}
        for n, root in enumerate(roots):
            whose[root] = whose.get(root, 0) | 1 << n
        found = []
        for value in reversed(self.made.values()):
            if bits := whose.get(value):
                for x in value.inputs:
                    whose[x] = whose.get(x, 0) | bits
                found.append((value, bits))
        return dict(reversed(found))


_ALL_RECORDED = {RecordedValue}


def _new_value(op: Op | None, inputs: tuple[Value, ...]) -> Value:
    value: Value = object.__new__(RecordedValue)
    value.op, value.inputs, value.group, value.label, value.line = op, inputs, None, "", None
    return value


def nest(place: tuple[int, ...], shape: tuple[int, ...], leaf: Callable[[Any], Any]) -> Any:
    """An argument of that shape: (nested) lists of leaves, each of which is asked for by its place."""
    return [nest((*place, i), shape[1:], leaf) for i in range(shape[0])] if shape else leaf(place)


@contextmanager
def _hide(params: Sequence[Value]) -> Iterator[None]:
    shown = [p for p in params if p.__class__ is Value]  # not those that a function around this one hides already
    for p in shown:
        p.__class__ = RecordedValue
    try:
        yield
    finally:
        for p in shown:
            p.__class__ = Value
