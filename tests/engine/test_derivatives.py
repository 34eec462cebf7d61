"""A gradient as an expression: the same numbers as backward, and once more as PyTorch's double backward."""

import itertools
import math
from typing import Any

import pytest
from hypothesis import assume, given
from kit.op_cases import SAMPLES
from kit.random_expressions import SMOOTH, TAME, expressions

from microgradviz import Value, define_op, draw_dot, gradient
from microgradviz.engine import Op, apply, topological_order
from microgradviz.verify.twin import _replay


@given(f=expressions(SMOOTH, TAME, most=8))
def test_its_number_is_the_grad_of_backward(f: Value) -> None:
    f.backward()
    leaves = [v for v in topological_order(f) if not v.inputs]
    assume(all(math.isfinite(v.grad) and abs(v.grad) < 1e100 for v in topological_order(f)))
    for leaf in leaves:
        assert gradient(f, leaf).data == pytest.approx(leaf.grad, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("op", "inputs"), SAMPLES)
def test_twice_it_is_pytorchs_double_backward(require_torch: Any, op: Op, inputs: tuple[float, ...]) -> None:
    values = [Value(x) for x in inputs]
    f = apply(op, values)
    leaves: list[tuple[Op | None, list[int], float]] = [(None, [], x) for x in inputs]
    *xs, out = _replay([*leaves, (op, list(range(len(inputs))), math.nan)], require_torch)
    firsts = require_torch.autograd.grad(out, xs, create_graph=True)
    for i, j in itertools.product(range(len(xs)), repeat=2):
        ours = gradient(gradient(f, values[i]), values[j]).data
        second = None
        if firsts[i].requires_grad:
            (second,) = require_torch.autograd.grad(firsts[i], xs[j], retain_graph=True, allow_unused=True)
        assert ours == pytest.approx(0.0 if second is None else second.item(), rel=1e-9, abs=1e-12), (op, inputs, i, j)


@pytest.mark.parametrize(
    ("make", "number"),
    [
        (lambda a, b: b * 2, 0.0),  # no path
        (lambda a, b: a, 1.0),
        (lambda a, b: a + b, 1.0),
        (lambda a, b: 3 * a + b, 3.0),
        (lambda a, b: a * b, -3.0),
        (lambda a, b: a - b - a, 0.0),
    ],
    ids=["no path", "itself", "a sum", "a constant factor", "a product", "what cancels"],
)
def test_a_derivative_that_is_a_number_or_a_factor_is_a_leaf(make: Any, number: float) -> None:
    a, b = Value(2.0), Value(-3.0)
    found = gradient(make(a, b), a)
    assert (found.data, found.inputs) == (number, ())


def test_the_derivative_of_a_product_is_the_other_factor_itself() -> None:
    a, b = Value(2.0), Value(-3.0)
    assert gradient(a * b, a) is b


def test_what_lies_on_the_way_has_a_gradient_too() -> None:
    a = Value(2.0)
    square = a * a
    assert gradient(square**3, square).data == 3 * 4.0**2


@pytest.mark.parametrize(
    ("make", "slope"),
    [
        (lambda x: x.relu(), 0.0),
        (lambda x: x.leaky_relu(0.1), 0.1),
        (abs, 0.0),
        (lambda x: x.max(0.0), 0.5),
        (lambda x: x**0, 0.0),
    ],
    ids=["relu", "leaky_relu", "abs", "max", "to the power 0"],
)
def test_at_a_kink_it_takes_the_side_of_the_table(make: Any, slope: float) -> None:
    x = Value(0.0)
    f = make(x)
    f.backward()
    assert gradient(f, x).data == x.grad == slope


def test_it_reads_and_writes_no_grad() -> None:
    a = Value(2.0)
    f = (a * a).tanh()
    for v in topological_order(f):
        v.grad = 7.0
    gradient(gradient(f, a), a)
    assert {v.grad for v in topological_order(f)} == {7.0}


def test_it_can_be_drawn_and_holds_for_operations_of_ones_own() -> None:
    cube = define_op("cube_of_mine", "x * x * x", ["3 * x * x"])
    a = Value(2.0, label="a")
    twice = gradient(gradient(cube(a), a), a)
    assert twice.data == 12.0
    assert "a" in draw_dot(twice).source


def test_a_chain_of_thousands_needs_no_recursion() -> None:
    a = Value(0.5)
    f = a
    for _ in range(20_000):
        f = f + 0.0
    assert gradient(f, a).data == 1.0


def test_infinity_and_nan_travel() -> None:
    x = Value(0.0)
    assert gradient(x.log(), x).data == math.inf
    assert math.isnan(gradient(x.log() * 0.0, x).data)


@pytest.mark.parametrize(("f", "a"), [(3.0, Value(1.0)), (Value(1.0), "a")])
def test_what_is_no_value_is_named(f: Any, a: Any) -> None:
    with pytest.raises(TypeError, match=r"of gradient must be a Value of microgradviz \(got (float 3.0|str 'a')\)"):
        gradient(f, a)


def test_a_value_made_by_hand_has_no_formula() -> None:
    a = Value(2.0)
    with pytest.raises(TypeError, match="made by hand"):
        gradient(Value(4.0, (a, a), "square"), a)
