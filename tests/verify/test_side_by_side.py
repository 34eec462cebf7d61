"""Our own engine beside another: which numbers count as different."""

import math

import pytest
from hypothesis import given, settings
from kit import learner_engines as learners
from kit.learner_engines import diamond, programs, run
from kit.random_expressions import TAME, expressions

from microgradviz import Value, trace
from microgradviz.verify import compare_with_ours
from microgradviz.verify.side_by_side import differ


@settings(max_examples=60)
@given(programs())
@pytest.mark.parametrize("make", [learners.Lecture, learners.TuplePrev])
def test_a_right_engine_agrees_with_ours(make, program):
    found = compare_with_ours(trace(run(program, make)[0]))
    assert (found.data, found.grad) == ({}, {})


@settings(max_examples=60)
@given(expressions(numbers=TAME))
def test_our_engine_agrees_with_itself(expression):
    t = trace(expression)
    assert compare_with_ours(t) == (len(t), {}, {}, [])


def test_a_learners_mistake_stands_beside_ours():
    t = diamond(learners.AssignsInMul)
    found = compare_with_ours(t)
    assert (found.compared, found.data) == (6, {})
    assert {t.label.get(i): x for i, x in found.grad.items()} == {"a": 18.0, None: 18.0, "b": 18.0}


def test_what_changed_after_the_forward_pass_differs_but_for_rounding():
    a = Value(1e-12)
    f = a * 1.0
    for changed, differs in ((1e-12, {}), (1e-12 * (1 + 1e-12), {}), (2e-12, {2: 2e-12})):
        a.data = changed
        assert compare_with_ours(trace(f)).data == differs


@pytest.mark.parametrize(
    ("x", "y", "differs"),
    [(math.nan, math.nan, False), (math.inf, math.inf, False), (math.nan, 1.0, True), (math.inf, 1e300, True),
     (math.inf, -math.inf, True), (0.0, -0.0, False)],
)  # fmt: skip
def test_numbers_that_are_not_finite_are_compared_too(x, y, differs):
    assert differ(x, y, 0.0) == differs


def test_where_terms_cancel_what_is_left_is_rounding():
    assert differ(0.0, 1.0, 1e16) is False
    assert differ(0.0, 1.0, 1e8) is True


def test_half_built_engines_are_compared_as_far_as_they_go():
    found = compare_with_ours(trace(learners.NoGradYet(2.0) * learners.NoGradYet(3.0)))
    assert found == (3, {}, {}, ["Yours has no backward pass: only data is compared."])


def test_what_our_engine_cannot_compute_is_named():
    a = Value(2.0, label="a")
    swish = Value(1.8, (a,), "swish")
    found = compare_with_ours(trace(swish * 2))
    assert found.remarks == ["1 value cannot be computed by our engine: a."]  # its gradient


def test_torch_beside_ours():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    numbers = (torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in (0.3, -1.7, 0.7))
    a, b, c = numbers
    assert compare_with_ours(trace(torch.tanh(a * b * c))) == (6, {}, {}, [])
