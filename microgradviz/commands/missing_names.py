"""A name that is not there yet, as after a break, gets a sentence on what to run besides its traceback."""

from __future__ import annotations

import builtins
from types import TracebackType
from typing import Any


def explain_missing_names(shell: Any = None) -> None:
    """From now on say so in this kernel, or in that shell; nothing outside a notebook."""
    shell = shell or getattr(builtins, "get_ipython", lambda: None)()
    if shell is not None:
        shell.set_custom_exc((NameError,), _explain)


def _explain(
    shell: Any, kind: type[BaseException], error: NameError, trace: TracebackType, tb_offset: int | None = None
) -> None:
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
    print(
        f"If a cell above makes {error.name or 'it'}: choose Run All Above Selected Cell in the menu Run, and then run "
        "this cell again."
    )
