"""What a lesson asks to predict is not told by the widget below it before anybody has done anything."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kit.asked_widgets import told_live, widgets_of
from kit.learner_engines import AssignsInMul
from kit.lesson_files import LESSONS, NOTEBOOKS
from kit.lesson_runs import own_environment

from microgradviz import play, slope, visit_order

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", LESSONS.values())
def test_no_widget_of_a_lesson_answers_at_its_first_step(
    page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for variable, value in own_environment(tmp_path).items():
        monkeypatch.setenv(variable, value)
    monkeypatch.chdir(tmp_path)
    found = {
        cell["id"]: told_live(cell, widget, page, tmp_path) for cell, widget in widgets_of(NOTEBOOKS / f"{name}.ipynb")
    }
    assert {cell: told for cell, told in found.items() if told} == {}


def overwriting() -> Any:
    a = AssignsInMul(3.0, label="a")
    return a * a


PLANTED: list[tuple[Callable[[], Any], str, set[str]]] = [
    (lambda: slope("3*x**2 - 4*x + 5", x=3), "14", {"words", "picture", "page"}),
    (lambda: slope("3*x**2 - 4*x + 5", x=3, reveal="guess"), "14", set()),
    (lambda: slope("d = a*b + c", a=2, b=-3, c=10), "slope −3", {"words", "picture", "page"}),
    (lambda: play(overwriting(), start="backward"), "became 3", {"page"}),
    (lambda: play(overwriting(), start="backward", reveal="step"), "became 3", set()),
    (lambda: visit_order("order"), "3 operations", {"words"}),
]


@pytest.mark.parametrize(("make", "answer", "places"), PLANTED)
def test_a_planted_leak_is_found_where_it_is(
    page: Any, tmp_path: Path, make: Callable[[], Any], answer: str, places: set[str]
) -> None:
    cell = {"id": "asked", "metadata": {"answers": [answer]}}
    assert set(told_live(cell, make(), page, tmp_path)) == {f"{place}: {answer}" for place in places}


def test_a_guess_that_was_stored_in_a_widget_is_found_among_its_traits(page: Any, tmp_path: Path) -> None:
    made = slope("x**2", x=3, reveal="guess")
    made.guesses = {"x": 14}
    assert "traits: 14" in told_live({"id": "asked", "metadata": {"answers": ["14"]}}, made, page, tmp_path)
