"""What runs in the box: it takes exercises, one after another, and gives back what came of each, uninterpreted.

This file is sent into the box as code, so it needs the standard library alone. Every submission has a process of its
own, forked from one that has seen nothing of any other; and every exercise one that is forked from that, which itself
never runs a learner's code: it hands out one case at a time, counts what comes back through a pipe, line by line, and
ends whoever takes too long or says too much. What is asked arrives when the case before is answered, so that no answer
can look at what comes later, or work at it in another one's time.

From outside come values in marshal's format: first {"filter": bytes}; then for each exercise, each with its length
before it, {"modules": {name: (code, whether it is a package)}, "seconds": for the text itself, "rows": [[probe,
seconds, number of cases], …], "own": what its process alone reads, in marshal's format: {"answer", "prelude": code,
"source", "probes": code}} and the inputs of every case; after a submission, a length of 0. To the outside go, once it
is ready for a submission and for each exercise, one of `ENDINGS` and a number of bytes, then the bytes: lines of JSON,
first {"load": null, or an outcome if the text itself could not run}, then [row, case, outcome], where numbers are a
text: the bytes of doubles, each as two hexadecimal digits. The bytes are a learner's: trust none.
"""

from __future__ import annotations

import builtins
import ctypes
import fcntl
import gc
import importlib.machinery  # importlib.abc would take longer than all the rest
import marshal
import os
import resource
import select
import signal
import struct
import sys
from collections.abc import Callable
from time import clock_gettime, monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is imported here is imported for every submission
    from typing import Any, BinaryIO

HEADER = struct.Struct("!BI")
LENGTH = struct.Struct("!I")
ENDINGS = ("done", "time", "flood", "died", "unlocked")
MOST_BYTES = 1 << 20  # bytes that one exercise may send
MEMORY_LIMIT = 512 << 20
_CHUNK = 1 << 16  # bytes that are read at once
_LOOK = 0.05  # s between two looks at the time that a silent process has used
_LINES, _QUESTIONS = 3, 4  # what an answer's process may write to and read from


def clock_limit(seconds: float) -> float:
    """How long a case may take on the clock, in s, if it may use so many of the processor's: a machine may be busy."""
    return 5 * seconds + 5


def time_limits(request: dict[str, Any]) -> list[float]:
    """How much of the processor's time each line may take, in s: that of the text itself, then that of each case."""
    return [request["seconds"], *(seconds for _, seconds, cases in request["rows"] for _ in range(cases))]


def longest_wait(limits: list[float]) -> float:
    """How long an exercise may take in all, on the clock, in s."""
    return 30 + max(map(clock_limit, limits))


def serve_submissions(coming: BinaryIO, going: int) -> None:
    """Run every submission that comes, each in a process of its own, until none does.

    Args:
        coming: What is sent to the box.
        going: The file descriptor of what it sends.
    """
    setup = marshal.load(coming)
    for name in ("math", "random", "types"):
        importlib.import_module(name)  # what probes import; threading would make every fork longer
    compile("def f(x):\n    return x", "", "exec")  # the first time takes long
    gc.freeze()
    source = coming.fileno()  # nothing of what comes from here on is kept in a buffer that a fork would copy
    status = 0
    while not status:
        _write(going, HEADER.pack(0, 0))  # ready
        select.select([source], [], [])  # what comes is read by the process that it is for
        child = os.fork()
        if not child:
            _run_submission(setup["filter"], source, going)
        _, status = os.waitpid(child, 0)


def _run_submission(refused: bytes, source: int, going: int) -> None:
    """Run every exercise of one submission; never returns."""
    code = 1
    try:
        while framed := _read_framed(source):
            request = marshal.loads(framed)
            _import(request["modules"])
            end, said = _run_exercise(request, refused, source)
            _write(going, HEADER.pack(ENDINGS.index(end), len(said)) + said)
        code = 1 if framed is None else 0
    finally:
        os._exit(code)


def _read_framed(source: int) -> bytes | None:
    """The next value that comes, still in marshal's format; empty after a submission, None if nothing will come."""
    head = _read(source, LENGTH.size)
    return _read(source, *LENGTH.unpack(head)) if head else None


def _read(source: int, count: int) -> bytes:
    chunks = []
    while count:
        chunks.append(os.read(source, min(count, _CHUNK)))
        if not chunks[-1]:
            return b""
        count -= len(chunks[-1])
    return b"".join(chunks)


def _import(modules: dict[str, Any]) -> None:
    """Import modules of the package here, once for all exercises that come from now on."""
    if modules:
        sys.meta_path.append(_SentModules(modules))
        for name in modules:
            importlib.import_module(name)
        gc.freeze()


class _SentModules:
    """Imports the modules that were sent along."""

    def __init__(self, modules: dict[str, Any]) -> None:
        self.modules = modules

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name not in self.modules:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=self.modules[name][1])  # type: ignore[arg-type]

    def create_module(self, spec: Any) -> None:
        """None: Python makes the module."""

    def exec_module(self, module: Any) -> None:
        module.__file__ = f"/{module.__name__}.py"
        exec(self.modules[module.__name__][0], module.__dict__)


def _run_exercise(request: dict[str, Any], refused: bytes, coming: int) -> tuple[str, bytes]:
    """Let a process of its own try one exercise: how that ended, and what it sent."""
    said_to, pipe = os.pipe()
    questions, asking = os.pipe()
    child = os.fork()
    if not child:
        try:
            _try_exercise(request, refused, pipe, questions)
        finally:
            os._exit(1)
    os.close(pipe)
    os.close(questions)
    os.set_blocking(asking, False)
    shut_in = os.read(said_to, 1)  # it comes before anything of a learner's runs
    talk = _Dialogue(said_to, asking, coming, time_limits(request))
    end = talk.listen(child)
    os.close(said_to)
    os.close(asking)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    talk.skip()
    return "unlocked" if shut_in == b"-" else end or _ending(status), bytes(talk.said)


class _Dialogue:
    """Questions to a process and what it sends: one line for each, in time.

    Args:
        source: The pipe that its lines come from.
        asking: The pipe that questions go to, as they come from outside.
        coming: Where they come from.
        limits: How much time each line may take.
    """

    def __init__(self, source: int, asking: int, coming: int, limits: list[float]) -> None:
        self.source, self.asking, self.coming, self.limits = source, asking, coming, limits
        self.said, self.lines = bytearray(), 0
        self.rest, self.unread = b"", 0  # of a question: what is to be written, and how many bytes are to be read

    def listen(self, child: int) -> str:
        """Ask and hear until the process ends; "time" or "flood" if it must be ended, else ""."""
        begin = since = monotonic()
        before = 0.0
        while monotonic() < begin + longest_wait(self.limits):
            heard, free, _ = select.select([self.source], [self.asking] if self.rest else [], [], _LOOK)
            if free:
                self._pass_on()
            chunk = os.read(self.source, 1 << 16) if heard else b""
            if heard and not chunk:
                return ""
            count = chunk.count(b"\n")
            passed = 0.0 if count else monotonic() - since  # an answer that is there was not waited for in vain
            if _too_long(_processor_time(child) - before, passed, self.limits[min(self.lines, len(self.limits) - 1)]):
                return "time"
            self.said += chunk
            if count > 1 or len(self.said) > MOST_BYTES or self.lines + count > len(self.limits):
                self.said.clear()
                return "flood"
            if count:
                self.lines, since, before = self.lines + 1, monotonic(), _processor_time(child)
                self._next()
        return "time"

    def _next(self) -> None:
        """Take the next question, if there is one, and ask it."""
        if self.lines < len(self.limits):
            head = _read(self.coming, LENGTH.size)
            self.unread = LENGTH.unpack(head)[0] if head else 0
            self.rest = head + self._more()
            self._pass_on()

    def _more(self) -> bytes:
        """The next part of the question that is being asked."""
        chunk = _read(self.coming, min(self.unread, _CHUNK - LENGTH.size))
        self.unread -= len(chunk)
        return chunk

    def _pass_on(self) -> None:
        """Hand on as much of the question as the pipe takes."""
        try:
            self.rest = self.rest[os.write(self.asking, self.rest) :] or self._more()
        except BlockingIOError:
            pass  # the pipe is full, and who is to read it does not
        except OSError:
            self.rest = b""  # it has closed its end: nothing more will be heard of it

    def skip(self) -> None:
        """Pass over what was not asked, so that the next exercise's questions come next."""
        _read(self.coming, self.unread)
        for _ in range(len(self.limits) - 1 - self.lines):
            _read_framed(self.coming)


def _processor_time(child: int) -> float:
    """The processor's time that a process has used, in s; 0 where that cannot be known."""
    try:
        return clock_gettime(~child << 3 | 2)  # Linux's clock of another process: CPUCLOCK_SCHED
    except (OSError, OverflowError):
        return 0.0


def _too_long(used: float, passed: float, seconds: float) -> bool:
    """Whether a case has used its time, or waits for what will not come: who sleeps uses hardly any."""
    return used > seconds or passed > clock_limit(seconds) or (passed > seconds + 1 and used < 0.02 * passed)


def _ending(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return {0: "done", -signal.SIGXCPU: "time"}.get(code, "died")


def _write(target: int, data: bytes) -> None:
    while data:
        data = data[os.write(target, data) :]


# ---------------------------------------------------------------- in the process of one exercise


def _try_exercise(request: dict[str, Any], refused: bytes, pipe: int, questions: int) -> None:
    """Run an answer's text and ask it every case; never returns."""
    tell = _confine(request, refused, pipe, questions)
    request |= marshal.loads(request["own"])
    sys.modules["probes"] = module = type(sys)("probes")
    module.__builtins__ = dict(vars(builtins))  # type: ignore[attr-defined]
    exec(request["probes"], module.__dict__)
    sys.addaudithook(module.Witness(up=1))
    module.tell_witness = sys.audit  # type: ignore[attr-defined]
    probes = _Kept(module.__dict__)

    def attempt(function: Callable[[], Any]) -> Any:
        try:
            return function()
        except BaseException as error:  # SystemExit, say
            return {"error": type(error).__name__, "text": _error_text(error)}

    failed = attempt(lambda: _load_answer(request))
    main = sys.modules["__main__"].__dict__
    if failed is None and request["answer"] not in main:
        failed = {"missing": request["answer"]}
    tell('{"load": ' + (_json(failed) if failed else "null") + "}")
    if not failed:
        answer = main[request["answer"]]
        for row, (probe, _, cases) in enumerate(request["rows"]):
            for case in range(cases):
                inputs = marshal.loads(_read_framed(_QUESTIONS) or b"")
                asked = probes.back()
                found = attempt(lambda a=asked, p=probe, x=inputs: a["run_probe"](a[p], answer, x))  # type: ignore[misc]
                tell(f"[{row}, {case}, {_json_of_numbers(found) if 'numbers' in found else _json(found)}]")
    os._exit(0)


class _Kept:
    """The names of the probes and what Python calls its own there: back in their places for each case, whatever an
    answer did to them."""

    def __init__(self, probes: dict[str, Any]) -> None:
        self.probes = probes
        self.kept = [(names, dict(names)) for names in (probes, probes["__builtins__"])]

    def back(self) -> dict[str, Any]:
        for names, kept in self.kept:
            names.clear()
            names.update(kept)
        return self.probes


def _confine(request: dict[str, Any], refused: bytes, pipe: int, questions: int) -> Callable[[str], None]:
    """Leave this process two pipes and its limits, and say whether that went well; the function that writes a line."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for target in (0, 1, 2):
        os.dup2(nothing, target)
    high = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (pipe, questions)]  # beyond the two that they become
    os.dup2(high[0], _LINES)
    os.dup2(high[1], _QUESTIONS)
    os.closerange(_QUESTIONS + 1, 1 << 16)
    for what, limit in (
        (resource.RLIMIT_CPU, int(sum(time_limits(request))) + 1),
        (resource.RLIMIT_AS, MEMORY_LIMIT),
        (resource.RLIMIT_FSIZE, 8 << 20),
        (resource.RLIMIT_NOFILE, 32),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 32),
    ):
        try:
            resource.setrlimit(what, (limit, limit))
        except (ValueError, OSError):  # it is lower already, or unknown here; `walls` looks again
            continue
    shut_in = not refused or _install_filter(refused)
    os.write(_LINES, b"+" if shut_in else b"-")
    if not shut_in:
        os._exit(1)
    gc.set_threshold(300_000, 20, 100)  # ten thousand leaves make many objects that all stay
    gc.enable()
    return lambda line: _write(_LINES, line.encode() + b"\n")


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


_libc = ctypes.CDLL(None)  # here, for all exercises


def _install_filter(refused: bytes) -> bool:
    """Put on the filter of system calls (PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP); whether that worked."""
    filtered = _Filter(len(refused) // 8, refused)
    asked = ((4, 0, 0, 0, 0), (38, 1, 0, 0, 0), (22, 2, ctypes.byref(filtered)))
    return all(_libc.prctl(*numbers) == 0 for numbers in asked)


def _load_answer(request: dict[str, Any]) -> None:
    """Run the text of an answer as a program, below what it finds."""
    main = type(sys)("__main__")
    sys.modules["__main__"] = main
    exec(request["prelude"], main.__dict__)
    exec(compile(request["source"], "<answer>", "exec", dont_inherit=True), main.__dict__)


def _json_of_numbers(found: dict[str, list[float]]) -> str:
    """To write ten thousand numbers as decimals, and to read them, takes long; so they go as they are in memory."""
    numbers = found["numbers"]
    return f'{{"numbers": "{struct.pack(f"{len(numbers)}d", *numbers).hex()}"}}'


_NO_JSON = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


def _json(found: Any) -> str:
    """An outcome as JSON; the library that could write it takes as long to import as all others here."""
    if isinstance(found, dict):
        return "{" + ", ".join(f"{_quoted(key)}: {_json(value)}" for key, value in found.items()) + "}"
    if isinstance(found, list):
        return f"[{', '.join(map(_json, found))}]"
    if isinstance(found, str):
        return _quoted(found)
    shown = int.__repr__(found) if isinstance(found, int) else float.__repr__(found)
    return _NO_JSON.get(shown, shown)


def _quoted(text: str) -> str:
    plain = text.isascii() and text.isprintable() and not set('"\\') & set(text)
    units = struct.iter_unpack(">H", b"" if plain else text.encode("utf-16-be", "surrogatepass"))
    return f'"{text}"' if plain else '"' + "".join(f"\\u{unit:04x}" for (unit,) in units) + '"'


def _error_text(error: BaseException) -> str:
    try:
        return " ".join(str(error).split())[:160]
    except BaseException:
        return ""


if __name__ == "__main__":
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    serve_submissions(sys.stdin.buffer, out)
