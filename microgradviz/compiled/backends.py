"""The backends by name, and which one "auto" means here."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from ..browser import IN_BROWSER, not_in_browser
from ..installed import install_line
from .arrays import Batch
from .program import Program

REQUIRED_PACKAGES = {"llvm": ("numpy", "llvmlite"), "numpy": ("numpy",), "python": ()}
_OLDEST = {"llvmlite": (0, 45)}  # older ones do not read LLVM's `ptr`, and may be here for the sake of another package


class Kernel(Protocol):
    """A program made ready to run by one of the backends."""

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        """Write the gradients of seed × the total of all results into grads; return that total."""

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""


def choose_backend(backend: str) -> str:
    """The name of the backend to use: the one asked for, or for "auto" the first whose packages are installed.

    Raises:
        ValueError: If there is none of that name.
        ImportError: If a package that it needs is not installed, or too old.

    Example:
        >>> choose_backend("python")
        'python'
    """
    if backend == "auto":
        return next(name for name, needs in REQUIRED_PACKAGES.items() if not any(map(_package_fault, needs)))
    if backend not in REQUIRED_PACKAGES:
        raise ValueError(f"backend must be one of auto, {', '.join(REQUIRED_PACKAGES)} (got {backend!r})")
    for package in REQUIRED_PACKAGES[backend]:
        if fault := _package_fault(package):
            if IN_BROWSER:
                raise ImportError(not_in_browser(f"backend={backend!r}"))
            raise ImportError(f"{fault} for backend={backend!r}: {install_line('compile')}")
    return backend


def _package_fault(package: str) -> str:
    """What must be otherwise with a package; "" if nothing."""
    if not find_spec(package):
        return f"{package} must be installed"
    if package in _OLDEST:
        version = str(import_module(package).__version__)
        if tuple(map(int, version.split(".")[:2])) < _OLDEST[package]:
            return f"{package} must be {'.'.join(map(str, _OLDEST[package]))} or newer (got {version})"
    return ""


def make_kernel(backend: str, program: Program, names: Sequence[str]) -> Kernel:
    """The program made ready to run by the backend of that name."""
    if backend == "python":
        from .python_kernel import PlainKernel

        return PlainKernel(program, names)
    if backend == "numpy":
        from .numpy_kernel import NumPyKernel

        return NumPyKernel(program)
    from .tape_kernel import TapeKernel

    return TapeKernel(program)
