"""The package as it is installed, under every Python that this machine has, and with the oldest packages it allows.

    pytest --slow tests/test_every_python.py

Each Python gets an environment of its own, which `scripts/peer_venv.py` keeps, with what the tests below need and the
wheel of this tree. What is printed: bytes a value, and how many of its steps fit into one of micrograd's.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from peer_venv import Unavailable, activated, bin_of

ROOT = Path(__file__).parents[1]
TESTS = [
    *("tests/engine", "tests/test_nn.py", "tests/tracing/test_names.py", "tests/compiled/test_compile.py"),
    *("tests/views/test_player.py", "tests/exercises/test_exercises.py", "tests/exercises/test_time_limit.py"),
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
DEPENDENCIES = (*PROJECT["dependencies"], *EXTRAS["compile"])
OLDEST = tuple(dependency.replace(">=", "==") for dependency in (*DEPENDENCIES, *EXTRAS["course"]))
TOOLS = ("hypothesis>=6.100", "micrograd==0.1.0", "nbformat>=5.7", "pytest>=8.2")
IPYWIDGETS = "ignore:Deprecated in traitlets:DeprecationWarning"  # what its first releases do, and not our affair
BYTES = 225  # a value
OFF, ON = 1.5, 5.0  # steps in one of micrograd's, collector off and on: well below the usual, for a busy machine

pytestmark = pytest.mark.slow


def candidates() -> dict[str, list[str]]:
    """{"3.12": paths that may be a Python 3.12}, for each that the package says it works with; nothing is run."""
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    found: dict[str, list[str]] = {}
    for classifier in PROJECT["classifiers"]:
        if match := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", classifier):
            version = match[1]
            paths = [str(path) for folder in folders if (path := folder / f"python{version}").is_file()]
            if paths := ([sys.executable] if version == here else []) + paths:
                found[version] = paths
    return found


PYTHONS = candidates()


def working(version: str) -> tuple[str, str]:
    """(path, full version) of the first candidate that runs, is that version and can make environments."""
    code = "import ensurepip, platform, venv; print(platform.python_version())"
    for path in PYTHONS[version]:
        run = subprocess.run([path, "-c", code], capture_output=True, text=True)
        if run.returncode == 0 and run.stdout.startswith(f"{version}."):
            return path, run.stdout.strip()
    pytest.skip(f"no Python {version} here can make environments: of {', '.join(PYTHONS[version])} none runs")


@cache
def environment(version: str, kind: str, dependencies: tuple[str, ...]) -> tuple[Path, str]:
    """(folder of programs, full version): the dependencies, the tests' tools, and this tree's wheel made anew."""
    python, full = working(version)
    try:
        programs = bin_of(f"python-{full}{kind}", *dependencies, *TOOLS, python=python)
    except Unavailable as error:
        pytest.skip(str(error))
    pip = ("-m", "pip", "--disable-pip-version-check", "-qq")
    run(programs, "python", *pip, "install", "--no-deps", "--force-reinstall", ROOT, cwd=programs)
    return programs, full


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print, although the test passes."""

    def tell(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}")

    return tell


def run(programs: Path, *command: Any, cwd: Path) -> str:
    # Without torch some tests skip, in continuous integration too.
    environment = activated(programs, MICROGRADVIZ_PROGRESS="", MICROGRADVIZ_NO_SKIP="0", JUPYTER_PLATFORM_DIRS="1")
    done = subprocess.run(
        [programs / command[0], *command[1:]], cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout


def run_tests(programs: Path, *more: str) -> str:
    """The last line of pytest: these tests, and the doctests of the package that is installed."""
    options = ("-q", "-p", "no:cacheprovider", "-W", IPYWIDGETS)
    every = run(programs, "pytest", *options, "--pyargs", "microgradviz", *TESTS, *more, cwd=ROOT)
    return every.strip().splitlines()[-1]


@pytest.mark.parametrize("version", PYTHONS)
def test_the_wheel_works_under_this_python(version: str, tmp_path: Path, tell: Callable[[str], None]) -> None:
    programs, full = environment(version, "", DEPENDENCIES)
    code = (
        "import microgradviz\n"
        "from microgradviz import Value, to_html\n"
        "a = Value(2.0, label='a'); b = a * a; b.backward(); assert a.grad == 4.0\n"
        "to_html(b, 'b.html')\n"
        "print(microgradviz.__file__)"
    )
    assert Path(run(programs, "python", "-c", code, cwd=tmp_path).strip()).is_relative_to(programs.parent)
    assert "<html" in (tmp_path / "b.html").read_text(encoding="utf-8")
    tell(f"Python {full}: {run_tests(programs)}")


@pytest.mark.parametrize("version", PYTHONS)
def test_values_are_small_and_steps_quick_under_this_python(
    version: str, tmp_path: Path, tell: Callable[[str], None]
) -> None:
    programs, full = environment(version, "", DEPENDENCIES)
    quick = ["--rounds", "3", "--burst", "2", "--max-chain", "100", "--max-batch", "8", "--json", "found.json"]
    run(programs, "python", ROOT / "benchmarks" / "bench_engine.py", *quick, cwd=tmp_path)
    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    size = found["memory"][1]["bytes_per_node"]
    on, off = (micrograd["step"] / ours["step"] for micrograd, ours in (found["gc_on"], found["gc_off"]))
    tell(f"Python {full}: {size} bytes a value; {on:.1f} steps in one of micrograd's, {off:.2f} with the collector off")
    assert size <= BYTES
    assert on >= ON
    assert off >= OFF


def test_the_oldest_packages_that_are_allowed_are_enough(tell: Callable[[str], None]) -> None:
    version = next(iter(PYTHONS))
    programs, full = environment(version, "-oldest", OLDEST)
    passed = run_tests(programs, "tests/commands/test_lab.py", "tests/commands/test_doctor.py")
    tell(f"Python {full} with {', '.join(OLDEST)}: {passed}")


def test_there_is_another_python() -> None:
    if len(PYTHONS) < 2:
        pytest.skip("only the Python that runs the tests was found: pyenv install 3.13")
