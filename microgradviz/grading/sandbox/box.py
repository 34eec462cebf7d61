"""One submission in one box: exercises go in, JSON lines come out, and nothing that comes out is believed.

    with Box(sandbox=True) as box:
        result = box.ask(request)     # for one exercise after another; `inside.py` says what a request holds

All that is read is capped and has a deadline. A box that dies is replaced, so that the exercises that remain are run.
To start one takes as long as several exercises, so a whole one is kept for the thread's next submission. There a new
process takes over, and nothing goes from one to the other: no answer can write, leave a process, or reach its host.
"""

from __future__ import annotations

import atexit
import json
import marshal
import os
import platform
import select
import shutil
import subprocess
import sys
import threading
from array import array
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple

from . import bubblewrap, inside, seccomp
from .sent_code import own_code

_BOOT = "import sys, marshal; exec(marshal.load(sys.stdin.buffer))"
_ENVIRONMENT = {"HOME": "/tmp", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}  # the same order of a set every time
_TO_START = 20.0  # s, on a very busy machine
_TO_TAKE_OVER = 2.0  # s, for a box that was kept
_TRIES = 3
_Made = tuple[tuple[str, ...], bytes]  # the command that a box was started with, and its filter


class BoxResult(NamedTuple):
    """What came out of a box for one exercise; a learner's code may have written it.

    Attributes:
        lines: What each line held, in order; None for what was no JSON.
        end: How it ended, one of `inside.ENDINGS`.
        seconds: How long it took, in s on the clock.
    """

    lines: list[Any]
    end: str
    seconds: float


class NoSandbox(Exception):
    """There is no sandbox, or not a whole one; the text says which wall is missing and what to do."""


class _BoxDied(Exception):
    """The box is gone, or does not answer."""


class Box:
    """A sandbox that runs one exercise after another; it starts when it is asked first.

    Args:
        sandbox: False to run without bubblewrap, with limits on time and memory alone.
        keep: Whether the thread's warm box is taken, and left behind for the next submission.
    """

    def __init__(self, *, sandbox: bool = True, keep: bool = False) -> None:
        self.sandbox = sandbox
        self.keep = keep
        self._process: subprocess.Popen[bytes] | None = None
        self._made: _Made = ((), b"")
        self._known: dict[str, Any] = {}  # the modules of the package that the box has got, as it got them

    def __enter__(self) -> Box:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if self.keep and self._process and not error and self.sandbox and self._made[1]:
            _warm.box, self._process = _IdleBox(self._process, self._made), None
        self.close()

    def ask(self, request: dict[str, Any]) -> BoxResult:
        """What comes of one exercise; an answer that takes the box down with it ends as "died".

        Raises:
            NoSandbox: If no box starts.
        """
        begin = monotonic()
        for _ in range(_TRIES):  # a box may die of something else than the answer in it
            if self._process is None:
                self._start()
            try:
                if not self._known.items() <= request["modules"].items():
                    self._renew_process()  # this answer may not see what the one before it was allowed to
                return self._ask(request)
            except _BoxDied:
                self.close()
        return BoxResult([], "died", monotonic() - begin)

    def _ask(self, request: dict[str, Any]) -> BoxResult:
        new = {name: code for name, code in request["modules"].items() if name not in self._known}
        rows = [[probe, seconds, len(cases)] for probe, seconds, cases in request["rows"]]
        own = {name: request[name] for name in ("answer", "prelude", "source", "probes")}
        head = {"modules": new, "seconds": request["seconds"], "rows": rows, "own": marshal.dumps(own)}
        until = monotonic() + inside.longest_wait(inside.time_limits(head)) + _TO_START
        values = [head, *(inputs for _, _, cases in request["rows"] for inputs in cases)]
        self._send(b"".join(part for value in values for part in _frame(value)), until)
        end, seconds, said = self._read_answer(until)
        self._known |= new
        if end == "unlocked":
            raise NoSandbox("The box cannot refuse system calls here; see `microgradviz doctor`.")
        return BoxResult([_parse_line(line) for line in said.split(b"\n")[:-1]], end, seconds)

    def _read_answer(self, until: float) -> tuple[str, float, bytes]:
        end, length, seconds = inside.HEADER.unpack(self._receive(inside.HEADER.size, until))
        if length > 2 * inside.MOST_BYTES or end >= len(inside.ENDINGS):
            raise _BoxDied
        return inside.ENDINGS[end], seconds, self._receive(length, until)

    def close(self) -> None:
        """End the box and everything in it; the next `ask` starts another."""
        process, self._process, self._known = self._process, None, {}
        if process is not None:
            _end_process(process)

    def _renew_process(self) -> None:
        """Let a process take over that has seen nothing of what was asked before."""
        self._known = {}
        until = monotonic() + _TO_TAKE_OVER
        self._send(inside.LENGTH.pack(0), until)
        self._read_answer(until)

    def _start(self) -> None:
        """Start a box and wait until it says that it is ready; try again where the machine is too busy for it."""
        refused = seccomp.syscall_filter(platform.machine()) if sys.platform == "linux" else b""
        setup = {"filter": refused}
        command = (bubblewrap.base_interpreter(), "-P", "-s", "-S", "-B", "-c", _BOOT)
        self._made = (
            (*bubblewrap.bubblewrap_command(bubblewrap_path()), *command) if self.sandbox else command,
            refused,
        )
        said = b""
        if self.keep and self._take_over_idle():
            return
        for _ in range(_TRIES):
            self._process = process = self._spawn()
            try:
                until = monotonic() + _TO_START
                self._send(marshal.dumps(own_code(Path(inside.__file__))) + marshal.dumps(setup), until)
                self._read_answer(until)
                return
            except _BoxDied:
                assert process.stderr
                said = process.stderr.read(1000) or b""
                self.close()
        raise NoSandbox(f"The box does not start: {said.decode(errors='replace').strip() or 'no message'}.")

    def _take_over_idle(self) -> bool:
        """Take the thread's warm box, if there is one and it answers; whether it did."""
        idle, _warm.box = _warm.box, None
        self._process = idle.take(self._made) if idle else None
        if not self._process:
            return False
        try:
            self._renew_process()
        except _BoxDied:
            self.close()
        return self._process is not None

    def _spawn(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            self._made[0],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,  # what bubblewrap says if it fails; an answer has none of its own
            bufsize=0,
            env=_ENVIRONMENT,
            start_new_session=True,  # a Ctrl-C is for the grader
        )
        assert process.stdin
        assert process.stderr
        os.set_blocking(process.stdin.fileno(), False)
        os.set_blocking(process.stderr.fileno(), False)
        return process

    def _send(self, data: bytes, until: float) -> None:
        assert self._process
        assert self._process.stdin
        pipe = self._process.stdin.fileno()
        rest = memoryview(data)
        while rest:
            left = until - monotonic()
            if left <= 0 or not select.select([], [pipe], [], left)[1]:
                raise _BoxDied
            try:
                rest = rest[os.write(pipe, rest) :]
            except OSError:
                raise _BoxDied from None

    def _receive(self, count: int, until: float) -> bytes:
        assert self._process
        assert self._process.stdout
        pipe = self._process.stdout.fileno()
        data = b""
        while len(data) < count:
            left = until - monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                raise _BoxDied
            chunk = os.read(pipe, count - len(data))
            if not chunk:
                raise _BoxDied
            data += chunk
        return data


class _IdleBox:
    """A box between two submissions; its process is ended when this object goes.

    Args:
        process: The box's process.
        made: The command that it was started with, and its filter.
    """

    def __init__(self, process: subprocess.Popen[bytes], made: _Made) -> None:
        self.process: subprocess.Popen[bytes] | None = process
        self.made = made
        self.owner = os.getpid()

    def take(self, made: _Made) -> subprocess.Popen[bytes] | None:
        """The box's process, if this process started it, and in this way; else None."""
        if self.owner != os.getpid() or self.made != made:
            return None
        process, self.process = self.process, None
        return process

    def __del__(self) -> None:
        if self.process and self.owner == os.getpid():
            _end_process(self.process)
        elif self.process:  # another process, from which this one was forked, goes on with it
            _close_pipes(self.process)
            self.process.returncode = 0


class _WarmBox(threading.local):
    """The idle box for this thread's next submission."""

    box: _IdleBox | None = None


_warm = _WarmBox()
atexit.register(setattr, _warm, "box", None)


def _end_process(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    _close_pipes(process)
    process.wait()


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()


def bubblewrap_path() -> str:
    """The path of bubblewrap's program; "" if it is not installed."""
    return shutil.which("bwrap") or ""


def _frame(value: Any) -> tuple[bytes, bytes]:
    data = marshal.dumps(value)
    return inside.LENGTH.pack(len(data)), data


def _parse_line(line: bytes) -> Any:
    try:
        return _JSON.decode(line.decode())
    except (ValueError, RecursionError):
        return None


def _with_numbers(found: dict[str, Any]) -> dict[str, Any]:
    """The same, with numbers as a list of floats."""
    if isinstance(found.get("numbers"), str):
        found["numbers"] = array("d", bytes.fromhex(found["numbers"])).tolist()
    return found


_JSON = json.JSONDecoder(object_hook=_with_numbers)
