"""Matrix products: found in any graph, in machine code fused on the way back, and what does not come out finite."""

import math
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from kit.backends import WIDE
from kit.sweeps import sweep

from microgradviz import compile
from microgradviz.compiled.llvm_host import machine_code
from microgradviz.compiled.program import Program
from microgradviz.compiled.recording import Recording
from microgradviz.compiled.tape import END, GROUP_SIZE, MATRIX, Tape
from microgradviz.engine import Value, total

pytestmark = pytest.mark.skipif(not find_spec("llvmlite"), reason="needs pip install llvmlite")


def host(patched: pytest.MonkeyPatch, *, fuses: bool, lanes: int = 0) -> None:
    from microgradviz.compiled import llvm_host

    patched.setattr(llvm_host, "has_fused_multiply_add", lambda: fuses)
    if lanes:
        patched.setattr(llvm_host, "count_lanes", lambda: lanes)


def steps(fn: Any, params: list[Value], *batch: Any) -> list[list[float]]:
    """Loss and gradients, in plain Python and in machine code."""
    made = [compile(fn, params, backend=backend) for backend in ("python", "llvm")]
    return [[step(*batch), *step.grads] for step in made]


def agree(expected: list[float], found: list[float]) -> bool:
    """Whether what is no finite number stands in the same places."""
    return [*map(math.isfinite, expected)] == [*map(math.isfinite, found)]


def layer(weights: list[list[Value]], xs: Any) -> list[Value]:
    return [total([w * x for w, x in zip(row[1:], xs, strict=True)] + [row[0]]) for row in weights]


def net(shape: tuple[int, int, int], numbers: list[float]) -> tuple[Any, list[Value]]:
    """Two layers, with relu between, and the last one's outputs squared and added up."""
    rest = iter(range(10_000))
    inputs, inner, outs = shape
    first, second = (
        [[Value(numbers[next(rest) % len(numbers)]) for _ in range(ins + 1)] for _ in range(count)]
        for ins, count in ((inputs, inner), (inner, outs))
    )

    def fn(xs: Any) -> Value:
        return total([out * out for out in layer(second, [a.relu() for a in layer(first, xs)])])

    return fn, [w for rows in (first, second) for row in rows for w in row]


def magnitude(fn: Any, params: list[Value], sample: list[float]) -> list[float]:
    """What a gradient would be if nothing cancelled: by that much times the rounding of a double it may be off."""
    flat = compile(fn, params, backend="llvm")
    flat.params[:] = abs(flat.params)
    flat([[abs(x) for x in sample]])
    return list(flat.grads)


SHAPES = st.tuples(st.integers(1, 6), st.integers(1, 2 * GROUP_SIZE + 1), st.integers(1, GROUP_SIZE + 1))
NUMBERS = st.lists(st.floats(-2, 2, allow_nan=False).map(lambda x: round(x, 7)), min_size=7, max_size=60)
WILD = st.sampled_from([0.0, -0.0, 1e-200, math.inf, -math.inf, math.nan])


@sweep(few=15, many=300)
def test_layers_of_any_shape_have_the_engines_gradients(examples: int) -> None:
    @settings(max_examples=examples)
    @given(shape=SHAPES, numbers=NUMBERS, sample=st.lists(st.floats(-2, 2), min_size=6, max_size=6))
    def check(shape: tuple[int, int, int], numbers: list[float], sample: list[float]) -> None:
        fn, params = net(shape, numbers)
        sample = sample[: shape[0]]
        fn([Value(x) for x in sample]).backward()
        bounds = magnitude(fn, params, sample)
        wide = compile(fn, params, backend="llvm")
        loss = wide([sample] * WIDE)
        plain = compile(fn, params, backend="llvm")
        assert (
            list(wide.forward([sample] * WIDE))
            == [plain([sample])] * WIDE
            == [fn([Value(x) for x in sample]).data] * WIDE
        )
        assert loss == pytest.approx(plain([sample]), rel=1e-13)
        for p, grad, bound in zip(params, wide.grads, bounds, strict=True):
            assert abs(grad - p.grad) <= (shape[0] + shape[1] + shape[2] + 40) * 2.0**-52 * bound + 1e-300

    check()


@settings(max_examples=60)
@given(shape=SHAPES, numbers=NUMBERS, planted=st.lists(st.tuples(st.integers(0, 999), WILD), min_size=1, max_size=5))
def test_infinity_and_nan_stay_in_their_places(
    shape: tuple[int, int, int], numbers: list[float], planted: list[tuple[int, float]]
) -> None:
    fn, params = net(shape, numbers)
    batch = [[((7 * i + j) % 11 - 5) / 4 for j in range(shape[0])] for i in range(WIDE)]
    for at, number in planted:
        if at % 3:
            batch[at % WIDE][at % shape[0]] = number
        else:
            params[at % len(params)].data = number
    assert agree(*steps(fn, params, batch))


@pytest.mark.parametrize("lanes", [2, 4, 8])
@pytest.mark.parametrize("fuses", [True, False])
def test_every_width_of_vectors_has_the_same_gradients(
    lanes: int, fuses: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    host(monkeypatch, fuses=fuses, lanes=lanes)
    fn, params = net((3, GROUP_SIZE + 2, 2), [0.3, -0.7, 0.11, 1.3, -0.9, 0.5, 0.77])
    batch = [[i / WIDE, 1 - i / WIDE, 0.5] for i in range(WIDE + 3)]
    expected, found = steps(fn, params, batch)
    assert found == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("fuses", [True, False])
def test_a_host_that_cannot_fuse_is_not_asked_to(fuses: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from microgradviz.compiled import tape_code

    texts: list[str] = []
    monkeypatch.setattr(tape_code, "_READERS", {})
    monkeypatch.setattr(tape_code, "machine_code", lambda text, *how: texts.append(text) or machine_code(text, *how))
    host(monkeypatch, fuses=fuses)
    fn, params = net((2, GROUP_SIZE, 1), [0.3, -0.7])
    compile(fn, params, backend="llvm")([[1.0, 2.0]] * WIDE)
    assert ["@llvm.fma." in text for text in texts] == [fuses]


@pytest.mark.parametrize(
    ("features", "machine", "fuses"),
    [
        ("+sse2,+fma,+avx2", "x86_64", True),
        ("+sse2,-fma,+avx,+fma4", "AMD64", False),
        ("+neon", "aarch64", True),
        ("", "arm64", True),
    ],
)
def test_whether_a_host_fuses_is_read_from_its_features(
    features: str, machine: str, fuses: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from microgradviz.compiled import llvm_host

    monkeypatch.setattr(llvm_host, "_host", lambda: ("", features))
    monkeypatch.setattr(llvm_host.platform, "machine", lambda: machine)
    assert llvm_host.has_fused_multiply_add() is fuses


def dot(weights: Any, xs: Any) -> Value:
    return total([w * x for w, x in zip(weights, xs, strict=True)])


def odd_layers(w: list[Value], xs: list[Value]) -> dict[str, Value]:
    """Sums that are nearly rows of a layer, for 24 weights and 3 inputs."""
    rows = [w[at : at + 3] for at in range(0, 24, 3)]
    hidden = [x.tanh() for x in xs]
    return {
        "no bias": dot([dot(row, xs).tanh() for row in rows], rows[0] + rows[1] + rows[2][:2]),
        "a shared weight": total([dot([w[0], *row[1:]], xs).relu() for row in rows]),
        "one weight for all": total([dot([w[0]] * 3, hidden) ** 2 for _ in rows]),
        "repeated inputs": total([dot([*row, *row], [*hidden, *hidden]).tanh() for row in rows]),
        "another order": total(
            [dot(row[:: 1 - 2 * (n % 2)], hidden[:: 1 - 2 * (n % 2)]).tanh() for n, row in enumerate(rows)]
        ),
        "an extra term": total([(dot(row, hidden) + hidden[n % 3]).tanh() for n, row in enumerate(rows)]),
        "a first extra term": total([total([hidden[n % 3], dot(row, hidden)]).tanh() for n, row in enumerate(rows)]),
        "chains of sums": total([(row[0] * xs[0] + row[1] * xs[1] + row[2] * xs[2] + w[5]).tanh() for row in rows]),
        "weights that are computed": total([dot([a.exp() for a in row], hidden).tanh() for row in rows]),
        "weights in columns": total([dot(w[n::8], hidden).tanh() for n in range(8)]),
        "no inputs": dot([dot(row, w[:3]).tanh() for row in rows], w[:8]) * xs[0],
        "the same sums twice": total([dot(row, hidden).tanh() * dot(row, hidden) for row in rows]),
        "layers of one another": dot(w[:8], [dot(r, [dot(q, xs).relu() for q in rows[:3]]).relu() for r in rows]),
    }


ODD = [*odd_layers([Value(0.0)] * 24, [Value(0.0)] * 3)]
BACKENDS = [name for name in ("llvm", "numpy") if find_spec(name.replace("llvm", "llvmlite"))]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", ODD)
def test_what_is_nearly_a_layer_is_computed_as_it_stands(backend: str, name: str) -> None:
    params = [Value(0.0) for _ in range(24)]
    plain, step = (compile(lambda xs: odd_layers(params, xs)[name], params, backend=b) for b in ("python", backend))

    def found(one: Any, numbers: list[float], batch: Any) -> list[float]:
        one.params = numbers
        return [float(x) for x in (one(batch), *one.grads)]

    @settings(max_examples=15)
    @given(
        numbers=st.lists(st.floats(-2, 2), min_size=24, max_size=24), count=st.sampled_from([1, 2, 9, 70]), wild=WILD
    )
    def check(numbers: list[float], count: int, wild: float) -> None:
        numbers = [round(x, 6) for x in numbers]
        batch = [[((7 * i + 5 * j) % 13 - 6) / 4 for j in range(3)] for i in range(count)]
        assert found(step, numbers, batch) == pytest.approx(found(plain, numbers, batch), rel=1e-9, abs=1e-11)
        batch[count // 2][1] = numbers[2] = wild
        assert agree(found(plain, numbers, batch), found(step, numbers, batch))

    check()


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 40), (3, 30), (9, 17), (16, 16), (40, 33), (5, 100)])
@pytest.mark.parametrize("count", [1, 5, 33, 100])
def test_matrices_of_every_shape_have_the_right_gradients(rows: int, columns: int, count: int) -> None:
    fn, params = net((columns, rows, 2), [0.3, -0.7, 0.11, 1.3, -0.9, 0.5, 0.77])
    batch = [[((7 * i + 5 * j) % 13 - 6) / 16 for j in range(columns)] for i in range(count)]
    plain = compile(fn, params, backend="python")
    expected = [plain(batch), *plain.grads]
    step = compile(fn, params, backend="llvm")
    assert [step(batch), *step.grads] == pytest.approx(expected, rel=1e-11, abs=1e-11)
    assert [*step.forward(batch)] == [*plain.forward(batch)]


def test_rows_of_a_matrix_are_found_and_share_an_instruction() -> None:
    fn, params = net((6, 2 * GROUP_SIZE, 1), [0.5])
    recording = Recording(fn, params)
    root = recording.run([(6,)])
    program = Program([root], recording.values_behind([root]), [*recording.leaves.values()], params)
    code = Tape(program, single=False).code_of(0)[1]["each"].tolist()
    found = []
    while code[0] != END:
        found.append(code[0])
        code = code[code[1] :]
    assert [found.count(number) for number in MATRIX.values()] == [2, 1]  # two groups, and the row of the last layer
