"""A kernel inside the browser (Pyodide): what is other there, and what is said of it."""

from __future__ import annotations

import os
import sys

from .shell import running_shell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

IN_BROWSER = sys.platform == "emscripten"

# Python believes that it has ten megabytes of stack; the browser's is one, and where it ends, the kernel is dead and
# says nothing. Before the browser has optimised Python's code, that is where Python has used 107 kB for a function that
# calls itself, or 40 kB to throw a chain of thousands of values away. Of a stack of 60 kB, Python uses 44, about 100
# calls through an operator in each other, and beyond 28 kB it throws chains away in pieces. To compile modules while
# they are imported takes more: where that was not done beforehand, only functions are kept from ending the kernel.
_STACK, _STACK_TO_COMPILE = 60 * 1024, 100 * 1024


def not_in_browser(what: str) -> str:
    """The sentence for what runs elsewhere only.

    Example:
        >>> not_in_browser("PyTorch").partition(";")[0]
        'PyTorch does not run in the browser'
    """
    return f"{what} does not run in the browser; on your own computer the same lessons have it: {_how_to_install()}"


def _how_to_install() -> str:
    from .addresses import site_address  # which reads the package's metadata

    return f"{site_address()}install.html"


def guard_stack() -> None:
    """Let a function that calls itself for ever end with a RecursionError here, too, and not with the kernel.

    Pyodide forgets it whenever Python returns to the page, so it is said again before every cell.
    """
    _set_stack()
    shell = running_shell()
    if shell is not None:
        shell.events.register("pre_run_cell", _set_stack)


def _set_stack(cell: Any = None) -> None:
    try:
        import pyodide_js  # type: ignore[import-not-found]

        module: Any = pyodide_js._module
        size = _STACK if os.path.exists(__spec__.cached or "") else _STACK_TO_COMPILE
        start = module._emscripten_stack_get_base() - size
        module._PyUnstable_ThreadState_SetStackProtection(module._PyThreadState_Get(), start, size)
    except (ImportError, AttributeError):  # another Pyodide, which may see to it itself
        pass
