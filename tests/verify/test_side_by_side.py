"""Two traces side by side: which values belong together, and which numbers count as different."""

import math

import pytest
from hypothesis import given, settings
from kit import learner_engines as learners
from kit.learner_engines import diamond, programs, run
from kit.random_expressions import TAME, expressions

from microgradviz import Value, trace
from microgradviz.verify import compare_traces, compare_with_ours
from microgradviz.verify.side_by_side import match_values


def build(make, k=1.0):
    """A neuron whose values have no names where it is called."""
    n = make(0.5) * make(-1.5) + make(0.8) * make(k)
    return (n * n + n) * make(2.0)


@pytest.mark.parametrize(
    ("mine", "other", "pairs"),
    [
        ("e = a * b", "e = b * a", {0: 1, 1: 0, 2: 2}),  # names come first
        ("a * b", "a * b", {0: 0, 1: 1, 2: 2}),
        ("a * b + 1", "b + 1", {1: 0, 3: 1, 4: 2}),  # a and a * b have none: they are named
        ("tanh(a) * 2", "exp(a) * 2", {0: 0, 2: 2, 3: 3}),
        ("a", "a + 1", {0: 0}),
    ],
)
def test_values_belong_together_by_name_and_else_by_place_and_operation(mine, other, pairs):
    def read(text):
        return trace(text, **{name: 2.0 for name in "ab" if name in text.replace("tanh", "").replace("exp", "")})

    assert match_values(read(mine), read(other)) == pairs


def test_a_name_that_two_values_have_decides_nothing():
    mine = trace(Value(1.0, label="x") * Value(2.0, label="x"))
    other = trace(Value(2.0, label="x") * Value(1.0))
    assert match_values(mine, other) == {0: 0, 1: 1, 2: 2}


def test_engines_without_names_are_compared_by_place():
    found = compare_traces(trace(build(learners.AssignsInMul)), trace(build(Value)))
    assert (found.name, found.compared, found.data) == ("ours", 11, {})
    assert found.grad
    assert found.remarks == []


@settings(max_examples=60)
@given(programs())
@pytest.mark.parametrize("make", [learners.Lecture, learners.TuplePrev])
def test_a_right_engine_agrees_with_ours(make, program):
    mine, ours = trace(run(program, make)[0]), trace(run(program, Value)[0])
    for found in (compare_with_ours(mine), compare_traces(mine, ours)):
        assert (found.data, found.grad) == ({}, {})


@settings(max_examples=60)
@given(expressions(numbers=TAME))
def test_everything_agrees_with_itself(expression):
    t = trace(expression)
    assert compare_traces(t, t)[1:] == (len(t), {}, {}, [])
    assert compare_with_ours(t)[1:] == (len(t), {}, {}, [])


def test_a_learners_mistake_stands_beside_ours():
    t = diamond(learners.AssignsInMul)
    found = compare_with_ours(t)
    assert (found.name, found.data) == ("ours", {})
    assert {t.label.get(i): x for i, x in found.grad.items()} == {"a": 18.0, None: 18.0, "b": 18.0}


def test_rounding_is_no_difference_and_what_is_small_may_differ():
    big, one = Value(1e16), Value(1.0)
    mine, other = trace((big + one) - big), trace((big - big) + one)
    assert compare_traces(mine, other).data.keys() <= {2}  # where terms cancel, what is left is rounding
    assert compare_traces(trace(Value(1e-12) * 1.0), trace(Value(2e-12) * 1.0)).data == {0: 2e-12, 2: 2e-12}
    assert not compare_traces(trace(Value(1.0)), trace(Value(1.0 + 1e-12))).data


@pytest.mark.parametrize(
    ("x", "y", "differ"),
    [(math.nan, math.nan, False), (math.inf, math.inf, False), (math.nan, 1.0, True), (math.inf, 1e300, True),
     (math.inf, -math.inf, True), (0.0, -0.0, False)],
)  # fmt: skip
def test_numbers_that_are_not_finite_are_compared_too(x, y, differ):
    assert bool(compare_traces(trace(Value(x)), trace(Value(y))).data) == differ


def test_what_has_no_partner_is_named():
    found = compare_traces(trace("p * q + r", p=1, q=2, r=3), trace("c = p + s", p=1, s=3))
    assert found.remarks == ["2 values have no partner in the other expression: q, e."]
    found = compare_traces(trace("x", x=1), trace("y * z * w", y=1, z=2, w=3))
    assert found.remarks == ["Of the other expression, 4 values have no partner here: z, e, w, f."]


def test_half_built_engines_are_compared_as_far_as_they_go():
    mine = trace(learners.NoGradYet(2.0) * learners.NoGradYet(3.0))
    found = compare_with_ours(mine)
    assert (found.compared, found.data, found.grad) == (3, {}, {})
    assert found.remarks == ["Yours has no backward pass: only data is compared."]
    other = compare_traces(trace(Value(2.0) * 3.0), mine)
    assert (other.name, other.grad) == ("other", {})
    assert other.remarks == ["The other has no backward pass: only data is compared."]


def test_torch_in_either_precision():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")

    def build(make, tanh, k):
        return tanh(make(0.3) * make(-1.7) * make(k))

    mine = trace(build(Value, Value.tanh, 0.7))
    for dtype, remark in ((torch.float64, []), (torch.float32, ["Compared to 1e−5"])):

        def number(x, dtype=dtype):
            return torch.tensor(x, dtype=dtype, requires_grad=True)

        found = compare_traces(mine, trace(build(number, torch.tanh, 0.7)))
        assert found[:4] == ("PyTorch", 6, {}, {})
        assert [text[: len("Compared to 1e−5")] for text in found.remarks] == remark
        planted = compare_traces(mine, trace(build(number, torch.tanh, 0.8)))
        assert set(planted.data) == {3, 4, 5}
        assert compare_with_ours(trace(build(number, torch.tanh, 0.7)))[1:4] == (6, {}, {}) or dtype == torch.float32
