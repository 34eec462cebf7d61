"""Planted mistakes are found, each as what it is and where it is; what is right has none."""

import math

import pytest
from hypothesis import given, settings
from kit import learner_engines as learners
from kit.learner_engines import diamond, neuron, programs, run, squared
from kit.random_expressions import TAME, expressions

from microgradviz import Trace, Value, define_op, total, trace

KINDS = {
    "non-finite",
    "inputs changed",
    "wrong data",
    "wrong local derivative",
    "wrong seed",
    "wrong order",
    "not visited",
    "lost contribution",
    "wrong contribution",
    "stale gradient",
}


def found(t):
    """[(kind, name of the value or `input -> user` of the edge)]."""

    def named(i):
        return t.label.get(i) or t.op[i] or str(t.data[i])

    out = []
    for fault in t.faults:
        assert fault.kind in KINDS
        assert fault.node is not None or fault.edge is not None
        if fault.edge is not None:
            e = t.edges[fault.edge]
            assert fault.node in (None, e.source)
            out.append((fault.kind, f"{named(e.source)} -> {named(e.target)}"))
        else:
            out.append((fault.kind, named(fault.node)))
    return out


def texts(t):
    return [fault.text for fault in t.faults]


# ---------------------------------------------------------------- what is right


@settings(max_examples=80)
@given(expressions(numbers=TAME))
def test_our_own_engine_is_right(expression):
    assert [f for f in trace(expression).faults if f.kind != "non-finite"] == []
    expression.backward()
    assert [f for f in trace(expression).faults if f.kind != "non-finite"] == []


@settings(max_examples=80)
@given(programs())
@pytest.mark.parametrize("make", [learners.Lecture, learners.TuplePrev, learners.NativeSub, learners.SkipsZeros])
def test_a_learners_right_engine_is_right(make, program):
    result, _ = run(program, make)
    assert trace(result).faults == []
    if hasattr(result, "backward"):
        result.backward()
        assert trace(result).faults == []


@pytest.mark.parametrize(
    "f",
    [
        Value(0.0).relu(),
        Value(0.0).leaky_relu(),
        abs(Value(0.0)),
        Value(1.0).max(1.0),
        Value(0.0) ** 0,
        Value(0.0) ** Value(2.0),
        Value(-1000.0).sigmoid(),
        Value(1000.0).tanh(),
        total([Value(1.0)] * 5),
    ],
    ids=repr,
)
def test_corners_are_no_faults(f):
    f.backward()
    assert trace(f).faults == []


def test_an_operation_of_ones_own_is_no_fault():
    f = define_op("double", "x + x", ["2"])(Value(3.0))
    f.backward()
    assert trace(f).faults == []


@pytest.mark.parametrize("slope", [0.0, 1.0, 0.5])
def test_every_convention_at_a_kink_is_right(slope):
    class MyRelu(learners.Lecture):
        def relu(self):
            out = type(self)(max(0.0, self.data), (self,), "relu")

            def _backward():
                self.grad += slope * out.grad

            out._backward = _backward
            return out

    assert trace(MyRelu(0.0).relu()).faults == []
    assert bool(trace(MyRelu(-1.0).relu()).faults) == (slope != 0.0)


# ---------------------------------------------------------------- mistakes of learners


@pytest.mark.parametrize(
    ("make", "expression", "expected"),
    [
        (learners.AssignsInMul, squared, [("lost contribution", "a -> f")]),
        (learners.AssignsInMul, diamond, [("lost contribution", "b -> c")]),
        (learners.AssignsOneSideOfMul, diamond, [("lost contribution", "b -> c")]),
        (learners.AssignsOneSideOfMul, squared, []),
        (learners.WrongTanhRule, neuron, [("wrong local derivative", "n -> o")]),
        (learners.WrongTanhData, neuron, [("wrong data", "o")]),
        (learners.ForgetsOutGrad, diamond, [("wrong contribution", "b -> c"), ("wrong contribution", "3.0 -> c")]),
        (learners.ForgetsTheSeed, diamond, [("wrong seed", "d")]),
        (learners.ForgetsReversed, squared, []),
        (learners.ForgetsReversed, diamond, [("wrong order", "b"), ("wrong order", "c")]),
        (learners.RecursesWithoutOrder, diamond, [("wrong order", "b")]),
        (learners.RecursesWithoutOrder, squared, []),
        (learners.RecursesInClosures, diamond, [("wrong order", "b")]),
        (learners.RecursesInClosures, lambda make: trace(make(2.0) * 3.0 + make(4.0) * 5.0), []),
        (learners.VisitsBreadthFirst, diamond, [("wrong order", "b")]),
        (learners.VisitsBreadthFirst, neuron, []),
        (learners.VisitsOnlyTheResult, neuron, [("not visited", "n")]),
        (learners.VisitsOnlyTheResult, squared, []),
        (learners.ZeroesOnTheWay, diamond, [("wrong contribution", "b -> c")]),
        (learners.Fails, neuron, [("not visited", "n")]),
    ],
    ids=lambda case: getattr(case, "__name__", ""),
)
def test_a_mistake_is_found_where_it_is(make, expression, expected):
    assert found(expression(make)) == expected


@pytest.mark.parametrize("make", [learners.AssignsInMul, learners.AssignsInAdd])
def test_a_lost_contribution_leaves_the_gradient_that_was_seen(make):
    a = make(3.0)
    f = a * a if make is learners.AssignsInMul else a + a
    f.backward()
    t = trace(f)
    assert t.gradients()[0] == a.grad == (3.0 if make is learners.AssignsInMul else 1.0)
    assert found(t) == [("lost contribution", "a -> f")]


def test_visits_too_early_on_b_times_3b_give_the_gradient_that_was_seen():
    for make in (learners.VisitsBreadthFirst, learners.RecursesWithoutOrder, learners.ForgetsReversed):
        b = make(2.0) * 1.0
        t3 = b * 3.0
        f = b * t3
        t = trace(f)
        f.backward()
        held = {i: g for i, g in enumerate(t.gradients()) if t.label.get(i) in ("b", "t3", "f")}
        assert held == {i: {"b": b, "t3": t3, "f": f}[t.label[i]].grad for i in held}
        assert {fault.kind for fault in t.faults} == {"wrong order"}


def test_gradients_kept_from_an_earlier_backward_are_stale():
    a = learners.Lecture(3.0)
    b = a * 2.0
    f = b * b
    f.backward()
    f.backward()
    t = trace(f)
    assert found(t) == [("stale gradient", "a"), ("stale gradient", "2.0"), ("stale gradient", "b")]


def test_leaves_accumulate_over_backward_passes_of_ours():
    a = Value(3.0)
    b = a * 2.0
    f = b * b
    f.backward()
    f.backward()
    assert found(trace(f)) == [("stale gradient", "a"), ("stale gradient", "2.0")]
    f.zero_grad()
    assert found(trace(f)) == []
    f.backward()
    assert found(trace(f)) == []


@settings(max_examples=40)
@given(programs())
@pytest.mark.parametrize(
    ("make", "kinds"),
    [
        (learners.AssignsInMul, {"lost contribution"}),
        (learners.AssignsInAdd, {"lost contribution"}),
        (learners.WrongTanhRule, {"wrong local derivative"}),
        (learners.WrongTanhData, {"wrong data"}),
        (learners.ForgetsOutGrad, {"wrong contribution"}),
        (learners.ForgetsTheSeed, {"wrong seed"}),
        (learners.ForgetsReversed, {"wrong order"}),
        (learners.RecursesWithoutOrder, {"wrong order"}),
        (learners.VisitsBreadthFirst, {"wrong order"}),
        (learners.VisitsOnlyTheResult, {"not visited"}),
        (learners.ZeroesOnTheWay, {"wrong contribution"}),
    ],
)
def test_a_mistake_is_never_taken_for_another(make, kinds, program):
    """And wherever nothing is said, the gradients are right."""
    (result, values), (right, right_values) = run(program, make), run(program, learners.Lecture)
    for some in (values, right_values):
        for i, v in enumerate(some):
            v.label = f"n{i}"
    t = trace(result)
    assert {fault.kind for fault in t.faults} <= kinds
    if not t.faults:
        assert by_name(t) == pytest.approx(by_name(trace(right)), rel=1e-3, abs=1e-3)


def by_name(t):
    return {t.label[i]: grad or 0.0 for i, grad in enumerate(t.gradients()) if i in t.label}


# ---------------------------------------------------------------- mistakes of users, and numbers that end


def test_an_input_changed_after_the_forward_pass_is_named():
    a, b = Value(2.0), Value(3.0)
    f = a * b
    g = f + 1.0
    a.data = 100.0
    assert found(trace(g)) == [("inputs changed", "f")]
    assert texts(trace(g)) == [
        "f is 6, but its inputs now give 300: an input was changed after the forward pass; "
        "the gradients are those of the old numbers"
    ]


def test_an_input_of_somebody_elses_engine_changed_is_wrong_data():
    a = learners.Lecture(2.0)
    f = a * 3.0
    a.data = 100.0
    assert found(trace(f)) == [("wrong data", "f")]


@pytest.mark.parametrize(
    ("make", "kinds"),
    [
        (lambda: Value(math.nan) + 1, ["non-finite"]),
        (lambda: Value(math.inf) * 2, ["non-finite"]),
        (lambda: Value(0.0).log(), ["non-finite"]),
        (lambda: Value(-1.0).log() + Value(2.0), ["non-finite"]),
        (lambda: Value(1000.0).exp(), ["non-finite"]),
        (lambda: Value(0.0).sqrt(), ["non-finite"]),
        (lambda: Value(1e300) * 1e300 * 0.0, ["non-finite"] * 2),
        (lambda: Value(1e-200) * 1e200 * 1e200 * 1e-200, []),
    ],
)
def test_a_number_that_is_not_finite_is_told_where_it_was_born(make, kinds):
    assert [fault.kind for fault in trace(make()).faults] == kinds


def test_the_place_of_birth_is_told_once():
    x = Value(0.0)
    y = x.log()
    z = y * 2.0 + 1.0
    assert found(trace(z)) == [("non-finite", "y")]
    assert texts(trace(z)) == ["y is −∞ from 0: it was born here"]


def test_a_gradient_that_overflows_is_told_where():
    a = Value(1e-300)
    b = a * 1e200
    c = b * 1e200
    t = trace(c)
    assert found(t) == [("non-finite", "a -> b")]
    assert texts(t) == ["1e200 × 1e200 is ∞: it is born here"]


def test_a_sum_of_gradients_that_overflows_is_told_where():
    a = Value(1e-300)
    t = trace(a * 1e308 + a * 1e308)
    assert found(t) == [("non-finite", "a -> mul")]
    assert texts(t) == ["1e308 + 1e308 is ∞: it is born here"]


def test_infinities_that_meet_give_nan_here():
    x = Value(0.0)
    t = trace(x.log() - x.log())
    assert texts(t)[-1] == "−∞ + ∞ is nan: it is born here"


# ---------------------------------------------------------------- the sentences


@pytest.mark.parametrize(
    ("t", "sentence"),
    [
        (squared(learners.AssignsInMul),
         "a.grad was 3 and 3 arrived from f: it must become 6, but became 3; write += instead of ="),
        (neuron(learners.WrongTanhRule),
         "the local derivative along n → o must be 0.9845, "
         "the slope of tanh(x) at x = 0.125, but this engine uses 0.8756"),
        (neuron(learners.WrongTanhData),
         "o is 0.06218, but tanh(x) of 0.125 is 0.1244: the operation computes something else, "
         "or an input was changed after the forward pass"),
        (diamond(learners.ForgetsOutGrad),
         "b.grad was 9 and 9 should have arrived from c, but it became 12: "
         "multiply the local derivative by the gradient of c"),
        (diamond(learners.ForgetsTheSeed),
         "the gradient of d must be 1 when backward begins (it was 0): set self.grad = 1.0 first"),
        (diamond(learners.VisitsBreadthFirst), "b passed its gradient on before c had sent its part: visit c first"),
        (diamond(learners.RecursesWithoutOrder),
         "b passed its gradient on 2 times; it must do so once, after all of it has arrived"),
        (neuron(learners.VisitsOnlyTheResult), "n never passed its gradient on to its inputs"),
        (diamond(learners.ZeroesOnTheWay),
         "b.grad was 9 so far, but 0 when 9 arrived from c: something else changed it in between"),
    ],
)  # fmt: skip
def test_the_sentence_says_what_happened_and_what_to_do(t, sentence):
    assert texts(t)[0] == sentence


def test_a_wrong_slope_by_one_of_two_inputs_names_the_input():
    a, b = learners.Lecture(2.0), learners.Lecture(-3.0)
    f = a * b
    f._backward = lambda: (setattr(a, "grad", a.grad + b.data * f.grad), setattr(b, "grad", b.grad + b.data * f.grad))
    assert texts(trace(f)) == [
        "the local derivative along b → f must be 2, the slope of x × y by y at x = 2, y = −3, but this engine uses −3"
    ]


@pytest.mark.parametrize("make", [learners.AssignsInMul, learners.ZeroesOnTheWay, learners.RecursesWithoutOrder])
def test_faults_survive_json(make):
    t = diamond(make)
    assert Trace.from_json(t.to_json()).faults == t.faults != []


def test_nan_is_born_where_infinity_meets_zero_not_where_it_is_seen_last():
    a, b, c = Value(2.0, label="a"), Value(2.0, label="b"), Value(0.0, label="c")
    f = (a - b).log() * c
    f.label = "f"
    assert texts(trace(f))[:2] == ["g is −∞ from 0: it was born here", "f is nan from −∞ and 0: it was born here"]
