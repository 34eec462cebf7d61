"""`microgradviz lab`, from the command to the first lesson in the browser."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.jupyterlab import free_port

from microgradviz import cli

pytestmark = pytest.mark.browser

Call = Callable[..., subprocess.Popen[str]]
ADDRESS = re.compile(r"http://localhost:\S+token=\w+")
IDLE = ".jp-Notebook-ExecutionIndicator[data-status=idle]"


@pytest.fixture
def call(tmp_path: Path) -> Iterator[Call]:
    """Call `microgradviz lab` as a new user, who has never opened Jupyter."""
    started: list[subprocess.Popen[str]] = []
    own = {
        name: str(tmp_path / name)
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    environment = {**os.environ, **own, "PYTHONPATH": str(Path(cli.__file__).parents[1]), "PYTHONUNBUFFERED": "1"}

    def called(*arguments: str) -> subprocess.Popen[str]:
        started.append(
            subprocess.Popen(
                [sys.executable, "-m", "microgradviz", "lab", *arguments],
                cwd=tmp_path,
                env=environment,
                text=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
        )
        return started[-1]

    yield called
    for run in started:
        run.terminate()
        run.communicate(timeout=20)


def said_until_address(run: subprocess.Popen[str]) -> tuple[str, str]:
    """What it says up to the address, and the address."""
    assert run.stdout
    said = ""
    for line in run.stdout:
        said += line
        found = ADDRESS.search(line)
        if found:
            return said, found[0]
    pytest.fail(f"it named no address:\n{said}")


def wait_until_it_listens(address: str, seconds: float = 30) -> None:
    """JupyterLab tells its address a moment before it listens there."""
    deadline = time.monotonic() + seconds
    port = int(re.findall(r":(\d+)/", address)[0])
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail(f"nobody listens at {address}")


def test_the_command_opens_the_first_lesson_and_asks_nothing_before(call: Call, open_page: Any, tmp_path: Path) -> None:
    pytest.importorskip("jupyterlab", reason="JupyterLab is not installed: pip install -e '.[dev]'")
    page = open_page()
    said, address = said_until_address(call("my course", "--no-browser", "--port", str(free_port())))
    assert f"The course is in {tmp_path / 'my course'} (15 files copied)" in said
    wait_until_it_listens(address)
    page.goto(address)
    page.get_by_role("heading", name="00 · Start here").wait_for(timeout=60_000)
    page.wait_for_selector(IDLE, timeout=60_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.get_by_role("button", name="Next", exact=True).first.wait_for(timeout=60_000)
    assert page.locator(".jp-toast-message, .Toastify__toast, .jp-Dialog").count() == 0
    page.get_by_role("listitem", name=re.compile("glossary")).dblclick()
    page.get_by_role("heading", name="Glossary").wait_for()  # to read, not as source
    again = call("my course", "--no-browser", "--lesson", "05")  # while it runs
    said, _ = said_until_address(again)
    assert "JupyterLab is running there already" in said
    assert "05_local_derivatives.ipynb" in said
    assert again.wait(timeout=20) == 0
