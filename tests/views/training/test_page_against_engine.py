"""What a page works out by itself, against the engine: losses, gradients, steps, predictions, what opens."""

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from kit.training_page import TrainingPage

from microgradviz import MLP, Trace, Value, training
from microgradviz.exercises.stages import STAGES, engine_source
from microgradviz.train import circles, cross_entropy, moons
from microgradviz.views.bundle import HERE
from microgradviz.views.training.runs import KernelRun
from microgradviz.views.training.samples import Samples, pack
from microgradviz.views.training.tasks import TASKS
from microgradviz.views.training.written_loop import Loop, mean_loss, samples_of, written_loop

XOR = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [-1.0, 1.0, 1.0, -1.0]
MODELS: dict[str, Any] = {
    "xor": (lambda: MLP(2, [4, 1], activation="tanh", init="xavier", seed=1337), XOR, "mse"),
    "moons": (lambda: MLP(2, [8, 8, 1], activation="tanh", init="xavier", seed=2), moons(30), "mse"),
    "relu": (lambda: MLP(2, [6, 6, 1], activation="relu", init="he", seed=3), circles(20), "hinge"),
    "sigmoid": (
        lambda: MLP(2, [5, 1], activation="sigmoid", init="xavier", seed=4),
        (XOR[0], [0.0, 1.0, 1.0, 0.0]),
        "binary_cross_entropy",
    ),
}
RULES: dict[str, dict[str, Any]] = {
    "sgd": {"lr": 0.05}, "momentum": {"lr": 0.02, "momentum": 0.9}, "adam": {"lr": 0.01, "optimizer": "adam"},
}  # fmt: skip


def far(found: list[float], ought: list[float]) -> float:
    """The largest difference, relative to the number, or to 1 if it is smaller."""
    return max(abs(a - b) / max(1.0, abs(b)) for a, b in zip(found, ought, strict=True))


@pytest.mark.parametrize(
    ("name", "rule"), [*(("xor", rule) for rule in RULES), ("moons", "momentum"), ("relu", "sgd"), ("sigmoid", "adam")]
)
def test_each_of_200_steps_is_the_engines_own_from_the_same_parameters(require_node: str, name: str, rule: str) -> None:
    make, (X, y), loss = MODELS[name]
    model = make()
    widget = training(model, X, y, loss=loss, **RULES[rule])
    assert widget.runs[0]["runner"] == "page"
    samples, settings = Samples(X, y), Loop(loss=loss, **RULES[rule])
    with TrainingPage(require_node, widget, kernel=False) as page:
        assert page.steps(200) == 200
        for step in range(0, 200, 1 if name == "xor" else 20):
            begin, end = page.act("moment", step), page.act("moment", step + 1)
            assert (begin["step"], end["step"]) == (step, step + 1)
            grads = page.act("gradientsAt", step)
            parameters = model.parameters()
            for p, x in zip(parameters, begin["params"], strict=True):
                p.data, p.grad = x, 0.0
            total = mean_loss(model, samples, range(samples.count), settings)
            total.backward()
            assert far([begin["loss"]], [total.data]) < 1e-12
            assert far(grads, [p.grad for p in parameters]) < 1e-12
            if rule == "sgd":
                assert far(end["params"], [p.data - 0.05 * p.grad for p in parameters]) < 1e-12


@pytest.mark.parametrize("rule", RULES)
def test_a_free_run_of_2_4_1_goes_where_the_engine_goes(require_node: str, rule: str) -> None:
    make, (X, y), _ = MODELS["xor"]
    settings = {**RULES[rule], "lr": 0.1}
    widget = training(make(), X, y, **settings)
    model = make()
    loop = written_loop(model, model.parameters(), Samples(X, y), Loop(**settings))
    losses = [next(loop) for _ in range(201)]
    with TrainingPage(require_node, widget, kernel=False) as page:
        page.steps(200)
        assert far(page.act("columns"), losses) < 1e-9


@pytest.mark.parametrize("count", [7, 100])
def test_every_epoch_has_every_sample_once_in_an_order_of_its_own(require_node: str, count: int) -> None:
    loop, epoch = Loop(batch=3, seed=5), -(-count // 3)
    code = f"""import {{ samplesOf }} from {(HERE / "core" / "training" / "updates.js").as_uri()!r};
    console.log(JSON.stringify([...Array({2 * epoch}).keys()].map((step) =>
      samplesOf({{ batch: 3, seed: 5 }}, {count}, step))));"""
    command = [require_node, "--input-type=module", "-e", code]
    page = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    for steps in (page, [samples_of(loop, count, step) for step in range(2 * epoch)]):
        first, second = ([k for batch in steps[at : at + epoch] for k in batch] for at in (0, epoch))
        assert sorted(first) == sorted(second) == list(range(count))
        assert first != second
        assert [*map(len, steps[:epoch])][:-1] == [3] * (epoch - 1)


def test_classes_are_told_by_lists_of_probabilities(require_node: str) -> None:
    X, y = [[0.1, 0.2], [0.9, -0.4], [0.3, 0.8]], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    model = MLP(2, [4, 3], activation="tanh", seed=0)
    widget = training(model, X, y, loss="cross_entropy", lr=0.2)
    assert (widget.runs[0]["runner"], widget.runs[0]["data"]["targets"]) == ("page", 3)
    ought = sum(cross_entropy(model(x), t).data for x, t in zip(X, y, strict=True)) / 3
    with TrainingPage(require_node, widget, kernel=False) as page:
        assert page.act("now")["loss"] == pytest.approx(ought, rel=1e-12)
        page.steps(300)
        assert page.act("now")["loss"] < 0.1


def test_classes_may_be_told_by_their_numbers(require_node: str) -> None:
    rng = random.Random(3)
    X, y = [[rng.uniform(-1, 1), rng.uniform(-1, 1)] for _ in range(12)], [k % 3 for k in range(12)]
    model = MLP(2, [3, 3], activation="tanh", seed=5)
    total = sum(cross_entropy(model(x), k) for x, k in zip(X, y, strict=True)) * (1 / 12)
    widget = training(model, X, y, loss="cross_entropy", lr=0.1, held=(X[:2], y[:2]))
    assert (widget.runs[0]["runner"], widget.runs[0]["data"]["targets"]) == ("page", 3)
    total.backward()
    with TrainingPage(require_node, widget, kernel=False) as page:
        found = page.act("gradients", [p.data for p in model.parameters()])
    assert far([found["loss"]], [total.data]) < 1e-12
    assert far(found["grad"], [p.grad for p in model.parameters()]) < 1e-12
    with pytest.raises(ValueError, match=r"a class must be 0 to 2, one of the model's outputs \(got 3\)"):
        training(model, X[:2], [0, 3], loss="cross_entropy")
    alone = training(MLP(2, [2, 1]), X, [0] * len(X), loss="cross_entropy")
    assert "cross_entropy must be given a list, a score for each class (got one value)" in alone.runs[0]["why"]


class ThreeScores:
    """Three scores of a point, of any engine; scores that are about `size` apart."""

    def __init__(self, kind: Any, size: float) -> None:
        self.rows = [[kind(size * (k - 1)), kind(0.5 - size * k), kind(0.25 * k)] for k in range(3)]

    def parameters(self) -> list[Any]:
        return [p for row in self.rows for p in row]

    def __call__(self, x: Any) -> list[Any]:
        return [a * x[0] + b * x[1] + c for a, b, c in self.rows]


@pytest.mark.parametrize("size", [1.0, 1000.0])
def test_the_classes_of_a_learners_engine_cost_what_ours_cost(require_node: str, size: float) -> None:
    X, y = [[0.5, -1.0], [1.0, 0.5], [-1.5, 0.25]], [0, 2, 1]
    space: dict[str, Any] = {}
    exec(engine_source(STAGES[-1]), space)  # as the lessons leave it
    theirs, ours = ThreeScores(space["Value"], size), ThreeScores(Value, size)
    total = sum(cross_entropy(ours(x), k) for x, k in zip(X, y, strict=True)) * (1 / 3)
    total.backward()
    widget = training(theirs, X, y, loss="cross_entropy", lr=0.1)
    assert (widget.runs[0]["why"], widget.runs[0]["data"]["targets"]) == ("", 3)
    with TrainingPage(require_node, widget) as page:
        found = page.act("gradients", [p.data for p in theirs.parameters()])
        page.steps(1)
        moment = page.act("moment", 0)
    assert far([found["loss"], moment["loss"]], [total.data] * 2) < 1e-12
    for grads in (found["grad"], moment["grads"]):
        assert far(grads, [p.grad for p in ours.parameters()]) < 1e-12


def test_a_moment_opens_as_the_trace_that_the_engine_makes_there(require_node: str) -> None:
    make, (X, y), _ = MODELS["xor"]
    model = make()
    with TrainingPage(require_node, training(model, X, y), kernel=False) as page:
        page.steps(40)
        opened, moment = page.act("open", 30, 2), page.act("moment", 30)
    for p, x in zip(model.parameters(), moment["params"], strict=True):
        p.data = x
    loss = (model([Value(x) for x in X[2]]) - y[2]) ** 2
    assert Trace.from_dict({**opened["trace"], "grad": [None] * len(opened["trace"]["op"])}).data[-1] == pytest.approx(
        loss.data, rel=1e-12
    )
    assert opened["update"] == 0.1


def test_what_a_moments_step_adds_is_what_the_parameters_did(require_node: str) -> None:
    for settings in RULES.values():
        make, (X, y), _ = MODELS["xor"]
        with TrainingPage(require_node, training(make(), X, y, **settings), kernel=False) as page:
            page.steps(20)
            begin, end = page.act("moment", 12)["params"], page.act("moment", 13)["params"]
            assert far(page.act("updateAt", 12), [b - a for a, b in zip(begin, end, strict=True)]) < 1e-15


@pytest.mark.parametrize(("task", "steps"), [("xor", 200), ("and", 100), ("or", 100)])
def test_every_one_of_100_seeds_is_solved_by_a_presets_settings(require_node: str, task: str, steps: int) -> None:
    script = Path(__file__).parents[2] / "kit" / "solve_xor.mjs"
    values = training(task).page_values()
    seeds = [TASKS[task].network(seed).parameters() for seed in range(100)]
    values["runs"][0]["starts"] = [
        *values["runs"][0]["starts"][:1],
        *({"seed": k, "params": pack(p.data for p in params)} for k, params in enumerate(seeds)),
    ]
    told = subprocess.run(
        [require_node, str(script)], input=json.dumps(values), capture_output=True, text=True, check=True
    )
    first, *solved = json.loads(told.stdout)
    assert len(solved) == sum(0 <= taken <= steps for taken in solved) == 100
    assert 0 <= first <= 100, "in view after some seconds"


def test_no_one_neuron_learns_xor(require_node: str) -> None:
    with TrainingPage(require_node, training(MLP(2, [1], output="tanh", seed=0), *XOR, lr=0.5), kernel=False) as page:
        page.steps(200)
        now = page.act("now")["params"]
        assert sum(x * y > 0 for x, y in zip(page.act("predict", now), XOR[1], strict=True)) < 4


def test_a_model_whose_graph_hangs_on_the_sample_is_asked_in_the_kernel() -> None:
    w = Value(0.5, label="w")

    class Forked:
        def parameters(self) -> list[Value]:
            return [w]

        def __call__(self, x: list[Value]) -> Value:
            return w * x[0] if x[0].data > 0 else (w * x[0]).tanh()

    widget = training(Forked(), [[1.0], [-1.0]], [1.0, 0.0])
    assert widget.runs[0]["network"] is None
    assert isinstance(widget.taken_runs()[0], KernelRun)
    assert "differs from sample to sample" in widget.runs[0]["why"]
