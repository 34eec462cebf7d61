"""An optimizer's rule as machine code changes parameters as NumPy does, digit for digit."""

from typing import Any

import pytest
from kit.backends import needs_llvmlite

from microgradviz import SGD, Adam, compile
from microgradviz.engine import Value, total
from microgradviz.train import optimizers

pytestmark = needs_llvmlite


def params_after(
    optimizer: Any, count: int, steps: int, worth: int, change: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> list[float]:
    import numpy as np

    monkeypatch.setattr(optimizers, "_WORTH_MACHINE_CODE", worth)
    params = [Value(0.01 * i) for i in range(count)]
    step = compile(lambda: total([p * p for p in params]), params, backend="llvm")
    rule, rng = optimizer(step), np.random.default_rng(1)
    for k in range(steps):
        step.grads[:] = rng.normal(size=count) * 10.0 ** rng.integers(-3, 4)
        if k == steps - 4:
            vars(rule).update(change)
        if k == steps - 2:
            step.grads[0], step.grads[-1] = np.inf, np.nan
        rule.lr = 0.1 / (k + 1)
        rule.step()
    return step.params.tolist()


@pytest.mark.parametrize("count", [1, 7, 8, 29, 1000])
@pytest.mark.parametrize(
    ("optimizer", "change"),
    [
        (lambda step: SGD(step, 0.1), {}),
        (lambda step: SGD(step, 0.1, momentum=0.9), {"momentum": 0.5}),
        (lambda step: Adam(step, 0.01), {}),
        (lambda step: Adam(step, 0.01, betas=(0.85, 0.99)), {"betas": (0.5, 0.75)}),
        (lambda step: Adam(step, 0.01, eps=1e-3), {"eps": 1.0}),
    ],
)
def test_every_digit_is_numpys(optimizer: Any, change: Any, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    machine, by_numpy = (params_after(optimizer, count, 20, worth, change, monkeypatch) for worth in (2, 1000))
    assert list(map(repr, machine)) == list(map(repr, by_numpy))


def test_a_rule_of_ones_own_is_carried_out_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    class Signs(SGD):
        def update(self, p: Any, g: Any, *history: Any) -> tuple[Any, ...]:
            return (p - self.lr * (g > 0),)

    assert params_after(lambda step: Signs(step, 0.1), 3, 9, 0, {}, monkeypatch)


def test_steps_that_were_counted_elsewhere_may_be_set() -> None:
    w = Value(1.0)
    step = compile(lambda x: (w * x) ** 2, [w], backend="llvm")
    rule = Adam(step, 0.1)
    rule.steps = 1000
    step([1.0])
    rule.step()
    assert step.params[0] < 1.0
