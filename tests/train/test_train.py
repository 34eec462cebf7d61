"""Losses and optimisers against PyTorch, and what they refuse."""

import math
from array import array
from types import SimpleNamespace
from typing import Any

import pytest

from microgradviz.compiled import compile
from microgradviz.engine import Value, total
from microgradviz.nn import MLP
from microgradviz.train import (
    SGD,
    Adam,
    binary_cross_entropy,
    circles,
    clip_grad_norm,
    cross_entropy,
    fit,
    hinge,
    moons,
    mse,
    one_hot,
)

LOGITS = [0.5, -1.25, 2.0]


def with_grads(loss: Value, leaves: list[Value]) -> list[float]:
    loss.backward()
    return [loss.data, *[leaf.grad for leaf in leaves]]


def test_losses_are_pytorchs(require_torch: Any) -> None:
    torch, F = require_torch, require_torch.nn.functional
    cases = [
        (lambda xs: cross_entropy(xs, 1), lambda t: F.cross_entropy(t, torch.tensor(1))),
        (
            lambda xs: cross_entropy(xs, [0.2, 0.5, 0.3]),
            lambda t: F.cross_entropy(t, torch.tensor([0.2, 0.5, 0.3], dtype=torch.float64)),
        ),
        (lambda xs: mse(xs, [1.0, 0.0, 2.0]), lambda t: F.mse_loss(t, torch.tensor([1.0, 0.0, 2.0]).double())),
        (
            lambda xs: binary_cross_entropy(xs[0], 1.0),
            lambda t: F.binary_cross_entropy_with_logits(t[0], torch.tensor(1.0).double()),
        ),
        (lambda xs: hinge(xs[0], -1.0), lambda t: torch.relu(1 + t[0])),
    ]
    for ours, theirs in cases:
        leaves = [Value(x) for x in LOGITS]
        t = torch.tensor(LOGITS, dtype=torch.float64, requires_grad=True)
        loss = theirs(t)
        loss.backward()
        assert with_grads(ours(leaves), leaves) == pytest.approx([loss.item(), *t.grad.tolist()], rel=1e-14, abs=1e-16)


def test_cross_entropy_is_exact_at_large_logits() -> None:
    leaves = [Value(1000.0), Value(0.0)]
    assert with_grads(cross_entropy(leaves, 1), leaves) == [1000.0, 1.0, -1.0]


@pytest.mark.parametrize("name", ["sgd", "momentum", "adam"])
@pytest.mark.parametrize("carrier", ["values", "array", "numpy"])
def test_optimizers_take_pytorchs_steps(require_torch: Any, name: str, carrier: str) -> None:
    torch = require_torch
    numbers, rate = [0.5, -1.5, 2.0], 0.1
    leaf = torch.tensor(numbers, dtype=torch.float64, requires_grad=True)
    theirs = {
        "sgd": lambda: torch.optim.SGD([leaf], lr=rate),
        "momentum": lambda: torch.optim.SGD([leaf], lr=rate, momentum=0.9),
        "adam": lambda: torch.optim.Adam([leaf], lr=rate),
    }[name]()
    holder: Any = [Value(x) for x in numbers]
    if carrier == "array":
        holder = SimpleNamespace(params=array("d", numbers), grads=array("d", [0.0] * 3))
    if carrier == "numpy":
        np = pytest.importorskip("numpy")
        holder = SimpleNamespace(params=np.array(numbers), grads=np.zeros(3))
    ours = {
        "sgd": lambda: SGD(holder, rate),
        "momentum": lambda: SGD(holder, rate, momentum=0.9),
        "adam": lambda: Adam(holder, rate),
    }[name]()
    for _ in range(20):
        theirs.zero_grad()
        (leaf**2 + leaf).sum().backward()
        theirs.step()
        if carrier == "values":
            ours.zero_grad()
            total([v**2 + v for v in holder]).backward()
        else:
            for i, p in enumerate(holder.params):
                holder.grads[i] = 2 * p + 1
        ours.step()
    data = [v.data for v in holder] if carrier == "values" else list(holder.params)
    assert data == pytest.approx(leaf.tolist(), rel=1e-12)


def test_clip_grad_norm_shrinks_but_never_grows() -> None:
    flat = SimpleNamespace(params=array("d", [0.0, 0.0]), grads=array("d", [3.0, 4.0]))
    assert clip_grad_norm(flat, 10.0) == 5.0
    assert list(flat.grads) == [3.0, 4.0]
    assert clip_grad_norm(flat, 1.0) == 5.0
    assert list(flat.grads) == pytest.approx([0.6, 0.8])


@pytest.mark.parametrize("make", [moons, circles])
def test_data_sets_are_seeded_and_balanced(make: Any) -> None:
    points, labels = make(50, seed=3)
    assert (points, labels) == make(50, seed=3)
    assert points != make(50, seed=4)[0]
    assert sum(labels) == 0
    assert {len(p) for p in points} == {2}


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: SGD([Value(1.0)], lr=0.0), ValueError, r"lr must be above 0 \(got 0.0\)"),
        (lambda: SGD([Value(1.0)], momentum=1), ValueError, "momentum must be from 0 to below 1"),
        (lambda: SGD([1.0]), TypeError, r"params must be Values, or a compiled step \(got float\)"),
        (lambda: SGD(Value(1.0)), TypeError, r"params must be a list of Values \(got Value\); put brackets around"),
        (lambda: Adam(MLP(1, [1])), TypeError, r"\(got the MLP itself\); write .parameters\(\) behind it"),
        (lambda: Adam([], eps=0), ValueError, "eps must be above 0"),
        (lambda: Adam([], betas=0.9), TypeError, r"betas must be two numbers, such as \(0.9, 0.999\) \(got 0.9\)"),
        (lambda: SGD([Value(1.0)] * 2), ValueError, "must not name a Value twice"),
        (lambda: cross_entropy([Value(1.0)], 1), ValueError, "target must be a class"),
        (lambda: mse([Value(1.0)], [1.0, 2.0]), ValueError, r"one length \(got 1 and 2\)"),
        (lambda: clip_grad_norm([Value(1.0)], math.nan), ValueError, "max_norm must be above 0"),
    ],
)
def test_what_cannot_be_right_is_refused(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


STEP = compile(lambda x: (Value(1.0) * x) ** 2, [], backend="python")
OF_STEP = SGD(STEP)


def run(*arrays: Any, step: Any = STEP, optimizer: Any = OF_STEP, steps: Any = 1, **options: Any) -> list[float]:
    return [*fit(step, *arrays, optimizer=optimizer, steps=steps, **options)]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: run([1.0], optimizer=SGD([])), ValueError, r"such as SGD\(step\) \(got one of something else\)"),
        (lambda: run([1.0], optimizer=0.1), ValueError, r"one of this very step, such as SGD\(step\) \(got 0.1\)"),
        (lambda: run([1.0], step=len), TypeError, "step must be what microgradviz.compile returned"),
        (lambda: run([1.0], steps=1.5), ValueError, "steps must be a whole number from 0 on"),
        (lambda: run([1.0], batch=0), ValueError, "batch must be a whole number from 1 on"),
        (lambda: run([1.0], batch=2), ValueError, r"2 of them for a batch \(got 1\)"),
        (lambda: run([1.0], [1.0] * 3, batch=1), ValueError, r"one row for each sample, .* \(got 1 and 3\)"),
        (lambda: run(batch=1), ValueError, r"\(got none\)"),
    ],
)
def test_a_run_that_cannot_be_right_is_refused(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_an_optimizer_of_ones_own_will_do() -> None:
    assert run([2.0], optimizer=SimpleNamespace(step=lambda: None), steps=2) == [4.0, 4.0]


def test_a_class_may_be_a_value() -> None:
    logits = [Value(0.5), Value(-1.0), Value(2.0)]
    for number in range(3):
        by_value, by_number = cross_entropy(logits, Value(number)), cross_entropy(logits, number)
        assert by_value.data == by_number.data
        gradients = []
        for loss in (by_value, by_number):
            for logit in logits:
                logit.grad = 0.0
            loss.backward()
            gradients.append([logit.grad for logit in logits])
        assert gradients[0] == pytest.approx(gradients[1], rel=1e-15)
    for number in (3, -1, 0.5, math.nan):
        assert math.isnan(cross_entropy(logits, Value(number)).data)
        assert all(map(math.isnan, one_hot(number, 3)))
