"""The engines that `check_engine` is tried on: right ones agree with ours, each wrong one differs somewhere."""

import json
import math
import random
from typing import Any

import pytest

from microgradviz.engine import Value
from microgradviz.exercises.advice import other_solution
from microgradviz.exercises.advice.explain import why_wrong
from microgradviz.exercises.judge import marking
from microgradviz.exercises.topics import EXERCISES, engine_zoo as zoo
from microgradviz.exercises.topics.engine_words import in_other_words
from microgradviz.grading.official_marks import mark_answer
from microgradviz.grading.verdict import box_request

KINDS = [zoo.PLAINLY_WRONG, zoo.WRONG_RULES, zoo.LOST, zoo.WRONG_ORDER, zoo.WRONG_NUMBERS, zoo.LASTING]
WRONG = {label: text for kind in KINDS for label, text in kind.items()}
CHECK = EXERCISES["check_engine"]


def engine(text: str) -> Any:
    space: dict[str, Any] = {}
    exec(text, space)
    return space["Value"]


def some_values(make: Any, seed: int) -> list[Any]:
    """A random program over all operations; its numbers stay away from kinks and where log has none."""
    rng = random.Random(seed)
    values = [make(rng.uniform(0.5, 2)) for _ in range(3)]
    for _ in range(12):
        x, y = rng.choices(values[-4:], k=2) if rng.random() < 0.7 else rng.choices(values, k=2)
        values.append(
            rng.choice(
                [
                    lambda x, y: x + y,
                    lambda x, y: x * y,
                    lambda x, y: 5 - x,
                    lambda x, y: x / (y * y + 1),
                    lambda x, y: 1 / (x * x + 1),
                    lambda x, y: (x * 0.5) ** 3 - y,
                    lambda x, y: x.tanh(),
                    lambda x, y: x.tanh().exp(),
                    lambda x, y: (x * x + 0.5).log(),
                    lambda x, y: (x + 0.01).relu() + (-y).relu(),
                    lambda x, y: x.sigmoid() * -y,
                ]
            )(x, y)
        )
    values[-1].backward()
    return values


def agrees(text: str, seed: int) -> bool:
    made = engine(text)
    some_values(made, 0)  # what lasts from one graph to the next shows
    found, ours = some_values(made, seed), some_values(Value, seed)
    return all(
        math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-12)
        for v, w in zip(found, ours, strict=True)
        for x, y in [(v.data, w.data), (v.grad, w.grad)]
    )


def test_there_are_as_many_as_the_exercise_says() -> None:
    assert len(zoo.RIGHT) == 5
    assert len(WRONG) == 24
    assert "five right engines and on 24" in " ".join(CHECK.prompt.split())
    assert len({*zoo.RIGHT.values(), *WRONG.values()}) == 29


@pytest.mark.parametrize("label", zoo.RIGHT)
def test_a_right_engine_agrees_with_ours(label: str) -> None:
    assert all(agrees(zoo.RIGHT[label], seed) for seed in range(1, 60))


@pytest.mark.parametrize("label", WRONG)
def test_a_wrong_engine_differs_from_ours(label: str) -> None:
    assert not all(agrees(WRONG[label], seed) for seed in range(1, 60))


@pytest.mark.parametrize("label", [*zoo.RIGHT, *WRONG])
def test_an_engine_in_other_words_does_what_it_did(label: str) -> None:
    text = zoo.RIGHT.get(label) or WRONG[label]
    drawn = [in_other_words(text, random.Random(seed)) for seed in range(3)]
    assert len({*drawn}) == 3
    for written in drawn:
        assert all(agrees(written, seed) for seed in range(1, 60)) == (label in zoo.RIGHT)
        assert not [word for word in ("_backward", "_prev", "pairs", "order", "seen") if word in written]


@pytest.mark.parametrize("source", [CHECK.solution, other_solution("check_engine")], ids=["first", "second"])
def test_a_good_test_tells_each_engine_for_what_it_is(source: str) -> None:
    look = CHECK.load(source)
    assert [label for label, text in zoo.RIGHT.items() if not look(engine(text))] == []
    assert [label for label, text in WRONG.items() if look(engine(text))] == []


@pytest.mark.parametrize("label", WRONG)
def test_one_wrong_engine_that_slips_through_costs_its_row_and_is_named(label: str) -> None:
    cases = [inputs for (inputs,) in CHECK.cases("test")]
    (row,) = [i for i, inputs in enumerate(cases) if label in inputs["labels"]]
    came = marking.run_answer(CHECK, CHECK.load(CHECK.solution), "test")
    right = came[row][0]
    numbers = tuple(x or float(known == label) for x, known in zip(right.numbers, cases[row]["labels"], strict=True))
    came[row] = [right._replace(numbers=numbers)]
    marks = marking.mark_rubric(CHECK, "test", came)
    assert [i for i, mark in enumerate(marks) if mark and not mark.earned] == [row]
    assert label in why_wrong(CHECK, CHECK.rows[row], cases[row], came[row][0], right)


def test_no_answer_sees_which_engine_is_which() -> None:
    asked = json.dumps({**box_request(CHECK, CHECK.solution, "test"), "probes": "", "prelude": CHECK.prelude})
    assert "engines" in asked
    assert not any(json.dumps(label)[1:-1] in asked for label in [*zoo.RIGHT, *WRONG])


def test_it_earns_its_official_mark(require_sandbox: None) -> None:
    for source in (CHECK.solution, other_solution("check_engine")):
        assert mark_answer(CHECK, source, "test").earned == CHECK.points
