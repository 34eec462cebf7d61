"""Probes of a class Value: programs over its values, as plain data."""

from __future__ import annotations

import math
from collections.abc import Callable

from .common import (
    NO_RETURN,
    PLACE,
    Inputs,
    UnfitAnswer,
    as_sentence,
    counted_grads,
    data_of,
    grad_of,
    type_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:  # a sandbox starts for every submission, and typing takes as long as all the rest
    from typing import Any

    from .common import Said


def run_program(make: Callable[..., Any], inputs: Inputs) -> list[Any]:
    """Every value of a program, made by `make` from numbers and by operations from each other.

    Args:
        make: What makes a leaf of a number.
        inputs: {"leaves": numbers, "steps": [[operation, index of a value, index of another one or a number], …]}.

    Raises:
        UnfitAnswer: If an operation gives None; what an operation raises gets its name.
    """
    values = [make(x) for x in inputs["leaves"]]
    for op, i, j in inputs["steps"]:
        x, y = values[i], values[j] if isinstance(j, int) else j
        name = said_of_value(inputs, len(values))
        try:
            out = _OPERATIONS[op](x, y)
        except Exception as error:
            if type(error) in (TypeError, AttributeError):  # others may be an answer's own
                setattr(error, PLACE, name)
            raise
        if out is None:
            raise UnfitAnswer("{} gives None{}", name, NO_RETURN)
        values.append(out)
    return values


_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda x, y: x + y,
    "*": lambda x, y: x * y,
    "-": lambda x, y: x - y,
    "r+": lambda x, y: y + x,  # y is a plain number from here on
    "+int": lambda x, y: x + int(y),
    "*int": lambda x, y: x * int(y),
    "r*": lambda x, y: y * x,
    "r-": lambda x, y: y - x,
    "neg": lambda x, y: -x,
    "tanh": lambda x, y: x.tanh(),
    "**": lambda x, y: x**y,
    "exp": lambda x, y: x.exp(),
    "log": lambda x, y: x.log(),
    "relu": lambda x, y: x.relu(),
    "sigmoid": lambda x, y: x.sigmoid(),
    "/": lambda x, y: x / y,
}


_LETTERS = "abcdefgh"


def value_name(inputs: Inputs, i: int) -> str:
    """What value i of a program is called: a leaf by its letter, a result by its step and operation."""
    return as_sentence(said_of_value(inputs, i))


def said_of_value(inputs: Inputs, i: int) -> Said:
    leaves = len(inputs["leaves"])
    if i < leaves:
        return _LETTERS[i] if leaves <= len(_LETTERS) else ["leaf {}", i + 1]
    op, _, other = inputs["steps"][i - leaves]
    shown: Said = "−…" if op == "neg" else op
    if op in ("r+", "r*", "r-"):
        shown = ["{} {} …", float(other), op[1]]
    elif op in ("+int", "*int"):
        shown = ["… {} {}", op[0], int(other)]
    return ["step {} ({})", i - leaves + 1, shown]


def program_data(answer: Any, inputs: Inputs) -> list[float]:
    """The data of every value of a program."""
    return [
        data_of(v, ["the result of {}", said_of_value(inputs, i)]) for i, v in enumerate(run_program(answer, inputs))
    ]


def op_and_inputs(answer: Any, inputs: Inputs) -> list[float]:
    """What a result remembers: how many letters its symbol has, these, and which values its inputs are; −1: another."""
    values = run_program(answer, inputs)
    symbol = str(getattr(values[-1], "_op", ""))[:20]
    places = sorted(next((i for i, v in enumerate(values) if v is x), -1) for x in _inputs_of(values[-1]))
    return [float(len(symbol)), *map(float, map(ord, symbol)), *map(float, places)]


def way_back_to_leaves(answer: Any, inputs: Inputs) -> list[float]:
    """The last value's number; for each leaf, whether it rests on it (1 or 0); whether + and * alone made it."""
    values = run_program(answer, inputs)
    if any(v is x for i, v in enumerate(values) for x in values[:i]):
        raise UnfitAnswer("the result is one of the inputs, changed: an operation makes a new Value")
    found: list[Any] = []
    todo = [values[-1]]
    while todo:
        v = todo.pop()
        if not any(v is x for x in found):
            found.append(v)
            todo += _inputs_of(v)
    leaves = [float(any(v is leaf for v in found)) for leaf in values[: len(inputs["leaves"])]]
    made = all(_is_sum_or_product(v) for v in found)
    return [data_of(values[-1], "the result"), *leaves, float(made)]


def _inputs_of(value: Any) -> list[Any]:
    """The values in `_prev`; an UnfitAnswer if it holds anything else."""
    if not hasattr(value, "_prev") or not hasattr(value, "_op"):
        raise UnfitAnswer("a result must remember _prev, its inputs, and _op, its operation")
    if type(value._prev) not in (tuple, list, set, frozenset, dict):  # another may look round for what it never knew
        raise UnfitAnswer("_prev must be a tuple (got {})", type_name(value._prev))
    found = list(value._prev)
    for x in found:
        data_of(x, "each input in _prev")
    return found


def _is_sum_or_product(value: Any) -> bool:
    numbers = [x.data for x in value._prev]
    if not numbers:
        return True
    right = {"+": math.fsum(numbers), "*": math.prod(numbers)}.get(str(value._op))
    return right is not None and math.isclose(right, value.data, abs_tol=1e-9)


def value_grads(answer: Any, inputs: Inputs) -> list[float]:
    """The grad of every value of a program after backward() of the last one.

    With an input `changed`, every leaf's data is set to it between the forward pass and backward(); with `moved`, a
    leaf is made with another number than the one that it has in the forward pass.
    """
    values = run_program(_moves_before_use(answer) if "moved" in inputs else answer, inputs)
    if "changed" in inputs:
        for leaf in values[: len(inputs["leaves"])]:
            leaf.data = inputs["changed"]
    values[-1].backward()
    return [grad_of(v, said_of_value(inputs, i)) for i, v in enumerate(values)]


def _moves_before_use(make: Callable[..., Any]) -> Callable[..., Any]:
    def make_and_move(x: float) -> Any:
        leaf = make(x + 1.0)
        leaf.data = x
        return leaf

    return make_and_move


def closure_grads(answer: Any, inputs: Inputs) -> list[float]:
    """The grads of an operation's inputs and of its result after its `_backward()`, which found drawn grads in them.

    After them comes how often the inputs' own `_backward()` was called meanwhile.
    """
    calls: list[None] = []
    values = run_program(answer, inputs)
    leaves, out = values[: len(inputs["leaves"])], values[-1]
    for leaf in leaves:
        leaf.grad, leaf._backward = inputs["before"], lambda: calls.append(None)
    out.grad = inputs["arriving"]
    if not callable(getattr(out, "_backward", None)):
        got = type_name(getattr(out, "_backward", None))
        raise UnfitAnswer("a result's _backward must be a function, not yet called (got {})", got)
    out._backward()
    grads = [grad_of(v, said_of_value(inputs, i)) for i, v in enumerate(leaves)]
    return [*grads, grad_of(out, "the result"), float(len(calls))]


def counted_value_grads(answer: Any, inputs: Inputs) -> list[float]:
    """The grads of a program's leaves, if they come with as few additions and multiplications as in backpropagation."""

    def grads(number: Callable[[float], Any]) -> list[float]:
        values = run_program(lambda x: answer(number(x)), inputs)
        values[-1].backward()
        return [grad_of(v, said_of_value(inputs, i)) for i, v in enumerate(values[: len(inputs["leaves"])])]

    return counted_grads(inputs, grads)
