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
"""


@pytest.fixture
def marimo_url(tmp_path: Path) -> Iterator[str]:
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
    page.wait_for_selector(".microgradviz", timeout=60_000)
    play_through(page, ".microgradviz", trace(lesson()))
