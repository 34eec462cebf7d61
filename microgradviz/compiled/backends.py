"""The backends by name, and which one "auto" means here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from .batches import Batch, Shape
from .program import Program

NEEDS = {"llvm": ("numpy", "llvmlite"), "tape": ("numpy", "llvmlite"), "numpy": ("numpy",), "python": ()}
OLDEST = {"llvmlite": (0, 45)}  # older ones do not read LLVM's `ptr`, and may be here for the sake of another package
STRAIGHT = 800  # operations; longer machine code would take many seconds to make, so a tape is read instead


class Kernel(Protocol):
    """A program made ready to run."""

    name: str

    @property
    def source(self) -> str:
        """The generated code."""

    def step(self, params: Any, grads: Any, batch: Batch, seed: float) -> float:
        """Write the gradients of seed × the total of all results into grads; returns that total."""

    def forward(self, params: Any, batch: Batch) -> Any:
        """The result for each sample."""


Maker = Callable[[Program, Sequence[str], Sequence[Shape]], Kernel]


def chosen(backend: str) -> str:
    """The name of the backend to use.

    Raises:
        ValueError: If there is none of that name.
        ImportError: If a package that it needs is not installed, or too old.

    Example:
        >>> chosen("python")
        'python'
    """
    if backend == "auto":
        return next(name for name, needs in NEEDS.items() if not any(map(_fault, needs)))
    if backend not in NEEDS:
        raise ValueError(f"backend must be one of auto, {', '.join(NEEDS)} (got {backend!r})")
    for package in NEEDS[backend]:
        if fault := _fault(package):
            raise ImportError(f"{fault} for backend={backend!r}: pip install 'microgradviz[compile]'")
    return backend


def _fault(package: str) -> str:
    """What must be otherwise with a package, if anything."""
    if not find_spec(package):
        return f"{package} must be installed"
    if package in OLDEST:
        version = str(import_module(package).__version__)
        if tuple(map(int, version.split(".")[:2])) < OLDEST[package]:
            return f"{package} must be {'.'.join(map(str, OLDEST[package]))} or newer (got {version})"
    return ""


def _python(**options: Any) -> Maker:
    from .kernels import PlainKernel

    return lambda program, names, shapes: PlainKernel(program, names)


def _numpy(**options: Any) -> Maker:
    from .kernels import NumPyKernel

    return lambda program, names, shapes: NumPyKernel(program, names)


def _llvm(**options: Any) -> Maker:
    from .llvm_kernel import LLVMKernel

    def make(program: Program, names: Sequence[str], shapes: Sequence[Shape]) -> Kernel:
        if len(program.steps) > STRAIGHT:
            return _tape(**options)(program, names, shapes)
        return LLVMKernel(program, names, shapes, **options)

    return make


def _tape(*, threads: int | None, **options: Any) -> Maker:
    from .tape_kernel import TapeKernel

    return lambda program, names, shapes: TapeKernel(program, threads)


BACKENDS: dict[str, Callable[..., Maker]] = {"python": _python, "numpy": _numpy, "llvm": _llvm, "tape": _tape}
