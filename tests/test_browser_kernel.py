"""What is other where Python runs in the browser, as far as it can be told elsewhere; tests/site tries it there."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from microgradviz import browser

TOP = 10_000_000  # where the stack begins


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, int]]:
    """What Pyodide's own module is told of the stack, as if Python ran in the browser, outside of a notebook."""
    told: list[tuple[int, int, int]] = []
    pyodide: Any = ModuleType("pyodide_js")
    pyodide._module = SimpleNamespace(
        _emscripten_stack_get_base=lambda: TOP,
        _PyThreadState_Get=lambda: 7,
        _PyUnstable_ThreadState_SetStackProtection=lambda *what: told.append(what),
    )
    monkeypatch.setitem(sys.modules, "pyodide_js", pyodide)
    monkeypatch.setitem(sys.modules, "IPython", None)
    return told


@pytest.mark.parametrize(("compiled", "least", "most"), [(True, 56, 64), (False, 96, 104)])
def test_python_is_told_of_as_much_stack_as_the_browser_has(
    told: list[tuple[int, int, int]], monkeypatch: pytest.MonkeyPatch, compiled: bool, least: int, most: int
) -> None:
    monkeypatch.setattr(browser.os.path, "exists", lambda path: compiled)
    browser.guard_stack()
    ((thread, start, size),) = told
    assert (thread, start + size) == (7, TOP)
    assert least * 1024 <= size <= most * 1024


def test_it_is_told_again_before_every_cell(told: list[tuple[int, int, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    before_a_cell = []
    events = SimpleNamespace(register=lambda name, function: before_a_cell.append((name, function)))
    ipython: Any = ModuleType("IPython")
    ipython.get_ipython = lambda: SimpleNamespace(events=events)
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    browser.guard_stack()
    ((name, function),) = before_a_cell
    function(SimpleNamespace(raw_cell="1 + 1"))
    assert name == "pre_run_cell"
    assert told == told[:1] * 2


def test_another_pyodide_is_left_alone(told: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyodide_js", ModuleType("pyodide_js"))
    browser.guard_stack()
