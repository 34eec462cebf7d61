"""The player's Python side: its traits, what a notebook stores of it, and the code it sends."""

import base64
import json
import math
import re
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st
from kit.grouped_graphs import training
from kit.learner_engines import AssignsInMul, Lecture
from kit.random_expressions import BUILT_IN, NUMBERS, UNIT, expressions, wobble
from kit.sample_pictures import AWKWARD, HARMFUL, cards, labelled, lesson

from microgradviz import Trace, Value, define_op, group, play, to_html, to_svg, total, trace
from microgradviz.engine import OPS, apply, ops
from microgradviz.layout.scene import MOST_OPERATIONS, make_scene
from microgradviz.tracing.trace import tag_number
from microgradviz.tracing.words import expression_text, number_text
from microgradviz.views.bundle import HERE
from microgradviz.views.options import CHOICES, PlayOptions
from microgradviz.views.player.answers import Score
from microgradviz.views.player.leaves import Edits, named_leaves
from microgradviz.views.player.plays import prepare_play
from microgradviz.views.player.widget import Player

ROOT = Path(__file__).parents[2]


def squared() -> Value:
    a = Value(3.0, label="a")
    return a * a


# ---------------------------------------------------------------- play and its traits


def test_play_takes_a_copy_and_leaves_the_values_alone() -> None:
    result = lesson()
    before = [(v.data, v.grad, v.label) for v in (result, *result.inputs)]
    player = play(result, start="backward", accumulate=False)
    assert [(v.data, v.grad, v.label) for v in (result, *result.inputs)] == before
    result.inputs[0].grad = 99.0
    assert 99.0 not in player.trace["grad"]


def test_the_traits_are_the_trace_and_the_choices() -> None:
    player = play(lesson(), level="full", by="node", accumulate=False)
    assert Trace.from_dict(player.trace) == trace(lesson())
    assert (player.level, player.by, player.accumulate, player.step) == ("full", "node", False, 0)
    assert len(player.scene["x"]) == 7


def test_names_are_those_of_the_callers_variables() -> None:
    left, right = Value(2.0), Value(3.0)
    assert play(left * right).scene["title"] == ["left", "right", "v1 = left × right"]


@pytest.mark.parametrize(
    ("options", "total"), [({}, 3 + 1 + 6), ({"by": "node"}, 3 + 1 + 3), ({"accumulate": False}, 3 + 1 + 6)]
)
def test_the_steps_are_operations_one_for_the_result_and_contributions(options: Any, total: int) -> None:
    assert play(lesson(), **options).steps == total


def test_backward_begins_where_the_forward_pass_ends() -> None:
    assert play(lesson(), start="backward").step == 3
    assert play(lesson(), start="backward", step=5).step == 5


def test_a_player_names_itself_without_an_address() -> None:
    player = play(squared(), step=2)
    assert repr(player) == "Player(2 values, step 2 of 4)"
    player.step = 4
    assert repr(player) == "Player(2 values, step 4 of 4)"


@pytest.mark.parametrize("step", [-1, 5, 10**9])
def test_a_step_that_does_not_exist_is_refused(step: int) -> None:
    player = play(squared())
    with pytest.raises(ValueError, match=rf"step must be from 0 to 4 \(got {step}\)"):
        player.step = step
    assert player.step == 0
    with pytest.raises(ValueError, match="step must be from 0 to 4"):
        play(squared(), step=step)


@pytest.mark.parametrize("show", [play, to_html, to_svg])
@pytest.mark.parametrize("step", ["2", 2.0, [2]])
def test_a_step_that_is_no_whole_number_is_refused(show: Any, step: Any) -> None:
    with pytest.raises(TypeError, match="step must be a whole number from 0 to 4"):
        show(squared(), step=step)


@pytest.mark.parametrize("name", CHOICES)
def test_an_unknown_choice_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be .*'.*' or '.*' \\(got 'sideways'\\)"):
        play(squared(), **{name: "sideways"})


@pytest.mark.parametrize("thing", [3.0, None, [Value(1.0)], math])
def test_what_is_no_expression_is_refused(thing: object) -> None:
    with pytest.raises(TypeError, match="expression must be a Value"):
        play(thing)


def test_a_single_leaf_has_nothing_to_play() -> None:
    player = play(Value(3.0, label="a"))
    assert repr(player) == "Player(1 value, step 0 of 0)"


def test_a_hundred_thousand_values_are_refused() -> None:
    x = Value(1.0)
    for _ in range(50_000):
        x = x + 1.0
    with pytest.raises(ValueError, match=r"at most 10,000 operations .*; take a smaller part"):
        play(x)


def test_a_trace_that_is_too_large_is_refused_too() -> None:
    x = Value(1.0)
    for _ in range(2 * MOST_OPERATIONS):
        x = x.tanh()
    with pytest.raises(ValueError, match="at most 10,000 operations"):
        play(trace(x))


def test_an_observed_engine_plays_with_its_faults() -> None:
    a = AssignsInMul(3.0, label="a")
    player = play(a * a)
    assert [fault["kind"] for fault in player.scene["faults"]] == ["lost contribution"]


def test_numbers_that_are_not_finite_travel_tagged() -> None:
    player = play(Value(math.inf, label="a") * 0.0)
    text = json.dumps([player.trace, player.scene], allow_nan=False)
    assert '{"$f": "NaN"}' in text


@pytest.mark.parametrize("label", AWKWARD + HARMFUL, ids=lambda label: ascii(label)[:30])
def test_any_label_can_be_sent_and_saved(label: str) -> None:
    player = play(Value(1.0, label=label) * 2.0)
    json.dumps(player.get_state(), ensure_ascii=False).encode("utf-8")
    to_html(Value(1.0, label=label) * 2.0).encode("utf-8")


# ---------------------------------------------------------------- edited leaves


def test_the_leaves_can_be_read_and_set_by_their_names() -> None:
    player = play("c = a * b + 10", a=2, b=-3)
    assert player.leaves == {"a": 2.0, "b": -3.0}
    player.leaves = {"a": 2.5}
    assert player.leaves == {"a": 2.5, "b": -3.0}
    assert player.trace["data"] == [2.5, -3.0, -7.5, 10.0, 2.5]
    assert Trace.from_dict(player.trace) == trace("c = a * b + 10", a=2, b=-3).replay(a=2.5)


def test_an_edit_leaves_the_step_the_picture_and_your_values_alone() -> None:
    result = lesson()
    player, other = play(result, step=7), play(result)
    before = {name: player.scene[name] for name in ("x", "y", "w", "routes", "title", "edit")}
    player.leaves = {"a": math.inf}
    assert (player.step, player.steps) == (7, 10)
    assert {name: player.scene[name] for name in before} == before
    assert [fault["kind"] for fault in player.scene["faults"]] == ["non-finite"]
    assert other.leaves["a"] == result.inputs[0].inputs[0].inputs[0].data == 2.0


def test_one_leaf_is_set_like_an_entry_of_a_dict() -> None:
    player = play("a * b", a=2, b=-3)
    player.leaves["a"] = 5
    assert (player.leaves, player.trace["data"][-1]) == ({"a": 5.0, "b": -3.0}, -15.0)
    player.leaves.update(a=1, b=2)
    assert (player.leaves, player.trace["data"][-1]) == ({"a": 1.0, "b": 2.0}, 2.0)
    with pytest.raises(ValueError, match=r"leaves must be named as in the expression \(got 'c'\)"):
        player.leaves["c"] = 1
    for change in (
        lambda: player.leaves.pop("a"),
        lambda: player.leaves.clear(),
        lambda: player.leaves.__delitem__("a"),
    ):
        with pytest.raises(TypeError, match="leaves must stay those of the expression"):
            change()
    assert player.leaves == {"a": 1.0, "b": 2.0}


def test_the_first_numbers_bring_back_the_first_trace() -> None:
    a = Value(3.0, label="a")
    f = a * a
    a.data = 4.0  # after the forward pass: the trace says so
    player = play(f)
    first = (player.trace, player.scene)
    player.leaves = {"a": 5}
    assert player.scene["faults"] == []
    player.leaves = {"a": 4}
    assert (player.trace, player.scene) == first


@pytest.mark.parametrize(
    ("leaves", "error", "says"),
    [
        ({"x": 1}, ValueError, r"leaves must be named as in the expression \(got 'x'\); they are alpha, b"),
        ({"alfa": 1}, ValueError, r"\(got 'alfa'\); did you mean alpha\?"),
        ({"b": "2"}, TypeError, "leaf b must be a real number"),
        ({"b": 1, "x": 1}, ValueError, "named as in the expression"),
    ],
)
def test_what_is_no_leaf_or_no_number_is_refused_and_changes_nothing(leaves: Any, error: Any, says: str) -> None:
    player = play("alpha * b", alpha=2, b=3)
    before = (player.trace, player.leaves)
    with pytest.raises(error, match=says):
        player.leaves = leaves
    assert (player.trace, player.leaves) == before


def test_leaves_of_one_name_are_told_apart_and_constants_are_no_leaves() -> None:
    player = play(Value(1.0, label="w") * Value(2.0, label="w") + 3.0)
    player.leaves = {"w (2)": 5}
    assert player.leaves == {"w": 1.0, "w (2)": 5.0}
    assert player.trace["data"][:3] == [1.0, 5.0, 5.0]


def test_the_page_s_edits_are_taken_in_and_acknowledged() -> None:
    player = play("a * b", a=2, b=-3)
    player.set_state({"edit": {"number": 1, "leaves": [["a", 2.5], ["b", {"$f": "-Infinity"}]]}})
    assert player.leaves == {"a": 2.5, "b": -math.inf}
    assert (player.acknowledged, player.trouble) == (1, "")
    player.set_state({"edit": {"number": 7, "leaves": [["a", 2.5], ["b", {"$f": "-Infinity"}]]}})
    assert player.acknowledged == 7  # though nothing is new


def branching(a: Value, b: float = 3) -> Value:
    return a * b if a.data > 0 else a + b * b


def test_a_function_is_called_again_and_may_make_another_graph() -> None:
    player = play(branching, a=2, step=4)
    assert player.leaves == {"a": 2.0, "b": 3.0}
    player.leaves = {"a": -1}
    assert Trace.from_dict(player.trace) == trace(branching, a=-1)
    assert (player.step, player.steps, len(player.scene["x"])) == (4, 7, 4)
    player.step = 7
    player.leaves = {"a": 5}
    assert (player.step, player.steps) == (4, 4)
    assert dict(player.scene["edit"]["leaves"].values()) == {"a": 2.0, "b": 3.0}  # the numbers to go back to


def test_a_leaf_that_the_graph_lost_keeps_its_number() -> None:
    player = play(lambda a, b: a * b if a.data > 0 else a * a, a=2, b=3)
    player.leaves = {"b": 4}
    player.leaves = {"a": -1}
    assert len(player.trace["op"]) == 2
    player.leaves = {"a": 1}
    assert player.trace["data"] == [1.0, 4.0, 4.0]


def test_a_constant_that_a_function_computes_is_computed_anew() -> None:
    player = play(lambda a: a * (1 / a.data), a=2)
    player.leaves = {"a": 4}
    assert player.scene["title"] == ["a", "constant", "e = a × 0.25"]


def test_a_leaf_of_a_function_s_own_can_be_edited_too() -> None:
    outer = Value(10.0)
    player = play(lambda a: a * outer, a=2)
    assert player.leaves == {"a": 2.0, "outer": 10.0}
    player.leaves = {"outer": 5}
    player.leaves = {"a": 3}
    assert player.trace["data"] == [3.0, 5.0, 15.0]
    assert outer.data == 10.0


def test_what_a_function_raises_is_raised_in_python_and_told_to_the_page() -> None:
    player = play(lambda a: a * (1 / a.data), a=2)
    with pytest.raises(ZeroDivisionError):
        player.leaves = {"a": 0}
    assert player.leaves == {"a": 2.0}
    player.set_state({"edit": {"number": 1, "leaves": [["a", 0]]}})
    assert (player.acknowledged, player.trouble) == (1, "ZeroDivisionError: float division by zero")
    player.set_state({"edit": {"number": 2, "leaves": [["a", 1]]}})
    assert (player.acknowledged, player.trouble, player.leaves) == (2, "", {"a": 1.0})


def test_another_engine_without_faults_is_computed_by_the_rules() -> None:
    a, b = Lecture(3.0, label="a"), Lecture(2.0, label="b")
    player = play((a * b).tanh())
    player.leaves = {"a": 0}
    assert player.trace["data"] == [0.0, 2.0, 0.0, 0.0]
    assert a.data == 3.0


def test_an_engine_with_faults_is_not_computed_again() -> None:
    a = AssignsInMul(3.0, label="a")
    player = play(a * a)
    assert player.leaves == {}
    assert player.scene["edit"]["leaves"] == {}
    with pytest.raises(ValueError, match="what your engine did, with its mistakes: change a leaf in your code"):
        player.leaves = {"a": 1}


def test_an_operation_without_a_rule_is_not_computed_again() -> None:
    t = trace(squared())
    t.op[1] = "swish"
    player = play(t)
    with pytest.raises(ValueError, match="The rule of 'swish' is not known here"):
        player.leaves = {"a": 1}


def test_torch_is_not_computed_again(require_torch: Any) -> None:
    x = require_torch.tensor(2.0, requires_grad=True)
    assert "torch computed these numbers" in play(x * x).scene["edit"]["fixed"]


def test_an_operation_of_your_own_is_computed_again() -> None:
    define_op("cubed_plus", "x * x * x + 1", ["3 * x * x"])
    try:
        player = play(apply(OPS["cubed_plus"], [Value(2.0, label="a")]))
        player.leaves = {"a": 3}
        assert player.trace["data"] == [3.0, 28.0]
        assert player.trace["local"] == [27.0]
    finally:
        del OPS["cubed_plus"]


def test_the_stored_picture_has_the_edited_numbers() -> None:
    player = play("f = a * a", a=3)
    player.leaves = {"a": 4}
    assert 'alt="Expression graph of 2 values: f = a × a = 16"' in player._repr_mimebundle_()[0]["text/html"]


def test_in_a_picture_of_groups_the_leaves_are_edited_as_elsewhere() -> None:
    result = training(20)
    player = play(result)
    before = player._traced
    assert "parts" in player.scene
    player.leaves = {"L1.n1.w1": 0.5}
    leaf = next(i for i, label in before.label.items() if label == "L1.n1.w1")
    assert player.trace == before.at({leaf: 0.5}).to_dict()
    assert player.scene["parts"] == play(result).scene["parts"]
    player.set_state({"edit": {"number": 3, "leaves": [["L1.n1.w1", -0.25]]}})
    assert (player.acknowledged, player.leaves["L1.n1.w1"]) == (3, -0.25)
    assert player.trace == before.at({leaf: -0.25}).to_dict()


def test_a_function_that_makes_other_groups_is_shown_in_them() -> None:
    def f(a: Value) -> Value:
        out = a
        for _ in range(3 if a.data > 0 else 5):
            with group("step"):
                out = (out * a).tanh()
        return out

    player = play(f, a=2, groups="closed")
    assert player.scene["parts"]["name"][-3:] == ["step 1", "step 2", "step 3"]
    player.leaves = {"a": -1}
    assert len(player.trace["op"]) == 11
    assert player.scene["parts"]["name"][-1] == "step 5"
    player.leaves = {"a": 2}
    assert len(player.trace["op"]) == 7


def test_a_function_that_loses_its_groups_stays_in_a_picture_of_groups() -> None:
    def f(a: Value) -> Value:
        if a.data < 0:
            return -a
        with group("square"):
            return a * a

    player = play(f, a=2, groups="closed")
    player.leaves = {"a": -3}
    assert player.scene["parts"]["name"] == []
    assert player.trace["data"] == [-3.0, 3.0]


def test_many_leaves_of_one_name_are_named_at_once() -> None:
    """Ten thousand of them; looking for each number from the first on would take minutes."""
    leaves = named_leaves(trace(total([Value(float(i), label="x") for i in range(10_000)])))
    assert list(leaves)[-1] == "x (10000)"


# ---------------------------------------------------------------- what a notebook stores


def test_a_notebook_stores_a_picture_beside_the_widget() -> None:
    player = play(lesson())
    bundle, _ = player._repr_mimebundle_()
    assert bundle["text/plain"] == "Player(7 values, step 0 of 10)"
    assert "application/vnd.jupyter.widget-view+json" in bundle
    found = re.fullmatch(
        r'<img class="mv-still" alt="([^"]*)" src="data:image/svg\+xml;base64,([^"]*)">', bundle["text/html"]
    )
    assert found is not None
    assert found[1].startswith("Expression graph of 7 values: e = a × b = −6")
    assert base64.b64decode(found[2]).decode().startswith("<svg ")


@pytest.mark.parametrize(
    ("options", "grads"),
    [
        ({}, ["–", "–"]),
        ({"start": "backward"}, ["–", "–"]),
        ({"step": 2}, ["–", "1"]),
        ({"step": 3}, ["3", "1"]),
        ({"step": 4}, ["6", "1"]),
        ({"step": 4, "accumulate": False}, ["3", "1"]),
        ({"step": 3, "by": "node"}, ["6", "1"]),
    ],
)
def test_the_stored_picture_shows_the_gradients_known_at_the_step(options: Any, grads: list[str]) -> None:
    bundle, _ = play(squared(), **options)._repr_mimebundle_()
    image = base64.b64decode(bundle["text/html"].split("base64,")[1][:-2]).decode()
    assert cards(image) == [["a", "data", "3", "grad", grads[0]], ["e = a × a", "data", "9", "grad", grads[1]]]


def test_of_a_large_graph_a_notebook_stores_a_sentence() -> None:
    x = Value(1.0, label="x")
    for _ in range(400):
        x = x.tanh()
    bundle, _ = play(x)._repr_mimebundle_()
    assert bundle["text/html"].startswith('<p class="mv-still">Expression graph of 401 values: v1 = tanh(x) = 0.7616;')


def test_the_stored_picture_is_always_the_same() -> None:
    assert play(lesson())._repr_mimebundle_()[0]["text/html"] == play(lesson())._repr_mimebundle_()[0]["text/html"]


def test_a_label_does_not_end_the_alternative_text() -> None:
    bundle, _ = play(Value(1.0, label='"><script>x</script>') * 2.0)._repr_mimebundle_()
    assert bundle["text/html"].count("<") == 1
    assert bundle["text/html"].count('"') == 6


def test_a_notebook_gets_the_picture_and_then_the_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr("microgradviz.views.widget.display", lambda bundle, **_: shown.append(bundle))
    monkeypatch.setattr("microgradviz.views.shared_code.os.environ", {})
    play(squared())._ipython_display_()
    assert [set(bundle) for bundle in shown] == [
        {"text/html"},
        {"text/plain", "application/vnd.jupyter.widget-view+json"},
    ]


def test_a_host_that_cannot_hide_the_picture_gets_one_bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("microgradviz.views.shared_code.os.environ", {"VSCODE_PID": "1"})
    with pytest.raises(NotImplementedError):
        play(squared())._ipython_display_()


# ---------------------------------------------------------------- node agrees with Python, bit for bit

REPLAY = """
import { readFileSync } from "node:fs";
import { makePlan } from "%s/core/steps.js";
const view = new DataView(new ArrayBuffer(8));
function bits(x) {
  if (Number.isNaN(x)) return "nan";
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString();
}
const out = [];
for (const [trace, accumulate] of JSON.parse(readFileSync(0, "utf8"))) {
  const plan = makePlan(trace, { accumulate });
  out.push(plan.contributions.map((c) => [c.edge, ...[c.amount, c.before, c.after].map(bits)]));
}
console.log(JSON.stringify(out));
"""


def node_says(node: str, code: str, given: Any) -> Any:
    run = subprocess.run(
        [node, "--input-type=module", "-e", code], input=json.dumps(given), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def bits(x: float) -> str:
    return "nan" if math.isnan(x) else str(struct.unpack(">Q", struct.pack(">d", x))[0])


def check_replay(node: str, traces: list[Trace]) -> None:
    cases = [(t, accumulate) for t in traces for accumulate in (True, False)]
    said = node_says(node, REPLAY % HERE.as_uri(), [[t.to_dict(), accumulate] for t, accumulate in cases])
    for (t, accumulate), rows in zip(cases, said, strict=True):
        expected = [
            [c.edge, bits(c.amount), bits(c.before), bits(c.after)] for c in t.replay_backward(accumulate=accumulate)
        ]
        assert rows == expected


def test_the_page_plays_the_contributions_of_python_bit_for_bit(require_node: str) -> None:
    a, b = Lecture(3.0, label="a"), AssignsInMul(3.0, label="b")
    zero = Value(-0.0) * Value(5.0) + Value(math.inf) * Value(0.0) + Value(1e308) * Value(1e308)
    check_replay(require_node, [trace(x) for x in (lesson(), squared(), a * a + a.tanh(), b * b + b, zero)])


@settings(max_examples=15)
@given(expression=expressions())
def test_the_page_plays_any_expression_bit_for_bit(require_node: str, expression: Value) -> None:
    check_replay(require_node, [trace(expression)])


RECOMPUTE = """
import { readFileSync } from "node:fs";
import { bornFaults, recompute } from "%(js)s/core/recompute.js";
import { makePlan } from "%(js)s/core/steps.js";
import { decode } from "%(js)s/core/words.js";
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(([trace, scene, numbers]) => {
  const made = recompute(trace, scene, new Map(numbers.map(([i, x]) => [i, decode(x)])));
  return { ...made, faults: bornFaults(makePlan(made), scene) };
})));
"""
EXACT = ("add", "sub", "mul", "div", "neg", "relu", "leaky_relu", "abs", "max", "min", "total")
PLAIN = tuple(OPS[name] for name in EXACT)
Edited = tuple[Trace, dict[int, float]]


@st.composite
def edits(draw: Any, ops: Any = BUILT_IN) -> Edited:
    """The trace of an expression, and new numbers for its leaves, all of them named."""
    t = trace(draw(expressions(ops=ops)))
    t.label.update({i: f"x{i}" for i, op in enumerate(t.op) if not op})
    numbers = st.one_of(NUMBERS, st.sampled_from([math.inf, -math.inf, math.nan, -0.0, 1e300]))
    return t, {i: draw(numbers) for i, op in enumerate(t.op) if not op}


def page_says(node: str, cases: list[Edited]) -> list[dict[str, Any]]:
    given = [[t.to_dict(), make_scene(t), [[i, tag_number(x)] for i, x in numbers.items()]] for t, numbers in cases]
    said: list[dict[str, Any]] = node_says(node, RECOMPUTE % {"js": HERE.as_uri()}, given)
    for one in said:
        for column in ("data", "local"):
            one[column] = [float(x["$f"]) if isinstance(x, dict) else float(x) for x in one[column]]
    return said


@settings(max_examples=6)
@given(cases=st.lists(edits(PLAIN), min_size=4, max_size=8))
def test_the_page_computes_arithmetic_as_python_does_bit_for_bit(require_node: str, cases: list[Edited]) -> None:
    for (t, numbers), said in zip(cases, page_says(require_node, cases), strict=True):
        there = t.at(numbers)
        assert [bits(x) for x in said["data"]] == [bits(x) for x in there.data]
        assert [bits(x) for x in said["local"]] == [bits(x) for x in there.local if x is not None]
        assert said["faults"] == [fault._asdict() for fault in there.faults]


@settings(deadline=None)
@given(case=edits())
def test_no_fault_of_an_edit_is_passed_over(case: Edited) -> None:
    t, numbers = case
    editing = Edits(t)
    assume(not editing.fixed)
    names = {i: name for name, i in named_leaves(t).items()}
    edited = editing.at({**editing.given, **{names[i]: x for i, x in numbers.items()}})
    assert editing.faults(edited) == edited.faults


@settings(max_examples=6)
@given(cases=st.lists(edits(), min_size=4, max_size=8))
def test_the_page_computes_every_operation_to_a_few_units_in_the_last_place(
    require_node: str, cases: list[Edited]
) -> None:
    """Each operation by itself, from the page's own inputs, so that no error is magnified on its way."""
    for (t, numbers), said in zip(cases, page_says(require_node, cases), strict=True):
        first = t.first_edges()
        for i, op in enumerate(t.op):
            if not op:
                assert bits(said["data"][i]) == bits(numbers[i])
                continue
            edges, constants = range(first[i], first[i + 1]), t.params.get(i, {})
            inputs = [said["data"][t.sources[e]] for e in edges]
            row = OPS[op].bind(*(constants[name] for name in OPS[op].params))
            out, slopes = row.run_ieee(*inputs)
            apart = wobble(row, *inputs)[0] if row.arity else 0.0
            size = apart / UNIT if apart < math.inf else 0.0
            assert near(said["data"][i], out, size), f"{op} of {inputs}: {said['data'][i]}, not {out}"
            for e, slope in zip(edges, slopes, strict=True):
                assert near(said["local"][e], slope, 1.0), f"slope of {op} at {inputs}: {said['local'][e]}, not {slope}"


def near(x: float, y: float, size: float) -> bool:
    """Equal to 8 units in the last place of y, or of `size` where a formula subtracts numbers of that size."""
    if x == y or (math.isnan(x) and math.isnan(y)):
        return True
    return abs(x - y) <= 8 * UNIT * max(size, abs(y)) + 1e-322 < math.inf


EXPRESSIONS = """
import { readFileSync } from "node:fs";
import { expression } from "%s/core/words.js";
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((given) => expression(...given))));
"""


def test_operations_read_the_same_in_the_page_and_in_python(require_node: str) -> None:
    cases = []
    for op in OPS.values():
        rule = {"notation": op.notation, "formula": "", "locals": [], "arity": op.arity, "params": list(op.params)}
        for sample in op.samples:
            params = dict(zip(op.params, sample[op.arity :], strict=True)) if op.params else {}
            inputs = ["a", "(−2)", "y", "x"][: op.arity or len(sample)]
            cases.append((rule, op.name, inputs, params))
    said = node_says(require_node, EXPRESSIONS % HERE.as_uri(), cases)
    assert said == [expression_text(name, inputs, params) for _, name, inputs, params in cases]


def test_the_player_is_what_the_front_door_calls_play() -> None:
    assert isinstance(play(squared()), Player)


def test_labelled_graphs_of_the_other_tests_can_be_played() -> None:
    assert play(labelled(["a", "b"])).steps > 0


# ---------------------------------------------------------------- predictions


def answer(**changes: Any) -> dict[str, Any]:
    right = {"step": 3, "kind": "grad", "node": 0, "edge": 0, "given": 3.0, "right": True}
    return {**right, "shown": False, "tries": 1, "mistake": None, **changes}


def test_answers_make_the_score() -> None:
    player = play(squared(), predict="grad")
    assert player.predict == "grad"
    assert (player.answers, player.score) == ([], Score(right=0, asked=0))
    player.answers = [answer(), answer(step=4, edge=1, given="inf", right=False, tries=2, mistake="overwrote")]
    assert repr(player.score) == "Score(right=1, asked=2)"
    player.answers = [answer(), answer(step=4, edge=1, given=3, tries=2)]
    assert player.score == (1, 2), "right at the second try is not right at the first"
    player.answers = [answer(), answer(step=4, edge=1, given="inf", right=False, tries=2, mistake="overwrote")]
    assert [a["mistake"] for a in player.answers] == [None, "overwrote"]
    player.answers = []
    assert player.score.asked == 0


def test_what_was_shown_is_not_right() -> None:
    player = play(squared(), predict="grad")
    player.answers = [answer(shown=True, given=None), answer(step=4, edge=1, given=None)]
    assert player.score == (0, 2)


def test_data_is_asked_for_at_forward_steps_and_edges_at_backward_ones() -> None:
    player = play(squared(), predict="data")
    rows = [
        answer(kind="data", step=1, node=1, edge=None, given=9),
        answer(kind="local"),
        answer(kind="local", step=4, edge=1),
    ]
    player.answers = [*rows, answer(kind="data", step=3), answer(kind="grad", step=1), answer(kind="grad", step=2)]
    assert player.answers == rows
    player = play(squared(), predict="grad", by="node")
    player.answers = [answer(edge=1), answer(edge=1, given=6)]
    assert [a["given"] for a in player.answers] == [6]


@pytest.mark.parametrize(
    "given",
    [
        *(None, 3, "answers", {}, {"0": 1}, b"x", [None], [[]], [{}], [3, "x"], [[answer()]]),
        *([answer(step=step)] for step in (-1, 0, 99, 10**400, 3.0, True, None, "3", math.nan)),
        *([answer(node=node)] for node in (1, -1, 10**30, None, "0", [0])),
        *([answer(edge=edge)] for edge in (2, -1, None, "0", {})),
        *([answer(kind=kind)] for kind in ("data", "", None, ["grad"], "x" * 10**6)),
        *([answer(given=given)] for given in ([3], True)),
        *([answer(tries=tries)] for tries in (None, 1.5)),
        *([answer(mistake=mistake)] for mistake in (["x"], 3)),
        [answer(right="yes")],
    ],
    ids=lambda given: ascii(given)[:40],
)
def test_a_page_can_send_anything(given: object) -> None:
    player = play(squared(), predict="grad")
    player.answers = [answer()]
    player.answers = given
    assert player.answers == []
    player.set_state({"answers": given})
    assert player.score == (0, 0)


def test_many_answers_to_one_question_are_one() -> None:
    player = play(squared(), predict="grad")
    player.answers = [answer(tries=i) for i in range(10_000)]
    assert [a["tries"] for a in player.answers] == [9_999]


def test_whoever_predicts_sees_all_groups_open() -> None:
    assert "parts" not in play(training(20), predict="grad").scene
    with pytest.raises(ValueError, match=r"groups must be 'auto' or 'open' with predict='grad'"):
        play(training(20), predict="grad", groups="closed")
    with pytest.raises(ValueError, match=r"predict must be None for more than 10,000 operations \(got 'data'\)"):
        play(training(250), predict="data")


def test_nothing_is_predicted_in_a_picture_of_groups() -> None:
    player = play(training(20))
    with pytest.raises(ValueError, match=r"predict must be None in a picture of groups \(got 'grad'\)"):
        player.predict = "grad"
    assert player.predict is None
    player.predict = None


def test_a_notebook_stores_no_value_that_is_to_be_predicted() -> None:
    html = play(lesson(), predict="data", step=1)._repr_mimebundle_()[0]["text/html"]
    image = base64.b64decode(html.split("base64,")[1][:-2]).decode()
    words = " ".join(re.findall(r">([^<]+)</text>", image))
    assert "e = a × b data −6 grad –" in words
    assert "d = e + c data – grad –" in words
    assert "L = d × f data – grad –" in words
    assert 'alt="Expression graph of 7 values: e = a × b; d = e + c; L = d × f"' in html
    alone = to_html(lesson(), predict="data").split("<noscript>")[1].split("</noscript>")[0]
    image = base64.b64decode(alone.split("base64,")[1].split('"')[0]).decode()
    assert 'alt="Expression graph of 7 values: e = a × b; d = e + c; L = d × f"' in alone
    assert "L = d × f data – grad –" in " ".join(re.findall(r">([^<]+)</text>", image))


PREDICT = """
import { readFileSync } from "node:fs";
import { mistakeIn } from "%(js)s/core/mistakes.js";
import { questionsAt, rightness } from "%(js)s/core/questions.js";
import { makePlan } from "%(js)s/core/steps.js";
const out = JSON.parse(readFileSync(0, "utf8")).map(([trace, scene, kind, edge, typed]) => {
  const plan = makePlan(trace);
  const all = plan.steps.flatMap((_, k) => questionsAt(plan, kind, k));
  const question = all.find((one) => (kind === "data" ? one.node === trace.to[edge] : one.edge === edge));
  return typed.map((x) => {
    const right = rightness(plan, scene, question, x);
    return right ? [right, "", ""] : ["", mistakeIn(plan, scene, question, x).mistake, mistakeIn(plan, scene, question, x).says];
  });
});
console.log(JSON.stringify(out));
"""  # noqa: E501


def rows_of_the_table() -> Iterator[tuple[str, Trace, int, float, float, float]]:
    """For every row and sample: the trace of 3 × op(…), and each edge with its input, output and local derivative."""
    for op in map(OPS.__getitem__, ops.BUILT_IN):  # other tests have defined some of their own
        for sample in op.samples:
            inputs = [Value(x, label=f"in{i}") for i, x in enumerate(sample[: op.arity or len(sample)])]
            constants = sample[len(inputs) :]
            out = apply(op.bind(*constants) if op.params else op, inputs)
            t = trace(out * 3.0)
            slopes = op.run(*sample)[1]
            for edge, slope in enumerate(slopes):
                yield op.name, t, edge, inputs[edge].data, out.data, slope


def test_planted_mistakes_are_named_for_every_row_of_the_table(require_node: str) -> None:
    cases, planted, rows = [], [], list(rows_of_the_table())
    assert {name for name, *_ in rows} == set(ops.BUILT_IN)
    for name, t, edge, x, out, slope in rows:
        values = prepare_play(t, PlayOptions())[1]
        for kind, right, wrong in (
            ("grad", 3 * slope, {
                "forgot the gradient arriving": slope, "forgot the local derivative": 3.0, "wrong sign": -3 * slope,
                "gave the data": x, "left it out": 0.0, "used its own value": 3 * x,
                "added instead of multiplied": 3 + slope,
            }),
            ("local", slope, {
                "took the gradient arriving with it": 3 * slope, "gave the gradient arriving": 3.0,
                "wrong sign": -slope, "gave the output": out, "took it for a constant": 0.0, "used its own value": x,
            }),
            ("data", out, {"wrong sign": -out, "gave an input": x, "gave the local derivative": slope}),
        ):  # fmt: skip
            typed = [right, float(f"{right:.4g}"), math.pi * 1e5, *wrong.values()]
            cases.append([values["trace"], values["scene"], kind, edge, typed])
            planted.append((f"{name} {kind} edge {edge} at {x}", right, wrong))
    found = node_says(require_node, PREDICT % {"js": HERE.as_uri()}, cases)
    for (what, right, wrong), (exact, rounded, nowhere, *answers) in zip(planted, found, strict=True):
        assert exact[0] == rounded[0] == "as played", what
        assert nowhere[:2] == ["", None], what
        for (mistake, value), (verdict, named, says) in zip(wrong.items(), answers, strict=True):
            same = {other for other, x in wrong.items() if math.isclose(x, value, rel_tol=3e-3)}
            if math.isclose(value, right, rel_tol=1e-3, abs_tol=1e-12):
                assert verdict == "as played", (what, mistake)
            else:
                assert named in same | OTHER_NAMES or math.isclose(value, right, rel_tol=1e-2), (what, mistake, named)
                before_the_rule = says.split(": along ")[0]
                told = re.search(rf"(?<![\w.−]){re.escape(number_text(right))}(?![\w.])", before_the_rule)
                assert not told, (what, says)


ANY = """
import { readFileSync } from "node:fs";
import { mistakeIn } from "%(js)s/core/mistakes.js";
import { readNumber } from "%(js)s/core/numbers.js";
import { labelOf, expectedNumber, playedNumber, questionOf, questionsAt, rightness } from "%(js)s/core/questions.js";
import { makePlan } from "%(js)s/core/steps.js";
import { numberText } from "%(js)s/core/words.js";
const [trace, scene] = JSON.parse(readFileSync(0, "utf8"));
for (const by of ["contribution", "node"]) for (const accumulate of [true, false]) for (const kind of ["data", "local", "grad"]) {
  const plan = makePlan(trace, { by, accumulate });
  for (const question of plan.steps.flatMap((_, k) => questionsAt(plan, kind, k))) {
    const right = playedNumber(plan, question);
    for (const x of [right, readNumber(numberText(right))]) if (rightness(plan, scene, question, x) !== "as played") throw Error(`${x} is right`);
    const wanted = expectedNumber(plan, scene, question);
    if (!Object.is(wanted, right) && !(Math.abs(wanted - right) <= 1e-9 * Math.abs(right)) && wanted !== right) throw Error(`${wanted} is not ${right}`);
    for (const text of [labelOf(plan, scene, question), questionOf(plan, scene, question)]) if (/undefined|NaN/.test(text)) throw Error(text);
    for (const x of [NaN, -Infinity, 0, 1, -right, 2 * right + 1, ...plan.data]) if (/undefined|NaN/.test(mistakeIn(plan, scene, question, x).says)) throw Error(String(x));
  }
}
console.log("true");
"""  # noqa: E501


@settings(max_examples=8)
@given(expression=expressions())
def test_any_expression_can_be_predicted(require_node: str, expression: Value) -> None:
    values = prepare_play(trace(expression), PlayOptions())[1]
    assert node_says(require_node, ANY % {"js": HERE.as_uri()}, [values["trace"], values["scene"]])


# A planted number may be that of a slip which belongs to the operation, and is named first.
OTHER_NAMES = {
    *("used the input for the output", "used the output for the input", "derived by the other input"),
    *("forgot the factor n", "did not lower the power", "forgot the square", "forgot a factor"),
    *("turned it upside down", "turned the inputs round", "took another operation", "left one out"),
    *("multiplied by the power", "gave the output", "gave an input"),
}
