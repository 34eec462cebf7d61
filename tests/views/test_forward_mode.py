"""Forward mode: its rates are those of reverse mode and of PyTorch's jvp, and what cannot be played says why."""

import base64
import math
import re
from typing import Any

import pytest
from kit.op_cases import SAMPLES
from kit.page_code import node_says

from microgradviz import Value, play, to_html, trace
from microgradviz.engine import FUNCTIONS, Op, apply
from microgradviz.tracing import rate_steps
from microgradviz.verify.twin import _torch_out
from microgradviz.views.sendable import sendable_trace

RATES = """
import { readFileSync } from "node:fs";
import { encode } from "%(js)s/core/numbers.js";
import { makePlan } from "%(js)s/core/steps.js";
const found = JSON.parse(readFileSync(0, "utf8")).map(([trace, along]) => {
  const { rates, steps } = makePlan({ ...trace, order: [] }, { along });
  return [rates[trace.root] === null ? 0 : encode(rates[trace.root]), steps.slice(1).map(({ node }) => node)];
});
console.log(JSON.stringify(found));
"""


def used_twice(op: Op, values: Any) -> Any:
    """An operation, once more multiplied by its first input, so that two amounts come together."""
    return apply(op, values) * values[0]


@pytest.mark.filterwarnings("ignore:.*torch.jit.*:DeprecationWarning")  # torch's own, within its jvp
def test_every_operation_has_the_rates_of_reverse_mode_and_of_pytorchs_jvp(
    require_node: str, require_torch: Any
) -> None:
    sent, expected, steps = [], [], []
    formulas = {name: getattr(require_torch, name) for name in FUNCTIONS}
    for op, inputs in SAMPLES:
        leaves = [Value(x, label=f"x{i}") for i, x in enumerate(inputs)]
        result = used_twice(op, leaves)
        result.backward()
        seen = trace(result)
        tensors = tuple(require_torch.tensor(x, dtype=require_torch.float64) for x in inputs)
        for at, leaf in enumerate(leaves):
            number = next(i for i, label in seen.label.items() if label == leaf.label)
            tangents = tuple(
                require_torch.tensor(float(at == i), dtype=require_torch.float64) for i in range(len(inputs))
            )
            jvp = require_torch.func.jvp(
                lambda *xs, op=op: _torch_out(op, xs, require_torch, formulas) * xs[0], tensors, tangents
            )[1].item()
            sent.append([sendable_trace(seen), number])
            expected.append((leaf.grad, jvp))
            steps.append(rate_steps(seen, number))
    found = node_says(require_node, RATES, sent)
    assert len(found) > 60
    for (rate, page_steps), (grad, jvp), python_steps in zip(found, expected, steps, strict=True):
        assert math.isfinite(grad)
        assert rate == pytest.approx(grad, rel=1e-9, abs=1e-9)
        assert rate == pytest.approx(jvp, rel=1e-9, abs=1e-9)
        assert page_steps == python_steps, "Python counts the steps that the page plays"


def expression(**labels: str) -> Value:
    a, b = Value(2.0, label=labels.get("a", "a")), Value(-3.0, label=labels.get("b", "b"))
    d = a * b
    d.label = "d"
    return d + a


FORWARD = {"mode": "forward", "along": "a"}


@pytest.mark.parametrize("function", [play, to_html], ids=["play", "to_html"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "forward"}, "along must be given with mode='forward', the name of a leaf: 'a', 'b' (got None)"),
        ({"along": "a"}, "along must be left out without mode='forward' (got 'a')"),
        ({**FORWARD, "along": "q"}, "along must be the name of a leaf: 'a', 'b' (got 'q', which is not there)"),
        ({**FORWARD, "along": "d"}, "the name of a leaf: 'a', 'b' (got 'd', which is the result of an operation)"),
        ({**FORWARD, "along": math.nan}, "along must be the name of a leaf: 'a', 'b' (got nan, which is no name)"),
        ({**FORWARD, "nudge": "a"}, "nudge must be left out with mode='forward' (got 'a')"),
        ({**FORWARD, "update": 0.1}, "update must be left out with mode='forward' (got 0.1)"),
        ({**FORWARD, "by": "node"}, "by must be 'contribution' with mode='forward' (got 'node')"),
        ({**FORWARD, "groups": "closed"}, "groups must be 'auto' or 'open' with along='a'"),
        ({"mode": "sideways"}, "mode must be 'reverse' or 'forward' (got 'sideways')"),
    ],
)
def test_what_cannot_be_played_forward_says_why(function: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        function(expression(), **options)


def test_two_leaves_of_one_name_are_told_apart_first() -> None:
    with pytest.raises(ValueError, match=r"name of one leaf \(got 'w', the name of 2\); give each a label of its own"):
        play(expression(a="w", b="w"), mode="forward", along="w")
    assert play(expression(a="w", b="w"), mode="forward", along="w (2)").along == "w (2)"


def test_a_presets_switch_has_no_leaf_to_go_along() -> None:
    with pytest.raises(ValueError, match="along must be given for one preset"):
        play(presets=True, **FORWARD)


def test_along_can_be_set_and_the_other_options_give_way() -> None:
    player = play("a * b + a", a=2, b=-3, step=6, **FORWARD)
    assert player.steps == 6
    player.along = "b"
    assert (player.steps, player.step) == (4, 4)
    for name, other in [("by", "node"), ("gradients", False), ("update", 0.1), ("nudge", "a"), ("predict", "grad")]:
        with pytest.raises(ValueError, match=f"{name} must be .* with mode='forward'"):
            setattr(player, name, other)
    with pytest.raises(ValueError, match="which is not there"):
        player.along = "c"
    player.along = None
    assert player.steps == 7


def test_without_a_page_the_cards_have_the_rates_that_are_known() -> None:
    def rows(picture: str) -> list[str]:
        drawn = base64.b64decode(re.findall(r"base64,([\w+/=]+)", picture)[0]).decode()
        return re.findall(r">rate</text><text [^>]*>([^<]*)<", drawn)

    player = play("a * b + a", a=2, b=-3, **FORWARD)
    told = []
    for step in range(player.steps + 1):
        player.step = step
        told.append(rows(player.fallback()))
    a, b, product, result = 0, 1, 2, 3
    known = [[row[i] for i in (a, b, product, result)] for row in told]
    assert known[0] == known[1] == ["1", "0", "–", "–"], "the product has its data first"
    assert known[2:-1] == [["1", "0", "−3", "–"]] * 4, "a sum is known when all of it has come"
    assert known[-1] == ["1", "0", "−3", "−2"]
    assert rows(to_html("a * b + a", a=2, b=-3, **FORWARD)) == known[-1], "a page without JavaScript shows the end"
    assert ">rate<" not in to_html("a * b + a", a=2, b=-3)
