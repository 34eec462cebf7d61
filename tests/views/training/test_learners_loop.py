"""A learner's own loop and engine, right or wrong: what is pulled, shown, kept, and said."""

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kit import learner_engines as engines
from kit.learner_network import Network, Weight, X, Y, learning
from kit.training_page import TrainingPage

from microgradviz import MLP, SGD, Value, compile, fit, trace, training

BUGS = [
    engines.AssignsInMul, engines.AssignsInAdd, engines.WrongTanhRule, engines.ForgetsOutGrad, engines.ForgetsReversed,
]  # fmt: skip


@pytest.mark.parametrize("kind", [engines.Lecture, Value, *BUGS])
def test_the_gradients_shown_are_those_that_the_loop_left(require_node: str, kind: Any) -> None:
    net = Network(kind)
    seen: list[list[float]] = []

    def learn() -> Iterator[float]:
        for loss in learning(net, 30)():
            seen.append([p.grad for p in net.parameters()])
            yield loss

    with TrainingPage(require_node, training(learn, net, X, Y)) as page:
        page.steps(30)
        for step in (0, 7, 29):
            page.act("moment", step)
            shown = page.act("gradientsAt", step)
            assert shown == (pytest.approx(seen[step], rel=1e-9, abs=1e-12) if kind is Value else seen[step])


@pytest.mark.parametrize("kind", [engines.Lecture, Value])
def test_a_right_engine_leaves_the_gradients_that_the_page_works_out(require_node: str, kind: Any) -> None:
    net = Network(kind)
    with TrainingPage(require_node, training(learning(net, 60), net, X, Y)) as page:
        page.steps(60)
        for step in random.Random(0).sample(range(60), 20):
            page.act("moment", step)
            moment = page.act("moment", step)
            assert moment["step"] == step
            ought = page.act("gradients", moment["params"])
            left = moment["grads"] or (page.act("gradientsAt", step) if kind is Value else None)
            assert left == pytest.approx(ought["grad"], rel=1e-9, abs=1e-12)
            assert moment["loss"] == pytest.approx(ought["loss"], rel=1e-9)


def test_opening_a_moment_runs_the_learners_model_there_and_leaves_everything_as_it_was(require_node: str) -> None:
    net = Network(engines.WrongTanhRule)
    with TrainingPage(require_node, training(learning(net, 30), net, X, Y)) as page:
        page.steps(20)
        before = [(p.data, p.grad) for p in net.parameters()]
        state = random.getstate()
        page.act("moment", 5)
        opened = page.act("open", 5, 2)
        assert [(p.data, p.grad) for p in net.parameters()] == before
        assert random.getstate() == state
        params = page.act("moment", 5)["params"]
    for p, x in zip(net.parameters(), params, strict=True):
        p.data = x
    kind = type(net.bias)
    ought = trace((net([kind(x) for x in X[2]]) - kind(Y[2])) ** 2)
    assert opened["trace"]["data"][-1] == pytest.approx(ought.data[-1])
    assert sorted(opened["trace"]["local"]) == pytest.approx(sorted(ought.local))


def test_a_wrong_rule_forward_is_not_taken_for_the_right_one() -> None:
    net = Network(engines.WrongTanhData)
    shown = training(learning(net), net, X, Y).runs[0]
    assert shown["network"] is None
    assert "The rules of the operations give" in shown["why"]


def test_reset_puts_the_parameters_back_and_calls_the_function_anew(require_node: str) -> None:
    net = Network(engines.Lecture)
    start = [p.data for p in net.parameters()]
    with TrainingPage(require_node, training(learning(net), net, X, Y)) as page:
        page.steps(50)
        losses = page.act("columns")
        page.act("reset")
        assert page.act("now")["params"] == start == [p.data for p in net.parameters()]
        page.steps(50)
        assert page.act("columns") == pytest.approx(losses, rel=1e-9)


class Line:
    """One input, two parameters; it is called with a number."""

    def __init__(self) -> None:
        self.w, self.b = Value(0.0), Value(0.0)

    def parameters(self) -> list[Value]:
        return [self.w, self.b]

    def __call__(self, x: Any) -> Any:
        return self.w * x + self.b


def fitted(line: Line, xs: list[float], ys: list[float], steps: int) -> Callable[[], Iterator[float]]:
    def learn() -> Iterator[float]:
        for _ in range(steps):
            loss = sum((line(x) - y) ** 2 for x, y in zip(xs, ys, strict=True)) / len(xs)
            for p in line.parameters():
                p.grad = 0.0
            loss.backward()
            for p in line.parameters():
                p.data -= 0.05 * p.grad
            yield loss.data

    return learn


def test_parameters_placed_by_hand_are_what_a_learners_loop_goes_on_from(require_node: str) -> None:
    xs, ys, line = [-1.0, 0.0, 1.0, 2.0], [-1.0, 1.0, 3.0, 5.0], Line()
    widget = training(fitted(line, xs, ys, 3), line, xs, ys)
    assert widget.runs[0]["title"] == "learn"
    assert widget.runs[0]["parameters"] == ["w", "b"]
    with TrainingPage(require_node, widget) as page:
        page.act("place", [2.0, 0.0])
        page.act("place", [2.0, 0.5])
        page.steps(2)
        assert page.act("columns") == pytest.approx([0.25, 0.1921875, page.act("now")["loss"]])
        assert page.act("look")["says"] == ""
        assert page.act("updateAt", 0) == pytest.approx([0.025, 0.05])
        page.act("place", [2.0, 1.0])
        assert (line.w.data, line.b.data) == (2.0, 1.0)
        assert page.act("now")["loss"] == 0.0
        assert page.act("updateAt", 1) is None
        page.steps(9)
        assert page.act("look")["state"] == "ended"
        page.act("place", [0.0, 0.0])
        assert page.act("now")["step"] == 0
        page.steps(1)
        assert page.act("columns") == pytest.approx([9.0, 6.04375])


def test_a_learners_neuron_has_a_line_to_drag(require_node: str) -> None:
    kind: Any = engines.Lecture

    class Gate:
        def __init__(self) -> None:
            self.b, self.w1, self.w2 = kind(0.0), kind(0.5), kind(-0.25)

        def parameters(self) -> list[Any]:
            return [self.w2, self.b, self.w1]

        def __call__(self, x: list[Any]) -> Any:
            return (self.w1 * x[0] + self.w2 * x[1] + self.b).tanh()

    corners = [[-1, -1], [-1, 1], [1, -1], [1, 1]]
    with TrainingPage(require_node, training(yields(1.0), Gate(), corners, [-1, 1, 1, -1])) as page:
        assert page.act("line") == {"weights": [2, 0], "bias": 1}


def test_fit_on_a_compiled_step_shows_its_parameters_as_they_are(require_node: str) -> None:
    model = MLP(2, [4, 1], activation="tanh", seed=1)
    step = compile(lambda x, y, t: (model([x, y]) - t) ** 2, model.parameters(), backend="python")
    columns = [[x for x, _ in X], [y for _, y in X]]
    widget = training(lambda: fit(step, *columns, Y, optimizer=SGD(step, lr=0.1), steps=300), model, X, Y)
    with TrainingPage(require_node, widget) as page:
        page.steps(200)
        now = page.act("now")
        assert now["params"] == [p.data for p in model.parameters()]
        ought = page.act("gradients", page.act("moment", 199)["params"])
        assert page.act("gradientsAt", 199) == pytest.approx(ought["grad"], abs=1e-12)
        assert page.act("look")["says"] == ""


def test_a_loss_that_is_another_is_said_and_no_gradients_are_worked_out_from_it(require_node: str) -> None:
    net = Network(Value)

    def learn() -> Iterator[float]:
        for loss in learning(net)():
            yield 3 * loss

    with TrainingPage(require_node, training(learn, net, X, Y)) as page:
        page.steps(5)
        assert "is neither the mean of mse over the samples" in page.act("look")["says"]
        page.act("moment", 3)
        assert page.act("gradientsAt", 3) == page.act("moment", 3)["grads"]


def test_a_loss_of_ones_own_is_told_as_a_function(require_node: str) -> None:
    net = Network(Value)

    def learn() -> Iterator[float]:
        while True:
            loss = sum(((net(x) - y) ** 4 for x, y in zip(X, Y, strict=True)), Value(0.0))
            for p in net.parameters():
                p.grad = 0.0
            loss.backward()
            for p in net.parameters():
                p.data -= 0.01 * p.grad
            yield loss.data

    widget = training(learn, net, X, Y, loss=lambda prediction, target: (prediction - target) ** 4)
    with TrainingPage(require_node, widget) as page:
        page.steps(4)
        assert page.act("look")["says"] == ""
        moment = page.act("moment", 3)
        assert page.act("gradientsAt", 3) == pytest.approx(moment["grads"], abs=1e-12)


# ---------------------------------------------------------------- bad input


def yields(*told: Any) -> Callable[[], Iterator[Any]]:
    def learn() -> Iterator[Any]:
        yield from told

    return learn


def raises(error: BaseException) -> Callable[[], Iterator[float]]:
    def learn() -> Iterator[float]:
        yield 1.0
        raise error

    return learn


def overflows() -> Iterator[float]:
    yield 1.0
    yield overflow()


def overflow() -> float:
    return overflow() + 1.0


class Tensor:
    """As one of PyTorch or NumPy, as far as it is asked."""

    def __init__(self, number: float) -> None:
        self.data = [number]

    def item(self) -> float:
        return self.data[0]


@pytest.mark.parametrize(
    ("run", "steps", "state", "said"),
    [
        (yields(1.0, 0.5), 2, "ended", "Your loop ended after 2 steps."),
        (yields(), 0, "failed", "ended before its first step: end each step with `yield loss.data`"),
        (yields(None), 0, "failed", "must yield the loss, a number (got None)"),
        (yields("0.5"), 0, "failed", "must yield the loss, a number (got str '0.5')"),
        (yields(1.0, [2.0]), 1, "failed", "must yield the loss, a number (got list [2.0])"),
        (yields(Value(2.0), Tensor(1.0), 1), 3, "ended", "ended after 3 steps"),
        (yields(1.0, float("nan"), 2.0), 2, "failed", "Stopped at step 1: the loss is nan."),
        (yields(float("inf"), 2.0), 1, "failed", "Stopped at step 0: the loss is infinite."),
        (lambda: None, 0, "failed", "must be a generator: end each step with `yield loss.data` (it gave None)"),
        (lambda: 3.0, 0, "failed", "must be a generator"),
        (raises(ZeroDivisionError("no")), 1, "failed", "Your loop raised at step 1: ZeroDivisionError: no."),
        (raises(ValueError("bad")), 1, "failed", "Your loop raised at step 1: ValueError: bad."),
        (raises(KeyboardInterrupt()), 1, "ended", "Interrupted at step 1, and an interrupted generator is over."),
        (overflows, 1, "failed", "overflowed the recursion at step 1"),
    ],
)  # fmt: skip
def test_what_goes_wrong_in_a_loop_is_said(require_node: str, run: Any, steps: int, state: str, said: str) -> None:
    w = Value(1.0)
    with TrainingPage(require_node, training(run, Weight(w), [1.0], [1.0])) as page:
        assert page.steps(10) == steps
        told = page.act("look")
        assert told["state"] == state
        assert said in told["says"]
        assert page.act("advance", 1) == 0, "nothing is asked of a loop that is over"


def test_a_loop_that_runs_already_is_said_and_goes_on(require_node: str) -> None:
    widget: Any = None
    heard: list[Any] = []

    def learn() -> Iterator[float]:
        while True:
            told, _ = widget.taken_runs()[0].answer({"do": "advance", "steps": 1})
            heard.append(told)
            yield 1.0

    widget = training(learn, Weight(Value(1.0)), [1.0], [1.0])
    with TrainingPage(require_node, widget) as page:
        assert page.steps(2) == 2
    assert heard[0]["state"] == "ready"
    assert "running already" in heard[0]["says"]


def test_new_values_in_place_of_parameters_are_said(require_node: str) -> None:
    net = Network(Value)

    def learn() -> Iterator[float]:
        while True:
            net.bias = Value(net.bias.data - 0.1)
            yield 1.0

    with TrainingPage(require_node, training(learn, net, X, Y, loss=lambda p, t: p - t)) as page:
        page.steps(2)
        assert "makes new values in place of its parameters" in page.act("look")["says"]


def test_parameters_that_the_loop_does_not_move_are_said(require_node: str) -> None:
    w = Value(1.0)

    def learn() -> Iterator[float]:
        mine = w
        while True:
            mine = mine - 0.1
            yield mine.data

    with TrainingPage(require_node, training(learn, Weight(w), [1.0], [1.0])) as page:
        page.steps(3)
        assert "No parameter of the model has moved: each of its gradients is 0" in page.act("look")["says"]


def test_parameters_that_have_gradients_and_do_not_move_are_said(require_node: str) -> None:
    w = Value(1.0)

    def learn() -> Iterator[float]:
        while True:
            (w * 2).backward()
            yield 2 * w.data

    with TrainingPage(require_node, training(learn, Weight(w), [1.0], [1.0])) as page:
        page.steps(3)
        assert "has moved: does the loop change the model" in page.act("look")["says"]


def test_parameters_that_come_later_end_the_run(require_node: str) -> None:
    net = Network(Value)
    more: list[Value] = []
    net.parameters = lambda: [*Network.parameters(net), *more]  # type: ignore[method-assign]

    def learn() -> Iterator[float]:
        yield 1.0
        more.append(Value(0.0))
        yield 0.5
        yield 0.25

    with TrainingPage(require_node, training(learn, net, X, Y)) as page:
        assert page.steps(5) == 2
        assert "has 18 parameters now, and had 17" in page.act("look")["says"]


def test_a_forgotten_zero_grad_is_shown_as_it_is(require_node: str) -> None:
    net, twin = Network(engines.Lecture), Network(engines.Lecture)
    with TrainingPage(require_node, training(learning(net, 9, zero=False), net, X, Y)) as page:
        page.steps(9)
        for _ in learning(twin, 9, zero=False)():
            pass
        page.act("moment", 8)
        assert page.act("gradientsAt", 8) == pytest.approx([p.grad for p in twin.parameters()], rel=1e-9)


def test_random_in_the_model_is_left_to_the_kernel() -> None:
    net = Network(Value)

    class Noisy(Network):
        def __call__(self, x: Any) -> Any:
            return super().__call__(x) * random.random()

    noisy = Noisy(Value)
    state = random.getstate()
    shown = training(learning(net), noisy, X, Y).runs[0]
    assert shown["network"] is None
    assert random.getstate() == state


def test_a_loss_that_is_no_number_at_the_start_is_no_draw_of_random_numbers(require_node: str) -> None:
    model = MLP(1, [1], seed=0)
    model.parameters()[0].data = math.inf
    widget = training(model, [[1.0], [0.0]], [1.0, 0.0])
    with TrainingPage(require_node, widget) as page:
        assert page.act("look")["says"].startswith("Stopped at step 0: the loss is nan.")


def test_a_shared_parameter_counts_once_in_the_graph(require_node: str) -> None:
    w = Value(0.5, label="w")

    class Twice:
        def parameters(self) -> list[Value]:
            return [w]

        def __call__(self, x: Any) -> Value:
            return w * x[0] + w * x[1]

    with TrainingPage(require_node, training(Twice(), X, Y), kernel=False) as page:
        page.steps(1)
        ought = sum((a + b) * 2 * (0.5 * (a + b) - y) for (a, b), y in zip(X, Y, strict=True)) / 4
        assert page.act("gradientsAt", 0) == pytest.approx([ought])


def test_a_run_without_a_kernel_says_that_it_needs_one(require_node: str) -> None:
    net = Network(engines.Lecture)
    with TrainingPage(require_node, training(learning(net), net, X, Y), kernel=False) as page:
        assert page.act("advance", 1) == 0
        assert page.act("look")["state"] == "alone"
        assert "needs Python" in page.act("look")["says"]


def test_a_model_that_makes_other_numbers_of_a_sample_is_left_to_the_kernel() -> None:
    w = Value(0.5, label="w")

    class Odd:
        """Makes its own leaves: the square of an input, as a number."""

        def parameters(self) -> list[Value]:
            return [w]

        def __call__(self, x: Any) -> Value:
            return w * Value(float(getattr(x[0], "data", x[0])) ** 2) + 2.0

    shown = training(Odd(), [[1.0], [2.0], [-3.0]], [1.0, 2.0, 3.0]).runs[0]
    assert shown["network"] is None
    assert shown["why"].startswith("Your model makes numbers of its own from a sample")


@pytest.mark.parametrize(
    ("given", "settings", "error", "said"),
    [
        (("xorr",), {}, ValueError, "a preset must be one of xor"),
        (("xor", 1), {}, TypeError, "a preset must be given alone"),
        ((), {}, TypeError, "training must be called as"),
        ((yields(1.0)(), MLP(2, [1]), X, Y), {}, TypeError, "give the function, without calling it: training(lambda:"),
        ((MLP(2, [1]),), {}, TypeError, "must be given model, samples and targets (got 1 of 3)"),
        ((MLP(2, [1]), [], []), {}, ValueError, "X must hold one sample at least (got none)"),
        ((MLP(2, [1]), [[1, 2]], [1, 2]), {}, ValueError, "X and y must be of one length (got 1 and 2)"),
        ((MLP(2, [1]), [[1, 2], [1]], [1, 2]), {}, ValueError, "every row of X must have 2 numbers"),
        ((MLP(2, [1]), X, Y), {"lr": 0}, ValueError, "lr must be above 0"),
        ((MLP(2, [1]), X, Y), {"momentum": 1}, ValueError, "momentum must be from 0 to below 1"),
        ((MLP(2, [1]), X, Y), {"loss": "mae"}, ValueError, "loss must be one of mse"),
        ((MLP(2, [1]), X, Y), {"rate": 1}, TypeError, "settings must be among loss, lr"),
        ((MLP(2, [1]), X, Y), {"show": ("flow", "waves")}, ValueError, "show must name panes"),
        ((lambda: None, MLP(2, [1]), X), {}, TypeError, "must be given model, samples and targets (got 2 of 3)"),
        ((lambda: None, MLP(2, [1]), X, Y), {"lr": 1}, TypeError, "lr must be left to your own loop"),
        ((lambda: None, lambda x: x, X, Y), {}, TypeError, "model must have parameters()"),
        ((MLP(2, []), X, Y), {}, ValueError, "model must have one parameter at least (got none)"),
    ],
)
def test_what_is_no_run_is_refused_in_words(given: Any, settings: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error) as raised:
        training(*given, **settings)
    assert said in str(raised.value)


@pytest.mark.parametrize("columns", [1, 784])
def test_samples_may_have_any_number_of_columns(require_node: str, columns: int) -> None:
    rng = random.Random(columns)
    samples = [[rng.uniform(-1, 1) for _ in range(columns)] for _ in range(3)]
    with TrainingPage(require_node, training(MLP(columns, [1], seed=0), samples, [0, 1, 2]), kernel=False) as page:
        assert page.steps(2) == 2


@pytest.mark.parametrize(
    ("targets", "kind"),
    [
        ([-1, 1], "signs"),
        ([0, 1], "classes"),
        ([[0, 1], [1, 0]], "classes"),
        ([2, 4], "numbers"),
        ([0.5, 1], "numbers"),
    ],
)
def test_only_signs_and_zeros_and_ones_are_taken_for_answers_right_or_wrong(targets: list[Any], kind: str) -> None:
    outputs = len(targets[0]) if isinstance(targets[0], list) else 1
    assert training(MLP(1, [outputs], seed=0), [[1], [2]], targets).runs[0]["data"]["kind"] == kind


def test_ten_thousand_samples_learn(require_node: str) -> None:
    rng = random.Random(0)
    samples = [[rng.uniform(-1, 1), rng.uniform(-1, 1)] for _ in range(10_000)]
    widget = training(MLP(2, [2, 1], seed=0), samples, [x * y for x, y in samples], lr=0.1)
    with TrainingPage(require_node, widget, kernel=False) as page:
        page.steps(20)
        first, *_, last = page.act("columns")
        assert last < first
