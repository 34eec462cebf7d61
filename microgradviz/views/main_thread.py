"""A learner's code runs in the main thread, where its cells run and where an interrupt arrives."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Any

from ..shell import running_shell


def run_in_main_thread(work: Callable[[], None]) -> None:
    """Do it in the main thread: now, or, if this is another, as soon as no cell runs.

    JupyterLab hands what widgets say to a thread of their own (a subshell, from ipykernel 7 on). A loop that is stuck
    there could not be interrupted, and would run while a cell changes the same model.
    """
    loop = _main_loop() if threading.current_thread() is not threading.main_thread() else None
    if loop is None:
        work()
    else:
        loop.add_callback(_interruptible, work)


def _main_loop() -> Any:
    return getattr(getattr(running_shell(), "kernel", None), "io_loop", None)


def _interruptible(work: Callable[[], None]) -> None:
    """Between cells ipykernel ignores interrupts; here one ends the work, and not the kernel."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        work()
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGINT, before)
