"""The notebook, or the IPython, in which this runs, if it is one."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def running_shell() -> Any:
    """IPython's shell; None in plain Python. IPython is not imported for it."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None
