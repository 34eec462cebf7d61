"""The processor of this machine, and text of LLVM's language as its machine code."""

from __future__ import annotations

import ctypes
import platform
import sys
from functools import lru_cache
from typing import Any

from ..engine import FUNCTIONS


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


def count_vectors() -> int:
    """How many vectors to take at a time: as many as keep the arithmetic busy, and several sums in registers."""
    return 4 if count_lanes() == 8 or _is_arm() else 2  # of 32 registers, or of 16


def _is_arm() -> bool:
    return platform.machine().lower() in ("aarch64", "arm64")


def has_fused_multiply_add() -> bool:
    """Whether this processor multiplies and adds in one instruction; elsewhere a library would do it, very slowly."""
    return "+fma" in _host()[1].split(",") or _is_arm()


def machine_code(text: str, name: str) -> Any:
    """A function of LLVM's language, compiled for this processor, to be called from Python.

    LLVM's passes over the whole text are left out: they take longer than the rest, and here they find nothing.

    Args:
        text: The module that has it.
        name: What the module calls it. It takes an address and returns a double.
    """
    import llvmlite.binding as llvm

    cpu, features = _host()
    triple = llvm.Target.from_default_triple()
    target = triple.create_target_machine(cpu=cpu, features=features, opt=1, jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), target)
    engine.finalize_object()
    function = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)(engine.get_function_address(name))
    function._keep = engine  # type: ignore[attr-defined]
    return function
