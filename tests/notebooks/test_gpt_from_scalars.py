"""What lesson 28 promises: its page of code is our GPT, on a learner's engine too, and learns in its thousand names."""

import os
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from kit.lesson_files import Lesson, read_lesson, text_of

from microgradviz import compile as compile_step
from microgradviz.exercises.own_engine import one_page
from microgradviz.exercises.stages import engine_source
from microgradviz.gpt import GPT, encode

MOST_APART = 1e-9


def run_cells(lesson: Lesson, space: dict[str, Any], until: str) -> str:
    """What its cells of code print, exercises as they are delivered, up to one."""
    printed = StringIO()
    for cell in lesson.code_cells:
        if "plot" not in cell["metadata"].get("tags", []) and not cell["id"].startswith(("check", "quiz")):
            with redirect_stdout(printed):
                exec(compile(text_of(cell), cell["id"], "exec"), space)
        if cell["id"] == until:
            break
    return printed.getvalue()


@pytest.fixture(scope="module")
def space() -> dict[str, Any]:
    """The names of the lesson after the thousand names."""
    os.environ["MICROGRADVIZ_ENGINES"] = ""
    names: dict[str, Any] = {"__name__": "lesson_28"}
    names["said"] = run_cells(read_lesson("28"), names, "held-out")
    return names


def test_its_page_on_a_closure_engine_has_the_gradients_of_our_compiled_gpt(space: dict[str, Any]) -> None:
    ours = GPT(seed=3)
    tables = {name: [[space["Value"](p.data) for p in row] for row in getattr(ours, name)] for name in space["gpt"]}
    letters, targets = encode("maya")
    loss = space["cost"](tables, letters, targets)
    loss.backward()
    step = compile_step(ours.loss, ours.parameters(), backend="python")
    assert abs(step([letters], [targets]) - loss.data) < MOST_APART
    found = [p.grad for p in space["parameters"](tables)]
    assert len(found) == len(step.grads) == 4192
    assert max(abs(a - b) for a, b in zip(found, step.grads, strict=True)) < MOST_APART


def test_an_engine_kept_before_exp_was_written_is_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROGRADVIZ_ENGINES", str(tmp_path))
    (tmp_path / "my_engine.py").write_text(engine_source("07"))
    names: dict[str, Any] = {"__name__": "lesson_28"}
    said = run_cells(read_lesson("28"), names, "import")
    assert "the course's until you write yours: __pow__, exp" in " ".join(said.split())
    assert (names["Value"](2.0) / 4).log().exp().data == pytest.approx(0.5)


def answer() -> int:
    return 42


def test_the_page_of_all_code_does_not_call_itself_an_engine(space: dict[str, Any]) -> None:
    assert one_page(space["Value"], answer).startswith('"""All the code that ran."""')
    assert one_page(space["Value"]).startswith('"""My own engine')


def test_all_gradients_of_the_lessons_own_name_are_equal(space: dict[str, Any]) -> None:
    told = re.search(r"4192 gradients and the loss differ by (\S+) at most", space["said"])
    assert told is not None
    assert float(told[1]) < MOST_APART


def test_a_thousand_names_bring_it_below_counted_pairs(space: dict[str, Any]) -> None:
    if space["step"].backend != "llvm":
        pytest.skip("needs llvmlite: pip install llvmlite")
    assert sum(space["losses"][-100:]) / 100 <= 2.33
    counted, gpt = map(float, re.findall(r"(?:held-out names|the GPT): (\S+)", space["said"]))
    assert gpt < counted - 0.05


def test_an_engine_that_is_far_too_slow_gets_a_sentence(space: dict[str, Any]) -> None:
    hours = iter(range(0, 10**6, 100))
    printed = StringIO()
    cell = next(cell for cell in read_lesson("28").code_cells if cell["id"] == "own")
    with redirect_stdout(printed):
        exec(compile(text_of(cell), "own", "exec"), {**space, "clock": lambda: next(hours)})
    assert "Your engine would take minutes for a name" in printed.getvalue()


def test_a_wrong_engine_gets_a_sentence(space: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(space["Value"], "relu", lambda self: self * 1.0)
    cell = next(cell for cell in read_lesson("28").code_cells if cell["id"] == "own")
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(text_of(cell), "own", "exec"), {**space})
    assert "one rule is wrong" in printed.getvalue()
