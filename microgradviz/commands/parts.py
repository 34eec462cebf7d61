"""What the course needs, and what else the package can use: each part with what it is for and how to get it."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from ..installed import install_line

MISSING = "missing"
BY_PIP = "pip"
_INSTALL_DOT = {"darwin": "brew install graphviz", "win32": "winget install graphviz"}.get(
    sys.platform, "apt-get install graphviz"
)


class Part(NamedTuple):
    """A package, or the program `dot`, as it is on this machine.

    Attributes:
        name: What it is called.
        version: The one that is installed; "" if none is.
        fault: Why it cannot be used, MISSING or a few words; "" if it can.
        why: What it is for.
        how: How to get it; BY_PIP if `install_line` says that.
    """

    name: str
    version: str
    fault: str
    why: str
    how: str


def course_parts() -> list[Part]:
    """What the lessons need."""
    return [
        _package("jupyterlab", "opens the lessons"),
        _package("ipykernel", "runs their cells"),
        _package("ipywidgets", "the live player"),
        _package("anywidget", "the live player"),
        _package("graphviz", "still pictures"),
        _package("matplotlib", "curves"),
    ]


def optional_parts() -> list[Part]:
    """What more can be done with."""
    return [
        _dot(),
        _package("numpy", "compile: whole batches at once"),
        _package("llvmlite", "compile: machine code"),
        _package("torch", "to compare your gradients with PyTorch's", install_line("torch")),
    ]


def _package(name: str, why: str, how: str = BY_PIP) -> Part:
    try:
        return Part(name, version(name), "", why, how)
    except PackageNotFoundError:
        return Part(name, "", MISSING, why, how)


def _dot() -> Part:
    return Part(
        "dot", "", "" if shutil.which("dot") else MISSING, "Graphviz's layout for draw_dot, PNG and PDF", _INSTALL_DOT
    )
