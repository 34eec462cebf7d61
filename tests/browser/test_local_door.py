"""`microgradviz lab`, from the command to the first lesson; with --slow, as the README says, from a fresh copy."""

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from kit.jupyterlab import free_port

from microgradviz import cli
from microgradviz.commands.course import course_files

pytestmark = pytest.mark.browser

Call = Callable[..., subprocess.Popen[str]]
ADDRESS = re.compile(r"http://localhost:\S+token=\w+")
IDLE = ".jp-Notebook-ExecutionIndicator[data-status=idle]"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Call]:
    """Start a command as a new user does, who has never opened Jupyter: `start("make", "lab", cwd=folder)`."""
    started: list[subprocess.Popen[str]] = []
    own = {
        name: str(tmp_path / name)
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "MICROGRADVIZ_"))}
    environment = {**kept, **own, "PYTHONUNBUFFERED": "1"}

    def start(*command: str, cwd: Path = tmp_path, **more: str) -> subprocess.Popen[str]:
        started.append(
            subprocess.Popen(
                command,
                cwd=cwd,
                env={**environment, **more},
                text=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # what make has started ends with it
            )
        )
        return started[-1]

    yield start
    for run in started:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGTERM)
        run.communicate(timeout=20)


@pytest.fixture
def call(start: Call) -> Call:
    """Call `microgradviz lab`."""
    home = str(Path(cli.__file__).parents[1])
    return lambda *arguments: start(sys.executable, "-m", "microgradviz", "lab", *arguments, PYTHONPATH=home)


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
    assert f"The course is in {tmp_path / 'my course'} ({len(course_files())} files copied)" in said
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


# ---------------------------------------------------------------- the README's blocks, as they are written

ROOT = Path(cli.__file__).parents[1]
BLOCKS = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
DOORS = [[line for line in block.splitlines() if "test" not in line] for block in BLOCKS]
NOT_COPIED = shutil.ignore_patterns(".venv", ".*_cache", ".git", "build", "node_modules", "microgradviz-course")


@pytest.mark.slow
@pytest.mark.parametrize("commands", DOORS, ids=" ".join)
def test_what_the_readme_says_leads_from_a_fresh_copy_to_the_first_step(
    commands: list[str], start: Call, open_page: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "Für die Übung"
    shutil.copytree(ROOT, project, ignore=NOT_COPIED)
    git = ["git", "-C", str(project)]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    path = os.environ["PATH"]
    if commands[0].startswith("python"):  # an environment, as the reader may have one; the other makes its own
        subprocess.run([sys.executable, "-m", "venv", tmp_path / "environment"], check=True)
        path = f"{tmp_path / 'environment' / 'bin'}{os.pathsep}{path}"

    began = time.monotonic()
    *before, last = (shlex.split(line, comments=True) for line in commands)
    for command in before:
        run = start(*command, cwd=project, PATH=path)
        assert run.wait(timeout=600) == 0, run.communicate()[0]
    said, address = said_until_address(start(*last, cwd=project, PATH=path))
    assert f"The course is in {project / 'microgradviz-course'}" in said
    saved = project / "microgradviz-course" / "00_start_here.ipynb"
    delivered = saved.read_bytes()
    wait_until_it_listens(address)
    page = open_page()
    page.goto(address)
    page.get_by_role("heading", name="00 · Start here").wait_for(timeout=60_000)
    page.wait_for_selector(IDLE, timeout=60_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.get_by_role("button", name="Next", exact=True).first.click(timeout=60_000)
    page.locator(".microgradviz[data-step='1']").first.wait_for()
    with capsys.disabled():
        print(f"\n{' && '.join(commands)}: the first step after {time.monotonic() - began:.0f} s")

    page.keyboard.press("Control+s")
    page.wait_for_timeout(2000)
    assert saved.read_bytes() != delivered
    subprocess.run([*git, "diff", "--quiet"], check=True)
    assert subprocess.run([*git, "ls-files", "-o", "--exclude-standard"], capture_output=True, text=True).stdout == ""
