"""A name that is not there yet, as after a break, gets a sentence on what to run, below its traceback."""

from __future__ import annotations

import sys

from .browser import IN_BROWSER
from .shell import running_shell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def explain_missing_names() -> None:
    """From now on say so in this kernel; nothing outside a notebook, nor in the browser, whose page says it itself."""
    shell = running_shell()
    # An event, for a shell has but one custom handler of errors, and Colab's is taken.
    if hasattr(shell, "kernel") and not IN_BROWSER:
        shell.events.register("post_run_cell", _explain)


def _explain(result: Any) -> None:
    error = result.error_in_exec
    if type(error) is NameError:
        menu = "Runtime: Run before" if "google.colab" in sys.modules else "Run: Run All Above Selected Cell"
        print(f"If a cell above makes {error.name or 'it'}: run all cells above (menu {menu}), then this one again.")
