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
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic
from typing import IO, Any, NamedTuple, cast

from . import bubblewrap, inside, seccomp
from .sent_code import own_code

_BOOT = "import sys, marshal; exec(marshal.load(sys.stdin.buffer))"
_ENVIRONMENT = {"HOME": "/tmp", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}  # the same order of a set every time
_TO_START = 20.0  # s, on a very busy machine
_TO_TAKE_OVER = 2.0  # s, for a box that was kept
_TRIES = 3
_Pipes = tuple[IO[bytes], IO[bytes], IO[bytes]]


class BoxResult(NamedTuple):
    """What came out of a box for one exercise; a learner's code may have written it.

    Attributes:
        lines: What each line held, in order; None for what was no JSON.
        end: How it ended, one of `inside.ENDINGS`.
    """

    lines: list[Any]
    end: str


class NoSandbox(Exception):
    """There is no sandbox, or not a whole one; the text says which wall is missing and what to do."""


class _BoxDied(Exception):
    """The box is gone, or does not answer."""


class Box(AbstractContextManager["Box"]):
    """A sandbox that runs one exercise after another; it starts when it is asked first.

    Args:
        sandbox: False to run without bubblewrap, with limits on time and memory alone.
    """

    def __init__(self, *, sandbox: bool = True) -> None:
        self.sandbox = sandbox
        self._process: _Process | None = None
        self._known: dict[str, Any] = {}  # the modules of the package that the box has got, as it got them

    def __exit__(self, *error: object) -> None:
        if self._process and error[0] is None and self.sandbox and self._process.refused:
            _warm.process, self._process = self._process, None
        self.close()

    def ask(self, request: dict[str, Any]) -> BoxResult:
        """What comes of one exercise; an answer that takes the box down with it ends as "died".

        Raises:
            NoSandbox: If no box starts.
        """
        for _ in range(_TRIES):  # a box may die of something else than the answer in it
            if self._process is None:
                self._start()
            try:
                if not self._known.items() <= request["modules"].items():
                    self._renew_process()  # this answer may not see what the one before it was allowed to
                return self._ask(request)
            except _BoxDied:
                self.close()
        return BoxResult([], "died")

    def _ask(self, request: dict[str, Any]) -> BoxResult:
        new = {name: code for name, code in request["modules"].items() if name not in self._known}
        rows = [[probe, seconds, len(cases)] for probe, seconds, cases in request["rows"]]
        own = {name: request[name] for name in ("answer", "prelude", "source", "probes")}
        head = {"modules": new, "seconds": request["seconds"], "rows": rows, "own": marshal.dumps(own)}
        until = monotonic() + inside.longest_wait(inside.time_limits(head)) + _TO_START
        values = [head, *(inputs for _, _, cases in request["rows"] for inputs in cases)]
        self._send(b"".join(part for value in values for part in _frame(value)), until)
        end, said = self._read_answer(until)
        self._known |= new
        if end == "unlocked":
            raise NoSandbox("The box cannot refuse system calls here; see `microgradviz doctor`.")
        return BoxResult([_parse_line(line) for line in said.split(b"\n")[:-1]], end)

    def _read_answer(self, until: float) -> tuple[str, bytes]:
        end, length = inside.HEADER.unpack(self._receive(inside.HEADER.size, until))
        if length > 2 * inside.MOST_BYTES or end >= len(inside.ENDINGS):
            raise _BoxDied
        return inside.ENDINGS[end], self._receive(length, until)

    def close(self) -> None:
        """End the box and everything in it; the next `ask` starts another."""
        process, self._process, self._known = self._process, None, {}
        if process:
            process.end()

    def _renew_process(self) -> None:
        """Let a process take over that has seen nothing of what was asked before."""
        self._known = {}
        until = monotonic() + _TO_TAKE_OVER
        self._send(inside.LENGTH.pack(0), until)
        self._read_answer(until)

    def _start(self) -> None:
        """Take the thread's warm box, or start one and wait until it is ready; again where the machine is too busy."""
        refused = seccomp.syscall_filter(platform.machine()) if sys.platform == "linux" else b""
        walls = bubblewrap.bubblewrap_command(bubblewrap_path()) if self.sandbox else []
        command = (*walls, bubblewrap.base_interpreter(), "-P", "-s", "-S", "-B", "-c", _BOOT)
        idle, _warm.process = _warm.process, None
        if idle and (idle.command, idle.refused, idle.owner) == (command, refused, os.getpid()):
            self._process = idle
            try:
                return self._renew_process()
            except _BoxDied:
                self.close()
        said = b""
        for _ in range(_TRIES):
            self._process = process = _Process(command, refused)
            try:
                until = monotonic() + _TO_START
                setup = marshal.dumps({"filter": refused})
                self._send(marshal.dumps(own_code(Path(inside.__file__))) + setup, until)
                self._read_answer(until)
                return
            except _BoxDied:
                said = process.errors.read(1000) or b""
                self.close()
        raise NoSandbox(f"The box does not start: {said.decode(errors='replace').strip() or 'no message'}.")

    def _send(self, data: bytes, until: float) -> None:
        assert self._process
        pipe = self._process.going.fileno()
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
        pipe = self._process.coming.fileno()
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


class _Process:
    """The process of a box; it is ended when this object goes.

    Args:
        command: What starts it.
        refused: Its filter of system calls.
    """

    def __init__(self, command: tuple[str, ...], refused: bytes) -> None:
        self.command, self.refused, self.owner = command, refused, os.getpid()
        self.popen = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,  # what bubblewrap says if it fails; an answer has none of its own
            bufsize=0,
            env=_ENVIRONMENT,
            start_new_session=True,  # a Ctrl-C is for the grader
        )
        self.going, self.coming, self.errors = cast(_Pipes, (self.popen.stdin, self.popen.stdout, self.popen.stderr))
        os.set_blocking(self.going.fileno(), False)
        os.set_blocking(self.errors.fileno(), False)

    def end(self) -> None:
        """End it; a process that was forked from the one that started it only lets go."""
        if self.owner == os.getpid():
            self.popen.kill()
        else:
            self.popen.returncode = 0
        for pipe in (self.going, self.coming, self.errors):
            pipe.close()
        self.popen.wait()

    __del__ = end


class _Warm(threading.local):
    """The process that a thread's next box may take over."""

    process: _Process | None = None


_warm = _Warm()
atexit.register(setattr, _warm, "process", None)


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
