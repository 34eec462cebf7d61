"""The kernels that JupyterLab offers, and which of them have no microgradviz: those of other environments."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NamedTuple

LESSONS = "python3"  # the kernel that the lessons ask for
_PATIENCE = 20.0  # seconds for a Python to start and look
_LOOK = "import importlib.util as i; print(i.find_spec('microgradviz') is not None)"


class Kernel(NamedTuple):
    """A kernel that runs Python.

    Attributes:
        name: What notebooks call it.
        title: What JupyterLab calls it.
        python: The program that it starts.
        fault: Why no lesson can run in it; "" if one can.
    """

    name: str
    title: str
    python: str
    fault: str


def prefer_this_environment() -> None:
    """From now on Jupyter takes the kernel and the widgets of this very Python before those of any other."""
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"


def find_kernels() -> list[Kernel]:
    """Every kernel of Python that `microgradviz lab` would offer; none if Jupyter is not installed."""
    prefer_this_environment()
    try:
        from jupyter_client.kernelspec import KernelSpecManager
    except ImportError:
        return []
    specs = KernelSpecManager().get_all_specs()
    return [_as_kernel(name, specs[name]["spec"]) for name in sorted(specs) if _is_python(specs[name]["spec"])]


def _is_python(spec: dict[str, object]) -> bool:
    argv = spec.get("argv")
    return bool(argv) and isinstance(argv, list) and os.path.basename(str(argv[0])).lower().startswith("python")


def _as_kernel(name: str, spec: dict[str, object]) -> Kernel:
    assert isinstance(spec["argv"], list)
    python = str(spec["argv"][0])
    if not os.path.dirname(python):
        python = sys.executable  # as Jupyter does it
    return Kernel(name, str(spec.get("display_name", name)), python, _fault(python))


def _fault(python: str) -> str:
    if os.path.abspath(python) == os.path.abspath(sys.executable):
        return ""
    try:
        run = subprocess.run(
            [python, "-c", _LOOK], capture_output=True, text=True, timeout=_PATIENCE, cwd=sys.prefix, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return f"its Python does not start ({python})"
    return "" if run.stdout.strip() == "True" else f"its Python has no microgradviz ({python})"
