"""What the course needs, and what else the package can use: each part with what it is for and how to get it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, requires, version
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
        found = version(name)
    except PackageNotFoundError:
        return Part(name, "", MISSING, why, how)
    least = _least_versions().get(name, "")
    too_old = bool(least) and _as_numbers(found) < _as_numbers(least)
    return Part(name, found, f"too old; it must be {least} or newer" * too_old, why, how)


def _least_versions() -> dict[str, str]:
    """What pyproject asks for."""
    try:
        asked = [re.match(r"([\w-]+)>=([\d.]+)", line) for line in requires("microgradviz") or []]
    except PackageNotFoundError:
        return {}
    return {found[1]: found[2] for found in asked if found}


def _as_numbers(text: str) -> list[int]:
    """A version as numbers that compare; what comes after them, as in 2.0rc1, is left out."""
    found = re.match(r"\d+(\.\d+)*", text)
    return [int(n) for n in found[0].split(".")] if found else []


def _dot() -> Part:
    why = "Graphviz's layout for draw_dot, PNG and PDF"
    program = shutil.which("dot")
    if not program:
        return Part("dot", "", MISSING, why, _INSTALL_DOT)
    try:
        said = subprocess.run([program, "-V"], capture_output=True, text=True, timeout=20).stderr
    except (OSError, subprocess.SubprocessError) as error:
        return Part("dot", "", f"does not run: {error}", why, _INSTALL_DOT)
    found = re.search(r"\d+\.\d+\S*", said)
    return Part("dot", found[0] if found else "", "" if found else "does not run", why, _INSTALL_DOT)
