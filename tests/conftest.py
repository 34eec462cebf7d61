"""What the tests share: what may be skipped, and what a machine must have for some of them.

Options and environment:
    --slow                   also run the tests marked slow
    MICROGRADVIZ_NO_SKIP=1   a skipped test is an error (continuous integration has every part), and a failed test in
                             a browser is run once more: it waits for other programs, on a machine that it shares
"""

import gc
import os
import shutil
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from kit.case_names import case_name

settings.register_profile(
    "ci",
    deadline=None,  # a busy machine is not a failure
    derandomize=True,  # the same examples every time
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

NO_SKIP = os.environ.get("MICROGRADVIZ_NO_SKIP") == "1"

# ---------------------------------------------------------------- slow and skipped tests

# Like those of the browser, these files come first, so that at the end no process waits for one of them.
LONG = {
    "test_compile.py",
    "test_demo.py",
    "test_exercises.py",
    "test_forgeries.py",
    "test_lesson_runs.py",
    "test_properties.py",
}


def pytest_make_parametrize_id(val: object) -> str | None:
    return case_name(val)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the tests marked slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = {item.path for item in items if item.get_closest_marker("browser") or item.path.name in LONG}
    items.sort(key=lambda item: item.path not in long)
    for item in items:
        if NO_SKIP and item.path.parent.name in {"browser", "site"}:
            item.add_marker(pytest.mark.flaky(reruns=1))
    if config.getoption("--slow"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # thousands of tests and what they import: the collector need not walk over them again and again


def forbid_skip(report: Any) -> None:
    """Turn a skipped report into a failed one that names the reason (an xfail stays what it is)."""
    if not NO_SKIP or not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    report.outcome = "failed"
    report.longrepr = f"MICROGRADVIZ_NO_SKIP=1 forbids skipping. {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    report = yield
    forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    report = yield
    forbid_skip(report)
    return report


# ---------------------------------------------------------------- parts of the machine


@pytest.fixture(scope="session")
def require_dot() -> str:
    """The path of Graphviz's dot program."""
    path = shutil.which("dot")
    if path is None:
        pytest.skip("Graphviz is not installed: apt-get install graphviz")
    return path


@pytest.fixture(scope="session")
def require_torch() -> Any:
    """The torch module."""
    try:
        import torch
    except ImportError:
        pytest.skip("PyTorch is not installed: pip install torch --index-url https://download.pytorch.org/whl/cpu")
    return torch


@pytest.fixture(scope="session")
def require_node() -> str:
    """The path of Node.js."""
    from node import MISSING, find_node

    path = find_node()
    if path is None:
        pytest.skip(MISSING)
    return path


@pytest.fixture(scope="session")
def require_sandbox() -> None:
    """The walls of the sandbox for submissions."""
    from microgradviz.grading.sandbox.walls import wall_faults

    if wall_faults():
        pytest.skip(f"the sandbox does not stand here: {wall_faults()[0]}")


@pytest.fixture(scope="session")
def axe() -> str:
    """The code of axe-core, which a package of the index carries."""
    pytest.importorskip("axe_playwright_python", reason="axe-core is not installed: pip install axe-playwright-python")
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
