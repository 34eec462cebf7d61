"""Samples of several shapes: what they share is recorded once, and a batch may hold them all."""

import math
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st
from kit.backends import every_backend, run_without_packages
from kit.sweeps import sweep

from microgradviz import SGD, compile, fit
from microgradviz.compiled import plans, python_kernel
from microgradviz.engine import Value, total


class Reader:
    """Reads numbers from left to right, as a recurrent net does: what it has read of a text does not change later."""

    def __init__(self) -> None:
        self.w, self.u, self.b = (Value(x, label=name) for name, x in (("w", 0.7), ("u", -0.4), ("b", 0.1)))
        self.params = [self.w, self.u, self.b]

    def loss(self, xs: list[Value], y: Value) -> Value:
        h: Value = self.b
        errors = []
        for x in xs:
            h = (self.w * h + self.u * x + self.b).tanh()
            errors.append((h - y) ** 2)
        return total(errors) / (len(xs) or 1)


SAMPLES = [
    ([0.5], 1.0),
    ([1.0, -0.5, 0.25], -1.0),
    ([2.0], 0.5),
    ([], 0.3),
    ([0.1, 0.2, 0.3, -0.4], 0.0),
    ([1.5, 2.5, -1.0], 2.0),
]


def by_engine(model: Reader, samples: Any) -> tuple[float, list[float], list[float]]:
    """The mean loss, its gradients, and each loss."""
    for p in model.params:
        p.grad = 0.0
    losses = [model.loss([Value(x) for x in xs], Value(y)) for xs, y in samples]
    mean = total(losses) / len(losses)
    mean.backward()
    return mean.data, [p.grad for p in model.params], [loss.data for loss in losses]


@every_backend
def test_a_batch_may_hold_samples_of_all_lengths(backend: str) -> None:
    model = Reader()
    step = compile(model.loss, model.params, backend=backend)
    mean, grads, losses = by_engine(model, SAMPLES)
    for _ in range(2):
        found = step(*zip(*SAMPLES, strict=True))
        assert (found, [*step.grads]) == (pytest.approx(mean, rel=1e-13), pytest.approx(grads, rel=1e-12))
    assert [*step.forward(*zip(*SAMPLES, strict=True))] == pytest.approx(losses, rel=1e-14)
    for sample in SAMPLES:
        mean, grads, _ = by_engine(model, [sample])
        assert step([sample[0]], [sample[1]]) == pytest.approx(mean, rel=1e-14)
        assert [*step.grads] == pytest.approx(grads, rel=1e-12, abs=1e-300)


@every_backend
@sweep(few=25, many=300)
def test_any_mixture_has_the_engines_gradients(backend: str, examples: int) -> None:
    numbers = st.floats(-3, 3) | st.sampled_from([0.0, math.inf, math.nan, 1e200, -1e308])
    model = Reader()
    step = compile(model.loss, model.params, backend=backend)

    @settings(max_examples=examples)
    @given(samples=st.lists(st.tuples(st.lists(numbers, max_size=5), numbers), min_size=1, max_size=20))
    @example(samples=[([0.0], 0.0), ([0.0, 0.0], 1e200)])
    def check(samples: Any) -> None:
        mean, grads, losses = by_engine(model, samples)
        found = [step(*zip(*samples, strict=True)), *step.grads]
        assert found == pytest.approx([mean, *grads], rel=1e-9, abs=1e-12, nan_ok=True)
        assert [*step.forward(*zip(*samples, strict=True))] == pytest.approx(losses, rel=1e-12, nan_ok=True)

    check()


@every_backend
def test_what_differs_by_length_for_another_reason_is_right_too(backend: str) -> None:
    w = Value(2.0)

    def loss(xs: list[Value]) -> Value:
        if len(xs) > 2:
            return w.exp() * xs[-1]
        return total([w * x for x in reversed(xs)]) if len(xs) == 2 else Value(3.0) if not xs else w

    step = compile(loss, [w], backend=backend)
    samples = [[1.0, 2.0, 4.0], [1.0, 2.0], [5.0], [], [7.0, 8.0], [1.0]]
    assert [*step.forward(samples)] == pytest.approx([4 * math.exp(2), 6.0, 2.0, 3.0, 30.0, 2.0])
    assert step(samples) == pytest.approx((4 * math.exp(2) + 43.0) / 6)
    assert step.grads[0] == pytest.approx((4 * math.exp(2) + 3 + 15 + 2) / 6)


@every_backend
def test_chance_is_noticed_in_whatever_is_new_in_a_longer_sample(backend: str) -> None:
    w, numbers = Value(2.0), iter(range(10**6))
    step = compile(
        lambda xs: total([w * x * (next(numbers) if i > 2 else 1) for i, x in enumerate(xs)]), [w], backend=backend
    )
    assert step([[1.0, 2.0]]) == 6.0
    with pytest.raises(ValueError, match="must do the same operations for every sample"):
        step([[1.0] * 9])
    assert step([[1.0, 2.0], [3.0, 4.0]]) == 10.0


def test_a_function_is_run_once_for_a_length_whose_operations_are_known() -> None:
    model, runs = Reader(), []

    def loss(xs: list[Value], y: Value) -> Value:
        runs.append(len(xs))
        return model.loss(xs, y)

    step = compile(loss, model.params, backend="python")
    step.prepare([[0.0] * n for n in (1, 9, 5)], [0.0] * 3)
    assert runs == [9, 9, 5, 1]  # the first also to see that it does the same again
    step([[1.0] * 5, [2.0]], [1.0, 2.0])
    assert len(runs) == 4


@every_backend
def test_lists_of_several_lengths_are_drawn_from_by_fit(backend: str) -> None:
    model = Reader()
    step = compile(model.loss, model.params, backend=backend)
    xs, ys = ([[0.1 * n] * (1 + n % 4) for n in range(40)], [0.05 * n for n in range(40)])
    losses = [*fit(step, xs, ys, optimizer=SGD(step, 0.05), steps=60, batch=8)]
    assert sum(losses[-10:]) < sum(losses[:10])


@every_backend
def test_a_prepared_step_has_no_code_left_to_make(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Reader()
    step = compile(model.loss, model.params, backend=backend)
    step.prepare([[0.0] * n for n in (1, 3)], [0.0] * 2)
    monkeypatch.setattr(plans, "make_kernel", None)
    monkeypatch.setattr(python_kernel, "python_source", None)
    assert step([[1.0] * 3, [2.0]], [1.0, 2.0]) > 0.0


@every_backend
def test_longer_samples_than_any_so_far_are_recorded_when_they_come(backend: str) -> None:
    model = Reader()
    step = compile(model.loss, model.params, backend=backend)
    step.prepare([[0.0] * 2, [0.0]], [0.0, 0.0])
    for n in (3, 1, 6, 2, 12, 3):
        samples = [([0.1 * i for i in range(n)], 0.5), ([0.3], -0.5)]
        mean, grads, _ = by_engine(model, samples)
        assert step(*zip(*samples, strict=True)) == pytest.approx(mean, rel=1e-13)
        assert [*step.grads] == pytest.approx(grads, rel=1e-12)
        assert len(step.source) > 0


@every_backend
def test_an_array_that_was_seen_before_another_length_came_is_read_anew(backend: str) -> None:
    np = pytest.importorskip("numpy")
    model = Reader()
    step = compile(model.loss, model.params, backend=backend)
    xs, ys = np.array([[0.5, 1.0], [2.0, -1.0]]), np.array([1.0, -1.0])
    first = step(xs, ys)
    step([[1.0]], [2.0])
    assert step(xs, ys) == pytest.approx(first, rel=1e-14)
    xs += 1.0
    assert step(xs, ys) == pytest.approx(by_engine(model, [*zip(xs.tolist(), ys.tolist(), strict=True)])[0], rel=1e-13)


def test_lengths_need_no_package() -> None:
    code = (
        "from microgradviz import Value, compile, total\n"
        "w = Value(2.0)\n"
        "step = compile(lambda xs: total([w * x for x in xs]), [w], backend='python')\n"
        "print(step([[1.0], [2.0, 3.0]]), list(step.grads), step.forward([[1.0], [2.0, 3.0]]))"
    )
    assert run_without_packages(code) == "6.0 [3.0] [2.0, 10.0]\n"
