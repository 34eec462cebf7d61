"""Many tasks over any executor: a bounded number at once, and none lost where a worker dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
MakeExecutor = Callable[[], Executor]
_TO_ANSWER = 10.0  # s, for a cluster's scheduler
_MOST_LOST = 5  # tasks in a row, each of which ended its worker: then it is not the tasks


class WorkersFailed(Exception):
    """One worker after another died, whatever it was given."""


class _Pool(ProcessPoolExecutor):
    """A pool that takes back what was not begun: if its processes end, it stumbles over what others have cancelled."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        super().shutdown(wait, cancel_futures=cancel_futures or not wait)


def process_pool(jobs: int) -> Executor:
    """An executor of so many processes; they end when this one does, and ignore Ctrl-C."""
    context = multiprocessing.get_context("spawn")  # no copy of this process's threads and locks
    return _Pool(jobs, mp_context=context, initializer=_start_worker)


@contextmanager
def cluster_executors(address: str) -> Iterator[tuple[MakeExecutor, int]]:
    """What makes executors over a Dask cluster, and how many tasks it may have at once.

    Raises:
        ValueError: If Dask is not installed, or no cluster answers there.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ValueError("--cluster needs Dask: pip install 'microgradviz[cluster]'") from None
    try:
        client = Client(address, timeout=_TO_ANSWER)
    except (OSError, ValueError) as error:
        raise ValueError(f"--cluster must be the address of a Dask scheduler (got {address!r}); {error}") from None
    with client:
        yield lambda: client.get_executor(pure=False), 4 * sum(client.nthreads().values()) or 4


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def run_tasks(
    items: Iterable[T],
    task: Callable[[T], R],
    make_executor: MakeExecutor,
    at_once: int,
    fatal: tuple[type[Exception], ...],
) -> Iterator[tuple[T, R | None]]:
    """Every item with the task's result, as they end; with None for one that ends its worker even when it runs alone.

    Args:
        items: What the task is called with; taken as they are needed.
        task: Called in a worker.
        make_executor: Makes an executor, and another one where that broke.
        at_once: How many are handed out at once.
        fatal: What a task raises if all others would raise it too.

    Raises:
        WorkersFailed: If one worker after another dies.
    """
    coming, suspects, lost, whole = iter(items), list[T](), 0, False
    running: dict[Future[R], T] = {}
    executor = make_executor()
    try:
        while True:
            alone = bool(suspects) and not running  # who may have ended a worker is tried alone
            more = [suspects.pop()] if alone else [] if suspects else islice(coming, at_once - len(running))
            running |= {_submit(executor, task, item): item for item in more}
            if not running:
                whole = True
                return
            broken = False
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                item = running.pop(future)
                try:
                    result = future.result()
                except fatal:
                    raise
                except (Exception, CancelledError) as error:
                    broken |= isinstance(error, BrokenExecutor)
                    if not alone:
                        suspects.append(item)
                        continue
                    lost += 1
                    if lost > _MOST_LOST:
                        why = f"{type(error).__name__}: {error}"
                        raise WorkersFailed(f"One worker after another ends with {why}") from error
                    yield item, None
                else:
                    lost = 0
                    yield item, result
            if broken:
                suspects += running.values()
                running.clear()
                executor.shutdown(wait=False)
                executor = make_executor()
    finally:
        executor.shutdown(wait=whole)  # not waited for, a pool may stumble over its own pipes as Python ends


def _submit(executor: Executor, task: Callable[[T], R], item: T) -> Future[R]:
    try:
        return executor.submit(task, item)
    except (BrokenExecutor, RuntimeError) as error:
        failed: Future[R] = Future()
        failed.set_exception(error)
        return failed
