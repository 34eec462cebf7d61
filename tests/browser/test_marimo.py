"""The player in marimo, which puts it into a shadow tree."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.jupyterlab import free_port
from kit.play_through import play_through
from kit.sample_pictures import lesson

from microgradviz import trace

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOK = """\
import marimo

app = marimo.App()


@app.cell
def _():
    from microgradviz import Value, play

    a, b, c, f = Value(2.0), Value(-3.0), Value(10.0), Value(-2.0)
    e = a * b
    d = e + c
    L = d * f
    play(L)
    return


@app.cell
def _():
    from microgradviz import slope

    slope("x**2", x=3, h=0.1)
    return


@app.cell
def _():
    from microgradviz import visit_order

    visit_order()
    return


@app.cell
def _():
    from microgradviz import quiz
    from microgradviz.exercises import Choice, Option

    quiz(Choice("c", "a·a at 3?", (Option("9", "no"), Option("6", reason="3 + 3."))))
    return


@app.cell
def _():
    from microgradviz import Value as Number, training

    w = Number(0.0, label="w")

    class Weight:
        def parameters(self):
            return [w]

        def __call__(self, x):
            return w * x

    def learn():
        for _ in range(30):
            loss = sum((w * x - 2 * x) ** 2 for x in (1, 2)) * 0.5
            w.grad = 0.0
            loss.backward()
            w.data -= 0.05 * w.grad
            yield loss

    training(learn, Weight(), [1, 2], [2, 4])
    return


@app.cell
def _():
    from microgradviz import training as train

    train("and")
    return
"""


@pytest.fixture
def marimo_url(tmp_path: Path, page: Any) -> Iterator[str]:
    """The address of a marimo that runs the notebook, with a configuration of its own."""
    pytest.importorskip("marimo", reason="marimo is not installed: pip install marimo")
    (tmp_path / "player.py").write_text(NOTEBOOK, encoding="utf-8")
    url = f"http://127.0.0.1:{(port := free_port())}"
    command = [
        *(sys.executable, "-m", "marimo", "run", "player.py", "--headless", "--no-token"),
        *("--host", "127.0.0.1", "--port", str(port)),
    ]
    own = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path), "MARIMO_SKIP_UPDATE_CHECK": "1"}
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=tmp_path, env={**os.environ, **own}, stdout=log, stderr=log)
    try:
        wait_for(url, server, tmp_path / "log")
        yield url
        page.goto("about:blank")  # before its server is gone
    finally:
        server.terminate()
        server.wait(timeout=10)


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/health", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"marimo did not start; its log:\n{log.read_text()[-3000:]}")


def test_the_scenario_plays_in_marimo(marimo_url: str, page: Any) -> None:
    page.goto(marimo_url)
    player = ".microgradviz:has(.mv-controls)"
    page.wait_for_selector(player, timeout=60_000)
    play_through(page, player, trace(lesson()))


def test_the_instruments_work_in_marimo(marimo_url: str, page: Any) -> None:
    page.goto(marimo_url)
    page.wait_for_selector(".mv-quiz", timeout=60_000)
    point = page.locator(".mv-plot-picture .mv-curve-point")
    point.focus()
    page.keyboard.press("ArrowRight")
    assert float(point.get_attribute("aria-valuenow")) > 3
    for node in (5, 2, 4):
        page.locator(f".mv-order [data-node='{node}']").click()
    page.locator(".mv-order").get_by_role("button", name="Run", exact=True).click()
    page.get_by_text("a.grad 9, should be 18").wait_for()
    page.get_by_role("radio", name="6").check()
    assert page.locator(".mv-quiz-note.is-right").count() == 1


def test_a_loop_of_python_and_one_of_the_page_train_in_marimo(marimo_url: str, page: Any) -> None:
    page.goto(marimo_url)
    page.wait_for_selector(".mv-training", timeout=60_000)
    theirs, ours = page.locator(".mv-training").nth(0), page.locator(".mv-training").nth(1)
    hand = theirs.get_by_role("spinbutton", name="w")
    hand.fill("1")
    hand.press("Enter")
    page.wait_for_timeout(300)
    for run in (theirs, ours):
        run.get_by_role("button", name="Play", exact=True).click()
    theirs.get_by_text("Your loop ended after 30 steps.").wait_for()
    assert abs(float(hand.input_value()) - 2) < 0.01
    ours.get_by_text("Samples: 4 of 4 right").wait_for()
    ours.get_by_role("button", name="Stop", exact=True).click()
    ours.locator(".mv-tile").first.click()
    ours.get_by_role("button", name="Back to training").wait_for()
