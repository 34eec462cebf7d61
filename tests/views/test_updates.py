"""Rounds of updates: what `play` takes, and that the page's rounds are Python's own training loop."""

import math
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from kit.learner_engines import AssignsInMul, Lecture
from kit.page_code import node_says

from microgradviz import Value, play, to_html, total, trace
from microgradviz.nn import MLP

# ---------------------------------------------------------------- the page's rounds are the loop

ROUNDS = """
import { readFileSync } from "node:fs";
import { recompute } from "%(js)s/core/recompute.js";
import { makePlan } from "%(js)s/core/steps.js";
import { readUpdate } from "%(js)s/core/update.js";
const out = JSON.parse(readFileSync(0, "utf8")).map(({ trace, scene, update, params, rounds }) => {
  let now = trace;
  return Array.from({ length: rounds }, () => {
    const plan = makePlan(now, { update: readUpdate(update, params, scene.edit, false) });
    now = recompute(now, scene, new Map(plan.update.nodes.map((i, at) => [i, plan.stepped[at]])));
    return now.data;
  });
});
console.log(JSON.stringify(out));
"""


def chain(a: Value, b: Value, c: Value) -> Value:
    return a * b + c - b / (a * a + 1)


def used_often(a: Value, b: Value, c: Value) -> Value:
    d = a * b
    return d * d * a + d - c * c * 0.5


def squared_errors(a: Value, b: Value, c: Value) -> Value:
    return total([(a * x + b * x * x + c - y) ** 2 for x, y in ((-1.0, 2.0), (0.5, 0.0), (2.0, -1.0))]) / 3


def curved(a: Value, b: Value, c: Value) -> Value:
    return ((a * b).tanh() + c.sigmoid() * (b * b + 1).log()).exp() + (a - c).relu() + (a * a + 1).sqrt()


def loop(make: Callable[..., Value], starts: list[float], rate: float, rounds: int) -> list[list[float]]:
    """The numbers of the leaves after each round, as a training loop is written by hand."""
    leaves = [Value(x) for x in starts]
    seen = []
    for _ in range(rounds):
        for p in leaves:
            p.grad = 0.0
        make(*leaves).backward()
        for p in leaves:
            p.data -= rate * p.grad
        seen.append([p.data for p in leaves])
    return seen


def rounds_of_page(node: str, plays: list[tuple[Any, dict[str, Any]]], rounds: int) -> list[list[list[float]]]:
    """The numbers of the leaves a, b, c after each round of the page, of several plays."""
    players = [play(expr, **options) for expr, options in plays]
    sent = [
        {"trace": p.trace, "scene": p.scene, "update": p.update, "params": p.params, "rounds": rounds} for p in players
    ]
    found = node_says(node, ROUNDS, sent)
    at = [{label: i for i, label in p._traced.label.items()} for p in players]
    read = [[[float(x["$f"]) if isinstance(x, dict) else float(x) for x in now] for now in one] for one in found]
    return [[[now[of[name]] for name in "abc"] for now in one] for one, of in zip(read, at, strict=True)]


def test_the_rounds_of_the_page_are_a_loop_written_by_hand(require_node: str) -> None:
    rng = Random(3)
    cases = [
        (make, [rng.uniform(-2, 2) for _ in "abc"], rng.choice([0.3, 0.05, -0.1, 0.0]))
        for make in (chain, used_often, squared_errors, curved)
        for _ in range(8)
    ]
    plays = [
        (make(*(Value(x, label=name) for x, name in zip(starts, "abc", strict=True))), {"update": rate})
        for make, starts, rate in cases
    ]
    for (make, starts, rate), page in zip(cases, rounds_of_page(require_node, plays, 6), strict=True):
        for ours, theirs in zip(loop(make, starts, rate, 6), page, strict=True):
            if make is curved:  # two libraries' exp and tanh may differ in the last digit
                assert ours == pytest.approx(theirs, rel=1e-12, nan_ok=True)
            else:
                assert list(map(repr, ours)) == list(map(repr, theirs))


def test_only_the_parameters_step(require_node: str) -> None:
    a, b, c = (Value(x, label=name) for x, name in zip((2.0, -3.0, 10.0), "abc", strict=True))
    [page] = rounds_of_page(require_node, [(a * b + c, {"update": 0.5, "params": [b]})], 3)
    assert page == [[2.0, -4.0, 10.0], [2.0, -5.0, 10.0], [2.0, -6.0, 10.0]]


def test_a_rate_that_blows_up_ends_in_infinity_and_nan_as_in_python(require_node: str) -> None:
    starts = [2.0, -3.0, 10.0]
    expr = squared_errors(*(Value(x, label=name) for x, name in zip(starts, "abc", strict=True)))
    [page] = rounds_of_page(require_node, [(expr, {"update": 1e300})], 4)
    assert [list(map(repr, now)) for now in page] == [
        list(map(repr, now)) for now in loop(squared_errors, starts, 1e300, 4)
    ]
    assert any(math.isnan(x) for x in page[-1])


# ---------------------------------------------------------------- what is taken


def lesson() -> tuple[Value, Value, Value]:
    w, b = Value(2.0, label="w"), Value(1.0, label="b")
    return w, b, (w * 3 + b - 4) ** 2


def test_each_parameter_has_a_step_after_the_two_passes() -> None:
    w, b, result = lesson()
    plain = play(result).steps
    assert play(result, update=0.1, params=[w]).steps == plain + 1
    assert play(result, update=0.1, params=["b", w, b]).steps == plain + 2
    assert play(result, update=0.1).steps == plain + 2
    assert play(result, update=0.1, by="node").steps == play(result, by="node").steps + 2
    assert play(result, update=0.1, step=plain + 2).step == plain + 2
    with pytest.raises(ValueError, match=f"step must be from 0 to {plain + 2}"):
        play(result, update=0.1, step=plain + 3)


def test_leaves_and_names_choose_the_same_parameters() -> None:
    _, b, result = lesson()
    assert play(result, update=0.1, params=[b]).params == play(result, update=0.1, params=["b"]).params == ["b"]
    assert play(result, update=0.1).params is None
    assert play("neuron", update=0.1, params=["w1", "b"]).params == ["w1", "b"]
    assert play(lambda a, b: a * b, a=1, b=2, update=1, params=["a"]).params == ["a"]
    theirs = Lecture(3.0, label="p"), Lecture(2.0, label="q")
    assert play(theirs[0] * theirs[1], update=0.1, params=[theirs[1]]).params == ["q"]


def test_parameters_are_found_where_groups_are_closed_and_step_at_once() -> None:
    net = MLP(2, [4, 4, 1], seed=1)
    loss = total([(net([x, y]) - x * y) ** 2 for x in (0.0, 1.0) for y in (0.0, 1.0)])
    params = net.parameters()
    player = play(loss, update=0.1, params=params[:3], groups="closed")
    assert player.steps == play(loss, groups="closed").steps + 1
    assert sorted(player.leaves[name] for name in player.params) == sorted(p.data for p in params[:3])
    assert play(loss, update=0.1, params=params[:30], groups="open").steps == play(loss, groups="open").steps + 30
    assert play(loss, update=0.1, params=params[:31], groups="open").steps == play(loss, groups="open").steps + 1


def test_values_are_left_as_they_are_and_the_leaves_follow_the_page() -> None:
    w, _, result = lesson()
    player = play(result, update=0.1, params=[w])
    player.edit = {"number": 1, "leaves": [["w", 1.4], ["b", 1.0]]}  # what a page sends at the second round
    player.round = 2
    assert (player.leaves["w"], w.data, w.grad) == (1.4, 2.0, 0.0)
    assert repr(player) == f"Player({len(player.trace['op'])} values, update 2, step 0 of {player.steps})"


@pytest.mark.parametrize("rate", [0, -0.1, 1e300, 1])
def test_any_finite_rate_is_taken(rate: float) -> None:
    assert play(lesson()[2], update=rate).update == rate


def wrong(options: dict[str, Any], error: type[Exception], message: str) -> Any:
    return pytest.param(options, error, message, id=message[:60])


W, B, RESULT = lesson()


@pytest.mark.parametrize("function", [play, to_html])
@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        wrong({"update": math.nan}, ValueError, "update must be a finite number, the learning rate (got nan)"),
        wrong({"update": -math.inf}, ValueError, "update must be a finite number, the learning rate (got -inf)"),
        wrong({"update": "fast"}, TypeError, "update must be a real number (got str 'fast')"),
        wrong({"params": ["w"]}, ValueError, "params must be left out without update"),
        wrong({"update": 1, "params": "w"}, TypeError, "params must be a list of leaves or of their names (got 'w')"),
        wrong({"update": 1, "params": 3}, TypeError, "params must be a list of leaves or of their names (got 3)"),
        wrong({"update": 1, "params": []}, ValueError, "params must hold one leaf at least (got none)"),
        wrong({"update": 1, "params": ["v"]}, ValueError, "of the expression (got 'v'); they are w, b"),
        wrong({"update": 1, "params": ["ww"]}, ValueError, "of the expression (got 'ww'); did you mean w?"),
        wrong({"update": 1, "params": [Value(1.0)]}, ValueError, "it is not in the graph of this expression"),
        wrong({"update": 1, "params": [RESULT]}, ValueError, "it is computed from others, and only leaves can step"),
        wrong({"update": 1, "predict": "grad"}, ValueError, "predict must be None with update=1 (got 'grad')"),
        wrong({"update": 1, "against": True}, ValueError, "against must be left out with update=1"),
        wrong({"update": 1, "gradients": False}, ValueError, "gradients=False plays no backward pass"),
    ],
)
def test_what_cannot_be_updated_says_why(function: Any, options: dict[str, Any], error: Any, message: str) -> None:
    with pytest.raises(error) as raised:
        function(RESULT, **options)
    assert message in str(raised.value)


def test_expressions_without_anything_to_train_say_so() -> None:
    nameless, wrong_engine = [Value(1.0)][0] * 2.0, AssignsInMul(3.0, label="a")
    for expr, why in [
        (trace(nameless), "The expression has no named leaf"),
        (Value(1.0, label="a"), "There is no backward pass"),
        (wrong_engine * wrong_engine, "These numbers are what your engine did, with its mistakes"),
    ]:
        with pytest.raises(ValueError, match=f"update must be left out .got 0.1.*{why}"):
            play(expr, update=0.1)
    with pytest.raises(ValueError, match="it has no name: Value"):
        play(nameless * W, update=0.1, params=[nameless.inputs[0]])


def test_a_switch_between_presets_has_no_updates() -> None:
    with pytest.raises(ValueError, match="update must be given for one preset, play"):
        play(presets=True, update=0.1)


def test_the_rate_can_be_set_and_is_refused_in_the_same_words() -> None:
    player = play(lesson()[2])
    steps = player.steps
    player.update = 0.5
    assert player.steps == steps + 2
    player.step = player.steps
    player.update = None
    assert player.step == player.steps == steps
    with pytest.raises(ValueError, match="update must be a finite number"):
        player.update = math.inf
    player.update = 0.5
    with pytest.raises(ValueError, match="predict must be None with update"):
        player.predict = "grad"


def test_the_still_picture_of_an_update_step_is_that_of_the_passes() -> None:
    result = lesson()[2]
    player = play(result, update=0.1, step=play(result).steps + 1)
    assert player.fallback() == play(result, step=play(result).steps).fallback()
