"""What this machine has: the walls of the sandbox, and the programs and packages that parts of the package use."""

from __future__ import annotations

import importlib.util
import platform
import shutil

from .sandbox import check_walls

_PROGRAMS = {"dot": "Graphviz, for still pictures", "node": "Node.js, for the tests"}
_PACKAGES = {
    "torch": "PyTorch, to compare with",
    "numpy": "for compiled steps",
    "llvmlite": "for compiled steps",
}


def examine_machine() -> list[tuple[str, bool, str]]:
    """What was looked at, whether it is there, and why it is not or what it is for; one row for each thing."""
    return [
        (f"Python {platform.python_version()} on {platform.platform(terse=True)}", True, ""),
        *((f"sandbox, {wall.what}", not wall.fault, wall.fault) for wall in check_walls()),
        *((name, shutil.which(name) is not None, why) for name, why in _PROGRAMS.items()),
        *((name, importlib.util.find_spec(name) is not None, why) for name, why in _PACKAGES.items()),
    ]
