"""What is other where Python runs in the browser, as far as it can be told elsewhere; tests/site tries it there."""

import sys
from types import ModuleType

import pytest

from microgradviz import browser


class Module:
    """Pyodide's own module: a stack that ends at 10,000,000, and who is told how much of it there is."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int, int]] = []

    def _emscripten_stack_get_base(self) -> int:
        return 10_000_000

    def _PyThreadState_Get(self) -> int:
        return 7

    def _PyUnstable_ThreadState_SetStackProtection(self, *told: int) -> None:
        self.told.append(told)


@pytest.mark.parametrize(("compiled", "least", "most"), [(True, 56, 64), (False, 96, 104)])
def test_python_is_told_of_as_much_stack_as_the_browser_has(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, least: int, most: int
) -> None:
    monkeypatch.setattr(browser.os.path, "exists", lambda path: compiled)
    pyodide = ModuleType("pyodide_js")
    pyodide._module = module = Module()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide_js", pyodide)
    browser.guard_stack()
    ((thread, start, size),) = module.told
    assert (thread, start + size) == (7, 10_000_000)
    assert least * 1024 <= size <= most * 1024


def test_another_pyodide_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyodide_js", ModuleType("pyodide_js"))
    browser.guard_stack()


def test_elsewhere_there_is_nothing_to_guard() -> None:
    assert not browser.IN_BROWSER
    browser.guard_stack()
