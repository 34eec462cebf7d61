"""How packages are installed here, and so which line installs what this copy lacks."""

from __future__ import annotations

import os
import re
import shutil
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec

from .shell import running_shell

_CPU_BUILD = " --index-url https://download.pytorch.org/whl/cpu"  # on Linux a tenth of what comes otherwise


def install_line(*names: str) -> str:
    """The line that installs what this copy lacks, in the environment that it is in.

    It names the packages and not `microgradviz[course]`, which is right for a copy from the index alone: one that came
    from a folder, a zip file or git would be looked for where it is not.

    Args:
        names: Packages, or extras of pyproject.toml for all that they list.

    Example:
        >>> install_line("compile").partition(" install ")[2]
        '"llvmlite>=0.45" "numpy>=1.26"'
    """
    packages = [package for name in names for package in _asked_for(name)]
    cpu_build = _CPU_BUILD * any(package.startswith("torch") for package in packages)
    return f"{_pip_install()} {' '.join(map(_quoted, packages))}{cpu_build}"


def _asked_for(name: str) -> list[str]:
    """What pyproject.toml has under a name: all that an extra lists, or a package with its least version."""
    try:
        listed = distribution("microgradviz").requires or []
    except PackageNotFoundError:
        listed = []
    parts = [requirement.partition(";")[::2] for requirement in listed]
    of_extra = [package.strip() for package, marker in parts if re.search(rf"extra == ['\"]{name}['\"]", marker)]
    same = [package.strip() for package, _ in parts if re.split(r"[^\w.-]", package, maxsplit=1)[0] == name]
    return of_extra or same[:1] or [name]


def _pip_install() -> str:
    """How this very Python is given a package: in a cell of a notebook, or in a terminal."""
    in_cell = hasattr(running_shell(), "kernel")
    if find_spec("pip") is None:  # as in the environments that uv makes
        return f"{'!' * in_cell}uv pip install --python {_quoted(sys.executable)}"
    if in_cell:
        return "%pip install"
    found = shutil.which("python")
    is_this = found is not None and os.path.dirname(os.path.abspath(found)) == os.path.dirname(sys.executable)
    return f"{'python' if is_this else _quoted(sys.executable)} -m pip install"


def _quoted(text: str) -> str:
    """Text as one word of a command, in every shell."""
    return text if re.fullmatch(r"[\w./:+@-]+", text) else f'"{text}"'
