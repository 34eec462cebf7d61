"""Other people's engines: watched at work, and left as they were found."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from kit import learner_engines as learners
from kit.engine_styles import STYLES, text as engine_text
from kit.learner_engines import programs, run
from micrograd.engine import Value as Micrograd

from microgradviz import Trace, Value, trace
from microgradviz.tracing.trace import SCHEMA

VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
RIGHT = [
    learners.Lecture,
    learners.Half,
    learners.TuplePrev,
    learners.ListPrev,
    learners.NativeSub,
    learners.MarksVisited,
    learners.SkipsZeros,
    learners.GradStartsAsNone,
    learners.ReadOnlyData,
    learners.BackwardBehindAProperty,
]
ALL = [c for c in vars(learners).values() if isinstance(c, type) and hasattr(c, "__mul__")]


def test_what_a_rule_prints_is_not_printed_when_it_is_watched(capsys: pytest.CaptureFixture[str]) -> None:
    class Talks(learners.Lecture):
        def __add__(self, other):
            out = super().__add__(other)
            rule = out._backward

            def _backward():
                print("push")
                rule()

            out._backward = _backward
            return out

    result = Talks(2.0) + Talks(3.0)
    assert trace(result).order
    assert capsys.readouterr().out == ""
    result.backward()
    assert capsys.readouterr().out == "push\n"


def state(values):
    """Everything that tracing might have touched, by identity, for a later comparison."""
    out = []
    for v in values:
        held = {name: getattr(v, name, None) for name in ("grad", "_prev", "_op")}
        own = getattr(v, "__dict__", {})
        out.append((v, v.data, held, dict(own), list(own)))
    return out


def assert_as_before(before):
    for v, data, held, own, keys in before:
        assert v.data == data
        for name, old in held.items():
            assert getattr(v, name, None) is old or getattr(v, name) == old
        now = getattr(v, "__dict__", {})
        assert list(now) == keys
        assert all(now[name] is old for name, old in own.items())


def neuron(make):
    x1, x2, w1, w2, b = make(2.0), make(0.0), make(-3.0), make(1.0), make(6.8813735870195432)
    out = (x1 * w1 + x2 * w2 + b).tanh()
    return out, trace(out)


def gradient(t, name):
    return t.gradients()[next(i for i, text in t.label.items() if text == name)]


# ---------------------------------------------------------------- right engines


def test_micrograd_is_seen_as_it_is():
    a, b = Micrograd(-4.0), Micrograd(2.0)
    c = a + b
    d = a * b + b**3
    c += c + 1
    c += 1 + c + (-a)
    d += d * 2 + (b + a).relu()
    d += 3 * d + (b - a).relu()
    e = c - d
    f = e**2
    g = f / 2.0
    g += 10.0 / f
    t = trace(g)
    assert (t.engine, t.note, t.faults) == ("observed", "", [])
    found = t.data[t.root], gradient(t, "a"), gradient(t, "b")
    assert [round(x, 4) for x in found] == [24.7041, 138.8338, 645.5773]  # its README's
    g.backward()
    assert gradient(t, "a") == pytest.approx(a.grad, rel=1e-12)
    assert {"pow_n", "relu", "mul", "add"} == {op for op in t.op if op}


@pytest.mark.parametrize("make", RIGHT)
def test_the_neuron_of_the_lecture_has_its_gradients(make):
    _, t = neuron(make)
    for name, grad in {"x1": -1.5, "w1": 1.0, "x2": 0.5, "w2": 0.0, "b": 0.5, "out": 1.0}.items():
        assert gradient(t, name) == pytest.approx(grad, abs=1e-12)
    assert t.faults == []
    VALIDATOR.validate(t.to_dict())
    assert Trace.from_json(t.to_json()) == t


@settings(max_examples=80)
@given(programs())
def test_random_expressions_equal_our_own_engine(program):
    (ours, our_values), (theirs, their_values) = run(program, Value), run(program, learners.Lecture)
    for values in (our_values, their_values):
        for i, v in enumerate(values):
            v.label = f"n{i}"
    before = state(their_values)
    t, expected = trace(theirs), trace(ours)
    assert_as_before(before)
    assert t.faults == []
    wanted = {expected.label[i]: grad for i, grad in enumerate(expected.gradients()) if i in expected.label}
    found = {t.label[i]: grad for i, grad in enumerate(t.gradients()) if i in t.label}
    assert found == pytest.approx(wanted, rel=1e-9, abs=1e-9)
    VALIDATOR.validate(t.to_dict())
    assert Trace.from_json(t.to_json()) == t


@settings(max_examples=60)
@given(programs())
def test_contributions_end_in_the_gradients_that_backward_gives(program):
    theirs, values = run(program, learners.TuplePrev)
    for i, v in enumerate(values):
        v.label = f"n{i}"
    t = trace(theirs)
    theirs.backward()
    for i, grad in enumerate(t.gradients()):
        if i in t.label:
            v = values[int(t.label[i][1:])]
            assert (grad or 0.0) == pytest.approx(v.grad, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("make", [Micrograd, learners.Lecture, learners.TuplePrev])
def test_a_value_used_twice_by_one_operation_has_two_edges(make):
    a = make(3.0)
    added, multiplied = trace(a + a), trace(a * a)
    assert (added.sources, added.slot, added.local) == ([0, 0], [0, 1], [1.0, 1.0])
    assert (multiplied.sources, multiplied.local) == ([0, 0], [3.0, 3.0])
    assert [c.after for c in multiplied.contributions] == [3.0, 6.0]
    assert added.faults == multiplied.faults == []


def test_operands_of_a_subtraction_keep_their_sides():
    a = learners.NativeSub(2.0)
    left, right = trace(a - 5), trace(5 - a)
    assert (left.data[left.sources[0]], left.data[left.sources[1]], left.local) == (2.0, 5.0, [1.0, -1.0])
    assert (right.data[right.sources[0]], right.data[right.sources[1]], right.local) == (5.0, 2.0, [1.0, -1.0])
    assert left.faults == right.faults == []


@pytest.mark.parametrize("kind", [int, float, bool, "float64", "float32", "int64"])
def test_data_may_be_any_real_number(kind):
    if isinstance(kind, str):
        kind = getattr(pytest.importorskip("numpy"), kind)
    a, b = Micrograd(kind(0)), Micrograd(kind(1))
    t = trace(a * b + a)
    assert t.data == [0.0, 1.0, 0.0, 0.0]
    assert {type(x) for x in t.data} == {float}
    assert t.gradients()[:2] == [2.0, 0.0]
    assert type(a.data) is kind
    json.loads(t.to_json())


# ---------------------------------------------------------------- half-built classes


def test_a_class_without_grad_shows_its_forward_pass():
    a, b = learners.NoGradYet(2.0), learners.NoGradYet(3.0)
    f = a * b + a
    t = trace(f)
    assert t.note == "No backward pass: the class NoGradYet has no grad yet."
    assert (t.order, t.faults, t.grad[0], t.gradients()[0]) == ([], [], None, None)
    assert t.data[t.root] == 8.0
    assert set(t.label.values()) == {"a", "b", "f"}
    assert not hasattr(a, "grad")
    VALIDATOR.validate(t.to_dict())


def test_a_class_without_closures_shows_its_forward_pass():
    a = learners.NoClosuresYet(2.0)
    t = trace(a * a)
    assert t.note == "No backward pass: the class NoClosuresYet has no _backward yet."
    assert (t.order, t.grad) == ([], [0.0, 0.0])


def test_a_class_without_backward_is_visited_in_the_right_order():
    _, t = neuron(learners.Half)
    assert t.note == "The class Half has no backward() yet: each _backward is called here in the right order."
    assert gradient(t, "w1") == pytest.approx(1.0)


def test_an_empty_backward_is_told():
    _, t = neuron(learners.EmptyBackward)
    assert t.note == "No backward pass: backward() of EmptyBackward calls no _backward."
    assert (t.order, t.faults) == ([], [])


def test_a_single_leaf_needs_no_note():
    t = trace(learners.Lecture(2.0))
    assert (t.note, t.order, t.faults) == ("", [], [])


def test_a_grad_of_none_is_not_known():
    a = learners.GradStartsAsNone(2.0)
    t = trace(a * a)
    assert t.grad == [None, None]
    assert t.gradients()[0] == 4.0
    assert a.grad is None


def test_a_grad_of_none_that_backward_cannot_add_to_is_told():
    a = learners.GradStartsAsNone(2.0)
    f = a * a
    before = state([a, f])
    note = trace(f).note
    assert note.startswith("grad is None before backward(), which then raises TypeError: unsupported operand")
    assert note.endswith("Begin with 0.0, as this picture does.")
    assert_as_before(before)


def test_a_grad_of_none_that_backward_knows_of_needs_no_note():
    class ZeroFirst(learners.GradStartsAsNone):
        def backward(self):
            for v in (self, *self._prev):
                v.grad = 0.0
            super().backward()

    a = ZeroFirst(2.0)
    f = ZeroFirst(4.0, (a, a), "*")
    f._backward = lambda: setattr(a, "grad", a.grad + 4.0 * f.grad)
    t = trace(f)
    assert (t.note, t.faults, a.grad) == ("", [], None)


def test_a_closure_that_was_called_too_early_is_told():
    a = learners.Lecture(2.0)
    f = a * a
    f._backward = f._backward()
    assert trace(f).note == "No backward pass: the _backward of f is None: store the function, without calling it."


def test_an_input_used_twice_is_told_what_its_local_derivatives_sum_to():
    a = learners.Lecture(3.0, label="a")
    f = a * a
    f.label = "f"
    f._backward = lambda: setattr(a, "grad", a.grad + 3.0 * f.grad)
    [fault] = trace(f).faults
    assert fault.text == ("a is an input of f 2 times: its local derivatives must sum to 6, but this engine's sum to 3")


def test_an_input_that_is_not_in_prev_is_told():
    a, b = learners.Lecture(2.0), learners.Lecture(3.0)
    f = a * b
    f._prev = {a}
    [fault] = [fault for fault in trace(f).faults if fault.kind == "wrong data"]
    assert "its _prev lacks an input, the operation computes something else" in fault.text


# ---------------------------------------------------------------- classes that cannot be written to


def test_slots_are_read_and_restored():
    for make in (learners.Slots, learners.SlotsUnderADict):
        a, b = make(2.0), make(3.0)
        f = a * b
        closures = [v._backward for v in (a, b, f)]
        t = trace(f)
        assert (t.note, t.faults, t.gradients()) == ("", [], [3.0, 2.0, 1.0])
        assert [v._backward for v in (a, b, f)] == closures
        assert [v.grad for v in (a, b, f)] == [0, 0, 0]
        assert type(f._prev) is tuple


def test_a_method_without_a_place_for_another_is_told():
    a = learners.SlotsWithMethod(2.0)
    f = a * a
    t = trace(f)
    assert t.note.startswith("No backward pass: grad and _backward of SlotsWithMethod must be assignable (")
    assert t.data == [2.0, 4.0]
    assert (a.grad, f.grad, t.order) == (0.0, 0.0, [])


def test_a_read_only_grad_is_told():
    a = learners.ReadOnlyGrad(2.0)
    b = learners.ReadOnlyGrad(4.0, (a, a), "*")
    t = trace(b)
    assert t.note.startswith("No backward pass: grad and _backward of ReadOnlyGrad must be assignable (")
    assert t.grad == [0.5, 0.5]
    assert "_backward" in vars(a)


def test_methods_of_the_class_are_methods_again():
    a, b = learners.MethodBackward(2.0), learners.MethodBackward(3.0)
    f = a * b + a
    t = trace(f)
    assert (t.faults, gradient(t, "a"), gradient(t, "b")) == ([], 4.0, 2.0)
    assert all("_backward" not in vars(v) for v in (a, b, f))
    f.backward()
    assert (a.grad, b.grad) == (4.0, 2.0)


def test_marks_left_by_backward_are_wiped_off():
    a = learners.MarksVisited(3.0)
    f = a * a
    for _ in range(2):
        assert gradient(trace(f), "a") == 6.0
    f.backward()
    assert a.grad == 6.0


# ---------------------------------------------------------------- everything is restored


@pytest.mark.parametrize("make", ALL)
def test_tracing_leaves_everything_as_it_was(make):
    a = make(2.0)
    f = a * a
    values = [a, f]
    if hasattr(make, "__add__") and hasattr(make, "tanh"):
        f = (f + a).tanh() * a
        values = [a, f, *f._prev]
    if isinstance(getattr(a, "grad", None), float) and make is not learners.ReadOnlyGrad:
        a.grad, f.grad = 7, 0.25
    before = state(values)
    trace(f)
    assert_as_before(before)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(1)])
@pytest.mark.parametrize("make", [learners.Fails, learners.RaisesInTanh])
def test_an_interrupt_passes_through_and_everything_is_restored(make, error, monkeypatch):
    monkeypatch.setattr(make, "error", error)
    a = make(0.5)
    b = a * a
    f = b.tanh()
    a.grad = 5
    before = state([a, b, f])
    with pytest.raises(type(error)):
        trace(f)
    assert_as_before(before)


def test_a_backward_that_raises_is_told_and_everything_is_restored():
    a = learners.Fails(0.5)
    f = a * a
    before = state([a, f])
    t = trace(f)
    assert t.note == "backward() raised RuntimeError: not finished yet"
    assert [c.after for c in t.contributions] == [0.5, 1.0]
    assert_as_before(before)


def test_a_closure_that_raises_is_named():
    x = learners.RaisesInTanh(0.5)
    f = x.tanh()
    before = state([x, f])
    t = trace(f)
    assert t.note == "No backward pass: the _backward of f raised ZeroDivisionError: division by zero."
    assert t.order == []
    assert_as_before(before)


def test_a_forgotten_dot_data_is_named():
    a = learners.ForgetsDotData(2.0)
    f = a * a
    assert trace(f).note == (
        "No backward pass: the _backward of f raised TypeError: "
        "grad must be a real number (got ForgetsDotData Value(data=2.0)); use .data for its number."
    )


# ---------------------------------------------------------------- graphs that are too much


def chain(make, count):
    f = make(1.0)
    for _ in range(count):
        f = f * 1.0
    return f


def test_a_chain_too_deep_for_recursion_is_told():
    f = chain(learners.Lecture, 1_000)
    t = trace(f)
    assert t.note == "backward() raised RecursionError: the graph is too deep for a function that calls itself."
    assert len(t) == 2_001
    assert set(t.local) == {1.0}
    assert (t.order, t.faults) == ([], [])
    assert f.grad == 0.0


def test_a_recursion_that_repeats_itself_is_stopped():
    f = learners.RecursesWithoutOrder(1.0)
    for _ in range(40):
        f = f + f * 1.0
    t = trace(f)
    assert t.note == f"backward() was stopped after {20 * len(t):,} visits: it visits values again and again."
    assert len(t.order) == 20 * len(t)
    assert {fault.kind for fault in t.faults} >= {"wrong order"}
    assert type(f._prev) is set


def test_a_sort_that_repeats_itself_is_stopped():
    class OnTuples(learners.SortsWithoutVisited):
        def __init__(self, data, _children=(), _op="", label=""):
            super().__init__(data, _children, _op, label)
            self._prev = tuple(_children)

    for make in (learners.SortsWithoutVisited, OnTuples):
        f = make(1.0)
        for _ in range(40):
            f = f + f * 1.0
        t = trace(f)
        assert t.note.startswith("backward() was stopped after 2,")
        assert t.order == []


def test_the_limit_counts_operations():
    f = chain(learners.TuplePrev, 10)
    assert len(trace(f, limit=10)) == 21
    with pytest.raises(ValueError, match=r"^the graph must have at most 5 operations \(it has more\)"):
        trace(f, limit=5)


def test_a_cycle_is_named():
    a = learners.Lecture(1.0)
    f = a + 1
    a._prev = {f}
    with pytest.raises(ValueError, match=r"^the graph must not have a cycle \(got one through "):
        trace(f)
    a._prev = {a}
    with pytest.raises(ValueError, match="cycle"):
        trace(a)


# ---------------------------------------------------------------- garbage


@pytest.mark.parametrize(
    ("name", "wrong", "sentence"),
    [
        ("_prev", None, r"^_prev must be a tuple or set of values \(got NoneType None\)$"),
        ("_prev", 3, r"^_prev must be a tuple or set of values \(got int 3\)$"),
        (
            "_prev",
            [1.0],
            r"^every input must have data and _prev \(got float 1.0 as input of Lecture Value\(data=2.0\)\)$",
        ),
        ("_prev", "ab", r"^every input must have data and _prev \(got str 'a' as input"),
        ("_prev", (None,), r"^every input must have data and _prev \(got NoneType None as input"),
        ("data", None, r"^data must be a real number \(got NoneType None\)$"),
        ("data", "2.0", r"^data must be a real number \(got str '2.0'\)$"),
        ("data", 2j, r"^data must be a real number \(got complex 2j\)$"),
        ("data", [2.0], r"^data must be a real number \(got list \[2.0\]\)$"),
        ("data", 10**400, r"^data must be a real number \(got int 1000"),
        ("data", 10**5000, r"^data must be a real number \(got int\)$"),
        (
            "data",
            learners.Lecture(2.0),
            r"^data must be a real number \(got Lecture Value\(data=2.0\)\); use .data for its number$",
        ),
        ("grad", "0", r"^grad must be a real number \(got str '0'\)$"),
        ("grad", learners.Lecture(2.0), r"^grad must be a real number \(got Lecture Value\(data=2.0\)\); use .data"),
    ],
    ids=lambda case: case if isinstance(case, str) else type(case).__name__,
)
def test_garbage_is_refused_in_one_sentence(name, wrong, sentence):
    a = learners.Lecture(2.0)
    f = a + 1
    setattr(a, name, wrong)
    with pytest.raises(TypeError, match=sentence):
        trace(f)


def test_a_class_whose_repr_is_not_written_yet_is_refused_as_clearly():
    class Unfinished(learners.Lecture):
        def __repr__(self):
            raise NotImplementedError

    a = Unfinished(2.0)
    f = a + 1
    assert trace(f).faults == []
    f._prev = (a, 3)
    with pytest.raises(TypeError, match=r"\(got int 3 as input of Unfinished\)$"):
        trace(f)
    a._prev, a.data = (a,), a
    with pytest.raises(ValueError, match=r"cycle \(got one through Unfinished\)$"):
        trace(a)
    a._prev = ()
    with pytest.raises(TypeError, match=r"^data must be a real number \(got Unfinished\); use .data"):
        trace(a)


def test_labels_that_are_no_text_are_passed_over():
    a = learners.Lecture(2.0, label=5)
    b = learners.Lecture(3.0, label="speed")
    assert trace(a * b).label == {0: "a", 1: "speed"}


def test_an_unknown_operation_keeps_its_name():
    a = learners.Lecture(2.0)
    f = learners.Lecture(8.0, (a,), "cube")
    f._backward = lambda: setattr(a, "grad", a.grad + 12.0 * f.grad)
    t = trace(f)
    assert (t.op[1], t.local, t.faults) == ("cube", [12.0], [])


# ---------------------------------------------------------------- the same everywhere

SCRIPT = """
import sys
junk = [object() for _ in range(int(sys.argv[1]))]
from kit import learner_engines as learners
from micrograd.engine import Value as Micrograd
from microgradviz import trace
mistaken = learners.RecursesWithoutOrder, learners.VisitsBreadthFirst
for make in (Micrograd, learners.Lecture, learners.NativeSub, *mistaken):
    leaves = [make(x / 7) for x in range(1, 9)]
    pad = [make(0.0) for _ in range(int(sys.argv[1]) % 7)]
    f = leaves[0] * leaves[1]
    for x, y in zip(leaves, leaves[1:]):
        f = f * x + y * (f - x) + x * x
    print(trace(f).to_json())
"""


def test_the_same_program_gives_the_same_trace_in_every_process(tmp_path):
    here = Path(__file__).parents[1]
    outputs = set()
    for seed in range(3):
        path = os.pathsep.join([str(here), str(here.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": path}
        command = [sys.executable, "-c", SCRIPT, str(seed * 1237)]
        outputs.add(subprocess.run(command, env=environment, capture_output=True, check=True, cwd=tmp_path).stdout)
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == 5


class Overwrites:
    """As micrograd's Value, with a set of inputs, and with = where += belongs."""

    def __init__(self, data: float, inputs: Any = (), label: str = "") -> None:
        self.data, self.grad, self._prev, self._op, self.label = data, 0.0, set(inputs), "", label
        self._backward: Any = lambda: None

    def __add__(self, other: Any) -> Any:
        out = Overwrites(self.data + other.data, (self, other))

        def _backward() -> None:
            self.grad, other.grad = out.grad, out.grad

        out._op, out._backward = "+", _backward
        return out

    def __mul__(self, other: Any) -> Any:
        out = Overwrites(self.data * other.data, (self, other))

        def _backward() -> None:
            self.grad, other.grad = other.data * out.grad, self.data * out.grad

        out._op, out._backward = "*", _backward
        return out

    def backward(self) -> None:
        order: list[Any] = []
        seen = set()

        def build(value: Any) -> None:
            if value not in seen:
                seen.add(value)
                for one in value._prev:
                    build(one)
                order.append(value)

        build(self)
        self.grad = 1.0
        for value in reversed(order):
            value._backward()


def test_a_set_is_gone_through_as_the_engine_did_that_left_its_gradients() -> None:
    """Sets are ordered by address: of two products with a, either may come last, and its contribution stays."""
    seen = set()
    kept = []
    for k in range(40):
        kept.append([object() for _ in range(5 * k)])  # other addresses
        a, b, c = Overwrites(2.0, label="a"), Overwrites(-3.0, label="b"), Overwrites(7.0, label="c")
        f = a * b + a * c
        f.backward()
        t = trace(f)
        at = next(i for i, label in t.label.items() if label == "a")
        assert t.gradients()[at] == a.grad
        assert not [fault for fault in t.faults if fault.kind == "stale gradient"]
        assert type(f._prev) is set
        seen.add(a.grad)
        kept.append([a, b, c, f])
    assert seen == {-3.0, 7.0}


@pytest.mark.parametrize("style", STYLES)
def test_a_right_engine_has_no_faults_whatever_its_style(style: str) -> None:
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(engine_text(style)[0], space)
    a, b = space["Value"](2.0), space["Value"](-0.5)
    c = a * b + a * a
    found = trace((c * b + c).tanh())
    assert (found.faults, bool(found.order)) == ([], True)


_POWER = """
def power(self, n):
    out = Value(self.data**n, (self,), {symbol})
    def _backward():
        self.grad += {rule} * out.grad
    out._backward = _backward
    return out
Value.__pow__ = power
"""


@pytest.mark.parametrize("symbol", ['"**"', '"pow"', '"Power"', 'f"^{n}"', '"raised"', '""'])
@pytest.mark.parametrize("n", [-2, -1, 0, 0.5, 3])
def test_a_power_is_known_by_its_numbers_whatever_it_is_called(symbol: str, n: float) -> None:
    for rule, right in (("n * self.data**(n - 1)", True), ("n * self.data**n", n == 0)):
        space: dict[str, Any] = {"__name__": "__main__"}
        exec(engine_text("tuple")[0] + _POWER.format(symbol=symbol, rule=rule), space)
        found = trace(space["Value"](2.5) ** n)
        assert found.op[-1] == "pow_n"
        assert [fault.kind for fault in found.faults] == [] if right else ["wrong local derivative"]


def test_what_only_looks_like_a_power_keeps_its_own_name() -> None:
    space: dict[str, Any] = {"__name__": "__main__"}
    text = _POWER.format(symbol='"swish"', rule="n").replace("self.data**n", "self.data * 0.7")
    exec(engine_text("tuple")[0] + text, space)
    assert trace(space["Value"](2.5) ** 3).op[-1] == "swish"
