"""The processor of this machine, and text of LLVM's language as its machine code."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..engine import FUNCTIONS

POINTER, INTEGER, DOUBLE = ctypes.c_void_p, ctypes.c_int64, ctypes.c_double


@lru_cache(maxsize=1)
def _host() -> tuple[str, str]:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    if sys.platform == "win32":
        runtime = ctypes.CDLL("ucrtbase")
        for name in FUNCTIONS:
            llvm.add_symbol(name, ctypes.cast(getattr(runtime, name), ctypes.c_void_p).value)
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def count_lanes() -> int:
    """How many doubles the widest registers of this processor hold."""
    features = _host()[1].split(",")
    return 8 if "+avx512f" in features else 4 if "+avx" in features else 2


def has_fused_multiply_add() -> bool:
    """Whether this processor multiplies and adds in one instruction; elsewhere a library would do it, very slowly."""
    return "+fma" in _host()[1].split(",") or platform.machine().lower() in ("aarch64", "arm64")


def count_cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class MachineCode:
    """The functions of a module of LLVM's language, compiled for this processor.

    LLVM's passes over the whole text are left out: they take longer than the rest, and here they find nothing.
    """

    def __init__(self, text: str) -> None:
        import llvmlite.binding as llvm

        cpu, features = _host()
        triple = llvm.Target.from_default_triple()
        target = triple.create_target_machine(cpu=cpu, features=features, opt=1, jit=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), target)
        self._engine.finalize_object()

    def get_function(self, name: str, result: Any, arguments: Sequence[Any]) -> Any:
        """One of the functions, to be called from Python; other threads run meanwhile.

        Args:
            name: What the module calls it.
            result: The type of what it returns, of those above; None for nothing.
            arguments: The types of its arguments.
        """
        function = ctypes.CFUNCTYPE(result, *arguments)(self._engine.get_function_address(name))
        function._keep = self._engine  # type: ignore[attr-defined]
        return function
