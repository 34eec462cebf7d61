"""attention in Python: its numbers against PyTorch, those of the page against both, and what it refuses."""

import json
import random
import subprocess
from typing import Any

import pytest

from microgradviz import attention
from microgradviz.views.bundle import HERE

NAMES = "emily"


def drawn(count: int) -> dict[str, Any]:
    at = random.Random(count)
    arrows = lambda: [[at.uniform(-3, 3) for _ in "xy"] for _ in range(count)]  # noqa: E731
    return {"queries": arrows(), "keys": arrows(), "values": arrows()}


def numbers_of(parts: dict[str, list[Any]]) -> dict[str, list[list[float]]]:
    """Every number of every part, and its gradient."""
    flat = {
        kind: [x for row in each for x in (row if isinstance(row, list) else [row])] for kind, each in parts.items()
    }
    return {kind: [[x.data for x in each], [x.grad for x in each]] for kind, each in flat.items()}


@pytest.mark.parametrize(("count", "asks"), [(1, 0), (2, -1), (5, 0), (5, -1)])
def test_every_number_and_gradient_is_that_of_torch(count: int, asks: int) -> None:
    torch = pytest.importorskip("torch")
    given = drawn(count)
    made = attention(NAMES[:count], **given)
    made.asks = asks % count
    query = torch.tensor(given["queries"][asks], dtype=torch.float64, requires_grad=True)
    key, value = (torch.tensor(given[name], dtype=torch.float64, requires_grad=True) for name in ("keys", "values"))
    score = key @ query / 2**0.5
    weight = torch.softmax(score, 0)
    output = weight @ value
    for middle in (score, weight, output):
        middle.retain_grad()
    output.backward(torch.tensor([1.0, -1.0], dtype=torch.float64))
    named = {"query": query, "key": key, "score": score, "weight": weight, "value": value, "output": output}
    for kind, (data, grad) in numbers_of(made.values).items():
        assert data == pytest.approx(named[kind].detach().flatten().tolist(), rel=1e-12, abs=1e-12)
        assert grad == pytest.approx(named[kind].grad.flatten().tolist(), rel=1e-12, abs=1e-12)
    assert [sum(row) for row in made.weights] == pytest.approx([1.0] * count)
    assert made.weights[asks] == numbers_of(made.values)["weight"][0]


_PAGE = """
import { makeHead } from "./head.js";
const { play, names, arrows, asks, kinds } = JSON.parse(process.argv[1]);
const head = makeHead(play, names), now = head.at(arrows, asks);
const both = (label) => [0, 1].map((c) => `${label}[${c}]`);
const labels = (kind) => kind === "output" || kind === "query" ? both(kind)
  : names.flatMap((name) => kind === "key" || kind === "value" ? both(`${kind}_${name}`) : [`${kind}_${name}`]);
const told = kinds.map((kind) => [kind, [labels(kind).map(now.number), labels(kind).map(now.grad)]]);
console.log(JSON.stringify({ told: Object.fromEntries(told), weights: head.weights(arrows) }));
"""


@pytest.mark.parametrize("count", [1, 3, 5])
def test_the_page_works_out_the_same_at_other_arrows(count: int, require_node: str) -> None:
    made, given = attention(NAMES[:count]), drawn(count)
    played = made.play  # made at the first arrows
    made.arrows = {"query": given["queries"], "key": given["keys"], "value": given["values"]}
    made.asks = 0
    sent = {"play": played, "names": made.names, "arrows": made.arrows, "asks": 0, "kinds": list(made.values)}
    run = subprocess.run(
        [require_node, "--input-type=module", "-e", _PAGE, json.dumps(sent)],
        capture_output=True, text=True, check=True, cwd=HERE / "instruments" / "attention",
    )  # fmt: skip
    answer = json.loads(run.stdout)
    for kind, both in numbers_of(made.values).items():
        for mine, its in zip(both, answer["told"][kind], strict=True):
            assert its == pytest.approx(mine, rel=1e-12, abs=1e-12), kind
    for mine, its in zip(made.weights, answer["weights"], strict=True):
        assert its == pytest.approx(mine, rel=1e-12, abs=1e-12)


def test_one_letter_has_all_the_weight_whatever_its_key_which_gets_no_gradient() -> None:
    made = attention("a", keys=[[9, -7]])
    assert made.worked
    assert made.weights == [[1.0]]
    assert [x.grad for x in made.values["key"][0]] == [0.0, 0.0]


def test_no_weight_is_told_before_one_was_worked_out() -> None:
    made = attention("abc")
    weights = [f"{x:.4g}" for row in made.weights for x in row]
    assert not [x for x in weights if x in repr(made) + made.fallback()]
    made.worked = True
    assert repr(made).endswith("weights 0.5608, 0.2765, 0.1627)")


def test_letters_that_come_twice_are_told_apart() -> None:
    assert attention("anna").names == ["a1", "n2", "n3", "a4"]


@pytest.mark.parametrize(
    ("letters", "given", "says"),
    [
        ("abcdef", {}, r"1 to 5 small letters from a to z, such as 'abc' \(got 'abcdef'\)"),
        ("", {}, "1 to 5 small letters"),
        ("Zoë", {}, r"1 to 5 small letters .* \(got 'Zoë'\)"),
        (3, {}, r"letters must be a text of 1 to 5 letters, such as 'abc' \(got int 3\)"),
        ("ab", {"keys": [[1, 2, 3]] * 2}, r"must have width 2, as it is drawn in a plane \(got 3 numbers"),
        ("ab", {"keys": [[1, 2]]}, r"keys must have one arrow for each letter, 2 \(got 1\)"),
        (
            "ab",
            {"queries": [[1, float("nan")]] * 2},
            r"an arrow of queries must hold .* −10 to 10 \(got nan\)",
        ),
        ("ab", {"values": [[1, 11]] * 2}, r"from −10 to 10 \(got 11.0\); give smaller ones"),
        ("ab", {"values": 3}, r"values must be a list of arrows, .* \(got 3\)"),
        ("ab", {"values": [[1, "x"]] * 2}, "a number of an arrow of values must be"),
    ],
)
def test_what_is_no_head_is_refused(letters: Any, given: dict[str, Any], says: str) -> None:
    with pytest.raises((TypeError, ValueError), match=says):
        attention(letters, **given)


def test_what_a_page_sends_is_refused_if_it_is_no_arrow() -> None:
    made = attention("ab")
    before = made.arrows
    with pytest.raises((TypeError, ValueError), match="keys must be a list of arrows"):
        made.arrows = {**before, "key": None}
    with pytest.raises(ValueError, match="a place from 0 to 1"):
        made.asks = 2
    assert made.arrows == before
