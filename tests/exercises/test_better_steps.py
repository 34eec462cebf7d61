"""Lesson 19: the course's own answers take PyTorch's steps, and its valley is as the lesson says."""

from collections.abc import Callable
from typing import Any

import pytest

from microgradviz.exercises.topics import EXERCISES

XS, YS = [1.0, 2.0, 3.0, 4.0], [4.0, 5.0, 6.0, 7.0]
Path = list[tuple[float, float]]


def answer(name: str) -> Any:
    """The course's own answer to an exercise."""
    return EXERCISES[name].load(EXERCISES[name].solution)


def loss_at(w: Any, b: Any) -> Any:
    return sum((w * x + b - y) ** 2 for x, y in zip(XS, YS, strict=True)) / len(XS)


def walk(take: Callable[[float, float, Any, int], tuple[float, Any]], steps: int) -> Path:
    """Where w and b are after each step."""
    at, kept, places = [0.0, 0.0], [None, None], [(0.0, 0.0)]
    for step in range(1, steps + 1):
        off = [at[0] * x + at[1] - y for x, y in zip(XS, YS, strict=True)]
        grads = (sum(2 * e * x for e, x in zip(off, XS, strict=True)) / len(XS), 2 * sum(off) / len(XS))
        for i in (0, 1):
            at[i], kept[i] = take(at[i], grads[i], kept[i], step)
        places.append((at[0], at[1]))
    return places


def walk_of_torch(torch: Any, make: Callable[[Any], Any], steps: int) -> Path:
    leaf = torch.zeros(2, dtype=torch.float64, requires_grad=True)
    optimizer, places = make([leaf]), [(0.0, 0.0)]
    for _ in range(steps):
        optimizer.zero_grad()
        loss_at(leaf[0], leaf[1]).backward()
        optimizer.step()
        places.append(tuple(leaf.tolist()))
    return places


def adam(rate: float) -> Callable[..., Any]:
    def take(x: float, grad: float, kept: Any, step: int) -> tuple[float, Any]:
        x, *moments = answer("adam")(x, grad, *(kept or (0.0, 0.0)), step, rate)
        return x, moments

    return take


def momentum(rate: float, beta: float) -> Callable[..., Any]:
    return lambda x, grad, kept, step: answer("momentum")(x, grad, kept or 0.0, rate, beta)


@pytest.mark.parametrize(
    ("take", "optimizer", "ends"),
    [
        (momentum(0.1, 0.0), lambda torch: lambda p: torch.optim.SGD(p, lr=0.1), 0.0247),
        (momentum(0.02, 0.9), lambda torch: lambda p: torch.optim.SGD(p, lr=0.02, momentum=0.9), 0.0031),
        (adam(0.5), lambda torch: lambda p: torch.optim.Adam(p, lr=0.5), 0.0136),
        (adam(0.001), lambda torch: lambda p: torch.optim.Adam(p, lr=0.001), 29.1013),
    ],
    ids=["plain", "momentum", "Adam", "Adam at 0.001"],
)
def test_a_rule_walks_through_the_valley_as_pytorch_does(
    require_torch: Any, take: Any, optimizer: Any, ends: float
) -> None:
    ours, theirs = walk(take, 60), walk_of_torch(require_torch, optimizer(require_torch), 60)
    assert [x for place in ours for x in place] == pytest.approx([x for at in theirs for x in at], abs=1e-12)
    assert round(loss_at(*ours[-1]), 4) == ends


def test_several_parameters_roll_as_pytorchs_do(require_torch: Any) -> None:
    torch, grads = require_torch, [[1.0, 0.0, -2.0], [0.5, 3.0, 0.0], [0.0, -1.0, 4.0]]
    leaf = torch.tensor([0.2, -0.4, 1.0], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.SGD([leaf], lr=0.1, momentum=0.9)
    for each in grads:
        leaf.grad = torch.tensor(each, dtype=torch.float64)
        optimizer.step()
    assert answer("one_velocity")([0.2, -0.4, 1.0], grads, 0.1, 0.9) == pytest.approx(leaf.tolist(), abs=1e-12)


def test_a_rate_rises_and_falls_as_pytorchs_schedules_do(require_torch: Any) -> None:
    torch, steps, rate, warm = require_torch, 30, 0.3, 5
    rises = {"start_factor": 1 / warm, "end_factor": 1.0, "total_iters": warm - 1}
    falls = {"start_factor": 1.0, "end_factor": 0.0, "total_iters": steps - warm}
    rates = []
    for settings, count in ((rises, warm), (falls, steps - warm)):
        optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=rate)
        schedule = torch.optim.lr_scheduler.LinearLR(optimizer, **settings)
        for _ in range(count):
            rates += schedule.get_last_lr()
            optimizer.step()
            schedule.step()
    assert [answer("rate_at")(step, steps, rate, warm) for step in range(steps)] == pytest.approx(rates, abs=1e-12)
