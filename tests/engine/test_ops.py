"""The table of operations: every row against nudging, against PyTorch, and against its own IEEE twin."""

import itertools
import math
import re
from math import inf, nan
from operator import attrgetter
from typing import Any

import pytest
from kit.op_cases import AT_EDGES, BUILT_IN, EDGES, IN_TORCH, SAMPLES, by_engine, by_torch, split, within_ulps

from microgradviz import define_op, gradcheck
from microgradviz.engine import FUNCTIONS, IEEE_FUNCTIONS, OPS, PYTHON_FUNCTIONS, Op, Value, apply, formulas


@pytest.mark.parametrize(("op", "inputs"), SAMPLES)
def test_the_local_derivatives_are_the_measured_slopes(op: Op, inputs: tuple[float, ...]) -> None:
    report = gradcheck(lambda *values: apply(op, values), inputs)
    assert report, f"{report}\nmend the row's `locals`, or, if its slope bends sharply at {inputs}, its `samples`"


@pytest.mark.parametrize(("op", "inputs"), SAMPLES)
def test_ieee_arithmetic_gives_what_python_gives(op: Op, inputs: tuple[float, ...]) -> None:
    assert op.run_ieee(*inputs) == op.run(*inputs)


@pytest.mark.parametrize("op", BUILT_IN, ids=lambda op: op.name)
def test_ieee_arithmetic_gives_what_python_gives_wherever_python_gives_anything(op: Op) -> None:
    compared = 0
    for row, inputs in AT_EDGES:
        if row.name != op.name:
            continue
        out, slopes = row.run_ieee(*inputs)
        assert type(out) is float
        assert all(type(slope) is float for slope in slopes)
        try:
            fast = row.run(*inputs)
        except (ArithmeticError, ValueError):
            continue
        assert repr((out, slopes)) == repr(fast), (row, row.constants, inputs)  # repr: nan is nan, -0.0 is not 0.0
        compared += 1
    assert compared


@pytest.mark.parametrize(("op", "inputs"), [case for case in SAMPLES if case[0].torch])
def test_the_row_is_what_pytorch_computes(require_torch: Any, op: Op, inputs: tuple[float, ...]) -> None:
    ours, theirs = by_engine(op, inputs), by_torch(require_torch, op, inputs)
    assert all(map(within_ulps, ours, theirs)), (ours, theirs)


@pytest.mark.parametrize("op", IN_TORCH, ids=lambda op: op.name)
def test_the_row_is_what_pytorch_computes_at_zeros_infinities_and_nan(require_torch: Any, op: Op) -> None:
    # Value and local derivative, the gradient that arrives being 1. With another gradient there is one difference by
    # design: a contribution is always grad × local derivative, so 0 × inf is nan, where PyTorch sometimes says 0.
    wrong = []
    for row, inputs in AT_EDGES:
        if row.name == op.name:
            if abs(row.constants.get("n", 0)) == 0.5 and inputs[0] in (0.0, -inf):
                continue  # PyTorch takes x ** 0.5 for sqrt(x); C99's pow differs from sqrt at -0 and -inf
            ours, theirs = by_engine(row, inputs), by_torch(require_torch, row, inputs)
            if not all(map(within_ulps, ours, theirs)):
                wrong.append(f"{row.name} {row.constants} {inputs}: {ours}, in PyTorch {theirs}")
    assert not wrong, "\n".join(wrong)


def test_a_contribution_is_always_grad_times_local_derivative(require_torch: Any) -> None:
    x = Value(0.0)
    (x.relu().sqrt() * 3).backward()
    assert math.isnan(x.grad)  # inf × 0
    t = require_torch.tensor(0.0, dtype=require_torch.float64, requires_grad=True)
    (require_torch.sqrt(require_torch.relu(t)) * 3).backward()
    assert t.grad.item() == 0.0  # PyTorch masks what arrives at the flat side of relu


@pytest.mark.parametrize(
    ("name", "x", "out", "slope"),
    [
        ("relu", 0.0, 0.0, 0.0),
        ("relu", -0.0, 0.0, 0.0),
        ("leaky_relu", 0.0, 0.0, 0.01),
        ("abs", 0.0, 0.0, 0.0),
        ("softplus", 25.0, 25.0, 1.0),
        ("tanh", 1000.0, 1.0, 0.0),
        ("tanh", -1000.0, -1.0, 0.0),
        ("sigmoid", 1000.0, 1.0, 0.0),
        ("sigmoid", -1000.0, 0.0, 0.0),
        ("exp", 1000.0, inf, inf),
        ("log", 0.0, -inf, inf),
        ("log", -1.0, nan, -1.0),
        ("sqrt", 0.0, 0.0, inf),
        ("relu", nan, nan, 1.0),
        ("silu", 1000.0, 1000.0, 1.0),
        ("silu", -1000.0, -0.0, -0.0),
        ("silu", inf, inf, nan),
        ("gelu", 1000.0, 1000.0, 1.0),
        ("gelu", -1000.0, -0.0, -0.0),
        ("gelu", 0.0, 0.0, 0.5),
        ("gelu", -inf, nan, nan),
        ("elu", 1000.0, 1000.0, 1.0),
        ("elu", -1000.0, -1.0, 0.0),
        ("elu", -1e-9, -1e-9 + 5e-19, 1.0 - 1e-9),  # exp(x) - 1 gives -9.999999717e-10
        ("elu", 0.0, 0.0, 1.0),
        ("elu", -inf, -1.0, 0.0),
        ("elu", nan, nan, 1.0),
    ],
)
def test_conventions_at_special_places(name: str, x: float, out: float, slope: float) -> None:
    op = OPS[name].bind({"leaky_relu": 0.01, "elu": 1.0}[name]) if OPS[name].params else OPS[name]
    assert repr(by_engine(op, (x,))) == repr((out, slope))


def test_powers_follow_ieee_and_never_turn_complex() -> None:
    assert math.isnan((Value(-1.0) ** 0.5).data)
    assert (Value(0.0) ** 0).data == 1.0
    assert (Value(0.0) ** 0).locals == (0.0,)
    assert (Value(0.0) ** -1).data == inf
    assert (Value(-0.0) ** -1).data == -inf
    assert (Value(-10.0) ** 309).data == -inf
    assert (Value(10.0) ** 400).data == inf


@pytest.mark.parametrize("x", [2.0, 0.0, -3.0, inf])
def test_equal_inputs_of_max_and_min_share_the_gradient_in_halves(x: float) -> None:
    assert by_engine(OPS["max"], (x, x)) == (x, 0.5, 0.5)
    assert by_engine(OPS["min"], (x, x)) == (x, 0.5, 0.5)


def test_names_are_unique() -> None:
    from microgradviz.engine.ops import _ROWS

    assert len({row.name for row in _ROWS}) == len(_ROWS)
    assert [row.name for row in _ROWS] == [*OPS][: len(_ROWS)]


@pytest.mark.parametrize("op", BUILT_IN, ids=lambda op: op.name)
def test_a_row_is_well_formed(op: Op) -> None:
    inputs = ("x", "y")[: len(op.locals)]
    formulas.require_formula(op.formula, (*inputs, *op.params))
    for local in op.locals:
        formulas.require_formula(local, (*inputs, *op.params, "out"))
    formulas.require_formula(op.kinks or "0", (*inputs, *op.params))
    assert op.latex
    assert op.symbol
    assert op.name.isidentifier()
    for name in (*inputs, *op.params):
        assert re.search(rf"(?<!\w){name}(?!\w)", op.notation) or (op.in_text and name in op.params), op.notation
    assert op.samples
    for sample in op.samples:
        assert op.arity is None or len(sample) == op.arity + len(op.params)
    assert op.arity is None or op.arity == len(op.locals)


@pytest.mark.parametrize("op", IN_TORCH, ids=lambda op: op.name)
def test_what_a_row_says_of_pytorch_is_there(require_torch: Any, op: Op) -> None:
    assert callable(attrgetter(op.torch)(require_torch))
    assert set(op.params) <= set(op.torch_options.values())
    assert op.grad_fn or op.arity is None


@pytest.mark.parametrize("op", IN_TORCH, ids=lambda op: op.name)
def test_a_function_that_a_row_names_is_one_node_of_pytorchs_graph(require_torch: Any, op: Op) -> None:
    assert op.arity is None or is_one_node(require_torch, op), "PyTorch makes it of several: leave `torch` empty"


def test_a_function_that_pytorch_makes_of_several_is_seen(require_torch: Any) -> None:
    softsign = Op("f", "f", "f(x)", "x / (1.0 + abs(x))", ("1.0",), "f", [(0.5,)], torch="nn.functional.softsign")
    assert not is_one_node(require_torch, softsign)


def is_one_node(torch: Any, op: Op) -> bool:
    """Whether PyTorch's graph goes from the function that a row names straight to its inputs."""
    bound, inputs = split(op, op.samples[0])
    leaves = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in inputs]
    options = {option: bound.constants.get(given, given) for option, given in op.torch_options.items()}
    behind = attrgetter(op.torch)(torch)(*leaves, **options).grad_fn.next_functions
    return all(type(node).__name__ == "AccumulateGrad" for node, _ in behind if node is not None)


def test_an_operation_of_ones_own_has_none() -> None:
    own = formulas.make_op("own", "x", ["1.0"], register=False)
    assert (own.torch, own.grad_fn) == ("", ())


@pytest.mark.parametrize(
    ("name", "at", "beside"),
    [
        ("relu", (0.0,), (1e-300,)),
        ("relu", (-0.0,), (math.nan,)),
        ("leaky_relu", (0.0, 0.01), (0.01, 0.0)),
        ("elu", (0.0, 0.5), (0.0, 1.0)),
        ("abs", (0.0,), (-1.0,)),
        ("max", (2.0, 2.0), (2.0, 3.0)),
        ("min", (2.0, 2.0), (2.0, 3.0)),
    ],
)
def test_a_row_says_where_it_has_a_kink(name: str, at: tuple[float, ...], beside: tuple[float, ...]) -> None:
    assert OPS[name].at_kink(*at) is True
    assert OPS[name].at_kink(*beside) is False


@pytest.mark.parametrize(("op", "inputs"), SAMPLES)
def test_a_sample_is_at_no_kink(op: Op, inputs: tuple[float, ...]) -> None:
    assert not op.at_kink(*inputs)


def test_a_row_may_name_intermediate_results_and_knows_nothing_of_them_afterwards() -> None:
    squares = {"s": "x * x", "t": "{s} + y"}
    named = Op("f", "f", "", "{t} / {s}", ("-y / ({t} - {t} / {s})", "1.0 / {s}"), "", (), where=squares)
    assert named.formula == "((x * x) + y) / (x * x)"
    assert named.locals[1] == "1.0 / (x * x)"
    assert named.run(2.0, 4.0)[0] == 2.0


def test_each_function_of_formulas_has_an_ieee_twin() -> None:
    assert set(IEEE_FUNCTIONS) == set(PYTHON_FUNCTIONS) == set(FUNCTIONS)


def test_define_op_says_which_functions_there_are() -> None:
    said = re.findall(r"\w+", str(define_op.__doc__))
    assert set(FUNCTIONS) <= set(said), "the docstring of define_op must name every function of FUNCTIONS"


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_ieee_functions_answer_where_python_raises(name: str) -> None:
    count = 2 if name == "pow" else 1
    for inputs in itertools.product(EDGES, repeat=count):
        answer = IEEE_FUNCTIONS[name](*inputs)
        assert isinstance(answer, float)
        try:
            assert repr(float(answer)) == repr(PYTHON_FUNCTIONS[name](*inputs))
        except (ArithmeticError, ValueError):
            assert not math.isfinite(answer)


def test_binding_constants_leaves_the_row_alone() -> None:
    square = OPS["pow_n"].bind(2.0)
    assert (square.constants, square.symbol, square.run(3.0)) == ({"n": 2.0}, "**2", (9.0, (6.0,)))
    assert OPS["pow_n"].constants == {}


def test_binding_the_wrong_number_of_constants_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"zip"):
        OPS["pow_n"].bind(2.0, 3.0)


def test_a_sum_is_added_from_left_to_right_on_every_python() -> None:
    assert OPS["total"].run(1.0, 1e100, 1.0, -1e100)[0] == 0.0  # sum() says 2.0 from Python 3.12 on
