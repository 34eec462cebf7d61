"""What follows from a fault: which numbers are wrong because of it, and what they should be."""

import math

import pytest
from hypothesis import given, settings
from kit import learner_engines as learners
from kit.learner_engines import diamond, neuron, programs, run, squared

from microgradviz import Value, define_op, trace
from microgradviz.tracing import find_consequences, right_numbers


def named(t, i):
    return t.label.get(i, str(t.data[i]))


def gradients(t):
    """{value: (what its gradient should be, the value where the fault is)}."""
    found = find_consequences(t, t.faults)
    cause = {row.node: None if row.grad_cause is None else named(t, row.grad_cause) for row in found}
    return {named(t, row.node): (row.grad, cause[row.node]) for row in found if row.grad is not None}


@pytest.mark.parametrize(
    ("t", "expected"),
    [
        (diamond(learners.AssignsInMul), {"a": (18, "b"), "1.0": (18, "b"), "b": (18, "b")}),
        (diamond(learners.VisitsBreadthFirst), {"a": (18, "b"), "1.0": (18, "b")}),
        (diamond(learners.ForgetsTheSeed),
         {"a": (18, "d"), "1.0": (18, "d"), "b": (18, "d"), "3.0": (9, "d"), "c": (3, "d"), "d": (1, "d")}),
        (diamond(learners.VisitsOnlyTheResult), {"a": (18, "b"), "1.0": (18, "b"), "b": (18, "c"), "3.0": (9, "c")}),
        (squared(learners.AssignsInMul), {"a": (6, "a")}),
        (squared(learners.Lecture), {}),
    ],
)  # fmt: skip
def test_every_gradient_that_a_fault_reaches_has_its_cause_and_the_right_number(t, expected):
    assert gradients(t) == expected


def test_a_wrong_local_derivative_is_wrong_from_its_source_on():
    found = gradients(neuron(learners.WrongTanhRule))
    assert {name: cause for name, (_, cause) in found.items()} == {"w": "n", "x": "n", "n": "n"}
    assert found["n"][0] == pytest.approx(1 - math.tanh(0.125) ** 2)


def test_wrong_data_reaches_its_users_and_the_gradients_that_are_made_of_it():
    a = learners.WrongTanhData(0.5)
    h = a.tanh()
    f = h * h
    t = trace(f)
    rows = {t.label[row.node]: row for row in find_consequences(t, t.faults)}
    assert [t.label[rows[name].data_cause] for name in "hf"] == ["h", "h"]
    assert rows["f"].data == math.tanh(0.5) ** 2
    assert t.label[rows["a"].grad_cause] == "h"
    assert rows["h"].grad == 2 * math.tanh(0.5)


@settings(max_examples=40)
@given(programs())
@pytest.mark.parametrize("make", [learners.AssignsInMul, learners.WrongTanhRule, learners.VisitsBreadthFirst])
def test_the_right_numbers_are_those_of_an_engine_that_is_right(make, program):
    (result, _), (right, _) = run(program, make), run(program, learners.Lecture)
    t, ours = trace(result), trace(right)
    data, grad = right_numbers(t)
    assert data == pytest.approx(ours.data)
    assert grad == pytest.approx([x or 0.0 for x in ours.gradients()], rel=1e-6, abs=1e-6)
    wrong = {row.node for row in find_consequences(t, t.faults) if row.grad is not None}
    held = t.gradients()
    if t.faults:
        assert {
            i for i, x in enumerate(grad) if held[i] != pytest.approx(x, rel=1e-6, abs=1e-6) and (held[i] or x)
        } == wrong


def test_nothing_follows_where_no_engine_is_at_fault():
    a, b = Value(2.0), Value(3.0)
    f = a * b + 1.0
    a.data = 100.0
    assert trace(f).faults
    assert find_consequences(trace(f), trace(f).faults) == []
    g = learners.Lecture(0.0) * math.inf
    assert find_consequences(trace(g), trace(g).faults) == []


def test_beyond_an_operation_that_the_table_lacks_nothing_is_claimed():
    class Cubes(learners.AssignsInMul):
        def cube(self):
            out = type(self)(self.data**3, (self,), "cubed by hand")

            def _backward():
                self.grad += 3 * self.data**2 * out.grad

            out._backward = _backward
            return out

    a = Cubes(2.0)
    b = a * a  # loses a contribution
    f = b.cube()
    assert gradients(trace(f)) == {"a": (192, "a")}
    a.data = 3.0  # and now b's data is wrong, and nobody knows what f should be
    data, grad = right_numbers(trace(f))
    assert data == [3.0, 9.0, None]
    assert grad == [None, None, 1.0]


def test_an_operation_of_ones_own_is_known():
    t = trace(define_op("double", "x + x", ["2"])(Value(3.0)))
    assert right_numbers(t) == ([3.0, 6.0], [2.0, 1.0])
