"""A kernel inside the browser (Pyodide): what is other there, and what is said of it."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

IN_BROWSER = sys.platform == "emscripten"
_ELSEWHERE = "on your own machine, pip install 'microgradviz[course]' and then microgradviz lab open the same lessons"

# Python believes that it has ten megabytes of stack. The browser's ends where 107 kB of Python's are in use, measured
# where code is not optimised yet, and then the kernel is dead and says nothing. Of this size 88 kB can be used.
_STACK = 104 * 1024


def not_in_browser(what: str) -> str:
    """The sentence for what runs elsewhere only.

    Example:
        >>> not_in_browser("PyTorch").partition(":")[0]
        'PyTorch does not run in the browser'
    """
    return f"{what} does not run in the browser: {_ELSEWHERE}"


def guard_stack() -> None:
    """Let a function that calls itself for ever end with a RecursionError here, too, and not with the kernel."""
    try:
        import pyodide_js  # type: ignore[import-not-found]

        module: Any = pyodide_js._module
        top = module._emscripten_stack_get_base()
        module._PyUnstable_ThreadState_SetStackProtection(module._PyThreadState_Get(), top - _STACK, _STACK)
    except (ImportError, AttributeError):  # another Pyodide, which may see to it itself
        pass
