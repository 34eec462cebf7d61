"""The course with its kernel in the browser: lessons solved, every instrument used, and what must not hang."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from kit.lesson_runs import solve
from kit.site import CODE_CELLS, CURRENT, cells, errors, run_all, run_cell

from microgradviz import trace
from microgradviz.exercises import EXERCISES

NOTEBOOKS = sorted(path.name for path in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
ALWAYS = ("07",)  # on an engine of one's own; 02 runs in test_offline; the others when there is time: --slow
POINTS = """
import json
from pathlib import Path
from microgradviz.exercises.advice import read_progress
(found,) = Path(".").glob("microgradviz_progress*.json")
print(json.dumps({name: entry["best"] for name, entry in read_progress(found)["exercises"].items()}))"""
LAST = "[data-mv-last]"


ENDLESS = """
from time import monotonic
from microgradviz import check

def slope_mul(x, y):
    while True:
        pass

check("slope_mul", slope_mul)"""


@pytest.mark.parametrize(
    "name", [name if name[:2] in ALWAYS else pytest.param(name, marks=pytest.mark.slow) for name in NOTEBOOKS]
)
def test_a_lesson_runs_solved_from_top_to_bottom_and_earns_all_points(name: str, lite_page: Callable[..., Any]) -> None:
    solved = nbformat.read(Path(__file__).parents[2] / "notebooks" / name, as_version=4)
    asked = solve(solved)
    page = lite_page(name)
    sources = [cell.source for cell in solved.cells if cell.cell_type == "code"]
    page.evaluate(f"(texts) => {CODE_CELLS}.forEach((cell, i) => cell.model.sharedModel.setSource(texts[i]))", sources)
    run_all(page)
    assert errors(page) == []
    assert all(cell["execution_count"] for cell in cells(page) if cell["source"])
    if asked:
        earned = json.loads(run_cell(page, POINTS))
        assert {x: earned.get(x, 0) for x in asked} == {x: EXERCISES[x].points for x in asked}


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_lesson_runs_as_delivered_from_top_to_bottom(name: str, lite_page: Callable[..., Any]) -> None:
    page = lite_page(name)
    run_all(page)
    assert errors(page) == []


def show(page: Any, code: str) -> Any:
    """Run code in a new cell; what it shows."""
    run_cell(page, code)
    page.evaluate(
        f"""() => {{
  document.querySelector("{LAST}")?.removeAttribute("data-mv-last");
  const node = {CURRENT}.content.activeCell.outputArea.node;
  node.setAttribute("data-mv-last", "");
  node.scrollIntoView();
}}"""
    )
    return page.locator(LAST)


def press(shown: Any, name: str) -> None:
    shown.get_by_role("button", name=name, exact=True).first.click()


def test_every_instrument_is_used_and_tells_the_kernel(lite_page: Callable[..., Any]) -> None:
    page = lite_page("00_start_here.ipynb")

    shown = show(page, "from microgradviz import *\nplayer = play('neuron')\nplayer")
    press(shown, "Next")
    shown.locator("[data-step='1']").wait_for()
    assert run_cell(page, "print(player.step)") == "1"

    shown = show(page, "player = play('a*b', a=2, b=3, predict='data')\nplayer")
    press(shown, "Next")
    shown.get_by_role("group", name="Your prediction").get_by_role("textbox").fill("6")
    press(shown, "Check")
    assert run_cell(page, "print(player.answers[0]['right'])") == "True"

    shown = show(page, "s = slope(lambda x: x * x, x=1.0)\ns")
    before = shown.locator(".mv-slope-status").text_content()
    shown.locator(".mv-curve-point").first.press("ArrowRight")
    page.wait_for_function(
        f"(before) => document.querySelector('{LAST} .mv-slope-status').textContent !== before", arg=before
    )

    shown = show(page, "game = visit_order('order')\ngame")
    for node in (i for name in "dbc" for i, label in trace("order").label.items() if label == name):
        shown.locator(f".mv-order-board:first-child [data-node='{node}']").click()
    press(shown, "Run")
    assert run_cell(page, "print(len(game.order))") == "3"

    shown = show(page, "test = concept_test('before')\ntest")
    shown.get_by_role("radio").first.check()
    assert run_cell(page, "print(len(test.answers))") == "1"

    shown = show(page, "asked = quiz('b_why')\nasked")
    shown.get_by_role("radio").first.check()
    shown.locator(".mv-quiz-note").first.wait_for()
    assert run_cell(page, "print(len(asked.answers))") == "1"


def test_a_graph_with_mistakes_and_a_network_with_groups_are_played(lite_page: Callable[..., Any]) -> None:
    page = lite_page("00_start_here.ipynb")
    shown = show(
        page, "from microgradviz import *\nx = Value(2.0)\ny = x * x\ny.grad = 1.0\nx.grad = float('nan')\nplay(y)"
    )
    shown.locator("[data-node]").first.wait_for()
    assert "cannot be played" not in shown.inner_text()
    shown = show(page, "from microgradviz.nn import MLP\nplay(MLP(2, [3, 1], seed=1)([1.0, 2.0]))")
    shown.locator("[data-node], [data-group]").first.wait_for()
    assert "cannot be played" not in shown.inner_text()


def test_an_endless_answer_is_stopped_within_three_seconds(lite_page: Callable[..., Any]) -> None:
    page = lite_page("00_start_here.ipynb")
    run_cell(page, ENDLESS)
    said = run_cell(
        page, "start = monotonic()\nshown = check('slope_mul', slope_mul)\nprint(monotonic() - start)\nshown"
    )
    assert "does it loop forever?" in said
    assert float(said.split()[0]) <= 3
