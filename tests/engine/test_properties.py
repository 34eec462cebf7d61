"""Random expressions over all rows: the engine, PyTorch and nudging agree; and a planted fault is caught."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from kit.random_expressions import BUILT_IN, SMOOTH, TAME, error_bounds, expressions
from kit.sweeps import sweep

from microgradviz import compare_with_torch, gradcheck
from microgradviz.engine import OPS, Op, Value, apply, topological_order, value as engine
from microgradviz.verify.twin import _replay

SLACK = 4.0  # bounds are first-order estimates; this is for what they leave out


def disagreements(root: Value, torch: Any) -> list[str]:
    """Where the engine and PyTorch are further apart than rounding explains; nothing where nothing is finite."""
    root.backward()
    order, bounds = topological_order(root), error_bounds(root)
    place = {v: i for i, v in enumerate(order)}
    tensors = _replay([(v.op, [place[x] for x in v.inputs], v.data) for v in order], torch)
    grads = torch.autograd.grad(tensors[-1], tensors, allow_unused=True)
    found = []
    for v, tensor, grad in zip(order, tensors, grads, strict=True):
        theirs = (tensor.item(), 0.0 if grad is None else grad.item())
        for what, a, b, bound in zip(("data", "grad"), (v.data, v.grad), theirs, bounds[v], strict=True):
            # a bound of inf says that nothing can be known: the number overflows, or is the slope at a jump
            if not (abs(a - b) <= SLACK * bound or a == b or bound == math.inf or (a != a and b != b)):
                found.append(f"{what} of {v._op or 'leaf'}: {a!r}, in PyTorch {b!r}, may differ by {bound}")
    return found


def judged(root: Value) -> bool:
    """Whether every number of the expression is known to some digits, so that a comparison says something."""
    return all(math.isfinite(d) and math.isfinite(g) for d, g in error_bounds(root).values())


@sweep(few=250, many=8000)
def test_engine_and_pytorch_agree_on_random_expressions(require_torch: Any, examples: int) -> None:
    @settings(max_examples=examples)
    @given(root=expressions())
    def check(root: Value) -> None:
        assert not disagreements(root, require_torch)

    check()


@sweep(few=100, many=2000)
def test_compare_with_torch_raises_no_false_alarm_on_ordinary_expressions(require_torch: Any, examples: int) -> None:
    @settings(max_examples=examples)
    @given(root=expressions(numbers=TAME, most=8))
    def check(root: Value) -> None:
        root.backward()
        bounds = error_bounds(root)
        for v in topological_order(root):
            for number, bound in zip((v.data, v.grad), bounds[v], strict=True):
                if not bound <= 1e-10 * abs(number):
                    return  # near a kink, or badly conditioned: PyTorch may say something else
        report = compare_with_torch(root)
        assert report, report

    check()


@sweep(few=120, many=4000)
def test_gradients_are_the_measured_slopes_of_random_smooth_expressions(examples: int) -> None:
    @settings(max_examples=examples)
    @given(root=expressions(ops=SMOOTH, numbers=TAME, most=6))
    def check(root: Value) -> None:
        order = topological_order(root)
        leaves = [v for v in order if not v.inputs]
        bounds = error_bounds(root)
        if not all(abs(v.data) < 1e6 and bounds[v][0] < 1e-13 * max(1.0, abs(v.data)) for v in order):
            return  # rounding alone would hide the slope

        def again(*inputs: Value) -> Value:
            found = dict(zip(leaves, inputs, strict=True))
            for v in order:
                if v.inputs:
                    assert v.op is not None
                    found[v] = apply(v.op, [found[x] for x in v.inputs])
            return found[root]

        report = gradcheck(again, [leaf.data for leaf in leaves], rel_tol=1e-4)
        for row in report.rows:
            assert row.ok or row.note or not abs(row.grad) < 1e6, report

    check()


def test_most_random_expressions_are_really_compared(require_torch: Any) -> None:
    counts = {True: 0, False: 0}
    used: set[str] = set()

    @settings(max_examples=300, database=None, suppress_health_check=[HealthCheck.too_slow])
    @given(expressions())
    def count(root: Value) -> None:
        root.backward()
        counts[judged(root)] += 1
        used.update(v.op.name for v in topological_order(root) if v.op)

    count()
    assert counts[True] > 0.5 * sum(counts.values()), counts
    assert used == {op.name for op in BUILT_IN}


# ---------------------------------------------------------------- planted faults


@contextmanager
def planted(name: str, formula: str = "", slopes: tuple[str, ...] = ()) -> Iterator[None]:
    """The engine with one row of the table replaced by a wrong one."""
    row = OPS[name]
    wrong = Op(name, row.symbol, row.notation, formula or row.formula, slopes or row.locals, row.latex, row.samples)
    run, run_ieee = row.run, row.run_ieee
    row.run, row.run_ieee = wrong.run, wrong.run_ieee
    try:
        yield
    finally:
        row.run, row.run_ieee = run, run_ieee


FAULTS = [
    ("tanh", ("(1.0 - out * out) * 1.0005",)),  # off by one part in two thousand
    ("tanh", ("(1.0 - out * out) + 1e-4",)),
    ("sigmoid", ("out * (1.0 + out)",)),
    ("sub", ("1.0", "1.0")),
    ("mul", ("x", "y")),
    ("div", ("1.0 / y", "out / y")),
    ("cos", ("sin(x)",)),
    ("exp", ("x",)),
    ("max", ("1.0", "1.0")),
    ("relu", ("1.0",)),
    ("add", ("1.0", "0.9995")),
]


def fault_of(name: str) -> Any:
    def function(x: Value, y: Value) -> Value:
        inputs = [x, y] if OPS[name].arity == 2 else [x]
        return apply(OPS[name], inputs) * 3 + x

    return function


@pytest.mark.parametrize(("name", "slopes"), FAULTS)
def test_gradcheck_catches_a_planted_fault(name: str, slopes: tuple[str, ...]) -> None:
    with planted(name, slopes=slopes):
        assert not gradcheck(fault_of(name), [-0.7, 1.3])
    assert gradcheck(fault_of(name), [-0.7, 1.3])


@pytest.mark.parametrize(("name", "slopes"), FAULTS)
def test_the_comparison_with_pytorch_catches_a_planted_fault(
    require_torch: Any, name: str, slopes: tuple[str, ...]
) -> None:
    with planted(name, slopes=slopes):
        assert not compare_with_torch(fault_of(name)(Value(-0.7), Value(1.3)))
    assert compare_with_torch(fault_of(name)(Value(-0.7), Value(1.3)))


def test_the_comparison_with_pytorch_catches_a_wrong_value(require_torch: Any) -> None:
    with planted("sin", formula="sin(x) * 1.000001", slopes=("cos(x)",)):
        assert not compare_with_torch(Value(0.7).sin())


@pytest.mark.parametrize(("name", "slopes"), [FAULTS[0], FAULTS[4], FAULTS[6]])
def test_the_random_expressions_catch_a_planted_fault(require_torch: Any, name: str, slopes: tuple[str, ...]) -> None:
    @settings(max_examples=500, database=None, report_multiple_bugs=False, phases=[Phase.generate])
    @given(expressions())
    def compared(root: Value) -> None:
        assert not disagreements(root, require_torch)

    with planted(name, slopes=slopes), pytest.raises(AssertionError, match=r"in PyTorch"):
        compared()


class Overwriting(Value):
    """An engine with the classic mistake: = where += belongs."""

    def backward(self) -> None:
        order = engine.operations_in_order(self)
        self.grad = 1.0
        for v in reversed(order):
            assert v.locals is not None
            for x, slope in zip(v.inputs, v.locals, strict=True):
                x.grad = v.grad * slope


def test_gradcheck_catches_an_engine_that_overwrites_instead_of_adding() -> None:
    def square(a: Value) -> Value:
        out = Overwriting(0.0)
        out.data, out.inputs, out.dx, out.dy, out.op = a.data * a.data, (a, a), a.data, a.data, OPS["mul"]
        return out

    report = gradcheck(square, [3.0])
    assert not report
    assert (report.rows[0].grad, round(report.rows[0].slope, 6)) == (3.0, 6.0)


def test_the_random_expressions_catch_a_backward_that_overwrites(
    require_torch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    @settings(max_examples=500, database=None, report_multiple_bugs=False, phases=[Phase.generate])
    @given(expressions())
    def compared(root: Value) -> None:
        assert not disagreements(root, require_torch)

    monkeypatch.setattr(Value, "backward", Overwriting.backward)
    with pytest.raises(AssertionError, match=r"in PyTorch"):
        compared()
    x = Value(3.0)
    assert not compare_with_torch(x * x)
