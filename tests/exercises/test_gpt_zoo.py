"""The GPTs that lesson 27c's gates are tried on: right ones pass, each broken one is caught, by whoever tests well."""

import json
import random
from typing import Any

import pytest

from microgradviz.exercises.advice import other_solution
from microgradviz.exercises.judge import marking
from microgradviz.exercises.topics import EXERCISES, gpt_zoo as zoo
from microgradviz.gpt import GPT, train_gpt
from microgradviz.grading.official_marks import mark_answer
from microgradviz.grading.verdict import box_request

KINDS = [zoo.LEAKS, zoo.SHARES, zoo.ORDER, zoo.ATTENTION, zoo.SILENT]
CHECK = EXERCISES["check_gpt"]
ALL = [(label, None) for label in zoo.RIGHT] + [(label, kind) for kind in KINDS for label in kind]
TESTS = pytest.mark.parametrize("source", [CHECK.solution, other_solution("check_gpt")], ids=["first", "second"])


def model(label: str, seed: int, kind: dict[str, str] | None = None) -> Any:
    space: dict[str, Any] = {}
    exec(zoo.drawn_model(label, random.Random(seed), kind), space)
    return space["model"]


def test_there_are_as_many_as_the_exercise_says() -> None:
    assert (len(zoo.RIGHT), sum(map(len, KINDS))) == (7, 15)
    assert "seven right GPTs" in CHECK.prompt
    assert "15 broken ones" in CHECK.prompt


@TESTS
def test_a_good_test_tells_each_gpt_for_what_it_is_whatever_is_drawn(source: str) -> None:
    look = CHECK.load(source)
    said = {(label, seed): look(model(label, seed, kind)) for label, kind in ALL for seed in range(6)}
    assert [key for key, passed in said.items() if passed != (key[0] in zoo.RIGHT)] == []


@TESTS
def test_the_packages_gpt_passes_fresh_and_trained(source: str) -> None:
    look = CHECK.load(source)
    ours = GPT(width=4, heads=2, seed=3)
    assert look(ours)
    list(train_gpt(ours, ["ada", "eve"], steps=3, lr=0.1, backend="python"))
    assert look(ours)


def test_broken_gpts_are_not_known_by_their_text_or_shape() -> None:
    texts = {zoo.drawn_model(label, random.Random(seed), kind) for label, kind in ALL for seed in range(2)}
    assert len(texts) == 2 * len(ALL)
    assert not [text for text in texts for word in ("position", "shares", "tables", "SIGNS") if word in text]


def test_no_answer_sees_which_gpt_is_which() -> None:
    asked = json.dumps({**box_request(CHECK, CHECK.solution, "test"), "probes": "", "prelude": ""})
    assert "models" in asked
    assert not any(json.dumps(label)[1:-1] in asked for label, _ in ALL)


FORGERIES = {
    "reads the name of its class": "return type(model).__name__ == 'GPT'",
    "says True and False in turn": "seen.append(1); return len(seen) % 2 == 0",
    "looks whether there is one head": "return len(model.weights('a')) == 1",
    "raises": "raise ValueError('broken')",
    "counts what the model keeps": "return len(vars(model)) == 12",
    "reads the code": "return b'exp' in model.scores.__code__.co_code",
}


@pytest.mark.parametrize("body", FORGERIES.values(), ids=FORGERIES)
@pytest.mark.parametrize("name", ["order_gate", "attention_gate", "check_gpt"])
def test_who_looks_elsewhere_earns_nothing(name: str, body: str) -> None:
    e = EXERCISES[name]
    answer = e.load(f"seen = []\ndef {name}(model):\n    {body}\n")
    for seed in ("one", "two"):
        marks = marking.mark_rubric(e, seed, marking.run_answer(e, answer, seed))
        assert not any(mark.earned for mark in marks if mark)


LAX = {
    "is content with one head that answers": (
        "any(differ(a[-1], b[-1]) for a, b in zip(one, other))",
        "all(differ(a[-1], b[-1]) for i, a in enumerate(one) for b in one[:i])",
    ),
    "holds each head against the first alone": (
        "all(differ(a[-1], b[-1]) for a, b in zip(one, other))",
        "all(differ(a[-1], one[0][-1]) for a in one[1:])",
    ),
    "holds each head against the next alone": (
        "all(differ(a[-1], b[-1]) for a, b in zip(one, other))",
        "all(differ(a[-1], b[-1]) for a, b in zip(one, one[1:]))",
    ),
    "takes a rounding for an answer": (
        "all(a[-1] != b[-1] for a, b in zip(one, other))",
        "all(differ(a[-1], b[-1]) for i, a in enumerate(one) for b in one[:i])",
    ),
}


@pytest.mark.parametrize("asked", LAX.values(), ids=LAX)
def test_a_gate_that_does_not_ask_each_head_earns_not_all(asked: tuple[str, str]) -> None:
    e, both = EXERCISES["attention_gate"], "one, other = model.weights('.abcd'), model.weights('.bbcd')"
    helper = "def differ(one, other):\n    return max(abs(x - y) for x, y in zip(one, other)) > 1e-12\n"
    answer = e.load(f"{helper}def attention_gate(model):\n    {both}\n    return {' and '.join(asked)}\n")
    for seed in ("one", "two", "three"):
        marks = marking.mark_rubric(e, seed, marking.run_answer(e, answer, seed))
        assert sum(mark.earned for mark in marks if mark) == 2


def test_it_earns_its_official_mark(require_sandbox: None) -> None:
    for name in ("order_gate", "attention_gate", "check_gpt"):
        assert mark_answer(EXERCISES[name], other_solution(name), "test").earned == EXERCISES[name].points
