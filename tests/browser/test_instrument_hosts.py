"""The instruments in Notebook 7, which listens for keys before the page does; JupyterLab stands with each of them."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

pytestmark = pytest.mark.browser

SLOPE = "from microgradviz import Value, quiz, slope, visit_order\ns = slope('x**2', x=3, h=0.1)\ns"
ORDER = "g = visit_order()\ng"
QUIZ = """\
from microgradviz.exercises import Arrange, Choice, Click, Number, Option
a = Value(2.0, label='a')
q = quiz(Choice('c', 'a·a at 3?', (Option('9', 'no'), Option('6', reason='3 + 3.'))), Number('n', '1/2?', 0.5),
         Click('k', 'The input?', a * a, 'a'), Arrange('l', 'In order.', 'x = 1\\ny = 2'))
q"""
READ = "round(s.at['x'], 2), g.order, q.score"


TRAINING = """\
from microgradviz import Value, training
w, b = Value(0.0, label='w'), Value(0.0, label='b')
class Line:
    def parameters(self):
        return [w, b]
    def __call__(self, x):
        return w * x + b
line = Line()
def learn():
    for _ in range(30):
        loss = sum((line(x) - 2 * x) ** 2 for x in (1, 2)) * 0.5
        w.grad = b.grad = 0.0
        loss.backward()
        for p in (w, b):
            p.data -= 0.05 * p.grad
        yield loss
t = training(learn, line, [1, 2], [2, 4], show=('surface', 'plane', 'loss'))
t"""


@pytest.fixture
def notebook(jupyter_lab: Any, page: Any, watch: Any) -> Any:
    """Notebook 7 with a notebook whose first three cells have run."""
    return opened(jupyter_lab, page, watch, (SLOPE, ORDER, QUIZ, READ), (".mv-slope", ".mv-order", ".mv-quiz"))


def opened(jupyter_lab: Any, page: Any, watch: Any, cells: tuple[str, ...], shown: tuple[str, ...]) -> Any:
    """Notebook 7 with cells, of which the first have run; what they show is there."""
    pytest.importorskip("notebook", reason="Notebook is not installed: pip install 'notebook>=7.2'")
    watch.allow(r"reading 'schema'|Command 'filebrowser:open-path'")  # of its own, beside JupyterLab's server
    name = jupyter_lab.write("instruments.ipynb", *cells)
    page.goto(f"{jupyter_lab.url}/notebooks/{name}")
    for _ in range(20):  # a key pressed before the kernel is there goes nowhere
        run(page, 0)
        with suppress(PlaywrightTimeoutError):
            page.wait_for_selector(shown[0], timeout=3_000)
            break
    for i, found in enumerate(shown[1:], 1):
        run(page, i)
        page.wait_for_selector(found)
    return page


def run(page: Any, i: int) -> None:
    page.locator(".jp-CodeCell .cm-content").nth(i).click()
    page.keyboard.press("Control+Enter")


def test_each_instrument_works_and_keeps_its_keys(notebook: Any) -> None:
    page = notebook
    page.locator(".mv-plot-picture .mv-curve-point").focus()
    page.keyboard.press("ArrowRight")
    for key in "ddb":
        page.keyboard.press(key)
    for node in (5, 4, 2):
        page.locator(f".mv-order [data-node='{node}']").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("d")
        page.keyboard.press("d")
    page.get_by_role("radio", name="6").check()
    page.get_by_label("your answer").fill("0,5")
    page.keyboard.press("Enter")
    page.locator(".mv-quiz [data-node='0']").click()
    for text in ("x = 1", "y = 2"):
        page.locator(".mv-arrange-pool .mv-arrange-line", has_text=text).click()
    page.get_by_role("button", name="Check", exact=True).last.click()
    assert page.locator(".mv-quiz-note.is-right").count() == 4
    assert page.locator(".jp-Cell").count() == 4
    run(page, 3)
    told = re.compile(r"\(3\.0\d, \['d', 'c', 'b'\], \(4, 4\)\)")
    page.wait_for_function(
        "(told) => new RegExp(told).test(document.querySelectorAll('.jp-Cell')[3].textContent)", arg=told.pattern
    )


def test_a_learners_loop_trains_and_keeps_its_keys(jupyter_lab: Any, page: Any, watch: Any) -> None:
    opened(jupyter_lab, page, watch, (TRAINING, "w.data, b.data, t"), (".mv-training",))
    surface = page.get_by_role("region", name="Surface of the loss")
    page.get_by_role("button", name="Place the ball").click()
    surface.locator("svg").first.click(position={"x": 200, "y": 100})
    surface.get_by_text("Drag an arrow").wait_for()
    page.get_by_role("button", name="Play", exact=True).focus()
    for key in "ddb ":
        page.keyboard.press(key)
    page.get_by_text("Your loop ended after 30 steps.").wait_for()
    assert page.locator(".jp-Cell").count() == 2
    field = page.get_by_role("spinbutton", name="w")
    field.fill("3")
    field.press("Enter")
    page.wait_for_function("document.querySelector('.mv-training').dataset.step === '0'")
    run(page, 1)
    page.wait_for_function(r"/\(3\.0, .*step 0/.test(document.querySelectorAll('.jp-Cell')[1].textContent)")
