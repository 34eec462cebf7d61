"""The engine that a learner has at the end of lesson 08 finds what microgradviz.engine finds."""

import math
from typing import Any

import pytest
from hypothesis import assume, given, reject, settings
from kit.random_expressions import error_bounds, expressions
from kit.sweeps import sweep

from microgradviz.engine import OPS, Value, topological_order
from microgradviz.exercises.stages import engine_source

SHARED: dict[str, Any] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "neg": lambda x: -x,
    "tanh": lambda x: x.tanh(),
    "exp": lambda x: x.exp(),
    "log": lambda x: x.log(),
    "relu": lambda x: x.relu(),
    "sigmoid": lambda x: x.sigmoid(),
}
CLOSE = 1e-12


def engine() -> Any:
    space: dict[str, Any] = {}
    exec(engine_source("08"), space)
    return space["Value"]


THEIRS = engine()


def translated(root: Value) -> dict[Value, Any]:
    """Every value of an expression, computed once more by the learner's engine.

    Raises:
        ArithmeticError: Where Python's arithmetic has no number.
    """
    made: dict[Value, Any] = {}
    for v in topological_order(root):
        inputs = [made[x] for x in v.inputs]
        if v.op is None:
            made[v] = THEIRS(v.data)
        elif v.op.name == "pow_n":
            made[v] = inputs[0] ** v.op.constants["n"]
        else:
            made[v] = SHARED[v.op.name](*inputs)
        if isinstance(made[v].data, complex):  # a root of a negative number
            raise ArithmeticError
    return made


def all_finite(root: Value) -> bool:
    return all(math.isfinite(x) for v in topological_order(root) for x in (v.data, v.grad, *(v.locals or ())))


@sweep(few=60, many=2000)
def test_random_expressions_have_the_same_numbers_on_both(examples: int) -> None:
    @settings(max_examples=examples)
    @given(root=expressions(tuple(OPS[name] for name in (*SHARED, "pow_n"))))
    def check(root: Value) -> None:
        root.backward()
        try:
            made = translated(root)
            made[root].backward()
        except (ArithmeticError, ValueError):
            reject()  # Python's arithmetic has no number
        assume(all_finite(root))
        bounds = error_bounds(root)  # what two engines may differ by where an expression magnifies the last place
        for v, theirs in made.items():
            for found, wanted, bound in zip((theirs.data, theirs.grad), (v.data, v.grad), bounds[v], strict=True):
                assert abs(found - wanted) <= max(CLOSE * max(1.0, abs(wanted)), bound)

    check()


@pytest.mark.parametrize("x", [-1000.0, -40.0, -1.0, 0.0, 1.0, 40.0, 1000.0])
def test_sigmoid_and_tanh_are_right_far_out(x: float) -> None:
    for name in ("sigmoid", "tanh"):
        ours, theirs = Value(x), THEIRS(x)
        out, same = getattr(ours, name)(), getattr(theirs, name)()
        out.backward()
        same.backward()
        assert (same.data, theirs.grad) == pytest.approx((out.data, ours.grad), rel=CLOSE, abs=0)


def test_relu_hides_no_nan_and_lets_no_gradient_through_at_0() -> None:
    assert math.isnan(THEIRS(math.nan).relu().data)
    x = THEIRS(0.0)
    x.relu().backward()
    assert x.grad == 0.0
