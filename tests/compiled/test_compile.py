"""A compiled step gives what the engine gives: every row of the table, random expressions, whole batches."""

import copy
import math
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given, settings
from kit.backends import WIDE, every_backend, needs_llvmlite, run_without_packages
from kit.op_cases import AT_EDGES, IN_TORCH, SAMPLES, by_engine, by_torch, within_ulps
from kit.random_expressions import error_bounds, expressions
from kit.sweeps import sweep

from microgradviz import compile, trace
from microgradviz.engine import (
    BUILT_IN,
    FUNCTIONS,
    OPS,
    PYTHON_FUNCTIONS,
    Value,
    apply,
    define_op,
    make_op,
    topological_order,
    total,
)
from microgradviz.nn import MLP, Layer
from microgradviz.train import Adam, cross_entropy, fit, hinge, moons, mse

SLACK = 4.0


def same(ours: float, theirs: float, bound: float) -> bool:
    if math.isfinite(theirs):
        return abs(ours - theirs) <= bound
    return ours == theirs or (ours != ours and theirs != theirs)


# ---------------------------------------------------------------- the table


def compiled_row(backend: str, name: str, cases: list[Any]) -> Iterator[tuple[Any, tuple[float, ...], list[float]]]:
    """(operation, inputs, what is computed: value and local derivatives) for each of the cases of a row."""
    steps: dict[Any, Any] = {}
    for op, inputs in cases:
        if op.name != name:
            continue
        key = (len(inputs), *op.constants.values())
        if key not in steps:
            params = [Value(0.0) for _ in inputs]
            steps[key] = compile(lambda op=op, params=params: apply(op, params), params, backend=backend)
        step = steps[key]
        for i, x in enumerate(inputs):
            step.params[i] = x
        yield op, inputs, [step(), *step.grads]
    assert steps


@every_backend
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_row_and_its_derivatives_are_the_engines(backend: str, name: str) -> None:
    wrong = []
    for op, inputs, found in compiled_row(backend, name, [*SAMPLES, *AT_EDGES]):
        expected = by_engine(op, inputs)
        if not all(map(within_ulps, found, expected)):
            wrong.append(f"{op} {op.constants} {inputs}: {found}, the engine has {expected}")
    assert not wrong, "\n".join(wrong[:10])


@every_backend
@pytest.mark.parametrize("name", [op.name for op in IN_TORCH])
def test_every_row_is_what_pytorch_computes_at_zeros_infinities_and_nan(
    require_torch: Any, backend: str, name: str
) -> None:
    wrong = []
    for op, inputs, found in compiled_row(backend, name, AT_EDGES):
        if abs(op.constants.get("n", 0)) == 0.5 and inputs[0] in (0.0, -math.inf):
            continue  # PyTorch takes x ** 0.5 for sqrt(x); C99's pow differs from sqrt at -0 and -inf
        expected = by_torch(require_torch, op, inputs)
        if not all(map(within_ulps, found, expected)):
            wrong.append(f"{op} {op.constants} {inputs}: {found}, in PyTorch {expected}")
    assert not wrong, "\n".join(wrong[:10])


@every_backend
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_row_works_over_a_batch(backend: str, name: str) -> None:
    cases = [(op, inputs) for op, inputs in AT_EDGES if op.name == name]
    op = cases[0][0]
    rows = [list(inputs) for row, inputs in cases if row.constants == op.constants and len(inputs) == len(cases[0][1])]
    step = compile(lambda xs: apply(op, xs), [], backend=backend)
    outs = [apply(op, [Value(x) for x in row]).data for row in rows]
    assert all(map(within_ulps, step.forward(rows), outs))


@every_backend
def test_every_function_of_formulas_is_known(backend: str) -> None:
    if backend == "llvm":
        import llvmlite.binding as llvm

        from microgradviz.compiled.llvm_text import INTRINSICS

        # where LLVM lacks a function, it ends the process
        assert [name for name in FUNCTIONS if name not in INTRINSICS and not llvm.address_of_symbol(name)] == []
    called = {}
    for name in FUNCTIONS:
        inputs = ("x", "y")[: 2 if name == "pow" else 1]
        formula = f"{name}({', '.join(inputs)})"
        called[name] = (
            make_op(f"called_{name}", formula, ["0.0"] * len(inputs), register=False),
            [0.3, 1.7][: len(inputs)],
        )
    weights = [Value(1.0) for _ in called]
    step = compile(
        lambda: total(
            [
                w * apply(op, [Value(x) + w * 0 for x in xs])
                for w, (op, xs) in zip(weights, called.values(), strict=True)
            ]
        ),
        weights,
        backend=backend,
    )
    step()
    found = dict(zip(called, step.grads, strict=True))  # of a weight: what it is multiplied by
    for name, (_, xs) in called.items():
        assert within_ulps(found[name], PYTHON_FUNCTIONS[name](*xs)), f"{backend} must compute {name}"


@every_backend
def test_an_operation_of_ones_own_is_compiled_too(backend: str) -> None:
    cube = define_op("cube_for_compile", "x * x * x", ["3 * x * x"])
    try:
        w = Value(2.0)
        step = compile(lambda x: cube(w * x), [w], backend=backend)
        assert step([1.0, 2.0]) == (8 + 64) / 2
        assert list(step.grads) == [3 * 4 * (1 + 8) / 2]
    finally:
        del OPS["cube_for_compile"]


# ---------------------------------------------------------------- random expressions


def again(root: Value, leaves: list[Value]) -> Any:
    """The expression as a function of its leaves."""
    order = topological_order(root)

    def function(*values: Value) -> Value:
        found = dict(zip(leaves, values, strict=True))
        for v in order:
            if v.inputs:
                assert v.op is not None
                found[v] = apply(v.op, [found[x] for x in v.inputs])
        return found[root]

    return function


def disagreements(backend: str, root: Value) -> list[str]:
    """Where the compiled expression and the engine are further apart than rounding explains.

    The first half of the leaves are parameters, the others a sample; a batch is the sample several times over.
    """
    batches = (1, 3, WIDE + 5) if backend == "llvm" else (1, 3)
    root.backward()
    leaves = [v for v in topological_order(root) if not v.inputs]
    bounds = error_bounds(root)
    half = (len(leaves) + 1) // 2
    function = again(root, leaves)
    step = compile(lambda xs: function(*leaves[:half], *xs), leaves[:half], backend=backend)
    found = []
    for copies in batches:
        loss = step([[v.data for v in leaves[half:]]] * copies)
        pairs = [("result", loss, root.data, bounds[root][0])]
        pairs += [
            (f"grad {i}", g, v.grad, bounds[v][1]) for i, (g, v) in enumerate(zip(step.grads, leaves, strict=False))
        ]
        for what, ours, theirs, bound in pairs:
            size = SLACK * bound + (3 + copies) * math.ulp(theirs) if math.isfinite(theirs) else 0.0
            if not same(ours, theirs, size) and not (copies > 1 and bound == math.inf):
                found.append(f"{what} of {copies}: {ours!r}, in the engine {theirs!r}, may differ by {size}")
    return found


@every_backend
@sweep(few=100, many=1000)
def test_random_expressions_are_the_engines(backend: str, examples: int) -> None:
    @settings(max_examples=examples)
    @given(root=expressions())
    def check(root: Value) -> None:
        assert not disagreements(backend, root)

    check()


@pytest.mark.parametrize(
    ("backend", "name", "local"),
    [
        ("python", "tanh", "1.0 - out"),
        ("numpy", "exp", "x"),
        pytest.param("llvm", "sin", "x", marks=needs_llvmlite),
    ],
)
def test_a_planted_fault_is_found(backend: str, name: str, local: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row = OPS[name]
    monkeypatch.setattr(row, "locals", (local, *row.locals[1:]))
    x, y = Value(0.7), Value(-1.3)
    assert disagreements(backend, apply(row, [x, y][: row.arity]) * 3)


# ---------------------------------------------------------------- whole batches


def network(**options: Any) -> tuple[MLP, list[Value]]:
    model = MLP(2, [5, 4, 1], seed=3, **options)
    return model, model.parameters()


@every_backend
@pytest.mark.parametrize("activation", ["relu", "tanh"])
@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 33, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_network_with_a_penalty_has_the_engines_loss_and_gradients(backend: str, activation: str, count: int) -> None:
    model, params = network(activation=activation)
    points, labels = moons(count)

    def penalty() -> Value:
        return 1e-3 * sum(p * p for p in params)  # type: ignore[return-value]

    def loss(x: list[Value], y: Value) -> Value:
        return hinge(model(x), y) + penalty()

    step = compile(loss, params, backend=backend)
    assert list(step.params) == [p.data for p in params]
    got = step(points, labels)
    model.zero_grad()
    losses = [hinge(model(x), y) for x, y in zip(points, labels, strict=True)]
    whole = total(losses) / count + penalty()
    whole.backward()
    assert got == pytest.approx(whole.data, rel=1e-13)
    assert list(step.grads) == pytest.approx([p.grad for p in params], rel=1e-11, abs=1e-14)
    each = [x.data + penalty().data for x in losses]
    assert list(step.forward(points, labels)) == pytest.approx(each, rel=1e-13)


@every_backend
def test_training_takes_the_engines_steps(backend: str) -> None:
    model, params = network()
    points, labels = moons(10)
    step = compile(lambda x, y: mse(model(x), y), params, backend=backend)
    optimizer = Adam(step, lr=0.05)
    compiled = []
    for _ in range(20):
        compiled.append(step(points, labels))
        optimizer.step()
    plain = []
    ours = Adam(params, lr=0.05)
    for _ in range(20):
        model.zero_grad()
        loss = total([mse(model(x), y) for x, y in zip(points, labels, strict=True)]) / len(points)
        loss.backward()
        plain.append(loss.data)
        ours.step()
    assert compiled == pytest.approx(plain, rel=1e-9)
    assert compiled[-1] < compiled[0]
    step.sync()
    assert [p.data for p in params] == list(step.params)
    assert [p.grad for p in params] == list(step.grads)


@every_backend
def test_a_run_can_be_watched_and_stopped(backend: str) -> None:
    model, params = network()
    points, labels = moons(40)
    step = compile(lambda x, y: hinge(model(x), y), params, backend=backend)
    run = fit(step, points, labels, optimizer=Adam(step, lr=0.02), steps=1000, batch=20)
    losses = [loss for _, loss in zip(range(60), run, strict=False)]
    assert sum(losses[-10:]) < 0.7 * sum(losses[:10])
    before = [p.data for p in params]
    run.close()
    assert [p.data for p in params] == list(step.params) != before


@every_backend
def test_a_changed_value_is_seen_after_load_and_a_changed_array_at_once(backend: str) -> None:
    w = Value(1.0)
    step = compile(lambda x: w * x, [w], backend=backend)
    assert step([2.0]) == 2.0
    w.data = 5.0
    assert step([2.0]) == 2.0
    step.load()
    assert step([2.0]) == 10.0
    step.params[0] = 7.0
    assert step([2.0]) == 14.0


@every_backend
def test_numbers_assigned_to_params_and_grads_go_into_the_arrays_that_are_there(backend: str) -> None:
    w, b = Value(2.0), Value(1.0)
    step = compile(lambda x: (w * x + b) ** 2, [w, b], backend=backend)
    params, grads = step.params, step.grads
    step.params = [3.0, -1]
    assert (step([1.0]), [*step.grads]) == (4.0, [4.0, 4.0])
    if hasattr(params, "dtype"):
        step.params = params.repeat(2)[::2].astype("float32")  # neither doubles nor side by side
        assert (step([1.0]), [*step.grads]) == (4.0, [4.0, 4.0])
        step.params = params - 0.5 * grads
        assert [*params] == [1.0, -3.0]
        step.params -= grads
        assert [*params] == [-3.0, -7.0]
    step.grads = [0, 0]
    assert [*grads] == [0.0, 0.0]
    assert (step.params is params, step.grads is grads) == (True, True)
    for numbers, error in ((1.0, ValueError), ([1.0], ValueError), (["a", "b"], TypeError), (None, ValueError)):
        with pytest.raises(error, match=r"params must be (as many numbers .*: 2|a real number) \(got"):
            step.params = numbers
    assert step.params is params


@every_backend
def test_an_array_of_another_length_is_not_assigned_to_params(backend: str) -> None:
    np = pytest.importorskip("numpy")
    step = compile(lambda x: W * x, [W], backend=backend)
    step.params = np.array([3.0])
    with pytest.raises(ValueError, match=r"params must be as many numbers .*: 1 \(got 2 numbers\)"):
        step.params = np.array([1.0, 2.0])
    assert step([1.0]) == 3.0


@every_backend
def test_numbers_may_come_as_objects_and_rows_as_arrays(backend: str) -> None:
    np = pytest.importorskip("numpy")
    w = Value(2.0)
    step = compile(lambda xs: w * total(xs), [w], backend=backend)
    objects = np.array([[1.0, 2], [Fraction(1, 2), True]], dtype=object)
    rows = [np.array([1.0, 2.0]), np.array([0.5, 1.0])]
    assert [*step.forward(objects)] == [*step.forward(rows)] == [*step.forward(rows[::-1])][::-1] == [6.0, 3.0]
    of_lists = np.array([[1.0], [1.0, 2.0]], dtype=object)
    assert [*step.forward(of_lists)] == [*step.forward([np.ones(1), rows[0]])] == [2.0, 6.0]


@every_backend
def test_a_masked_array_is_refused_for_its_mask_would_be_forgotten(backend: str) -> None:
    masked = pytest.importorskip("numpy").ma.masked_array([1.0, 2.0], mask=[False, True])
    step = compile(lambda x: W * x, [W], backend=backend)
    with pytest.raises(TypeError, match=r"x must not be a masked array; .* give x\.filled\(0\.0\)"):
        step(masked)


@every_backend
def test_threads_may_share_a_step(backend: str) -> None:
    w = Value(2.0)
    step = compile(lambda x: (w * x).tanh() * w, [w], backend=backend)
    batches = [[0.1 * n] * (1000 + n) for n in range(4)]
    if backend != "python":
        import numpy as np

        batches = [np.array(batch) for batch in batches]
    expected = [(step(batch), [*step.forward(batch)]) for batch in batches]

    def calls(n: int) -> list[bool]:
        return [(step(batches[n]), [*step.forward(batches[n])]) == expected[n] for _ in range(40)]

    with ThreadPoolExecutor(len(batches)) as pool:
        assert all(same for found in pool.map(calls, range(len(batches))) for same in found)


def test_threads_may_compile_functions_that_share_parameters() -> None:
    w = Value(2.0)

    def compiled(_: int) -> float:
        return compile(lambda x: (w * x).relu(), [w], backend="python")([1.0, 2.0])

    with ThreadPoolExecutor(4) as pool:
        assert {*pool.map(compiled, range(100))} == {3.0}


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_step_is_not_copied(how: Any) -> None:
    step = compile(W * 2, [W], backend="python")
    step()
    with pytest.raises(TypeError, match=r"a compiled step must not be copied or pickled: .* and compile again"):
        how(step)


@every_backend
def test_samples_of_other_shapes_are_recorded_anew(backend: str) -> None:
    w = Value(2.0)
    step = compile(lambda xs: total([w * x for x in xs]), [w], backend=backend)
    assert step([[1.0, 2.0]]) == 6.0
    assert step([[1.0, 2.0, 3.0]] * 2) == 12.0
    assert list(step.grads) == [6.0]
    nested = compile(lambda xs: w * xs[1][0] + xs[0][1], [w], backend=backend)
    assert nested([[[1.0, 2.0], [3.0, 4.0]]]) == 8.0


@every_backend
def test_a_function_without_samples_and_a_finished_value_are_compiled_as_they_stand(backend: str) -> None:
    a, b = Value(2.0), Value(-3.0)
    for fn in (lambda: a * b + a * a, a * b + a * a):
        step = compile(fn, [a, b], backend=backend)
        assert step() == -2.0
        assert list(step.grads) == [1.0, 2.0]


@every_backend
def test_what_no_parameter_or_no_sample_goes_into_is_right_too(backend: str) -> None:
    a, unused = Value(2.0), Value(9.0)
    step = compile(lambda x: x * 2, [a], backend=backend)
    assert (step([1.0, 2.0]), list(step.grads)) == (3.0, [0.0])
    step = compile(lambda x: a * a, [a, unused], backend=backend)
    assert (step([1.0, 2.0]), list(step.grads)) == (4.0, [4.0, 0.0])
    assert list(step.forward([1.0, 2.0])) == [4.0, 4.0]
    step = compile(lambda x: a, [a], backend=backend)
    assert (step([1.0, 2.0, 3.0]), list(step.grads)) == (2.0, [1.0])
    step = compile(lambda x: Value(7.0), [a], backend=backend)
    assert (step([1.0, 2.0]), list(step.grads)) == (7.0, [0.0])
    step = compile(lambda x: x, [a], backend=backend)
    assert (step([1.0, 2.0]), list(step.grads)) == (1.5, [0.0])


@every_backend
def test_a_constant_may_be_any_real_number(backend: str) -> None:
    w, c, d = Value(2.0), Value(1.0), Value(1.0)
    c.data, d.data = Fraction(3), 4
    step = compile(lambda x: w * x * c + d * total([]), [w], backend=backend)
    assert (step([1.0]), [*step.grads]) == (6.0, [3.0])
    if backend != "python":
        import numpy as np

        c.data = np.float64(5.0)
        assert compile(lambda x: w * x * c, [w], backend=backend)([1.0]) == 10.0


@every_backend
def test_a_detached_value_takes_no_gradient(backend: str) -> None:
    a = Value(3.0)
    step = compile(lambda x: a * (a * x).detach(), [a], backend=backend)
    assert (step([2.0]), list(step.grads)) == (18.0, [6.0])
    step = compile(lambda x: (1 / (a * x)).detach() + a, [a], backend=backend)
    step([0.0])
    assert list(step.grads) == [1.0]  # and not 1 + 0 × inf
    logits = compile(lambda x: cross_entropy([a * x, -a * x, x], [1.0, 0.0, 0.0]), [a], backend=backend)
    assert logits([400.0]) == pytest.approx(0.0, abs=1e-12)


@every_backend
@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_nan_and_infinity_in_the_batch_travel(backend: str, number: float) -> None:
    w = Value(1.5)
    step = compile(lambda x: w * x, [w], backend=backend)
    ours = step([1.0, number, 2.0])
    assert ours == number or (ours != ours and number != number)
    assert not math.isfinite(step.grads[0])
    assert step([1.0, 2.0]) == 2.25
    assert list(step.grads) == [1.5]


@every_backend
def test_what_a_branch_has_chosen_may_be_divided_by(backend: str) -> None:
    step = compile(lambda x: (W * x).relu().log(), [W], backend=backend)
    assert step([-1.0]) == -math.inf
    assert math.isnan(step.grads[0])  # inf × 0
    assert [*step.forward([-1.0, 1.0])] == [-math.inf, 0.0]


@every_backend
def test_division_by_zero_and_overflow_follow_ieee(backend: str) -> None:
    w = Value(0.0)
    step = compile(lambda x: x / w + w.exp(), [w], backend=backend)
    assert step([1.0, 2.0]) == math.inf
    assert step.grads[0] == -math.inf
    step.params[0] = 1000.0
    assert step([1.0]) == math.inf


@needs_llvmlite
def test_blocks_change_no_prediction_and_are_the_same_in_every_run() -> None:
    model, params = network(activation="tanh")
    slope = Value(0.2)

    def loss(x: list[Value], y: Value) -> Value:  # with uniform values in a sum, in a product and by themselves
        scale = slope.exp()
        return hinge(model(x), y) * scale + total([slope * scale, x[0] * x[1], scale * x[0], y / slope]) + 1e-3 * scale

    points, labels = moons(2 * WIDE + 77)
    points[300] = [math.inf, 1.0]
    plain = compile(loss, [*params, slope], backend="python")
    expected = [plain(points, labels), *plain.grads]
    alone = compile(loss, [*params, slope], backend="llvm")
    predictions = [alone.forward([point], [label])[0] for point, label in zip(points, labels, strict=True)]
    runs = []
    for _ in range(2):
        step = compile(loss, [*params, slope], backend="llvm")
        runs.append([step(points, labels), *step.grads])
        assert [*map(repr, step.forward(points, labels))] == [*map(repr, predictions)]
    assert [*map(repr, runs[0])] == [*map(repr, runs[1])]
    assert runs[0] == pytest.approx(expected, rel=1e-11, abs=1e-13, nan_ok=True)
    points[300] = [0.5, 1.0]
    expected = [plain(points, labels), *plain.grads]
    assert [step(points, labels), *step.grads] == pytest.approx(expected, rel=1e-11)


@every_backend
def test_the_source_is_plain_python_and_that_of_the_latest_shapes(backend: str) -> None:
    a, b = Value(1.5), Value(0.5)
    step, plain = (
        compile(lambda x: total([(a * t + b).tanh() for t in x]), [a, b], backend=s) for s in (backend, "python")
    )
    for n in (3, 2):
        assert step([[1.0] * n]) == pytest.approx(plain([[1.0] * n]))
        assert step.source == plain.source
        assert step.source.count("= tanh(") == n


# ---------------------------------------------------------------- what a lesson shows


def test_the_source_of_a_small_expression_reads_like_a_person_wrote_it() -> None:
    w, b = Value(0.5, label="w"), Value(0.1, label="b")
    step = compile(lambda x, y: (w * x + b).tanh() - y, [w, b], backend="python")
    step([1.0], [0.0])
    assert step.source == (
        "def step(params, samples, seed):\n"
        "    w, b = params\n"
        "    total = grad_w = grad_b = 0.0\n"
        "    for x, y in samples:\n"
        "        v2 = w * x + b\n"
        "        v3 = tanh(v2)\n"
        "        out = v3 - y\n"
        "        total += out\n"
        "        grad_out = seed\n"
        "        grad_v2 = grad_out * (1.0 - v3 * v3)\n"
        "        grad_b += grad_v2\n"
        "        grad_w += grad_v2 * x\n"
        "    return total, [grad_w, grad_b]"
    )


def test_the_source_of_a_function_with_arguments_is_known_after_its_first_call() -> None:
    step = compile(lambda x: W * x, [W], backend="python")
    with pytest.raises(RuntimeError, match="must be called once before its code is known"):
        _ = step.source
    step([3.0, 4.0])
    assert "out = W * x" in step.source


def test_hostile_labels_do_not_get_into_the_code() -> None:
    labels = ["import os", "x", "exp", "__builtins__", "v1", "grad_w", "lambda", "a\nb", "ﬁ", "b", "b"]
    params = [Value(1.0, label=label) for label in labels]
    step = compile(lambda x: total([p * x for p in params]).exp(), params, backend="python")
    assert step([0.0]) == 1.0
    assert "import os" not in step.source


# ---------------------------------------------------------------- what is refused

W = Value(1.0)
REFUSED = [
    (lambda x: x * 2 if x > 0 else x, "values must not be compared inside a compiled function"),
    (lambda x: max(x, W), "values must not be compared"),
    (
        lambda x: W * x if x == 1 else W,
        r"a value must not be compared with a number inside .*; one_hot\(x, size\) makes",
    ),
    (lambda x: W * x if x != 1.0 else W, "must not be compared with a number"),
    (lambda x: W * x if x in (1, 2) else W, "must not be compared with a number"),
    (lambda x: x * 2 if x else x, "must not be asked whether it is true"),
    (lambda x: W * math.exp(x), "must not be turned into a plain number"),
    (lambda x: W * float(x * 2), "must not be turned into a plain number"),
    (lambda x: W * x.data, "the data of a value must not be read"),
    (lambda x: W * x + W.data, "the data of a value must not be read"),
    (lambda x: W * x if "0.5" in f"{x:.1f}" else W, "the data of a value must not be read"),
    (lambda x: W * x * (x * 2).dx, "the dx of a value must not be read"),
    (lambda x: W * x * x.grad, "the grad of a value must not be read"),
    (lambda x: W * [1.0, 2.0][x], "must not be an index"),
    (lambda x: setattr(W, "data", 2.0), "the data of a value must not be changed"),
    (lambda x: (W * x).backward(), r"backward\(\) must not be called"),
    (lambda x: None, r"must return one Value \(got NoneType\); is a return missing"),
    (lambda x: [x, x], r"must return one Value \(got list\); return their sum"),
    (lambda x: 3.0, r"must return one Value \(got float\); a number that no parameter"),
    (lambda x: (W * x for _ in range(1)), r"must return one Value \(got generator\)(\n|$)"),
    (lambda x: W * Value(x), r"\(got <a value, being recorded>\); it is a Value already"),
]


@pytest.mark.parametrize(("fn", "message"), REFUSED)
def test_looking_at_a_number_is_refused(fn: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        compile(fn, [W], backend="python")([1.0, 2.0])
    assert type(W) is Value  # and everything is as it was
    assert W.data == 1.0


@pytest.mark.parametrize(
    ("fn", "arrays", "note"),
    [
        (lambda x, y: W * x[0] - y, ([[1.0, 2.0]], [[1.0]]), "x a list of 2, y a list of 1."),
        (lambda x: W * x[0], ([1.0, 2.0],), "x one number."),
        (lambda x: W * x[0], ([[[1.0, 2.0, 3.0]] * 2],), "x a list of 2 × 3."),
        (lambda: W[0], (), "none."),
    ],
)
def test_an_error_of_the_function_comes_with_the_sample_that_it_was_given(fn: Any, arrays: Any, note: str) -> None:
    with pytest.raises(TypeError) as error:
        compile(fn, [W], backend="python")(*arrays)
    assert error.value.__notes__ == [f"The sample that fn was given: {note}"]


def test_no_grad_is_refused() -> None:
    from microgradviz import no_grad

    def fn(x: Value) -> Value:
        with no_grad():
            return W * x

    with pytest.raises(TypeError, match="no_grad must not be used"):
        compile(fn, [W], backend="python")([1.0])


def test_chance_and_other_state_are_noticed() -> None:
    numbers = iter(range(100))
    with pytest.raises(ValueError, match="must do the same operations for every sample"):
        compile(lambda x: W * x * next(numbers), [W], backend="python")([1.0, 2.0])
    with pytest.raises(ValueError, match="must do the same operations for every sample"):
        compile(lambda x: W * x * next(numbers), [W], backend="python")([1.0])


def test_a_function_that_prints_its_values_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    def fn(x: Value) -> Value:
        h = W * x
        h.label = h.label or "h"
        print(h, x.line)
        return h + 1

    assert compile(fn, [W], backend="python")([2.0]) == 3.0
    assert set(capsys.readouterr().out.split("\n")) == {"<h, being recorded> None", ""}


def test_what_is_computed_outside_is_a_part_of_the_function_if_a_parameter_went_into_it() -> None:
    w, c = Value(2.0, label="w"), Value(3.0, label="c")
    penalty, scale = w * w, c * c
    step = compile(lambda x: w * x * scale + penalty + penalty, [w], backend="python")
    step.params[0] = 5.0
    assert (step([1.0]), [*step.grads]) == (95.0, [29.0])
    within = compile(lambda x: x * (Value(2.0) * 3 + c), [w], backend="python")
    assert within([1.0]) == 9.0


def test_operations_that_are_done_twice_count_twice() -> None:
    w = Value(1e308)  # twice this is infinite, and so would be its gradient, were the two squares one value
    step = compile(lambda x: (w * x).tanh() * 1e308 + (w * x).tanh() * 1e308, [w], backend="python")
    assert step([1e-308]) == pytest.approx(1.5e308, rel=0.1)
    assert step.source.count("= tanh(") == 2


def test_the_operations_of_three_hundred_constants_are_the_same_in_every_run() -> None:
    step = compile(lambda x: total([(W * x) ** (0.5 + i) for i in range(300)]), [W], backend="python")
    assert step([1.0, 1.0]) == 300.0


def test_another_function_may_be_compiled_while_one_is_recorded() -> None:
    inner = compile(lambda x: W * x, [W], backend="python")
    outer = compile(lambda x: W * x + inner([3.0]) + W, [W], backend="python")
    assert (outer([2.0]), [*outer.grads]) == (6.0, [3.0])


def handmade() -> Value:
    return Value(1.0, (W,), "made up")


@every_backend
@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda step: step([[1.0], [2.0]]), ValueError, r"y must have|every array|must be given"),
        (lambda step: step([1.0, 2.0], [1.0]), ValueError, r"one row for each sample \(got 2 for x, 1 for y\)"),
        (lambda step: step([], []), ValueError, "at least one row"),
        (lambda step: step(["a"], [1.0]), TypeError, r"a number of x must be a real number \(got str 'a'\)"),
        (lambda step: step([1j], [1.0]), TypeError, "a number of x must be a real number"),
        (lambda step: step([W], [1.0]), TypeError, r"a number of x must be .*; use \.data for its number"),
        (lambda step: step([1.0, None], [1.0, 2.0]), TypeError, r"a number of x must be .* \(got NoneType None\)"),
        (lambda step: step([10**400], [1.0]), TypeError, "a number of x must fit in a double"),
        (lambda step: step(None, [1.0]), TypeError, r"x must be an array or a list, .* \(got NoneType\)"),
        (lambda step: step((i for i in [1.0]), [1.0]), TypeError, r"x must be an array .* \(got generator\)"),
        (lambda step: step([[[1.0], [1.0, 2.0]]], [1.0]), ValueError, "x must have rows of one length"),
        (
            lambda step: step([[1.0], [1.0, 2.0]], [1.0]),
            ValueError,
            r"one row for each sample \(got 2 for x, 1 for y\)",
        ),
        (lambda step: step([[1.0], [1.0, "a"]], [1.0, 2.0]), TypeError, "a number of x must be a real number"),
        (lambda step: step(1.0, 2.0), TypeError, r"x must be an array or a list, .* \(got float\)"),
    ],
)
def test_wrong_arrays_get_one_clear_sentence(backend: str, call: Any, error: type[Exception], message: str) -> None:
    step = compile(lambda x, y: W * x - y, [W], backend=backend)
    with pytest.raises((error, TypeError), match=message):
        call(step)
    assert step([1, 2], [True, False]) == 1.0  # whole numbers are numbers


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: compile(lambda x: x, [W, W]), ValueError, "must not name a Value twice"),
        (lambda: compile(lambda x: x, [1.0]), TypeError, r"params must be leaf Values \(got float\)"),
        (lambda: compile(lambda x: x, [W * 2]), TypeError, r"got a result of operations"),
        (lambda: compile(lambda x: x), TypeError, "params must be given"),
        (lambda: compile(lambda x: x, W), TypeError, r"must be a list of Values \(got Value\); put brackets"),
        (lambda: compile(lambda x: x, MLP(1, [1]).parameters), TypeError, r"must be a list .* \(got method\); call it"),
        (lambda: compile(lambda x: x, MLP(1, [1])), TypeError, r"got the MLP itself\); write .parameters\(\)"),
        (lambda: compile(lambda x, *, k: x * k, [W]), TypeError, "by position, or have a default .got k after"),
        (lambda: compile(3, [W]), TypeError, "fn must be a function of one sample"),
        (lambda: compile(lambda x: x, [W], backend="cuda"), ValueError, "backend must be one of auto, llvm"),
        (lambda: compile(lambda x: handmade() * x, [W], backend="python")([1.0]), TypeError, "got one made by hand"),
    ],
)
def test_what_cannot_be_compiled_is_refused(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_a_missing_package_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from microgradviz.compiled import backends

    monkeypatch.setattr(backends, "find_spec", lambda name: None)
    assert backends.choose_backend("auto") == "python"
    with pytest.raises(ImportError, match=r'numpy must be installed .* pip install "llvmlite>='):
        compile(lambda x: x, [W], backend="llvm")


@needs_llvmlite
def test_a_package_that_is_too_old_is_named_and_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    import llvmlite

    monkeypatch.setattr(llvmlite, "__version__", "0.44.0")
    assert compile(lambda x: x * W, [W]).backend == "numpy"
    with pytest.raises(ImportError, match=r"must be 0.45 or newer \(got 0.44.0\) for backend='llvm': .* install"):
        compile(lambda x: x, [W], backend="llvm")


def test_plain_python_needs_no_package_at_all() -> None:
    code = (
        "from microgradviz import Value, compile\n"
        "w = Value(2.0)\n"
        "step = compile(lambda x, y: (w * x[0] - y) ** 2, [w], backend='python')\n"
        "print(step([[1.0], [2.0]], [1.0, 2.0]), list(step.grads))"
    )
    assert run_without_packages(code) == "2.5 [5.0]\n"


@pytest.mark.skipif(not find_spec("numpy"), reason="needs pip install numpy")
def test_numpy_finds_the_matrices_in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    from microgradviz.compiled import numpy_kernel

    model, params = network()
    points, labels = moons(9)
    made: list[Any] = []
    layer = numpy_kernel._KINDS["layer"]
    monkeypatch.setitem(numpy_kernel._KINDS, "layer", lambda *given: made.append(given) or layer(*given))
    step = compile(lambda x, y: hinge(model(x), y), params, backend="numpy")
    step(points, labels)
    assert len(made) == 3


def test_mul_add_and_total_are_what_sums_of_products_take_for_granted() -> None:
    assert [(OPS[name].formula, OPS[name].locals) for name in ("mul", "add")] == [
        ("x * y", ("y", "x")),
        ("x + y", ("1.0", "1.0")),
    ]
    assert OPS["total"].locals == ("1.0",)


@pytest.mark.parametrize("backend", ["python", pytest.param("llvm", marks=needs_llvmlite)])
def test_a_sum_of_a_layer_overflows_where_the_engines_does(backend: str) -> None:
    layer = Layer(5, 2, activation="linear")
    for p, number in zip(layer.parameters(), [1e308, -1e308, -0.95e308, 0.0, 1.0, 1e308] * 2, strict=True):
        p.data = number  # the bias, 1e308, comes first: the engine is at infinity when the others would lead back
    step = compile(lambda x: total([out * out for out in layer(x)]), layer.parameters(), backend=backend)
    sample = [1.0, 1.0, 1.0, 1.0, 0.0]
    out = layer([Value(x) for x in sample])[0]
    assert out.data == math.inf
    assert step([sample] * 2) == math.inf
    assert not any(map(math.isfinite, step.grads))
    assert [*step.forward([sample])] == [math.inf]


def test_play_and_compile_take_the_same_functions() -> None:
    def loss(x: Value, y: Value) -> Value:
        return (W * x - y) ** 2

    step = compile(loss, [W], backend="python")
    assert list(step.forward([3.0], [1.0])) == [trace(loss, x=3.0, y=1.0).data[-1]] == [4.0]
