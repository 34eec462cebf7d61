"""The learner's engine, stage by stage, and answers that are methods of it."""

import math
from typing import Any

import pytest

from microgradviz.exercises import stages
from microgradviz.exercises.base import Exercise, Row
from microgradviz.exercises.judge import probes
from microgradviz.exercises.judge.inputs import draw_programs
from microgradviz.exercises.judge.judging import Outcome


def engine(stage: str, *without: str) -> Any:
    space: dict[str, Any] = {}
    exec(stages.engine_source(stage, frozenset(without)), space)
    return space["Value"]


@pytest.mark.parametrize("stage", stages.STAGES)
def test_a_stage_has_the_methods_so_far_as_last_written(stage: str) -> None:
    made = engine(stage)
    for key, method in stages.stage_methods(stage).items():
        assert not method.name or key in vars(made)
        assert method.lesson <= stage
    assert list(vars(made(2.0))) == ["data", "grad", "_prev", "_op", "_backward"][: 4 if stage == "04" else 5]


def test_the_last_stage_is_a_whole_engine() -> None:
    a = engine("08")(2.0)
    out = (a * a + 1) / (2 * a) - a.exp().log() + (1 - a).relu() + a.tanh() ** 2
    out.backward()
    t = math.tanh(2.0)
    assert out.data == pytest.approx(5 / 4 - 2 + t * t)
    assert a.grad == pytest.approx(0.5 - 1 / 8 - 1 + 2 * t * (1 - t * t))


@pytest.mark.parametrize(("lesson", "stage"), [("04", "04"), ("06", "05"), ("07", "07"), ("28", "08")])
def test_a_lesson_leaves_the_engine_at_its_own_stage_or_at_the_one_before(lesson: str, stage: str) -> None:
    assert stages.stage_at(lesson) == stage


def test_before_the_engine_there_is_no_stage() -> None:
    with pytest.raises(ValueError, match="must be '04' or later"):
        stages.stage_at("03b")


# ---------------------------------------------------------------- answers that are methods


def exercise(**options: Any) -> Exercise:
    row = Row("products", 1, draw_programs(2, "*"), probe=probes.program_data)
    return Exercise(
        name="times", lesson="04", title="", prompt="", answer="mul", method="__mul__", docstring="The product.",
        solution=stages.find_method("04", "__mul__").cell, hints=(), rows=(row,), **options,
    )  # fmt: skip


def numbers(e: Exercise, answer: Any) -> list[Any]:
    return [probes.run_probe(probes.program_data, answer, inputs) for inputs in e.cases("test")[0]]


def test_a_method_is_tried_on_a_class_that_lacks_it() -> None:
    e = exercise()
    assert "__mul__" not in e.prelude
    assert e.provided == {"Value"}
    assert e.stub.endswith('"""The product."""\n\n\nValue.__mul__ = mul\n')
    assert all("numbers" in found for found in numbers(e, e.load(e.solution)))
    assert all(Outcome.read(found).error for found in numbers(e, e.load(e.stub)))


def test_a_learners_method_runs_on_the_courses_class_and_leaves_the_learners_as_it_was() -> None:
    e = exercise()
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(
        "class Value:\n    pass\n\n\ndef helper(x, y):\n    return Value(x * y)\n\n\n"
        "def mul(self, other):\n    return helper(self.data, other.data)\n",
        space,
    )
    answer = e.bind(space["mul"])
    assert numbers(e, answer) == numbers(e, e.load(e.solution))
    assert "__mul__" not in vars(space["Value"])


def test_what_is_no_function_is_told_so() -> None:
    e = exercise()
    assert "must be a function (got None)" in Outcome.read(numbers(e, e.bind(None))[0]).text
