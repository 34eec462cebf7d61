"""A run whose steps a kernel takes, in JupyterLab: how fast, and what a stop, an interrupt and its death do."""

from pathlib import Path
from typing import Any

import pytest
from kit.notebook_page import run_cell

pytestmark = pytest.mark.browser

TESTS = str(Path(__file__).parents[1])
CLOSURES = f"""\
import sys
sys.path.insert(0, {TESTS!r})
from kit.learner_engines import Lecture
from kit.learner_network import Network, X, Y, learning
from microgradviz import training
model = Network(Lecture)
t = training(learning(model, 10_000), model, X, Y)
t"""
BLOCKED = f"""\
import sys
import time
sys.path.insert(0, {TESTS!r})
from kit.learner_network import Weight
from microgradviz import Value, training
def learn():
    yield 1.0
    while True:
        time.sleep(0.1)
t = training(learn, Weight(Value(1.0)), [1.0], [1.0])
t"""
STEP = "Number(document.querySelector('.mv-training').dataset.step)"
STATUS = ".mv-training-status"


def play(page: Any) -> None:
    page.get_by_role("slider", name="Speed").press("End")
    press(page, "Play")


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def opened(jupyter_lab: Any, page: Any, *cells: str) -> None:
    name = jupyter_lab.write("training.ipynb", *cells)
    jupyter_lab.open(page, name)
    run_cell(jupyter_lab, page, 0)
    page.wait_for_selector(".mv-training")


def rates(jupyter_lab: Any, page: Any, cell: str, ms: int = 3000) -> tuple[float, float]:
    """Screens and steps a second while what a cell shows plays."""
    opened(jupyter_lab, page, cell)
    play(page)
    page.wait_for_function(f"{STEP} > 5")
    found = page.evaluate(
        """async (ms) => {
          const root = document.querySelector('.mv-training'); let screens = 0;
          const step = () => Number(root.dataset.step);
          const watch = new MutationObserver(() => screens++);
          watch.observe(root, { attributes: true, attributeFilter: ['data-step'] });
          const [from, at] = [step(), performance.now()];
          await new Promise((done) => setTimeout(done, ms));
          watch.disconnect();
          const seconds = (performance.now() - at) / 1000;
          return [screens / seconds, (step() - from) / seconds];
        }""",
        ms,
    )
    return found[0], found[1]


def test_an_engine_of_closures_fills_many_screens_a_second(jupyter_lab: Any, page: Any) -> None:
    screens, steps = rates(jupyter_lab, page, CLOSURES)
    print(f"closures: {screens:.0f} screens, {steps:.0f} steps a second")
    assert screens >= 4  # far above 20 where nothing else runs
    press(page, "Stop")
    page.wait_for_timeout(300)
    stopped = page.evaluate(STEP)
    page.wait_for_timeout(500)
    assert page.evaluate(STEP) == stopped, "after Stop nothing new is asked or drawn"


def test_a_loop_that_never_yields_is_said_and_the_page_stays_alive(jupyter_lab: Any, page: Any) -> None:
    opened(jupyter_lab, page, BLOCKED)
    press(page, "Play")
    page.wait_for_function(f"document.querySelector('{STATUS}').textContent.includes('has not answered for 10 s')",
                           timeout=20_000)  # fmt: skip
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.interrupt()")
    page.wait_for_function(f"document.querySelector('{STATUS}').textContent.includes('Interrupted at step 1')")


def test_a_kernel_that_dies_leaves_what_was_kept(jupyter_lab: Any, page: Any, watch: Any) -> None:
    watch.allow(r"\b(404|kernel|Canceled|channels)\b")
    opened(jupyter_lab, page, CLOSURES, "import os; os._exit(1)")
    play(page)
    page.wait_for_function(f"{STEP} > 20")
    press(page, "Stop")
    page.evaluate("void window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.get_by_role("slider", name="Step", exact=True).press("Home")
    page.wait_for_function(f"{STEP} === 0")
