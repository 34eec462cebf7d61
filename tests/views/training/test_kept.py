"""What is kept of a run: in the page, in the kernel, in a notebook, in a file; and what two views of it do."""

import json
import random
import subprocess
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest
from kit import learner_engines as engines
from kit.learner_network import Network, Weight, X, Y, learning
from kit.training_page import TrainingPage

from microgradviz import MLP, Value, to_html, training
from microgradviz.train import moons
from microgradviz.views.training.histories import History, Moment
from microgradviz.views.training.runs import KernelRun


def moment(step: int, size: int = 337, loss: float = 1.0) -> Moment:
    return Moment(step, loss, array("d", [float(step)] * size), array("d", [0.0] * size))


def test_ten_thousand_moments_of_337_parameters_take_at_most_100_mb() -> None:
    history, one = History(), moment(0)
    for step in range(60_000):
        if history.wants(step) or step == 59_999:
            history.add(one._replace(step=step))
    kept = sum(400 + 8 * (len(one.params) + len(one.grads or ())) for one in history.moments)
    assert kept <= 100_000_000
    steps = [one.step for one in history.moments]
    assert (steps[0], steps[-1]) == (0, 59_999)
    assert all(step % history.every == 0 for step in steps[:-1])
    nearest = history.nearest(30_001)
    assert nearest is not None
    assert abs(nearest.step - 30_001) == min(abs(step - 30_001) for step in steps)


def test_pinned_moments_stay() -> None:
    history = History(budget=10 * (400 + 16 * 3))
    for step in range(500):
        if step == 5:
            history.pin(3)
        history.add(moment(step, 3))
    steps = [one.step for one in history.moments]
    assert {0, 3, 499} <= {*steps}
    assert len(steps) <= 14


def test_scrubbing_asks_the_kernel_for_the_nearest_kept_moment(require_node: str) -> None:
    net = Network(Value)
    widget = training(learning(net, 400), net, X, Y)
    with TrainingPage(require_node, widget) as page:
        page.steps(400)
        coarse = page.act("moment", 123)
        fine = page.act("moment", 123)
        assert abs(fine["step"] - 123) <= abs(coarse["step"] - 123)
        run = widget.taken_runs()[0]
        assert isinstance(run, KernelRun)
        nearest = run.pulled.history.nearest(123)
        assert nearest is not None
        assert (fine["step"], fine["params"]) == (nearest.step, list(nearest.params))


def test_the_model_in_the_kernel_learns_what_the_page_has_learned(require_node: str) -> None:
    model = MLP(2, [4, 1], activation="tanh", seed=3)
    widget = training(model, X, Y, lr=0.1)
    with TrainingPage(require_node, widget, kernel=False) as page:
        page.steps(80)
        page.act("stop")
        now, saved = page.act("now"), page.act("saved")
    widget.saved = saved
    assert [p.data for p in model.parameters()] == now["params"]
    assert repr(widget) == "Training(MLP: 17 parameters, 4 samples, step 80)"
    assert "at step 80" in widget.fallback()


def test_what_a_page_sends_as_saved_cannot_harm() -> None:
    widget = training("xor")
    for saved in ([{}], [{"at": "x", "numbers": 3}], [None], ["a"], [{"at": "", "numbers": ""}]):
        widget.saved = saved
        assert "step 0" in repr(widget)


def test_a_notebook_that_is_opened_again_can_be_scrubbed_and_goes_on(require_node: str) -> None:
    widget = training("xor", momentum=0.9)
    with TrainingPage(require_node, widget, kernel=False) as page:
        page.steps(100)
        page.act("stop")
        widget.saved = page.act("saved")
        assert len(json.dumps(widget.saved)) <= 300_000
        before = page.act("moment", 60)
        page.steps(50)
        ahead = page.act("now")
    with TrainingPage(require_node, widget, kernel=False) as page:
        assert page.act("now")["step"] == 100
        assert page.act("moment", 60)["params"] == before["params"]
        page.steps(50)
        assert page.act("now")["params"] == pytest.approx(ahead["params"], rel=1e-12)


def test_a_learners_run_that_is_opened_again_shows_its_past_and_needs_python_to_go_on(require_node: str) -> None:
    net = Network(engines.Lecture)
    widget = training(learning(net), net, X, Y)
    with TrainingPage(require_node, widget) as page:
        page.steps(50)
        page.act("stop")
        saved = page.act("saved")
    widget.saved = saved
    with TrainingPage(require_node, widget, kernel=False) as page:
        assert page.act("look")["state"] == "alone"
        assert len(page.act("columns")) == 51  # the start, and the moment after each step
        assert page.act("now")["params"] == [p.data for p in net.parameters()]
        assert page.act("moment", 20)["params"]


def test_two_views_of_one_widget_see_each_others_steps(require_node: str) -> None:
    script = Path(__file__).parents[2] / "kit" / "two_views.mjs"
    told = subprocess.run([require_node, str(script)], input=json.dumps(training("xor").page_values()),
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert json.loads(told.stdout) == {"asked": ["advance"], "steps": [3, 3], "silent": [False, True, False]}


def test_a_cell_that_runs_twice_makes_a_run_of_its_own(require_node: str) -> None:
    net = Network(Value)
    first, second = training(learning(net), net, X, Y), training(learning(net), net, X, Y)
    with TrainingPage(require_node, first) as one, TrainingPage(require_node, second) as two:
        one.steps(10)
        assert two.steps(5) == 5
        assert one.act("now")["step"] == 10


def test_a_branch_goes_on_from_a_moment_and_leaves_the_old_future_as_a_ghost(require_node: str) -> None:
    with TrainingPage(require_node, training("xor", momentum=0.5), kernel=False) as page:
        page.steps(60)
        losses = page.act("columns")
        page.act("branch", 40)
        assert page.act("now")["step"] == 40
        page.steps(20)
        assert page.act("columns") == pytest.approx(losses, rel=1e-12), "the same rate goes the same way"
        page.act("branch", 40)
        page.act("setRate", 0.4)
        page.steps(5)
        assert page.act("columns")[:41] == losses[:41]
        assert page.act("columns")[43] != losses[43]
        assert page.act("ghosts") == [[40, 21], [40, 21]]


def test_a_loop_written_for_a_learners_engine_runs_in_the_kernel(require_node: str) -> None:
    net = Network(engines.Lecture)
    widget = training(net, X, Y, lr=0.05, momentum=0.9)
    assert widget.runs[0]["runner"] == "kernel"
    assert widget.runs[0]["fixed"].startswith("Python takes the steps of this model")
    with TrainingPage(require_node, widget) as page:
        page.steps(60)
        losses = page.act("columns")
        assert losses[-1] < losses[0]
        page.act("reset")
        page.steps(60)
        assert page.act("columns") == pytest.approx(losses, rel=1e-12)


def test_a_rate_that_is_too_high_ends_at_the_first_number_that_is_none(require_node: str) -> None:
    with TrainingPage(require_node, training("line", lr=20), kernel=False) as page:
        step = page.steps(3000)
        assert page.act("firstNaN") == step < 3000
        assert page.act("look")["state"] == "failed"
        assert f"Stopped at step {step}" in page.act("look")["says"]
        page.act("branch", 0)
        page.act("setRate", 0.1)
        assert page.steps(50) == 50


@pytest.mark.parametrize("name", ["xor", "and", "or", "moons", "circles", "line"])
def test_a_preset_is_a_page_of_its_own_and_learns(require_node: str, name: str) -> None:
    assert len(to_html(training(name))) <= 1_500_000
    with TrainingPage(require_node, training(name), kernel=False) as page:
        first = page.act("now")["loss"]
        page.steps(300)
        assert page.act("now")["loss"] < (0.5 if name != "line" else 0.9) * first
        assert page.act("look")["start"]["seed"] == 1337
        page.act("reset", 2)
        assert page.act("look")["start"] == {"index": 2, "seed": 1}
        assert page.act("now")["step"] == 0


def test_337_parameters_fit_into_an_offline_page() -> None:
    widget = training(MLP(2, [16, 16, 1], activation="tanh", seed=0), *moons(100), lr=0.1)
    assert len(to_html(widget)) <= 1_500_000


def test_random_is_left_as_it_was() -> None:
    state = random.getstate()
    training("moons").fallback()
    assert random.getstate() == state


def test_a_generator_that_training_holds_ends_with_reset() -> None:
    ended = []

    def learn() -> Iterator[float]:
        try:
            while True:
                yield 1.0
        finally:
            ended.append(True)

    run = training(learn, Weight(Value(1.0)), [1.0], [1.0]).taken_runs()[0]
    assert isinstance(run, KernelRun)
    run.answer({"do": "advance", "steps": 2})
    run.answer({"do": "reset"})
    assert ended == [True]
